// The operator's day (rules §10): queues that count what their lists hold, sales that lead to the same orders, many orders decided at
// once, travellers and pick-ups changed with names of fields in the log and nothing of the guests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { makeEditor } from '../../tests/build/edit-products.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buy, buyDoubtful, buyPending, makeRoom } from '../../tests/build/set-up-desk.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let member: string;
let operations: string;
let admin: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
}, 60_000);
afterAll(() => test.close());

const ask = (input: InputOf<'consoleOrders'>, token = operations) =>
  test.call('consoleOrders', input, { token }).then((answer) => answer.data);
const queues = async (token: string) => {
  const { list } = (await test.call('consoleQueues', {}, { token })).data;
  return Object.fromEntries(list.map((item) => [item.key, item.count]));
};
const refunds = async (state: 'failed' | 'manual') =>
  (await test.call('consoleRefunds', { state }, { token: finance })).data;
const addDifference = (state: 'open' | 'explained') =>
  sql`INSERT INTO settlement_difference (owner_id, channel, on_day, kind, ref, ours, theirs, state)
    VALUES (1, 'stripe', current_date, 'missingHere', ${`pi_${state}`},
      '{"of": "payment", "paymentNo": null, "side": null}', null, ${state})`.execute(house());
const logOf = async (act: string, query = '') =>
  (await test.call('consoleLog', { act, query }, { token: admin })).data.list;
const house = () => test.database.house;

