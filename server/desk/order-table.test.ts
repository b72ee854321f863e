// The table of an order's life (rules §7) through the doors that people, channels and the clock come in by: every state, every
// action, every actor; what the table does not allow changes nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  type OrderActionName,
  OrderStatus,
  type OrderStatusCode,
  orderActions,
} from '../../domain/order-status.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { completeOrders } from '../order/clock/complete-orders.ts';
import { closeOverdue } from '../order/close-order.ts';
import { giveUpTransfer } from '../payment/transfer/pay-offline.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  const { house } = test.database;
  await sql`UPDATE product SET free_cancel_days = 1 WHERE key IN ('hills', 'car')`.execute(house);
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', '{"instructions": {"MYR": {"en": "Account 1"}}}'::jsonb)`.execute(house);
  for (const key of ['hills', 'car']) await giveToSupplier(test, key);
  for (const name of ['agent', 'sub', 'member', 'operations', 'finance', 'content', 'supplier'])
    tokens[name] = await test.signIn(`${name}@one.example`, `${name}-2026`);
  tokens.stranger = await test.signIn('operations@two.example', 'operations-2026', 'two.test');
});
afterAll(() => test.close());

const as = (name: string) => ({ token: tokens[name] ?? '' });
const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
const statusOf = async (id: string) => (await test.call('orderDetail', { id }, as('agent'))).data.status;
const pay = (id: string, channel: 'deposit' | 'offline') =>
  test.call('paying', { id, channel }, { ...as('agent'), key: newKey() });
