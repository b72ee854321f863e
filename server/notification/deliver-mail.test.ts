// With a mail server, mails go out once: caught by a real SMTP server and read by another library than the one that wrote them.
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { makeDeliverAll } from './deliver-mail.ts';
import { writeOrderMails } from './write-order-mails.ts';

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
  const confirmed = () => mails.filter((mail) => mail.attachments.length > 0);
  await until(
    async () => confirmed().length,
    (count) => count > 0,
  );
  const [mail] = confirmed();
  expect(mail?.subject).toBe(`订单 ${orderNo}：已确认，凭证见附件`);
  // In the name of the shop where it chose no other, not in that of the installation.
  expect(mail?.from).toMatchObject({ name: 'Owner one', address: 'shop@example.com' });
  expect(mail?.to?.[0]?.address).toBe('mei@example.com');
  // Mailboxes drop a second mail of one Message-ID: another installation has mails of the same number, and so has this one after its
  // database went back to an earlier moment.
  const stored = sql<{
    mail_id: string;
    at: string;
  }>`SELECT mail_id, floor(extract(epoch FROM created_at) * 1000)::bigint AS at
    FROM mail WHERE occasion = ${`order ${orderNo} confirmed`}`;
  const [row] = (await stored.execute(test.database.house)).rows;
  expect(mail?.messageId).toBe(`<1.${row?.mail_id}.${row?.at}@example.com>`);
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

it('vouchers are stored with no mail; opened in the back office they are drawn, until nothing of the order is left', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const orderNo = await placeOrder(test, agent);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const stored = async () =>
    (
      await sql<{ mail_id: string; attachments: unknown[] }>`SELECT mail_id::text, attachments FROM mail
        WHERE occasion = ${`order ${orderNo} confirmed`}`.execute(test.database.house)
    ).rows[0];
  const mail = await until(stored, Boolean);
  const voucher = { name: `voucher-${orderNo}-1.pdf`, type: 'application/pdf', vouchersOf: orderNo, language: 'en' };
  expect(mail?.attachments).toEqual([voucher]);
  const list = async () =>
    (await test.call('consoleMail', { id: mail?.mail_id ?? '' }, { token: admin })).data.attachments;
  const shown = await list();
  expect(shown).toMatchObject([{ name: voucher.name, size: null }]);
  const open = () => test.fetch(shown[0]?.href ?? '', { headers: { token: admin } });
  expect((await (await open()).text()).slice(0, 5)).toBe('%PDF-');
  const asked = await test.call('cancelOrder', { orderNo }, { token: agent });
  const id = asked.data.requests[0]?.id ?? '';
  expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: admin })).code).toBe(200);
  expect(await list()).toEqual([]);
  expect(await (await open()).json()).toMatchObject({ code: 421 });
});

it('an alert of a price carries the headers by which mail programs end it (RFC 8058), and no other mail does', async () => {
  await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(test.database.house);
  const { id } = await findProduct(test, 'Silver Tower');
  await test.call('noticeAsk', { id, kind: 'price', email: 'alert@example.com' });
  const find = () => mails.find((mail) => mail.to?.[0]?.address === 'alert@example.com');
  await until(async () => find(), Boolean);
  const read = (mail: Email | undefined, name: string) => mail?.headers.find(({ key }) => key === name)?.value;
  expect(read(find(), 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(read(find(), 'list-unsubscribe')).toMatch(
    /^<http:\/\/one\.test\/api\/product\/notice\/end\?token=[\w-]{43}>$/,
  );
  expect(mails.some((mail) => mail !== find() && read(mail, 'list-unsubscribe'))).toBe(false);
});

const countMails = async (occasion: string) =>
  (
    await sql<{ n: number }>`SELECT count(*)::int AS n FROM mail WHERE occasion = ${occasion}`.execute(
      test.database.house,
    )
  ).rows[0]?.n;

describe('mails of several orders', () => {
  it('are written together, and one that cannot be written leaves the others alone (§4 order mails)', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const sent: unknown[] = [];
    const jobs = {
      send: async (_: unknown, name: string, data: unknown) => void sent.push({ name, data }),
      work: async () => undefined,
      stop: async () => undefined,
    };
    const writing = { owner: test.database.forOwner(1), jobs, vault: makeVault('of this test'), erasures: null };
    const orderNos = [await placeOrder(test, agent), await placeOrder(test, agent)] as const;
    const occasion = 'payReminder';
    const [first, wrong, last] = await writeOrderMails(writing, [
      { orderNo: orderNos[0], occasion },
      { orderNo: orderNos[0], occasion: 'nothing' },
      { orderNo: orderNos[1], occasion },
    ]);
    expect([first, wrong instanceof Error, last]).toEqual([undefined, true, undefined]);
    for (const orderNo of orderNos) expect(await countMails(`order ${orderNo} ${occasion}`)).toBe(1);
    const ids = { mailIds: [expect.any(Number), expect.any(Number)] };
    expect(sent).toEqual([{ name: 'mails.deliver', data: ids }]);
  });

  it('are tried again one by one from the first that a mail server refuses', async () => {
    const tried: number[] = [];
    const queued: unknown[] = [];
    const deliver = async (_: unknown, mailId: number) => {
      tried.push(mailId);
      if (mailId === 2) throw new Error('550');
    };
    const jobs = {
      send: async (_: unknown, name: string, data: unknown) => void queued.push([name, data]),
      work: async () => undefined,
      stop: async () => undefined,
    };
    const vault = makeVault('of this test');
    const delivery = { smtpUrl: 'smtp://mail.example', from: 'a@b.example', vault, seconds: 5 };
    await makeDeliverAll(delivery, deliver, jobs)(test.database.forOwner(1), [1, 2, 3]);
    expect(tried).toEqual([1, 2]);
    expect(queued).toEqual([2, 3].map((mailId) => ['mail.deliver', { mailId }]));
  });
});