describe('the queues', () => {
  it('count what their lists hold, each of them something', async () => {
    await buyPending(test, agent, 3);
    const confirmed = await buy(test, agent, { quantity: 1 });
    await test.call('cancelOrder', { orderNo: confirmed, remark: 'ill' }, { token: agent });
    await buyDoubtful(test, agent);
    await test.call('remark', { orderNo: confirmed, text: 'I am better' }, { token: agent });
    await sql`UPDATE owner SET four_eyes_minor = 1 WHERE owner_id = 1`.execute(house());
    const gift = { id: confirmed, amountMinor: 2, reason: 'flowers' };
    await test.call('consoleGoodwillGive', gift, { token: operations, key: newKey() });
    await placeOrder(test, member, {});
    const paid = await buy(test, agent, { quantity: 1 });
    const payment = sql`SELECT payment_no FROM payment WHERE order_no = ${paid}`;
    for (const [at, status, manual] of [
      [1, 2, false],
      [2, 0, true],
    ] as const)
      await sql`INSERT INTO refund (owner_id, refund_no, order_no, payment_no, status, currency, amount_minor, reason, manual)
        SELECT 1, ${`r${at}`}, ${paid}, payment_no, ${status}, 'MYR', ${at}, 'test', ${manual} FROM (${payment}) y`.execute(
        house(),
      );
    await sql`UPDATE channel_setting SET trouble_since = now(), trouble_until = now() + interval '5 minutes'
      WHERE owner_id = 1 AND channel = 'sandbox'`.execute(house());
    await addDifference('open');
    await addDifference('explained');
    // One departure almost sold out within 14 days.
    await placeOrder(test, agent, { product: 'Few Seats', quantity: 4 });
    const counts = await queues(admin);
    const total = async (input: InputOf<'consoleOrders'>) => (await ask(input)).total;
    const day = (await test.call('consoleQueues', {}, { token: operations })).data.today;
    expect(counts).toEqual({
      toConfirm: await total({ status: 1002 }),
      cancels: (await test.call('consoleCancels', {}, { token: operations })).data.total,
      unread: await total({ trouble: 'unread' }),
      goodwill: (await test.call('consoleGoodwills', {}, { token: finance })).data.list.length,
      secondCheck: await total({ trouble: 'secondCheck' }),
      toSend: await total({ trouble: 'toSend' }),
      eSims: await total({ trouble: 'eSims' }),
      incomplete: (await test.call('consoleIncomplete', {}, { token: operations })).data.total,
      incompleteLate: (await test.call('consoleIncomplete', { state: 'late' }, { token: operations })).data.total,
      transfers: (await test.call('consoleTransfers', {}, { token: finance })).data.total,
      partners: (await test.call('consolePartners', {}, { token: operations })).data.waiting,
      documents: (await test.call('consolePartners', { documents: 'ending' }, { token: operations })).data.total,
      reviews: (await test.call('consoleReviews', { state: 'waiting' }, { token: operations })).data.total,
      partnerChanges: (await test.call('consolePartnerChanges', {}, { token: operations })).data.waiting,
      refundFailed: (await refunds('failed')).total,
      refundManual: (await refunds('manual')).total,
      restOverdue: await total({ trouble: 'restOverdue' }),
      payTrouble: await total({ trouble: 'payTrouble' }),
      payUnknown: await total({ trouble: 'payUnknown' }),
      channelTrouble: (await test.call('consoleChannels', {}, { token: finance })).data.list.filter(
        (item) => item.trouble,
      ).length,
      // Nothing is paid from a supplier's balance here.
      lowBalance: 0,
      supplierTrouble: (await test.call('consoleSuppliers', { state: 'trouble' }, { token: operations })).data.total,
      differences: (await test.call('consoleDifferences', {}, { token: finance })).data.total,
      lowStock: (await test.call('consoleLowStock', {}, { token: operations })).data.total,
      unpaid: await total({ status: 1001 }),
      today: await total({ placedFrom: day, placedTo: day }),
    });
    expect(await refunds('failed')).toMatchObject({ counts: { failed: 1, manual: 1 } });
    expect(counts).toMatchObject({
      differences: 1,
      // The pick-up that waits is one of them: nothing is confirmed before it is decided.
      toConfirm: 4,
      cancels: 1,
      unread: 1,
      goodwill: 1,
      secondCheck: 1,
      toSend: 0,
      refundFailed: 1,
      refundManual: 1,
    });
    const low = (await test.call('consoleLowStock', {}, { token: operations })).data.list;
    expect(low).toContainEqual(expect.objectContaining({ productName: 'Few Seats', playOn, capacity: 5, left: 1 }));
    await sql`DELETE FROM refund WHERE refund_no IN ('r1', 'r2')`.execute(house());
  });

  it('name a SKU whose own places run out while its departure has plenty', async () => {
    const content = await test.signIn('content@one.example', 'content-2026');
    const { id, packages } = await findProduct(test, 'Silver Tower');
    const [pack] = packages;
    const [packageId, skuId] = [pack?.id ?? '', pack?.skus[0]?.id ?? ''];
    const on = addDays(playOn, 1);
    const low = async () => (await test.call('consoleLowStock', {}, { token: content })).data;
    const ofSku = async () => (await low()).list.filter((item) => item.sku);
    const limit = (capacity: number | null, wasCapacity: number | null) =>
      makeEditor(test, { token: content }).calendar(packageId, [
        { on, session: '', limits: [{ skuId, capacity, wasCapacity }] },
      ]);
    const { total } = await low();
    expect((await limit(10, null)).code).toBe(200);
    // Two of ten are a fifth, three are not.
    const orders = [await placeOrder(test, agent, { on, quantity: 7 })];
    expect(await ofSku()).toEqual([]);
    orders.push(await placeOrder(test, agent, { on, quantity: 1 }));
    const sku = { id: skuId, skuName: '', ticketType: 10001, carType: null };
    const names = { productName: 'Silver Tower', packageName: pack?.name };
    const row = { productId: id, packageId, ...names, sku, playOn: on, session: '', capacity: 10, left: 2 };
    expect(await ofSku()).toEqual([row]);
    expect((await low()).total).toBe(total + 1);
    expect((await queues(content)).lowStock).toBe(total + 1);
    for (const orderNo of orders) await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(await ofSku()).toEqual([]);
    await limit(null, 10);
  });

  it('leave out a failed refund that was asked for again, for finance by refunds and for operations by orders', async () => {
    const paid = await buy(test, agent, { quantity: 1 });
    const add = (refundNo: string, status: number, manual = false) =>
      sql`INSERT INTO refund (owner_id, refund_no, order_no, payment_no, status, currency, amount_minor, reason, manual)
        SELECT 1, ${refundNo}, ${paid}, payment_no, ${status}, 'MYR', 5, 'test', ${manual} FROM payment WHERE order_no = ${paid}`.execute(
        house(),
      );
    const before = (await queues(finance)).refundFailed ?? 0;
    const orders = (await queues(operations)).refundFailed ?? 0;
    await add('q1', 2);
    await add('q2', 2);
    const answer = async (token: string) => {
      const { list } = (await test.call('consoleQueues', {}, { token })).data;
      return list.find((item) => item.key === 'refundFailed');
    };
    expect(await answer(finance)).toEqual({ key: 'refundFailed', count: before + 2, by: 'refund' });
    expect((await refunds('failed')).total).toBe(before + 2);
    expect(await answer(operations)).toEqual({ key: 'refundFailed', count: orders + 1, by: 'order' });
    expect((await ask({ trouble: 'refundFailed' })).list.map((item) => item.orderNo)).toContain(paid);
    await add('q1-t2', 0);
    expect((await answer(finance))?.count).toBe(before + 1);
    expect((await answer(operations))?.count).toBe(orders + 1);
    await add('q2-t2', 1);
    expect((await answer(finance))?.count).toBe(before);
    expect((await refunds('failed')).total).toBe(before);
    expect((await answer(operations))?.count).toBe(orders);
    expect((await ask({ trouble: 'refundFailed' })).total).toBe(orders);
    await sql`DELETE FROM refund WHERE refund_no LIKE 'q%'`.execute(house());
  });

  it('are those of the role, and orders and sales are nothing for content', async () => {
    const content = await test.signIn('content@one.example', 'content-2026');
    expect(Object.keys(await queues(content))).toEqual(['lowStock']);
    expect(Object.keys(await queues(finance))).toEqual([
      ...[
        'transfers',
        'refundFailed',
        'refundManual',
        'goodwill',
        'restOverdue',
        'payTrouble',
        'payUnknown',
        'channelTrouble',
        'lowBalance',
        'differences',
      ],
    ]);
    const supplier = await test.signIn('supplier@one.example', 'supplier-2026');
    expect(Object.keys(await queues(supplier))).toEqual(['toConfirm']);
    for (const name of ['consoleSales', 'consoleOrders', 'consoleOrderChoices'] as const)
      expect((await test.call(name, {}, { token: content })).http, name).toBe(421);
    expect((await test.call('consoleSales', {}, { token: supplier })).http).toBe(421);
    expect((await test.call('consoleLowStock', {}, { token: finance })).http).toBe(421);
  });
});

