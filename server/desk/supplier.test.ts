// Suppliers (rules §7 and §10): they see and decide the orders of their own products and nothing of others, no money, and of the
// guests what delivering takes. And every call of the desk against every role.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '../../contract/calls.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buy, buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let supplier: string;
let own: string[];
let foreign: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  own = await buyPending(test, agent, 4);
  // Beyond capacity, so that it waits for a person too.
  foreign = await buy(test, agent, { product: 'Popular Hike', quantity: 2 });
  // A word in every place of both kinds of order by which it would be recognised.
  const mark = (orderNo: string, word: string) =>
    sql`WITH lines AS (UPDATE sub_order SET travellers = ${JSON.stringify([{ '102': `${word} Guest`, '301': `301${word}`, '303': `${word}@guest.example` }])}::jsonb
        WHERE order_no = ${orderNo})
      UPDATE purchase SET remark = ${`${word} remark`}, agent_reference = ${`${word}-ref`}, fields = ${JSON.stringify({ '303': `${word}@field.example`, '402': `${word} Road` })}::jsonb,
        contact = ${JSON.stringify({ name: `${word} Contact`, email: `${word}@contact.example`, areaCode: '60', phone: '777' })}::jsonb
      WHERE order_no = ${orderNo}`.execute(test.database.house);
  await mark(foreign, 'Canary');
  await mark(own[0] ?? '', 'Linnet');
}, 60_000);
afterAll(() => test.close());

const as = () => ({ token: supplier });

describe('a supplier', () => {
  it('lists, counts and opens its own orders and nothing of others (§6 supplier)', async () => {
    const list = (await test.call('consoleOrders', {}, as())).data;
    expect(list.list.map((item) => item.orderNo).sort()).toEqual([...own].sort());
    const { list: queues } = (await test.call('consoleQueues', {}, as())).data;
    expect(queues).toEqual([{ key: 'toConfirm', count: 4 }]);
    expect((await test.call('consoleOrders', { status: 1002 }, as())).data.total).toBe(4);
    const choices = (await test.call('consoleOrderChoices', {}, as())).data;
    expect(choices).toMatchObject({ products: [{ name: 'Green Hills Day Tour' }], partners: [], channels: [] });
    expect((await test.call('consoleOrders', { query: 'Canary' }, as())).data.total).toBe(0);
    const everything = JSON.stringify([
      list,
      queues,
      choices,
      (await test.call('consoleSupply', { id: own[0] ?? '' }, as())).data,
    ]);
    expect(everything).not.toContain('Canary');
    expect((await test.call('consoleSupply', { id: foreign }, as())).http).toBe(421);
  });

  it('sees no money and cannot write to the buyer', async () => {
    const id = own[0] ?? '';
    const { data } = await test.call('consoleSupply', { id }, as());
    expect(data).toMatchObject({
      contact: { name: 'Linnet Contact', phone: '+60 777' },
      orderFields: { '402': 'Linnet Road' },
      remark: 'Linnet remark',
      actions: ['confirm', 'reject'],
    });
    expect(data.lines[0]).toMatchObject({ quantity: 2, travellers: [{ '102': 'Linnet Guest' }] });
    const rows = (await test.call('consoleOrders', {}, as())).data.list;
    const shown = JSON.stringify([data, rows]);
    for (const word of ['MYR', 'amountMinor', 'Agency', ':"deposit"', 'Linnet@', '301Linnet', 'Linnet-ref'])
      expect(shown, word).not.toContain(word);
    // Nor can it find out by searching and filtering.
    const total = async (input: object) => (await test.call('consoleOrders', input, as())).data.total;
    expect(await total({ query: 'Linnet Contact' })).toBe(1);
    for (const query of ['Linnet@contact.example', 'Linnet-ref', 'Agency', '777'])
      expect(await total({ query })).toBe(0);
    for (const more of [{ channel: 'sandbox' }, { payStatus: 101 }, { trouble: 'payTrouble' }])
      expect(await total(more)).toBe(4);
  });

  it('confirms and rejects its own, in its own name; others are not here, also in a bulk', async () => {
    const [first = '', second = '', third = ''] = own;
    expect((await test.call('consoleConfirm', { id: foreign }, as())).http).toBe(421);
    expect((await test.call('consoleReject', { id: foreign, why: 'x' }, as())).http).toBe(421);
    expect((await test.call('consoleConfirm', { id: first }, as())).data.status).toBe(1003);
    expect((await test.call('consoleReject', { id: second, why: 'No guide' }, as())).data.status).toBe(4007);
    const bulk = await test.call('consoleBulk', { orderNos: [third, foreign], act: 'confirm' }, as());
    expect(bulk.data.list).toEqual([
      { orderNo: third, status: 1003, problem: null },
      { orderNo: foreign, status: null, problem: 'missing' },
    ]);
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const { data } = await test.call('consoleOrder', { id: first }, { token: operations });
    expect(data.events.find((event) => event.action === 'confirm')).toMatchObject({
      actor: 'supplier',
      actorName: 'Suda',
    });
    expect((await test.call('consoleOrder', { id: foreign }, { token: operations })).data.status).toBe(1002);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const { list } = (await test.call('consoleLog', { act: 'order-confirmed', query: first }, { token: admin })).data;
    expect(list).toMatchObject([{ staffName: 'Suda', subject: `order ${first}` }]);
  });

  it('reads in its list and in the order who rejected it and why; of staff it reads the owner alone', async () => {
    const second = own[1] ?? '';
    const [byOwner = ''] = await buyPending(test, agent, 1);
    const operations = { token: await test.signIn('operations@one.example', 'operations-2026') };
    expect((await test.call('consoleReject', { id: byOwner, why: 'The road is closed' }, operations)).code).toBe(200);
    const rejectionOf = async (id: string, by: { token: string }) =>
      (await test.call('consoleOrders', { query: id }, by)).data.list[0]?.rejected;
    const at = expect.any(String);
    const bySuda = { by: 'Suda', actor: 'supplier', why: 'No guide', at };
    expect(await rejectionOf(second, as())).toEqual(bySuda);
    expect(await rejectionOf(second, operations)).toEqual(bySuda);
    expect((await test.call('consoleSupply', { id: second }, as())).data.rejected).toEqual(bySuda);
    const shop = { by: 'Owner one', actor: 'owner', why: 'The road is closed', at };
    expect(await rejectionOf(byOwner, as())).toEqual(shop);
    expect((await test.call('consoleSupply', { id: byOwner }, as())).data.rejected).toEqual(shop);
    expect(await rejectionOf(byOwner, operations)).toMatchObject({ by: expect.not.stringMatching('Owner one') });
    expect(await rejectionOf(own[0] ?? '', as())).toBeNull();
  });

  it('has nothing any more once the product belongs to another supplier', async () => {
    await sql`UPDATE product SET supplier_id = NULL WHERE key = 'hills'`.execute(test.database.house);
    expect((await test.call('consoleOrders', {}, as())).data.total).toBe(0);
    expect((await test.call('consoleSupply', { id: own[3] ?? '' }, as())).http).toBe(421);
    expect((await test.call('consoleConfirm', { id: own[3] ?? '' }, as())).http).toBe(421);
    await giveToSupplier(test, 'hills');
  });

  it('of another owner has no access here', async () => {
    const other = await test.signIn('supplier@two.example', 'supplier-2026', 'two.test');
    expect((await test.call('consoleSupply', { id: own[3] ?? '' }, { token: other })).http).toBe(401);
    expect((await test.call('consoleSupply', { id: own[3] ?? '' }, { token: other, host: 'two.test' })).http).toBe(421);
    const rival = await test.signIn('operations@two.example', 'operations-2026', 'two.test');
    for (const name of ['consoleOrder', 'consoleConfirm', 'consoleVoucherMail'] as const)
      expect((await test.call(name, { id: own[3] ?? '' }, { token: rival, host: 'two.test' })).http, name).toBe(421);
  });
});

