// The mail about money that went back (§3 refund reason) says why, and of a gift card what its holder can do with it: a refund of money
// that came twice must not read like the end of the booking, nor a blocked card as if it paid.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, formatDay, todayIn } from '../../domain/dates.ts';
import { limits } from '../../domain/limits.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let finance: string;
let operations: string;

beforeAll(async () => {
  test = await openTestHouse();
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'offline', true, '0')`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

const pay = async (id: string, channel: string, more: object = {}) => {
  const paid = await test.call('paying', { id, channel, ...more }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return paid.data.paymentNo;
};

/** The mails about refunds of an order, once there are as many. */
const mailsOf = (orderNo: string, many: number) =>
  until(
    async () =>
      (await test.mails('mei@example.com'))
        .filter((mail) => mail.occasion.startsWith(`order ${orderNo} refunded`))
        .map(({ body }) => body.replaceAll('\u00a0', ' ')),
    (list) => list.length >= many,
  );

it('§3 refund reason: money that came twice went back because it came twice', async () => {
  const id = await placeOrder(test, agent);
  const transfer = await pay(id, 'offline');
  await pay(id, 'deposit');
  const found = { id: transfer, verified: true, seen: 'open' as const };
  const verified = await test.call('consoleTransferDecide', found, { token: finance });
  expect(verified.data.outcome).toBe('overpaid');
  // Staff see on the order which of both was used for it.
  const { payments } = (await test.call('consoleOrder', { id }, { token: operations })).data;
  expect(payments.map(({ channel, outcome }) => [channel, outcome])).toEqual([
    ['offline', 'overpaid'],
    ['deposit', 'applied'],
  ]);
  const refundNo = `${transfer}-overpaid`;
  await until(
    () => test.call('consoleRefunds', { state: 'manual' }, { token: finance }),
    ({ data }) => data.list.some((refund) => refund.refundNo === refundNo),
  );
  const byHand = { id: refundNo, reference: 'TT-7', reason: 'Sent back' };
  expect((await test.call('consoleRefundDone', byHand, { token: finance })).code).toBe(200);
  const [mail = ''] = await mailsOf(id, 1);
  expect(mail).toContain('Refunded: MYR 100.00');
  expect(mail).toContain('Reason: Paid twice');
  // What finance notes for itself is not for the buyer.
  expect(mail).not.toContain('Sent back');
});

/** Cancels an order that two cards and the deposit paid; `change` acts before the money goes back. */
async function cancelPaidBy(endsOn: string | null, change: (cardId: string) => Promise<unknown>) {
  const issued = { valueMinor: 4000, count: 1, currency: 'MYR' as const, endsOn, note: '' };
  const code = (await test.call('consoleGiftCardIssue', issued, { token: finance })).data.codes[0] ?? '';
  const ending = code.slice(-4);
  const { list } = (await test.call('consoleGiftCards', { query: ending }, { token: finance })).data;
  const id = await placeOrder(test, agent);
  await pay(id, 'giftCard', { code, share: {} });
  await pay(id, 'deposit');
  await change(list[0]?.id ?? '');
  await test.call('cancelOrder', { orderNo: id }, { token: agent });
  const requests = (await test.call('consoleCancels', {}, { token: operations })).data.list;
  const request = requests.find((request) => request.orderNo === id)?.id ?? '';
  await test.call('consoleCancelDecide', { id: request, approve: true }, { token: operations });
  const mails = await mailsOf(id, 2);
  const ofCard = mails.find((mail) => mail.includes(`Payment method: Gift card ••••${ending}`)) ?? '';
  return { ofCard, other: mails.find((mail) => mail.includes('Payment method: Deposit')) ?? '' };
}

const again = 'you can pay with them again at once';

it('§3 refund path: a card that is blocked is not said to pay, and an open one is, until its last day', async () => {
  const block = (id: string) =>
    test.call('consoleGiftCardMove', { id, act: 'block', reason: 'Stolen' }, { token: finance });
  const blocked = await cancelPaidBy(null, block);
  expect(blocked.ofCard).toContain('MYR 40.00');
  expect(blocked.ofCard).not.toContain(again);
  expect(blocked.ofCard).toContain(
    'This card is blocked at the moment. The money stays on it until the shop unblocks it.',
  );
  expect(blocked.ofCard).not.toContain('Stolen');
  expect(blocked.ofCard).toContain('Reason: Cancellation approved');
  expect(blocked.other).toContain(again);
  expect(blocked.other).not.toContain('blocked');

  const today = todayIn('Asia/Kuala_Lumpur', Date.now());
  const over = await cancelPaidBy(today, async (id) =>
    sql`UPDATE gift_card SET ends_on = ${addDays(today, -5)}::date WHERE card_id = ${id}::bigint`.execute(
      test.database.house,
    ),
  );
  expect(over.ofCard).toContain(again);
  const last = formatDay(addDays(today, limits.giftCardDaysAfterRefund), 'en').replaceAll('\u00a0', ' ');
  expect(over.ofCard).toContain(`The card is valid until ${last}.`);
});