it('an order that was redeemed is not offered to be cancelled', async () => {
  const orderNo = await buy(test, agent, { quantity: 1 });
  const actions = async () => (await test.call('consoleOrder', { id: orderNo }, { token: operations })).data.actions;
  expect(await actions()).toContain('applyToCancel');
  const answer = await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: operations });
  expect(answer.code).toBe(200);
  expect(await actions()).not.toContain('applyToCancel');
  const own = await test.call('orderDetail', { id: orderNo }, { token: agent });
  expect(own.data.actions).not.toContain('applyToCancel');
});

describe('sales', () => {
  it('add up the same by every way, and each part leads to its orders', async () => {
    await buy(test, agent, { product: 'Evening Show', session: '18:00' });
    const { data } = await test.call('consoleSales', { days: 30 }, { token: operations });
    expect(data.byDay).toHaveLength(30);
    expect(data.total.orders).toBeGreaterThan(3);
    // 3,500 yen at 0.0292 is 102.20 ringgit.
    expect(data.product.find((item) => item.name === 'Evening Show')?.amount).toEqual({
      amountMinor: 10_220,
      currency: 'MYR',
    });
    const span = { placedFrom: data.from, placedTo: data.to, sold: '1' as const };
    for (const way of ['product', 'type', 'partner', 'channel', 'source'] as const) {
      expect(
        data[way].reduce((sum, item) => sum + item.amount.amountMinor, 0),
        way,
      ).toBe(data.total.amount.amountMinor);
      for (const item of data[way])
        expect(
          (await ask({ ...span, [way]: way === 'source' || way === 'type' ? Number(item.key) : item.key })).total,
          way,
        ).toBe(item.orders);
    }
    for (const item of data.byDay.filter((row) => row.orders))
      expect((await ask({ ...span, placedFrom: item.day, placedTo: item.day })).total).toBe(item.orders);
  });
});

it('sales may sum up to more than any one order costs, as a year in rupiah does', async () => {
  const rise = (by: string) =>
    sql`UPDATE purchase SET rate = rate ${sql.raw(by)} 1000000000 WHERE owner_id = 1 AND currency = 'MYR'`.execute(
      test.database.house,
    );
  await rise('*');
  const { data } = await test.call('consoleSales', { days: 30 }, { token: operations });
  await rise('/');
  expect(data.total.amount.amountMinor).toBeGreaterThan(9_000_000_000_000);
});