describe('the desk by role', () => {
  const roles = ['admin', 'operations', 'finance', 'content', 'supplier'] as const;
  type Role = (typeof roles)[number];
  const orders: Role[] = ['admin', 'operations', 'finance', 'supplier'];
  const deciders: Role[] = ['admin', 'operations', 'supplier'];
  const keepers: Role[] = ['admin', 'operations'];
  const money: Role[] = ['admin', 'operations', 'finance'];
  /** Who is let in, written down apart from the code that decides it. */
  const matrix: [CallName, (id: string) => object, Role[]][] = [
    ['consoleQueues', () => ({}), [...roles]],
    ['consoleSales', () => ({}), money],
    ['consoleLowStock', () => ({}), ['admin', 'operations', 'content']],
    ['consoleOrders', () => ({}), orders],
    ['consoleOrderChoices', () => ({}), orders],
    ['consoleOrder', (id) => ({ id }), money],
    ['consoleSupply', (id) => ({ id }), ['admin', 'supplier']],
    ['consoleConfirm', (id) => ({ id }), deciders],
    ['consoleReject', (id) => ({ id, why: 'No guide' }), deciders],
    ['consoleBulk', (id) => ({ orderNos: [id], act: 'confirm' }), deciders],
    ['consoleTravellers', (id) => ({ id, seen: '', values: {}, travellers: [] }), keepers],
    ['consoleVoucherMail', (id) => ({ id }), keepers],
    // A tour has no driver: a supplier with access gets that refusal.
    ['consoleDriver', (id) => ({ id, subOrderNo: `${id}-1`, drivers: [{ name: 'Somchai' }] }), deciders],
    ['consolePickup', (id) => ({ id, fine: true }), keepers],
    ['consolePlaceHost', () => ({}), keepers],
    ['consoleCancels', () => ({}), keepers],
    ['consoleCancelDecide', () => ({ id: '999', approve: false }), keepers],
  ];

  it.each(roles)(
    '%s is let in where the table says, and nowhere else',
    async (role) => {
      const token = await test.signIn(`${role}@one.example`, `${role}-2026`);
      for (const [name, input, who] of matrix) {
        const [id = ''] = await buyPending(test, agent, 1);
        const answer = await test.call(name, input(id) as never, { token, key: newKey() });
        expect(answer.http, name).toBe(who.includes(role) ? 200 : 421);
      }
    },
    60_000,
  );

  it('buyers and strangers are sent to sign in', async () => {
    const id = await placeOrder(test, agent, {});
    for (const [name, input] of matrix)
      for (const token of [undefined, agent])
        expect((await test.call(name, input(id) as never, { token })).http, name).toBe(401);
  });
});
