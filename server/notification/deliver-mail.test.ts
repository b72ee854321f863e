// With a mail server, mails go out once: caught by a real SMTP server and read by another library than the one that wrote them.
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let server: SMTPServer;
const mails: Email[] = [];

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => PostalMime.parse(Buffer.concat(chunks)).then((mail) => mails.push(mail) && done(), done));
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  test = await openTestHouse({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Shop <shop@example.com>' } });
});
afterAll(async () => {
  await test.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

it('the confirmation arrives once, in the language of the buyer, with the voucher attached', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent);
  await sql`UPDATE purchase SET notify = '[]', language = 'zh_CN' WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const confirmed = () => mails.filter((one) => one.attachments.length > 0);
  await until(
    async () => confirmed().length,
    (count) => count > 0,
  );
  const [mail] = confirmed();
  expect(mail?.subject).toBe(`订单 ${orderNo}：已确认，凭证见附件`);
  expect(mail?.from?.address).toBe('shop@example.com');
  expect(mail?.to?.[0]?.address).toBe('mei@example.com');
  expect(mail?.html).toContain('银塔观景台');
  const [voucher] = mail?.attachments ?? [];
  expect(voucher?.filename).toBe(`voucher-${orderNo}-1.pdf`);
  expect(
    Buffer.from(voucher?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(confirmed()).toHaveLength(1);
});