it('sales of any span are shown beside the days before it (rules §10)', async () => {
  const { house } = test.database;
  const { data: last } = await test.call('consoleSales', { days: 30 }, { token: operations });
  // The first order of all lies a week back now.
  const moved = sql<{ order_no: string }>`UPDATE purchase SET placed_at = placed_at - interval '7 days' WHERE order_no =
    (SELECT order_no FROM purchase WHERE owner_id = 1 AND pay_status = 103 AND status = 1003 ORDER BY placed_at LIMIT 1)
    RETURNING order_no`;
  expect((await moved.execute(house)).rows).toHaveLength(1);
  const asked = { from: addDays(last.to, -6), to: last.to };
  const { data } = await test.call('consoleSales', asked, { token: operations });
  expect(data).toMatchObject({ ...asked, before: { from: addDays(last.to, -13), to: addDays(last.to, -7) } });
  expect(data.byDay).toHaveLength(7);
  expect(data.before.byDay).toHaveLength(7);
  expect(data.before.total.orders).toBe(1);
  expect(data.total.orders).toBe(last.total.orders - 1);
  const turned = await test.call('consoleSales', { from: asked.to, to: asked.from }, { token: operations });
  expect(turned.data.from).toBe(asked.from);
  const long = await test.call('consoleSales', { from: '2001-01-01', to: last.to }, { token: operations });
  expect(long.data.byDay).toHaveLength(1096);
});

describe('the list', () => {
  it('is narrowed by every filter', async () => {
    const [orderNo = ''] = await buyPending(test, agent, 1);
    const row = (await ask({ query: orderNo })).list[0];
    expect(row).toMatchObject({ orderNo, partnerName: 'Agency', channel: 'deposit', status: 1002 });
    const choices = (await test.call('consoleOrderChoices', {}, { token: operations })).data;
    const product = choices.products.find((product) => product.name === 'Green Hills Day Tour')?.id;
    const partner = choices.partners.find((partner) => partner.name === 'Agency')?.id;
    const other = choices.products.find((item) => item.id !== product)?.id;
    const fits: InputOf<'consoleOrders'>[] = [
      {
        status: 1002,
        payStatus: 103,
        channel: 'deposit',
        source: 0,
        product,
        partner,
        playFrom: playOn,
        playTo: playOn,
      },
      { query: 'Agency', status: 1002 },
    ];
    for (const input of fits)
      expect((await ask({ ...input, size: 50 })).list.map((item) => item.orderNo)).toContain(orderNo);
    const misses: InputOf<'consoleOrders'>[] = [
      { status: 1003 },
      { payStatus: 101 },
      { channel: 'sandbox' },
      { source: 3 },
      { product: other },
      { type: 4 },
      { playTo: today },
      { query: 'nobody' },
      { trouble: 'payTrouble' },
    ];
    for (const input of misses)
      expect(
        (await ask({ ...input, size: 50 })).list.map((item) => item.orderNo),
        JSON.stringify(input),
      ).not.toContain(orderNo);
  });
});

