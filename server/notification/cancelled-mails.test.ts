// The mail about what was cancelled (§4 cancellation): one for each act, with what ended, how much goes back and by which way, as the
// refunds of the order then say.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatMoney, money } from '../../domain/money.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buy, buyPending, makeRoom } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { writeOrderMails } from './write-order-mails.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let second: string;

beforeAll(async () => {
  test = await openTestHouse();
  const supplier = await makeSecondSupplier(test);
  second = supplier.token;
  await addPackageOf(test, supplier.id);
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(async () => {
  await sql`UPDATE order_event SET at = at - interval '3 minutes'`.execute(test.database.house);
  await test.close();
});

const rule = async (feePercent: number) => {
  const rules = JSON.stringify(feePercent ? [{ daysBefore: 100, feePercent }] : [{ daysBefore: 0, feePercent: 0 }]);
  await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'tower'`.execute(
    test.database.house,
  );
};

/** What each mail of the occasion says, the first one first: its table by label, and its whole text. */
async function mailsOf(orderNo: string, occasion: string, count: number) {
  const ask = async () =>
    (await test.mails('mei@example.com')).filter((mail) => mail.occasion.startsWith(`order ${orderNo} ${occasion}`));
  const list = await until(ask, (mails) => mails.length >= count);
  return list.toReversed().map(({ body }) => {
    const text = body.replaceAll('\u00a0', ' ');
    const facts = Object.fromEntries(text.split('\n').map((line) => line.split(/: (.*)/s)));
    return { text, facts: facts as Record<string, string> };
  });
}

const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;

/** The refunds of the order, once there are so many. */
async function refundsOf(orderNo: string, count: number): Promise<number[]> {
  const { refunds } = await until(
    () => detail(orderNo),
    (order) => order.refunds.length >= count,
  );
  return refunds.map((refund) => refund.amount.amountMinor);
}

async function cancel(orderNo: string, refundNum?: number, refundMinor?: number) {
  const asked = { orderNo, subOrderNo: `${orderNo}-1`, refundNum, remark: 'Ill' };
  const { requests } = (await test.call('cancelOrder', asked, { token: agent })).data;
  const id = requests.find((request) => request.result === 0)?.id ?? '';
  const decided = await test.call('consoleCancelDecide', { id, approve: true, refundMinor }, { token: staff });
  expect(decided.code).toBe(200);
}

/** With the no-break space of formatted amounts as a plain one. */
const say = (minor: number) => formatMoney(money(minor, 'MYR'), 'en').replaceAll('\u00a0', ' ');

it('§4 cancellation: two parts, each with its own units and its own refund after the fee', async () => {
  await rule(50);
  const orderNo = await buy(test, agent, { quantity: 3 });
  await cancel(orderNo, 1);
  const [first] = await mailsOf(orderNo, 'cancelled', 1);
  expect(first?.facts).toMatchObject({ 'Cancelled now': 'Adult × 1', 'Going back': `${say(5000)} · Deposit` });
  expect(first?.text).toContain('a part of Silver Tower was cancelled');
  await cancel(orderNo, 2);
  const [, next] = await mailsOf(orderNo, 'cancelled', 2);
  expect(next?.facts).toMatchObject({ 'Cancelled now': 'Adult × 2', 'Going back': `${say(10_000)} · Deposit` });
  expect((await refundsOf(orderNo, 2)).sort((a, b) => a - b)).toEqual([5000, 10_000]);
});

it('§4 cancellation: the confirmation of what staff cancelled in part says how much of the total it no longer is', async () => {
  await rule(0);
  const [orderNo = ''] = await buyPending(test, agent, 1);
  const part = { id: orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1, remark: 'One seat alone' };
  expect((await test.call('consoleCancelApply', part, { token: staff, key: newKey() })).code).toBe(200);
  expect((await test.call('consoleConfirm', { id: orderNo }, { token: staff, key: newKey() })).code).toBe(200);
  const { payable, lines } = await detail(orderNo);
  const [mail] = await mailsOf(orderNo, 'confirmed', 1);
  expect(mail?.facts).toMatchObject({
    Total: say(payable.amountMinor),
    'Part cancelled': say(lines[0]?.cancelled.amountMinor ?? 0),
  });
});

it('§4 cancellation: where nothing goes back, no money is spoken of', async () => {
  await rule(0);
  const orderNo = await buy(test, agent, { quantity: 2 });
  await cancel(orderNo, 1, 0);
  const [mail] = await mailsOf(orderNo, 'cancelled', 1);
  expect(mail?.facts).toMatchObject({ 'Cancelled now': 'Adult × 1' });
  expect(mail?.text).not.toMatch(/goes back|going back/i);
  expect((await detail(orderNo)).refunds).toEqual([]);
});

it('§4 cancellation: a gift card and a balance are named with what each gets back', async () => {
  await rule(0);
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const card = { valueMinor: 4000, count: 1, currency: 'MYR', endsOn: '2099-01-01', note: '' } as const;
  const [code = ''] = (await test.call('consoleGiftCardIssue', card, { token: finance })).data.codes;
  const orderNo = await placeOrder(test, agent);
  const pay = (more: { channel: string; code?: string }) =>
    test.call('paying', { id: orderNo, ...more }, { token: agent, key: newKey() });
  await pay({ channel: 'giftCard', code });
  expect((await pay({ channel: 'deposit' })).code).toBe(200);
  await cancel(orderNo);
  const [mail] = await mailsOf(orderNo, 'cancelled', 1);
  const ways = [`${say(4000)} · Gift card ••••${code.slice(-4)}`, `${say(6000)} · Deposit`];
  expect(mail?.facts['Going back']?.split('; ').sort()).toEqual(ways.sort());
  expect((await refundsOf(orderNo, 2)).sort()).toEqual([4000, 6000]);
});

it('§4 cancellation: what is paid in addition goes back in the same mail', async () => {
  await rule(0);
  const orderNo = await buy(test, agent);
  const wish = { id: orderNo, kind: 'extraTime', amountMinor: 700, reason: 'An hour more' } as const;
  const { supplementNo: supplement } = (await test.call('consoleSupplementAdd', wish, { token: staff })).data;
  const paying = { id: orderNo, channel: 'deposit', supplement };
  expect((await test.call('paying', paying, { token: agent, key: newKey() })).code).toBe(200);
  await cancel(orderNo);
  const [mail] = await mailsOf(orderNo, 'cancelled', 1);
  const refunds = await refundsOf(orderNo, 2);
  const said = refunds.map((minor) => `${say(minor)} · Deposit`);
  expect(mail?.facts['Going back']?.split('; ').sort()).toEqual(said.sort());
  expect(refunds.reduce((sum, minor) => sum + minor, 0)).toBe(10_700);
});

it('§4 cancellation: lines that wait end together in one mail with the sum of both', async () => {
  const orderNo = await buyOfBoth(test, agent);
  expect((await test.call('cancelOrder', { orderNo, remark: 'Ill' }, { token: agent })).code).toBe(200);
  const mails = await mailsOf(orderNo, 'cancelled', 1);
  const refunds = await refundsOf(orderNo, 2);
  const sum = refunds.reduce((one, more) => one + more, 0);
  expect(mails.map(({ facts }) => facts['Going back'])).toEqual([`${say(sum)} · Deposit`]);
  expect(mails[0]?.facts['Cancelled now']).toMatch(/^Adult × 2 \(.*\), Adult × 1 \(Boat\)$/);
  expect(sum).toBe((await detail(orderNo)).payable.amountMinor);
});

it('§4 cancellation: a supplier’s part that is rejected says why, and its refund', async () => {
  const orderNo = await buyOfBoth(test, agent);
  await test.call('consoleReject', { id: orderNo, why: 'No boat' }, { token: second });
  const [mail] = await mailsOf(orderNo, 'cancelled', 1);
  const [back = 0] = await refundsOf(orderNo, 1);
  expect(mail?.facts).toMatchObject({ Reason: 'No boat', 'Going back': `${say(back)} · Deposit` });
  await test.call('consoleReject', { id: orderNo, why: 'No guide' }, { token: staff });
  const [rest] = await mailsOf(orderNo, 'rejected', 1);
  const all = await refundsOf(orderNo, 2);
  const left = all.reduce((one, more) => one + more, 0) - back;
  expect(rest?.facts).toMatchObject({ Reason: 'No guide', 'Going back': `${say(left)} · Deposit` });
});

it('§4 cancellation: of an unpaid order that staff withdraw, the part that a gift card paid', async () => {
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const card = { valueMinor: 4000, count: 1, currency: 'MYR', endsOn: '2099-01-01', note: '' } as const;
  const [code = ''] = (await test.call('consoleGiftCardIssue', card, { token: finance })).data.codes;
  const orderNo = await placeOrder(test, agent);
  await test.call('paying', { id: orderNo, channel: 'giftCard', code }, { token: agent, key: newKey() });
  const asked = { id: orderNo, remark: 'No guide', refund: 'full' } as const;
  expect((await test.call('consoleCancelApply', asked, { token: staff })).code).toBe(200);
  const [mail] = await mailsOf(orderNo, 'cancelled', 1);
  expect(mail?.facts['Going back']).toBe(`${say(4000)} · Gift card ••••${code.slice(-4)}`);
});

it('§4 cancellation: once it is decided, neither its request nor the confirmation of before is mailed', async () => {
  await rule(0);
  const orderNo = await buy(test, agent);
  await cancel(orderNo);
  await mailsOf(orderNo, 'cancelled', 1);
  const owner = test.database.forOwner(1);
  const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
  const parts = { owner, jobs, vault: makeVault('of this test'), erasures: null };
  const late = ['cancelAsked:late', 'paid:late', 'confirmed:late', 'restPaid:late'];
  const changes = late.map((occasion) => ({ orderNo, occasion }));
  expect(await writeOrderMails(parts, changes)).toEqual(late.map(() => undefined));
  const mails = await test.mails('mei@example.com');
  expect(mails.filter((mail) => mail.occasion.endsWith(':late'))).toEqual([]);
});