const cancel = (orderNo: string, who = 'agent') => test.call('cancelOrder', { orderNo }, as(who));
const expire = async (id: string) => {
  await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${id}`.execute(
    test.database.house,
  );
  await closeOverdue(test.database, () => new Date());
};
const complete = () => {
  const now = new Date(Date.now() + 40 * 86_400_000);
  return completeOrders({ ...test.database, jobs, now });
};

type Made = { id: string; paymentNo: string };

/** With a transfer that was given up, whose money may still come. */
async function place(manual: boolean): Promise<Made> {
  const wanted = manual ? { product: 'Green Hills Day Tour', quantity: 2 } : { product: 'Airport Car' };
  const id = await placeOrder(test, tokens.agent ?? '', wanted);
  const { paymentNo } = (await pay(id, 'offline')).data;
  await giveUpTransfer({ owner: test.database.forOwner(1), jobs, now: new Date() }, paymentNo);
  return { id, paymentNo };
}
async function paid(manual: boolean): Promise<Made> {
  const made = await place(manual);
  await pay(made.id, 'deposit');
  return made;
}
async function then(making: Promise<Made>, ...steps: ((id: string) => Promise<unknown>)[]): Promise<Made> {
  const made = await making;
  for (const step of steps) await step(made.id);
  return made;
}
async function requestOf(id: string): Promise<string> {
  const { list } = (await test.call('cancelRequests', { query: id }, as('agent'))).data;
  return list.at(-1)?.id ?? '999999';
}
const decide = async (id: string, approve: boolean, who = 'operations') =>
  test.call('consoleCancelDecide', { id: await requestOf(id), approve, reason: 1, text: 'seen' }, as(who));

const states: Record<OrderStatusCode, () => Promise<Made>> = {
  1001: () => place(false),
  1002: () => paid(true),
  1003: () => paid(false),
  1004: () => then(paid(false), cancel),
  1005: () => then(paid(false), complete),
  2001: () => then(paid(true), cancel),
  4005: () => then(paid(false), cancel, (id) => decide(id, true)),
  4006: () => then(place(false), expire),
  4007: () => then(place(false), cancel),
};

type Move = { name: string; by: Actor; actions: OrderActionName[]; run(made: Made): Promise<unknown> };
const endings: OrderActionName[] = ['withdraw', 'cancelPending', 'applyToCancel'];
const remark = 'asked on the telephone';
const decider = { owner: 'operations', supplier: 'supplier' } as const;
const deciding = (by: 'owner' | 'supplier'): Move[] => [
  {
    name: 'confirms',
    by,
    actions: ['confirm'],
    run: ({ id }) => test.call('consoleConfirm', { id }, as(decider[by])),
  },
  {
    name: 'rejects',
    by,
    actions: ['reject'],
    run: ({ id }) => test.call('consoleReject', { id, why: 'full' }, as(decider[by])),
  },
];
const moves: Move[] = [
  { name: 'cancels', by: 'buyer', actions: endings, run: ({ id }) => cancel(id) },
  {
    name: 'cancels',
    by: 'owner',
    actions: endings,
    run: ({ id }) => test.call('consoleCancelApply', { id, remark }, as('operations')),
  },
  ...deciding('owner'),
  ...deciding('supplier'),
  { name: 'approves', by: 'owner', actions: ['approveCancel'], run: ({ id }) => decide(id, true) },
  { name: 'refuses', by: 'owner', actions: ['rejectCancel'], run: ({ id }) => decide(id, false) },
  { name: 'pays from the deposit', by: 'channel', actions: ['pay'], run: ({ id }) => pay(id, 'deposit') },
  {
    name: 'brings the money of an old transfer',
    by: 'channel',
    actions: ['pay', 'payLate'],
    run: ({ paymentNo: id }) =>
      test.call('consoleTransferDecide', { id, verified: true, seen: 'open', reason: '' }, as('finance')),
  },
  { name: 'passes the deadline', by: 'clock', actions: ['expire'], run: ({ id }) => expire(id) },
  { name: 'passes the day', by: 'clock', actions: ['complete'], run: complete },
];

/** Requests by callers whom the table does not list, or not for this order. */
const strangers: [string, (id: string) => Promise<{ http: number }>][] = [
  ['a colleague', (id) => test.call('cancelOrder', { orderNo: id }, as('member'))],
  ['a buyer at the console', (id) => test.call('consoleConfirm', { id }, as('agent'))],
  ['finance confirms', (id) => test.call('consoleConfirm', { id }, as('finance'))],
  ['content rejects', (id) => test.call('consoleReject', { id, why: 'no' }, as('content'))],
  ['a supplier cancels', (id) => test.call('consoleCancelApply', { id, remark }, as('supplier'))],
  ['a supplier approves', (id) => decide(id, true, 'supplier')],
  ['finance approves', (id) => decide(id, true, 'finance')],
  ['another owner', (id) => test.call('consoleConfirm', { id }, { ...as('stranger'), host: 'two.test' })],
];

describe.each(Object.values(OrderStatus).map((status) => [status] as const))('an order at %i', (status) => {
  it('moves as the table says, and not otherwise', async () => {
    let made: Made | undefined;
    for (const { name, by, actions, run } of moves) {
      made ??= await states[status]();
      expect(await statusOf(made.id), `made for: ${by} ${name}`).toBe(status);
      const rows = actions.map((action): { from: readonly number[]; to: readonly number[]; by: readonly Actor[] } => {
        return orderActions[action];
      });
      const row = rows.find((row) => row.from.includes(status) && row.by.includes(by));
      await run(made);
      const after = await statusOf(made.id);
      if (row) expect(row.to, `${by} ${name}`).toContain(after);
      else expect(after, `${by} ${name}`).toBe(status);
      // What was moved, or was paid a second time, is no measure for the next one.
      if (row || name.startsWith('brings')) made = undefined;
    }
  }, 60_000);

  it('is not moved by any other caller', async () => {
    const { id } = await states[status]();
    for (const [who, tries] of strangers) expect([401, 421], who).toContain((await tries(id)).http);
    expect(await statusOf(id)).toBe(status);
  });
});

describe('a part of a line under application', () => {
  it('is approved, and the rest is confirmed as before', async () => {
    const made = await then(paid(true), (id) => test.call('consoleConfirm', { id }, as('operations')));
    const subOrderNo = `${made.id}-1`;
    await test.call('cancelOrder', { orderNo: made.id, subOrderNo, refundNum: 1 }, as('agent'));
    expect(await statusOf(made.id)).toBe(1004);
    await decide(made.id, true);
    const { data } = await test.call('orderDetail', { id: made.id }, as('agent'));
    expect(data).toMatchObject({ status: 1003, lines: [{ quantity: 2, cancelledQuantity: 1 }] });
  });
});

describe('the owner’s cancelling', () => {
  it('is logged and the buyer is notified, also for an unpaid order', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const { id } = await place(false);
    const done = await test.call('consoleCancelApply', { id, remark }, as('operations'));
    expect(done.data).toEqual({ status: 4007, requests: [] });
    const log = await test.call('consoleLog', { query: id }, { token: admin });
    expect(log.data.list[0]).toMatchObject({ act: 'cancel-asked', subject: `order ${id}` });
    const mails = async () => (await test.call('consoleMails', {}, { token: admin })).data.list;
    const about = (item: { subject: string }) => item.subject.includes(id) && item.subject.includes('cancelled');
    expect((await until(mails, (list) => list.some(about))).some(about)).toBe(true);
  });
});
