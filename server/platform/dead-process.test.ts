// Work that a process had begun when it was killed or paused is done by another one within a minute, and once: the mail arrives once, the
// money goes back once. Real processes, a real mail server, a real gateway.
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { root } from '../../scripts/open-database.ts';
import { openGateway, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { openRelay, type Relay } from '../../tests/build/relay-gateway.ts';
import { urlFor } from '../../tests/build/set-up-database.ts';
import { type HouseProcess, startProcess } from '../../tests/build/start-process.ts';
import { readConfig } from './config.ts';
import { sql } from './db.ts';

/** What the mail server does with the next mail: at which of its steps it stops until it is let on. */
type Hold = { at: 'recipient' | 'end'; reached(): void; released: Promise<void> };

let test: TestHouse;
let gateway: TestGateway;
let relay: Relay;
let mailServer: SMTPServer;
let operations: string;
let hold: Hold | undefined;
/** Mails of the installation that made the orders, which had no mail server. */
let mailsBefore = 0;
const accepted: string[] = [];
const running: HouseProcess[] = [];

async function meet(step: Hold['at']): Promise<void> {
  if (hold?.at !== step) return;
  const { reached, released } = hold;
  hold = undefined;
  reached();
  await released;
}

function holdMail(at: Hold['at']) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  hold = { at, reached: reached.resolve, released: released.promise };
  return { reached: reached.promise, release: released.resolve };
}

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) => void meet('recipient').then(() => done()),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await meet('end');
        const subject = /^Subject: (.*)$/m.exec(Buffer.concat(chunks).toString())?.[1]?.trim();
        accepted.push(`${envelope.rcptTo.map(({ address }) => address)} ${subject}`);
        done();
      });
    },
  });
  mailServer.on('error', () => undefined);
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  test = await openTestHouse();
  gateway = await openGateway(test);
  relay = await openRelay();
  relay.to(gateway.url);
  operations = await test.signIn('operations@one.example', 'operations-2026');
});

afterAll(async () => {
  for (const house of running) await house.end('SIGKILL');
  await relay.close();
  await gateway.close();
  await test.close();
  await new Promise<void>((resolve) => mailServer.close(resolve));
});

/** Paid orders that wait for the owner's yes. The portal of this test makes them and ends, so that its jobs are those of the processes. */
async function placePaidOrders(count: number): Promise<string[]> {
  const member = await test.signIn('member@one.example', 'member-2026');
  const orders: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = await placeOrder(test, member, { product: 'Green Hills', quantity: 2 });
    const started = await test.call('paying', { id, channel: 'sandbox' }, { token: member, key: newKey() });
    await gateway.act(String(started.data.redirectUrl).split('/').at(-1) ?? '', 'pay-silent');
    const paid = await until(
      async () => {
        await sql`UPDATE payment SET polled_at = NULL WHERE order_no = ${id}`.execute(test.database.house);
        return (await test.call('isPaySuccess', { id }, { token: member })).data.paid;
      },
      (yes) => yes,
    );
    expect(paid).toBe(true);
    orders.push(id);
  }
  const waiting = () =>
    sql<{ count: number }>`SELECT count(*)::int AS count FROM pgboss.job WHERE state < 'completed'`
      .execute(test.database.house)
      .then(({ rows }) => rows[0]?.count);
  expect(await until(waiting, (jobs) => jobs === 0)).toBe(0);
  const last = await sql<{ id: number }>`SELECT max(mail_id) AS id FROM mail`.execute(test.database.house);
  mailsBefore = last.rows[0]?.id ?? 0;
  await test.house.stop();
  test.house.stop = async () => undefined;
  await sql`UPDATE channel_setting SET base_url = ${relay.url} WHERE channel = 'sandbox'`.execute(test.database.house);
  return orders;
}

async function start(): Promise<HouseProcess> {
  const address = mailServer.server.address();
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    JOB_SILENT_SECONDS: '10',
    JOB_LOOK_SECONDS: '1',
  };
  const { dataFolder } = readConfig({}, root);
  const url = test.databaseUrl;
  const ownerUrl = urlFor(inject('serverUrl'), /\/([^/?]+)(\?.*)?$/.exec(url)?.[1] ?? '');
  const house = await startProcess({ url, ownerUrl, dataFolder, env });
  running.push(house);
  return house;
}

async function reject(house: HouseProcess, orderNo: string): Promise<void> {
  const answer = await fetch(`${house.base}/api/console/orders/${orderNo}/reject`, {
    method: 'POST',
    headers: {
      'x-forwarded-host': 'one.test',
      'content-type': 'application/json',
      token: operations,
      l: 'en',
      c: 'MYR',
    },
    body: JSON.stringify({ why: 'No guide that day' }),
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

const refundOf = async (orderNo: string) =>
  (
    await sql<{ status: number; refund_no: string; tries: number }>`SELECT status, refund_no, tries FROM refund
      WHERE order_no = ${orderNo}`.execute(test.database.house)
  ).rows;
const isRefund = (path: string) => path === '/v1/refunds';
const mailsAbout = (orderNo: string) => accepted.filter((mail) => mail.includes(orderNo));
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for the refund to be settled and every mail of the processes to be sent, at most a minute. */
async function finish(orderNo: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await sql<{
      open: number;
    }>`SELECT (SELECT count(*) FROM mail WHERE mail_id > ${mailsBefore} AND sent_at IS NULL)
      + (SELECT count(*) FROM refund WHERE order_no = ${orderNo} AND status = 0) + (SELECT count(*) FROM pgboss.job
        WHERE state < 'completed' AND name IN ('order.changed', 'refund.run', 'refund.ask', 'mail.deliver', 'mails.deliver')) AS open`.execute(
      test.database.house,
    );
    const took = performance.now() - began;
    if (Number(rows[0]?.open) === 0 || took > 60_000) return took;
    await wait(200);
  }
}

/** Each mail once, and one refund at the gateway, whatever it was asked. */
async function expectOnce(orderNo: string): Promise<void> {
  const mails = mailsAbout(orderNo);
  expect(mails.length).toBeGreaterThan(0);
  expect(mails).toEqual([...new Set(mails)]);
  const refunds = await refundOf(orderNo);
  expect(refunds).toMatchObject([{ status: 1 }]);
  const asked = relay.passed.filter(
    ({ method, path, body }) => method === 'POST' && isRefund(path) && body.includes(String(refunds[0]?.refund_no)),
  );
  expect(new Set(asked.map(({ body }) => JSON.parse(body).idempotencyKey))).toEqual(new Set([refunds[0]?.refund_no]));
}

it('is taken up by another process, and done once, when its own was killed or paused in the middle', {
  timeout: 240_000,
}, async () => {
  const [killed = '', paused = ''] = await placePaidOrders(2);
  const first = await start();
  const mail = holdMail('end');
  const refund = relay.hold(isRefund);
  await reject(first, killed);
  await Promise.all([mail.reached, refund.reached]);
  await first.end('SIGKILL');
  refund.release();
  const second = await start();
  expect(await finish(killed)).toBeLessThan(60_000);
  await expectOnce(killed);

  const laterMail = holdMail('recipient');
  const laterRefund = relay.hold(isRefund);
  await reject(second, paused);
  await Promise.all([laterMail.reached, laterRefund.reached]);
  second.child.kill('SIGSTOP');
  await start();
  expect(await finish(paused)).toBeLessThan(60_000);
  const before = mailsAbout(paused).length;
  second.child.kill('SIGCONT');
  laterMail.release();
  laterRefund.release();
  await wait(3000);
  expect(mailsAbout(paused)).toHaveLength(before);
  await expectOnce(paused);
});
