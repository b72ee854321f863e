// The deposit topped up by bank transfer (§7 cashierInfo, deal type 1; §4 offline payment): receipts, the queue of finance, the received
// amount, exactly one entry however often it is settled, refused and sent again, late, and never another partner's.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDay } from '../../../domain/dates.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { readFigures, readLines } from '../../../tests/build/set-balances.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { findPayment } from '../payment.sql.ts';
import { endOverdueTransfers } from './pay-offline.ts';

let test: TestHouse;
let agent: string;
let sub: string;
let finance: string;
let picture: Buffer;
beforeAll(async () => {
  test = await openTestHouse();
  const instructions = { MYR: { en: 'Account 1' }, USD: { en: 'Account 2' } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '2', ${JSON.stringify({ instructions })}::jsonb)`.execute(test.database.house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  sub = await test.signIn('sub@one.example', 'sub-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
});
afterAll(() => test.close());

const today = new Date().toISOString().slice(0, 10);
const deposit = async () => (await readFigures(test, agent)).deposit;
const start = (amount: number, key = newKey()) =>
  test.call('cashierInfo', { channel: 'offline', amount }, { token: agent, key });
const show = (id: string, token = agent) => test.call('offlineInfo', { id }, { token });
const submit = (id: string, token = agent) => test.call('offlineEvaluation', { id, remark: 'from my bank' }, { token });
const state = async (id: string) => (await test.call('rechargeResult', { id }, { token: agent })).data.status;
const queue = async (asked: 'submitted' | 'verified' | 'open' = 'submitted') =>
  (await test.call('consoleTransfers', { state: asked }, { token: finance })).data.list;

async function upload(id: string, token = agent) {
  const headers = { token, 'content-type': 'image/png' };
  const body = new Uint8Array(picture);
  const answer = await test.fetch(`/api/order/offlinepay/file?id=${id}`, { method: 'POST', headers, body });
  return { http: answer.status, ...((await answer.json()) as { code: number; data: { files: { fileId: string }[] } }) };
}

type Found = { amountMinor?: number; reference?: string; on?: string };
const settle = (id: string, found: Found | undefined, seen: 'submitted' | 'open' = 'submitted') => {
  const received = found && { amountMinor: 10_200, reference: 'TX-1', on: today, ...found };
  return test.call('consoleTransferDecide', { id, verified: true, seen, received }, { token: finance });
};
const refuse = (id: string, reason: string) =>
  test.call('consoleTransferDecide', { id, verified: false, seen: 'submitted', reason }, { token: finance });

/** A top-up of 100.00 with its fee of 2 percent, sent in. */
async function sendIn(amount = 10_000) {
  const { rechargeNo } = (await start(amount)).data;
  expect((await upload(rechargeNo)).code).toBe(200);
  expect((await submit(rechargeNo)).data.state).toBe('submitted');
  const row = (await queue()).find((item) => item.rechargeNo === rechargeNo);
  return { rechargeNo, paymentNo: row?.paymentNo ?? '' };
}

/** From now on; what was settled before counts no more. */
async function limitTo(minor: number | null): Promise<void> {
  await sql`UPDATE owner SET four_eyes_minor = ${minor} WHERE owner_id = 1`.execute(test.database.house);
  await sql`UPDATE recharge SET excess_minor = 0 WHERE owner_id = 1`.execute(test.database.house);
}

describe('a top-up by bank transfer', () => {
  it('is offered with its fee, has a page with receipts, and raises the deposit by what finance settles', async () => {
    const { channels } = (await test.call('cashier', { amount: 10_000 }, { token: agent })).data;
    expect(channels.find((channel) => channel.channel === 'offline')).toMatchObject({
      payable: { amountMinor: 10_200 },
    });
    const key = newKey();
    const { rechargeNo, redirectUrl } = (await start(10_000, key)).data;
    expect((await start(10_000, key)).data.rechargeNo).toBe(rechargeNo);
    expect(redirectUrl).toBe(`/booking/offlinePay?order=${rechargeNo}`);
    expect((await submit(rechargeNo)).code).toBe(200504);
    const { files } = (await upload(rechargeNo)).data;
    const file = `/api/order/offlinepay/file/downloadFile?fileId=${files[0]?.fileId}`;
    expect((await test.fetch(file, { headers: { token: agent } })).status).toBe(200);
    expect((await test.fetch(file, { headers: { token: sub } })).status).toBe(421);
    expect((await show(rechargeNo)).data.currencies.map((currency) => currency.payable.currency)).toEqual([
      'MYR',
      'USD',
    ]);
    const before = await deposit();
    const open = (await test.call('bill', {}, { token: agent })).data.transfers;
    expect(open).toEqual([
      expect.objectContaining({ rechargeNo, state: 'open', amount: { amountMinor: 10_200, currency: 'MYR' } }),
    ]);
    await submit(rechargeNo);
    const [row] = await queue();
    expect(row).toMatchObject({ rechargeNo, orderNo: null, partnerName: 'Agency', contactName: 'Arif' });
    const paymentNo = row?.paymentNo ?? '';
    const required = 'This field is required';
    expect((await settle(paymentNo, undefined)).data).toEqual({
      fields: { amount: required, reference: required, on: required },
    });
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(
      Object.keys(((await settle(paymentNo, { on: tomorrow })).data as unknown as { fields: object }).fields),
    ).toEqual(['on']);
    expect((await settle(paymentNo, {})).data).toMatchObject({ state: 'verified', outcome: 'applied' });
    expect((await deposit()) - before).toBe(10_000);
    expect(await state(rechargeNo)).toBe(1);
    const line = (await readLines(test, agent)).find((line) => line.channel === 'offline');
    expect(line).toMatchObject({ dealType: 1, channel: 'offline', amount: { amountMinor: 10_000, currency: 'MYR' } });
    const [verified] = await queue('verified');
    expect(verified?.received).toMatchObject({ reference: 'TX-1', on: today, amount: { amountMinor: 10_200 } });
    const mails = await until(
      () => test.mails('agent@one.example'),
      (list) => list.some((mail) => mail.body.includes('has received your bank transfer')),
    );
    expect(mails.length).toBeGreaterThan(0);
    expect((await test.call('bill', {}, { token: agent })).data.transfers).toEqual([]);
  });

  it('§3 transaction: its mails name the top-up, what was announced, what arrived, and by how much the deposit rose', async () => {
    const { rechargeNo, paymentNo } = await sendIn();
    const mailWith = async (text: string) => {
      const mails = await until(
        () => test.mails('agent@one.example'),
        (list) => list.some((mail) => mail.body.includes(rechargeNo) && mail.body.includes(text)),
      );
      const body = mails.find((mail) => mail.body.includes(rechargeNo) && mail.body.includes(text))?.body ?? '';
      return body.replaceAll('\u00a0', ' ');
    };
    await refuse(paymentNo, 'Not on our account');
    const refused = await mailWith('could not find');
    for (const fact of [`Reference: ${rechargeNo}`, 'Amount: MYR 102.00', 'Reason: Not on our account'])
      expect(refused).toContain(fact);
    expect(refused).not.toContain('Announced');
    await submit(rechargeNo);
    await settle(paymentNo, { amountMinor: 5100, reference: 'TX-51' });
    const settled = await mailWith('has received');
    const day = formatDay(today, 'en');
    for (const fact of [
      ...[`Reference: ${rechargeNo}`, 'Announced: MYR 102.00', 'Amount: MYR 51.00', 'Deposit: +MYR 50.00'],
      ...['Bank reference: TX-51', `Received on: ${day}`],
    ])
      expect(settled).toContain(fact);
  });

  it('settled by twenty at once is one entry', async () => {
    const { paymentNo } = await sendIn();
    const before = await deposit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => settle(paymentNo, {})));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    expect((await deposit()) - before).toBe(10_000);
  });

  it.each([
    [5100, 5000],
    [20_400, 20_000],
    [10_199, 9999],
  ])('of which %d arrived raises the deposit by %d', async (amountMinor, credited) => {
    const { rechargeNo, paymentNo } = await sendIn();
    const before = await deposit();
    expect((await settle(paymentNo, { amountMinor })).code).toBe(200);
    expect((await deposit()) - before).toBe(credited);
    expect((await test.call('rechargeResult', { id: rechargeNo }, { token: agent })).data.amount.amountMinor).toBe(
      credited,
    );
  });

  it('rises above its announcement by no more than one person may change alone', async () => {
    await limitTo(50_000);
    const { paymentNo } = await sendIn();
    const before = await deposit();
    const slip = await settle(paymentNo, { amountMinor: 1_020_000 });
    expect(slip).toMatchObject({ code: 200423, data: { limit: { amountMinor: 61_200, currency: 'MYR' } } });
    expect(slip.msg).toContain('at most MYR\u00a0612.00');
    expect((await settle(paymentNo, { amountMinor: 61_201 })).code).toBe(200423);
    expect(await deposit()).toBe(before);
    expect((await settle(paymentNo, { amountMinor: 61_200 })).code).toBe(200);
    expect((await deposit()) - before).toBe(60_000);
    await limitTo(null);
    const dear = (await settle((await sendIn()).paymentNo, { amountMinor: 10_000_000_001 })).data as unknown;
    expect(dear).toEqual({ fields: { amount: 'Please enter a number from 0.01 to 100,000,000' } });
  });

  it('counts together what arrived above several announcements, also with changes by hand', async () => {
    await limitTo(50_000);
    const first = await sendIn();
    const second = await sendIn();
    // 300.00 above the announcement, and once more.
    expect((await settle(first.paymentNo, { amountMinor: 40_800 })).code).toBe(200);
    expect(await settle(second.paymentNo, { amountMinor: 40_800 })).toMatchObject({
      code: 200423,
      data: { limit: { amountMinor: 30_600 } },
    });
    const { partner_id: id } = (
      await sql<{ partner_id: string }>`SELECT partner_id::text AS partner_id FROM recharge
        WHERE recharge_no = ${first.rechargeNo}`.execute(test.database.house)
    ).rows[0] ?? { partner_id: '' };
    const raise = { id, dealType: 9, amountMinor: 20_001, reason: 'By hand' } as const;
    const waiting = await test.call('consoleAdjust', raise, { token: finance, key: newKey() });
    expect(waiting.data).toMatchObject({ state: 'waiting' });
    expect((await settle(second.paymentNo, { amountMinor: 30_600 })).code).toBe(200);
    await limitTo(null);
  });

  it('settled above several announcements at once stays within the limit, and would not without its lock', async () => {
    await limitTo(50_000);
    const all = [];
    for (let count = 0; count < 6; count += 1) all.push(await sendIn());
    const before = await deposit();
    const answers = await Promise.all(all.map(({ paymentNo }) => settle(paymentNo, { amountMinor: 40_800 })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(5).fill(200423)]);
    expect((await deposit()) - before).toBe(30_000 + 10_000);
    const [one, other] = all.filter((_, at) => answers[at]?.code !== 200);
    await limitTo(50_000);
    const file = 'payment/transfer/recharge-transfer.ts';
    const house = test.database.forOwner(1);
    const { id: staffId } = (
      await sql<{ id: number }>`SELECT excess_by AS id FROM recharge WHERE excess_by IS NOT NULL LIMIT 1`.execute(
        test.database.house,
      )
    ).rows[0] ?? { id: 0 };
    const guard: [string, string][] = [['  await lockStaff(owner, staffId);\n', '']];
    await withoutGuard<typeof import('./recharge-transfer.ts')>(file, guard, async ({ writeReceived }) => {
      let arrived = 0;
      const tries = [one, other].map((sent) =>
        inTransaction(house, async (owner) => {
          const payment = await findPayment(owner, sent?.paymentNo ?? '');
          if (!payment) throw new Error('no payment');
          await writeReceived(owner, payment, { amountMinor: 40_800, reference: 'TX', on: today }, staffId);
          arrived += 1;
          await until(
            async () => arrived,
            (count) => count === 2,
          );
          throw new Error('both passed');
        }).catch((error: Error) => error.message),
      );
      expect(await Promise.all(tries)).toEqual(['both passed', 'both passed']);
    });
    await limitTo(null);
    for (const sent of all) await settle(sent.paymentNo, {});
  });

  it('that was not found is explained, sent in again, and settled', async () => {
    const { rechargeNo, paymentNo } = await sendIn();
    expect((await refuse(paymentNo, '')).data).toEqual({ fields: { reason: 'This field is required' } });
    expect((await refuse(paymentNo, 'No such money')).code).toBe(200);
    expect((await show(rechargeNo)).data).toMatchObject({ state: 'refused', reason: 'No such money', open: true });
    expect((await submit(rechargeNo)).data.state).toBe('submitted');
    expect((await settle(paymentNo, {})).code).toBe(200);
    expect(await state(rechargeNo)).toBe(1);
    const row = (await queue('verified')).find((item) => item.rechargeNo === rechargeNo);
    expect(row).toMatchObject({ reason: '', refusals: [{ reason: 'No such money', by: 'Farah' }] });
  });

  it('that was never sent in ends after two weeks; money that comes later still raises the deposit, once', async () => {
    const { rechargeNo } = (await start(10_000)).data;
    const tick = () => {
      const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
      return endOverdueTransfers(
        test.database,
        (owner) => ({ owner, jobs }),
        () => new Date(),
      );
    };
    await tick();
    expect(await state(rechargeNo)).toBe(0);
    await sql`UPDATE payment SET expires_at = now() - interval '1 second' WHERE recharge_no = ${rechargeNo}`.execute(
      test.database.house,
    );
    await tick();
    expect(await state(rechargeNo)).toBe(2);
    expect((await upload(rechargeNo)).code).toBe(200302);
    const paymentNo = (await queue('open')).find((item) => item.rechargeNo === rechargeNo)?.paymentNo ?? '';
    const before = await deposit();
    expect((await settle(paymentNo, {}, 'open')).code).toBe(200);
    expect((await settle(paymentNo, {}, 'open')).code).toBe(200009);
    expect((await deposit()) - before).toBe(10_000);
  });

  it('is not there for sub-accounts, members, other owners and other roles', async () => {
    const { rechargeNo, paymentNo } = await sendIn();
    const member = await test.signIn('member@one.example', 'member-2026');
    for (const token of [sub, member]) {
      expect((await show(rechargeNo, token)).http).toBe(421);
      expect((await submit(rechargeNo, token)).http).toBe(421);
      expect((await upload(rechargeNo, token)).http).toBe(421);
    }
    const foreign = { token: await test.signIn('finance@two.example', 'finance-2026', 'two.test'), host: 'two.test' };
    const decision = { id: paymentNo, verified: true, seen: 'submitted' } as const;
    expect((await test.call('consoleTransferDecide', decision, foreign)).http).toBe(421);
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    expect((await test.call('consoleTransferDecide', decision, { token: operations })).http).toBe(421);
  });
});