describe('one order', () => {
  const detail = async (id: string, token = operations) => (await test.call('consoleOrder', { id }, { token })).data;

  it('has its travellers and journey changed by the rules of the form; the log names fields and no values', async () => {
    const id = await buyDoubtful(test, agent);
    const shown = (await detail(id)).change;
    if (!shown) throw new Error('nothing to change');
    const change = {
      id,
      seen: shown.seen,
      values: { ...shown.values, '406': 'SECRET77' },
      travellers: shown.travellers,
    };
    const bad = await test.call(
      'consoleTravellers',
      { ...change, values: { ...change.values, passengerCount: '', '406': 'MH 12!' } },
      { token: operations },
    );
    expect(bad.code).toBe(200001);
    expect(Object.keys((bad.data as unknown as { fields: object }).fields).sort()).toEqual([
      'values.406',
      'values.passengerCount',
    ]);
    expect((await test.call('consoleTravellers', change, { token: operations })).code).toBe(200);
    expect((await detail(id)).orderFields['406']).toBe('SECRET77');
    expect((await detail(id)).events.at(-1)).toMatchObject({ action: 'change', actor: 'owner', actorName: 'Daniel' });
    // What was on the other screen is not there any more.
    expect((await test.call('consoleTravellers', change, { token: operations })).code).toBe(200009);
    const [entry] = await logOf('travellers-changed');
    expect(entry?.after).toMatchObject({ changed: ['406'] });
    // The values are shown beside the order, for the staff who work on it.
    const changes = (await test.call('consoleOrderChanges', { id }, { token: operations })).data.list;
    expect(changes).toMatchObject([{ by: 'owner', name: 'Daniel', changes: [{ path: 'order.406', to: 'SECRET77' }] }]);
    expect((await test.call('consoleOrderChanges', { id }, { token: finance })).http).toBe(421);
    expect(JSON.stringify(entry)).not.toContain('SECRET77');
    expect(JSON.stringify(entry)).not.toContain('1 Beach Road');
  });

  it('has each line’s own travellers changed', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const shown = (await detail(id)).change;
    if (!shown) throw new Error('nothing to change');
    expect(shown.travellerCount).toBe(2);
    const travellers = shown.travellers.map((traveller, at) =>
      at === 1 ? { ...traveller, '102': 'Somebody Else' } : traveller,
    );
    const answer = await test.call(
      'consoleTravellers',
      { id, seen: shown.seen, values: shown.values, travellers },
      { token: operations },
    );
    expect(answer.code).toBe(200);
    expect((await detail(id)).lines[0]?.travellers.map((traveller) => traveller['102'])).toEqual([
      'Traveller A',
      'Somebody Else',
    ]);
    expect((await logOf('travellers-changed'))[0]?.after).toMatchObject({ changed: ['travellers.1.102'] });
  });

  it('has its pick-up verified once, and the buyer is notified of a refusal', async () => {
    const id = await buyDoubtful(test, agent);
    expect(await detail(id)).toMatchObject({ secondCheck: 'waiting', places: { pickup: { inside: false, lat: 9 } } });
    const decide = (fine: boolean, text = '') => test.call('consolePickup', { id, fine, text }, { token: operations });
    expect((await decide(false)).code).toBe(200001);
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(false, 'Too far away')));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await detail(id)).secondCheck).toBe('refused');
    const remarks = (await test.call('remarks', { a: id, b: 1 }, { token: agent })).data.list;
    expect(remarks.map((remark) => remark.text)).toEqual(['Too far away']);
    expect((await logOf('pickup-checked'))[0]).toMatchObject({
      subject: `order ${id}`,
      after: { secondCheck: 'refused' },
    });
  });

  it('has its voucher mailed again once there is one', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const again = () => test.call('consoleVoucherMail', { id }, { token: operations });
    expect((await again()).code).toBe(200304);
    await test.call('consoleConfirm', { id }, { token: operations });
    const mails = async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM mail WHERE occasion LIKE ${`order ${id} confirmed%`}
          AND jsonb_array_length(attachments) > 0`.execute(house())
      ).rows[0]?.n ?? 0;
    expect(await until(mails, (n) => n === 1)).toBe(1);
    expect((await again()).code).toBe(200);
    expect(await until(mails, (n) => n === 2)).toBe(2);
  }, 30_000);

  it('is looked at by finance, who changes nothing', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    expect(await detail(id, finance)).toMatchObject({ actions: [], change: null, orderNo: id });
    for (const name of ['consoleConfirm', 'consoleVoucherMail'] as const)
      expect((await test.call(name, { id }, { token: finance })).http, name).toBe(421);
    expect((await test.call('consoleReject', { id, why: 'x' }, { token: finance })).http).toBe(421);
  });
});

describe('placing for a partner', () => {
  it('leads to the customer-service hostname, where an order may be placed (§1 customer-service mode)', async () => {
    const host = () => test.call('consolePlaceHost', {}, { token: operations }).then((answer) => answer.data.host);
    const { list } = (await test.call('consolePartners', { query: 'Agency' }, { token: operations })).data;
    const id = list[0]?.id ?? '';
    const accounts = (await test.call('consolePartner', { id }, { token: operations })).data.accounts;
    const accountId = accounts.find((account) => account.kind === 'main')?.userNo ?? '';
    expect(await host()).toBeNull();
    expect((await test.call('consolePlaceFor', { id, accountId }, { token: operations })).http).toBe(421);
    await sql`INSERT INTO hostname (host, owner_id, customer_service) VALUES ('desk.one.test', 1, true)`.execute(
      house(),
    );
    expect(await until(host, Boolean)).toBe('desk.one.test');
    const answer = await test.call('consolePlaceFor', { id, accountId }, { token: operations });
    expect(answer.data.address).toMatch(/^https?:\/\/desk\.one\.test[^/]*\/\?ref_token=[\w-]{40,}$/);
    expect((await logOf('signed-in-as'))[0]).toMatchObject({ subject: `partner ${id}`, staffName: 'Daniel' });
  });
});
