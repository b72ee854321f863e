// A top-up by bank transfer that its agent takes back before finance settled it (§4 offline payment, §3 deal type 1): a mistyped amount.
// Withdrawn or settled, never both; money that comes all the same still raises the deposit, once.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { readFigures } from '../../../tests/build/set-balances.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let sub: string;
let finance: string;
let picture: Buffer;
beforeAll(async () => {
  test = await openTestHouse();
  const instructions = { MYR: { en: 'Account 1' } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(test.database.house);
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
const open = async () => (await test.call('bill', {}, { token: agent })).data.transfers.map((row) => row.rechargeNo);
const withdraw = (id: string, token = agent) => test.call('offlineWithdraw', { id }, { token });
const submit = (id: string) => test.call('offlineEvaluation', { id, remark: '' }, { token: agent });
const queue = async (state: 'submitted' | 'withdrawn') =>
  (await test.call('consoleTransfers', { state }, { token: finance })).data.list;
const settle = (id: string, seen: 'submitted' | 'withdrawn') =>
  test.call(
    'consoleTransferDecide',
    { id, verified: true, seen, received: { amountMinor: 10_000, reference: 'TX-1', on: today } },
    { token: finance },
  );

async function announce(): Promise<string> {
  const input = { channel: 'offline', amount: 10_000 };
  return (await test.call('cashierInfo', input, { token: agent, key: newKey() })).data.rechargeNo;
}

async function sendIn() {
  const rechargeNo = await announce();
  const headers = { token: agent, 'content-type': 'image/png' };
  const body = new Uint8Array(picture);
  await test.fetch(`/api/order/offlinepay/file?id=${rechargeNo}`, { method: 'POST', headers, body });
  expect((await submit(rechargeNo)).data.state).toBe('submitted');
  const row = (await queue('submitted')).find((item) => item.rechargeNo === rechargeNo);
  return { rechargeNo, paymentNo: row?.paymentNo ?? '' };
}

describe('a top-up by bank transfer', () => {
  it('is withdrawn before and after it was sent in: it leaves the balance page and the queue, and takes no receipts', async () => {
    const announced = await announce();
    const { rechargeNo } = await sendIn();
    for (const number of [announced, rechargeNo]) {
      expect(await open()).toContain(number);
      expect((await withdraw(number)).data).toMatchObject({ state: 'withdrawn', open: false });
      expect(await open()).not.toContain(number);
      expect((await withdraw(number)).data).toMatchObject({ state: 'withdrawn' });
      expect((await submit(number)).code).toBe(200302);
      expect((await test.call('rechargeResult', { id: number }, { token: agent })).data.status).toBe(2);
    }
    expect((await queue('submitted')).map((row) => row.rechargeNo)).not.toContain(rechargeNo);
    expect((await queue('withdrawn')).map((row) => row.rechargeNo)).toEqual(
      expect.arrayContaining([announced, rechargeNo]),
    );
  });

  it('is withdrawn while it was not found, and its refusal stays for finance', async () => {
    const { rechargeNo, paymentNo } = await sendIn();
    const refusal = { id: paymentNo, verified: false, seen: 'submitted', reason: 'Nothing came' } as const;
    expect((await test.call('consoleTransferDecide', refusal, { token: finance })).code).toBe(200);
    expect((await withdraw(rechargeNo)).data).toMatchObject({ state: 'withdrawn', reason: '' });
    const row = (await queue('withdrawn')).find((item) => item.rechargeNo === rechargeNo);
    expect(row?.refusals).toEqual([expect.objectContaining({ reason: 'Nothing came' })]);
  });

  it('is not withdrawn once it is settled, nor by others, nor is the transfer of an order', async () => {
    const { rechargeNo, paymentNo } = await sendIn();
    expect((await withdraw(rechargeNo, sub)).http).toBe(421);
    expect((await withdraw(rechargeNo, await test.signIn('member@one.example', 'member-2026'))).http).toBe(421);
    expect((await withdraw('KB2612010001')).http).toBe(421);
    expect((await settle(paymentNo, 'submitted')).code).toBe(200);
    expect((await withdraw(rechargeNo)).code).toBe(200302);
  });

  it('that was withdrawn is not settled from a page that still shows it, and still takes money that came, once', async () => {
    const { rechargeNo, paymentNo } = await sendIn();
    const before = await deposit();
    await withdraw(rechargeNo);
    expect((await settle(paymentNo, 'submitted')).code).toBe(200009);
    expect(await deposit()).toBe(before);
    expect((await settle(paymentNo, 'withdrawn')).data).toMatchObject({ state: 'verified', outcome: 'applied' });
    expect((await settle(paymentNo, 'withdrawn')).code).toBe(200009);
    expect((await deposit()) - before).toBe(10_000);
  });

  it('withdrawn and settled at one moment is one of the two', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { rechargeNo, paymentNo } = await sendIn();
      const before = await deposit();
      const [mine, theirs] = await Promise.all([withdraw(rechargeNo), settle(paymentNo, 'submitted')]);
      const isSettled = theirs.code === 200;
      expect([mine.code, theirs.code]).toEqual(isSettled ? [200302, 200] : [200, 200009]);
      expect((await deposit()) - before).toBe(isSettled ? 10_000 : 0);
      const { status } = (await test.call('rechargeResult', { id: rechargeNo }, { token: agent })).data;
      expect(status).toBe(isSettled ? 1 : 2);
    }
  });
});
