// Kembara sells Kembara (§3 order source, §1 inner API, decision 0415): one house sells the other's places by OCTO, through a line that
// is cut, stalls and repeats itself. No place is sold twice, none is lost, and both books agree.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../domain/order-status.ts';
import { until as untilSoon } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { type Line, type LineFault, makeOctoKey, openLine } from '../../tests/build/pass-on.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { closeOverdue } from '../order/close-order.ts';
import { sql } from '../platform/db.ts';
import { settleSupply } from './settle-supply.ts';
import type { ClaimedSupply } from './supplies.sql.ts';

let seller: TestHouse;
let supplier: TestHouse;
let line: Line;
/** On which the supplier's notices come. */
let back: Line;
let endpoint: string;

let admin: string;
let operations: string;
let agent: string;
let apiKey: string;
let supplierId: string;

async function until<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  let value = await untilSoon(ask, fits);
  for (let times = 0; times < 6 && !fits(value); times += 1) value = await untilSoon(ask, fits);
  return value;
}

beforeAll(async () => {
  [supplier, seller] = await Promise.all([
    openTestHouse({ env: { HOOKS_PRIVATELY: '1' } }),
    openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_ANSWER_SECONDS: '1' } }),
  ]);
  apiKey = await makeOctoKey(supplier);
  await sql`UPDATE api_key SET per_minute = 6000`.execute(supplier.database.house);
  // Small prices, so that the deposits of both agencies pay for all orders.
  await sql`UPDATE sku SET price_minor = 100`.execute(supplier.database.house);
  [line, back] = await Promise.all([openLine(supplier), openLine(seller)]);
  const ours = new URL(back.endpoint).origin;
  line.translate = (body) => body.replace(/https?:\/\/[^/"]+(?=\/api\/octo\/notices)/, ours);
  endpoint = line.endpoint;
  admin = await seller.signIn('admin@one.example', 'admin-2026');
  operations = await seller.signIn('operations@one.example', 'operations-2026');
  agent = await seller.signIn('agent@one.example', 'agent-2026');
  const made = await seller.call(
    'consoleSupplierSave',
    {
      ...{ name: 'The other house', contacts: [], language: 'en', zone: 'Asia/Kuala_Lumpur', address: '', note: '' },
      ...{ active: true, keepsStock: false, getsMails: false },
    },
    { token: operations },
  );
  supplierId = made.data.id;
});
afterAll(async () => {
  line.close();
  back.close();
  await Promise.all([seller.close(), supplier.close()]);
});

const connect = (more: object = {}) =>
  seller.call(
    'consoleOctoSave',
    {
      ...{ id: supplierId, revision: 0, endpoint, key: apiKey, prefixed: true, priceBy: 'retail', markupPercent: 0 },
      ...{ active: true },
      ...more,
    } as never,
    { token: admin },
  );

const show = async () => (await seller.call('consoleOcto', { id: supplierId }, { token: admin })).data;

describe('connecting', () => {
  it('asks the supplier before it saves, and names the field that is wrong (§1 inner API)', async () => {
    const wrong = async (more: object) => {
      const { code, msg, data } = await connect(more);
      if (!data) throw new Error(`${code} ${msg} ${seller.log.filter((one) => /"level":(50|40)/.test(one)).join('')}`);
      return [code, Object.keys((data as unknown as { fields: object }).fields)];
    };
    expect(await wrong({ key: 'kb_live_made-up' })).toEqual([expect.any(Number), ['key']]);
    expect(await wrong({ key: '' })).toEqual([expect.any(Number), ['key']]);
    expect(await wrong({ endpoint: 'nonsense' })).toEqual([expect.any(Number), ['endpoint']]);
    expect(await wrong({ endpoint: `${endpoint}/nothing` })).toEqual([expect.any(Number), ['endpoint']]);
    expect(await wrong({ markupPercent: 900 })).toEqual([expect.any(Number), ['markupPercent']]);
    expect((await show()).link).toBeNull();
    const made = await connect();
    expect([made.code, made.msg, JSON.stringify(made.data)]).toEqual([200, '', expect.any(String)]);
    const { link, products } = await show();
    expect(link).toMatchObject({ endpoint, active: true, problem: '', revision: 1 });
    expect(JSON.stringify({ link, products })).not.toContain(apiKey);
    expect(products.find((one) => one.name === 'Open Rail Pass')).toMatchObject({ refused: 'openTicket' });
    expect((await connect()).code).not.toBe(200);
  });

  it('keeps the saved key to the address that it was given for', async () => {
    const elsewhere = await connect({ revision: 1, key: '', endpoint: 'http://127.0.0.1:9/octo' });
    expect((elsewhere.data as unknown as { fields: object }).fields).toHaveProperty('key');
    expect((await connect({ revision: 1, key: '', prefixed: false })).code).toBe(200);
  });
});

describe('the log of calls', () => {
  it('has what was asked of the supplier, how it ended and how long it took, without keys and contents (decision 0572)', async () => {
    const ask = (more: object = {}) =>
      seller.call('consoleChannelMessages', { supplier: supplierId, size: 50, ...more }, { token: operations });
    // Lines are written together each second.
    const data = await until(
      async () => (await ask()).data,
      ({ list }) => list.length > 2,
    );
    expect(data.suppliers).toEqual([{ id: supplierId, name: 'The other house' }]);
    expect(data.list.find((one) => one.kind === 'GET /products' && one.good)).toMatchObject({
      ...{
        source: null,
        supplierName: 'The other house',
        direction: 'out',
        code: '200',
        milliseconds: expect.any(Number),
      },
    });
    const refused = (await ask({ refused: '1' })).data.list;
    expect(refused.map((one) => [one.kind, one.code])).toContainEqual(['GET /products', '401']);
    expect(refused.every((one) => !one.good)).toBe(true);
    expect((await ask({ supplier: '999999' })).data.list).toEqual([]);
    expect((await ask({ supplier: '', source: '2' })).data.list).toEqual([]);
    const { rows } = await sql<{ text: string }>`SELECT m::text AS text FROM channel_message m`.execute(
      seller.database.house,
    );
    expect(rows.map((one) => one.text).join()).not.toContain(apiKey);
  });
});

async function take(name: string): Promise<string> {
  const { products } = await show();
  const theirs = products.find((one) => one.name === name);
  const taken = await seller.call(
    'consoleOctoTake',
    { id: supplierId, productRef: theirs?.id ?? '', type: 3, city: 'testville' },
    { token: admin },
  );
  expect([taken.code, taken.msg]).toEqual([200, '']);
  const { productId } = taken.data;
  const read = async () => (await seller.call('consoleProduct', { id: productId }, { token: admin })).data;
  const { document, revision } = await read();
  const named = {
    ...document,
    names: { en: `Resold ${name}`, zh_CN: name },
    overviews: { ...document.overviews, zh_CN: name },
  };
  const saved = await seller.call('consoleProductSave', { id: productId, revision, document: named }, { token: admin });
  expect([saved.code, document.instant, document.packages[0]?.skus.map((sku) => sku.ticketType)]).toEqual([
    ...[200, false, [10001, 10002]],
  ]);
  await until(
    () => freeHere(`Resold ${name}`),
    (left) => left > 0,
  );
  const state = { id: productId, revision: revision + 1, state: 'published' } as const;
  const published = await seller.call('consoleProductState', state, { token: admin });
  expect(published.code, JSON.stringify(published.data)).toBe(200);
  return productId;
}

type Places = { held: number; sold: number; capacity: number };
async function placesOf(house: TestHouse, name: string, on = playOn): Promise<Places> {
  const { rows } = await sql<Places>`SELECT d.held, d.sold, d.capacity FROM departure d
    JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
    WHERE d.owner_id = 1 AND p.names ->> 'en' = ${name} AND d.play_on = ${on}::date`.execute(house.database.house);
  return rows[0] ?? { held: 0, sold: 0, capacity: 0 };
}
const freeHere = async (name: string, on = playOn) => {
  const { held, sold, capacity } = await placesOf(seller, name, on);
  return capacity - held - sold;
};

type Supply = { state: string; problem: string; uuid: string; reference: string; answer: string };
async function supplyOf(orderNo: string): Promise<Supply | undefined> {
  const { rows } = await sql<Supply>`SELECT state, problem, uuid::text, reference, answer FROM octo_supply
    WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(seller.database.house);
  return rows[0];
}
const reaches = (orderNo: string, state: string) =>
  until(
    () => supplyOf(orderNo),
    (found) => found?.state === state,
  );

async function statusOf(orderNo: string): Promise<number> {
  const { rows } = await sql<{
    status: number;
  }>`SELECT status FROM purchase WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(seller.database.house);
  return rows[0]?.status ?? 0;
}
const becomes = (orderNo: string, status: number) =>
  until(
    () => statusOf(orderNo),
    (found) => found === status,
  );

async function pay(orderNo: string) {
  const info = await seller.call('payInfo', { id: orderNo }, { token: agent });
  const seen = info.data.channels.find(({ channel }) => channel === 'deposit')?.payable;
  return seller.call('paying', { id: orderNo, channel: 'deposit', seen } as never, { token: agent, key: newKey() });
}

/** Everything that waits is looked at now. */
const wake = () => sql`UPDATE octo_supply SET due_at = now() WHERE due_at IS NOT NULL`.execute(seller.database.house);

describe('selling what another house has', () => {
  it('takes a product over as a draft with places and prices, holds, confirms and tells the number (§1, §3 order life)', async () => {
    await take('Silver Tower');
    expect(await freeHere('Resold Silver Tower')).toBe(20);
    const orderNo = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 3 });
    await reaches(orderNo, 'held');
    expect(await placesOf(supplier, 'Silver Tower')).toMatchObject({ held: 3, sold: 0 });
    expect((await pay(orderNo)).code).toBe(200);
    expect(await becomes(orderNo, OrderStatus.confirmed)).toBe(OrderStatus.confirmed);
    const supply = await reaches(orderNo, 'confirmed');
    expect(await placesOf(supplier, 'Silver Tower')).toMatchObject({ held: 0, sold: 3 });
    const shown = await seller.call('orderDetail', { id: orderNo }, { token: agent });
    expect(JSON.stringify(shown.data)).toContain(supply?.reference);
    const again = await seller.call('consoleSupplies', { query: orderNo }, { token: operations });
    expect(again.data.list[0]).toMatchObject({ orderNo, state: 'confirmed', problem: '', units: 3 });
  });

  it('gives back what is not paid and what the owner cancels, there too (§4 cancellation)', async () => {
    const before = await placesOf(supplier, 'Silver Tower');
    const unpaid = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 2 });
    await reaches(unpaid, 'held');
    await seller.call('cancelOrder', { orderNo: unpaid, remark: '' } as never, { token: agent, key: newKey() });
    await reaches(unpaid, 'released');
    expect(await placesOf(supplier, 'Silver Tower')).toEqual(before);
    const paid = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 2 });
    await pay(paid);
    await reaches(paid, 'confirmed');
    await becomes(paid, OrderStatus.confirmed);
    await seller.call('consoleCancelApply', { id: paid, remark: 'rain', refund: 'full' } as never, {
      token: operations,
      key: newKey(),
    });
    const asked = await seller.call('consoleCancels', {} as never, { token: operations });
    const request = asked.data.list.find((one) => one.orderNo === paid);
    await seller.call('consoleCancelDecide', { id: request?.id ?? '', approve: true } as never, { token: operations });
    await reaches(paid, 'released');
    expect(await placesOf(supplier, 'Silver Tower')).toEqual(before);
  });
});

type LineRow = { sub_order_no: string; status: number; redeemed_at: Date | null };
async function linesOf(house: TestHouse, orderNo: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`SELECT sub_order_no, status, redeemed_at FROM sub_order
    WHERE owner_id = 1 AND order_no = ${orderNo} ORDER BY 1`.execute(house.database.house);
  return rows;
}

async function book(product: string, quantity: number): Promise<string> {
  const orderNo = await placeOrder(seller, agent, { product, quantity });
  await reaches(orderNo, 'held');
  await pay(orderNo);
  await becomes(orderNo, OrderStatus.confirmed);
  return orderNo;
}

describe('notices', () => {
  const places = { productId: '', localDateStart: playOn, localDateEnd: playOn };
  const tell = (secret: string, body: unknown) =>
    seller.fetch(`/api/octo/notices/${supplierId}`, {
      method: 'POST',
      headers: { 'octo-notice-secret': secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('of a place that was sold elsewhere make it show here, without the clock (§4 stock)', async () => {
    expect((await show()).link).toMatchObject({ sendsNotices: true });
    // The clock is far away.
    await sql`UPDATE octo_offer SET due_at = now() + interval '1 day'`.execute(seller.database.house);
    const main = await supplier.signIn('agent@one.example', 'agent-2026');
    await placeOrder(supplier, main, { product: 'Silver Tower', quantity: 4 });
    const { capacity, held, sold } = await placesOf(supplier, 'Silver Tower');
    const there = capacity - held - sold;
    const here = await until(
      () => freeHere('Resold Silver Tower'),
      (left) => left === there,
    );
    expect(here).toBe(there);
    expect(back.heard.join()).toContain('AVAILABILITY_UPDATE');
  });

  it('of strangers are refused, and a flood about one product asks once (§1 inner API)', async () => {
    expect((await tell('guessed', { notificationType: 'AVAILABILITY_UPDATE', data: places })).status).toBe(401);
    const secret = 'the secret of this test';
    await sql`UPDATE octo_link SET notice_hash = sha256(${secret}::bytea)`.execute(seller.database.house);
    expect((await tell(secret, 'nonsense')).status).toBe(400);
    const { rows } = await sql<{ ref: string }>`SELECT product_ref AS ref FROM octo_offer`.execute(
      seller.database.house,
    );
    const productId = rows[0]?.ref ?? '';
    await sql`UPDATE octo_offer SET due_at = now() + interval '1 day', asked_at = now() - interval '1 minute'`.execute(
      seller.database.house,
    );
    const asked = () =>
      line.heard.filter((one) => one.includes('/availability') && one.includes(`"productId":"${productId}"`)).length;
    const before = asked();
    const flood = Array.from({ length: 50 }, () =>
      tell(secret, { notificationType: 'AVAILABILITY_UPDATE', data: { ...places, productId } }),
    );
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 204));
    await until(
      async () => asked(),
      (count) => count > before,
    );
    // What the notice said is not believed: the places are those that the supplier answered with.
    expect([1, 2]).toContain(asked() - before);
    const products = () => line.heard.filter((one) => one === 'GET /octo/products ').length;
    const read = products();
    await sql`UPDATE octo_link SET read_at = now() - interval '1 hour'`.execute(seller.database.house);
    expect((await tell(secret, { notificationType: 'product_update', data: { productId } })).status).toBe(204);
    expect(
      await until(
        async () => products(),
        (count) => count > read,
      ),
    ).toBeGreaterThan(read);
  });
});

describe('what the supplier does', () => {
  it('shows its codes in place of ours, and redeems a line here once all of its units were redeemed there (§3 vouchers)', async () => {
    const orderNo = await book('Resold Silver Tower', 2);
    const theirs = (await supplyOf(orderNo))?.reference ?? '';
    const { rows } = await sql<{ code: string }>`SELECT voucher_code AS code FROM sub_order
      WHERE owner_id = 1 AND order_no = ${theirs} ORDER BY sub_order_no`.execute(supplier.database.house);
    // Until then its guests show the supplier's codes, on the page and on paper, and our gate leaves them to the supplier.
    const pass = await seller.call('pass', { orderNo }, { token: agent });
    const [stop] = pass.data.stops;
    expect(stop).toMatchObject({ shown: null, lines: [{ code: '' }] });
    expect(stop?.theirs.map(({ value }) => rows.filter(({ code }) => value.includes(code)).length)).toEqual([1, 1]);
    expect(stop?.theirs[0]?.picture).toMatch(/^data:image\/svg/);
    const [line] = await linesOf(seller, orderNo);
    const paper = await seller.fetch(`/api/order/download/voucher?subOrderNo=${line?.sub_order_no}`, {
      headers: { token: agent },
    });
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    for (const text of [stop?.theirs[1]?.value ?? '', line?.sub_order_no ?? '']) {
      const looked = await seller.call('consoleVoucher', { text }, { token: operations });
      expect(looked.data).toMatchObject({ subOrderNo: line?.sub_order_no, bySupplier: true, code: '' });
      const refused = await seller.call('consoleVoucherRedeem', { text }, { token: operations });
      expect([refused.code, refused.msg]).toEqual([200315, expect.stringContaining('supplier')]);
    }
    const gate = await supplier.signIn('operations@one.example', 'operations-2026');
    const used = async () => {
      await wake();
      return (await linesOf(seller, orderNo))[0]?.redeemed_at !== null;
    };
    expect((await supplier.call('consoleVoucherRedeem', { text: rows[0]?.code ?? '' }, { token: gate })).code).toBe(
      200,
    );
    await supplier.call('consoleVoucherRedeem', { text: rows[1]?.code ?? '' }, { token: gate });
    expect(rows.length).toBe(2);
    expect(await until(used, Boolean)).toBe(true);
  });

  it('asks the owner here when it cancelled there, and says so to staff (§4 cancellation)', async () => {
    const orderNo = await book('Resold Silver Tower', 1);
    const theirs = await supplyOf(orderNo);
    const main = await supplier.signIn('agent@one.example', 'agent-2026');
    const input = { orderNo: theirs?.reference ?? '', remark: 'closed' };
    await supplier.call('cancelOrder', input as never, { token: main, key: newKey() });
    const desk = await supplier.signIn('operations@one.example', 'operations-2026');
    const asked = await supplier.call('consoleCancels', {} as never, { token: desk });
    const id = asked.data.list.find((one) => one.orderNo === theirs?.reference)?.id ?? '';
    await supplier.call('consoleCancelDecide', { id, approve: true } as never, { token: desk });
    const found = await until(
      async () => {
        await wake();
        return (await supplyOf(orderNo))?.problem;
      },
      (problem) => problem === 'cancelledThere',
    );
    expect(found).toBe('cancelledThere');
    expect(await statusOf(orderNo)).toBe(OrderStatus.cancelling);
    const listed = await seller.call('consoleSupplies', { problem: '1' }, { token: operations });
    expect(listed.data.list.map((one) => one.orderNo)).toContain(orderNo);
    const row = listed.data.list.find((one) => one.orderNo === orderNo);
    expect((await seller.call('consoleSupplyClose', { id: row?.id ?? '' }, { token: operations })).code).toBe(200);
  });
});

describe('a hold whose answer was lost until it had ended', () => {
  it('is held anew and confirmed once the order is paid (§4 stock)', async () => {
    line.fault = (method, path) => {
      if (!path.includes('/bookings')) return undefined;
      return method === 'POST' && path.endsWith('/bookings') ? 'cutAfter' : 'cutBefore';
    };
    const before = await placesOf(supplier, 'Silver Tower');
    const orderNo = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 2 });
    await until(
      () => placesOf(supplier, 'Silver Tower'),
      ({ held }) => held === before.held + 2,
    );
    await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE agent_reference = ${orderNo}`.execute(
      supplier.database.house,
    );
    await closeOverdue(supplier.database, () => new Date());
    expect((await pay(orderNo)).code).toBe(200);
    line.fault = () => undefined;
    await wake();
    expect(await becomes(orderNo, OrderStatus.confirmed)).toBe(OrderStatus.confirmed);
    const { held, sold } = await placesOf(supplier, 'Silver Tower');
    expect([held, sold]).toEqual([before.held, before.sold + 2]);
  });
});

describe('a buyer who looks at a month', () => {
  const month = playOn.slice(0, 7);
  const look = async () => {
    const { data } = await seller.call('searchProducts', { query: 'Resold Silver Tower' }, { token: agent });
    const found = await seller.call('productDetail', { id: data.list[0]?.id ?? '' }, { token: agent });
    return seller.call('askPlaces', { packageId: found.data.packages[0]?.id ?? '', month }, { token: agent });
  };
  const askedLongAgo = () =>
    sql`UPDATE octo_offer SET asked_at = now() - interval '3 minutes', due_at = now() + interval '1 minute'`.execute(
      seller.database.house,
    );
  const countMonths = () => line.heard.filter((one) => one.includes(`"localDateStart":"${month}`)).length;

  it('puts off no question for the other months (§4 stock)', async () => {
    await askedLongAgo();
    expect((await look()).data).toMatchObject({ fresh: true });
    const { rows } = await sql<{ soon: boolean }>`SELECT bool_and(due_at < now() + interval '2 minutes') AS soon
      FROM octo_offer`.execute(seller.database.house);
    expect(rows).toEqual([{ soon: true }]);
  });

  it('asks a supplier that does not answer once a minute, as any other (§4 stock)', async () => {
    await sql`DELETE FROM attempt`.execute(seller.database.house);
    await askedLongAgo();
    line.fault = () => 'cutBefore';
    const before = countMonths();
    for (let times = 0; times < 5; times += 1) expect((await look()).data).toMatchObject({ fresh: false });
    line.fault = () => undefined;
    // Five looks may lie in two minutes of the clock.
    expect(countMonths() - before).toBeLessThanOrEqual(2);
  });
});

describe('an answer of a server in front of the supplier’s', () => {
  it('refuses no order and closes no day: the supplier is asked again (§4 order life)', async () => {
    const free = await freeHere('Resold Silver Tower');
    line.heard.length = 0;
    line.fault = () => 'mislaid';
    await sql`UPDATE octo_offer SET due_at = now()`.execute(seller.database.house);
    const orderNo = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 1 });
    expect((await pay(orderNo)).code).toBe(200);
    const isOfDay = (one: string) => one.includes('/availability') && one.includes('"units"');
    await until(
      async () => [line.heard.some(isOfDay), line.heard.some((one) => !isOfDay(one))],
      (heard) => heard.every(Boolean),
    );
    await until(
      async () => (await sql`SELECT 1 FROM octo_offer WHERE problem = ''`.execute(seller.database.house)).rows.length,
      (sound) => sound === 0,
    );
    expect(await freeHere('Resold Silver Tower')).toBe(free - 1);
    line.fault = () => undefined;
    await wake();
    expect(await becomes(orderNo, OrderStatus.confirmed)).toBe(OrderStatus.confirmed);
  });
});

describe('the last places', () => {
  it('are sold once and none is lost, while the line is cut, slow and repeats itself (§4 stock)', async () => {
    await take('Few Seats');
    let count = 0;
    const faults: (LineFault | undefined)[] = [
      'cutAfter',
      undefined,
      'twice',
      'cutBefore',
      'slow',
      undefined,
      'cutAfter',
    ];
    line.fault = (method, path) =>
      method === 'POST' && path.includes('/bookings') ? faults[count++ % faults.length] : undefined;
    const input = await fillOrder(seller, agent, { product: 'Resold Few Seats', quantity: 1 });
    const theirInput = await fillOrder(supplier, '', { product: 'Few Seats', quantity: 1 });
    const main = await supplier.signIn('agent@one.example', 'agent-2026');
    const [placed] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => seller.call('createOrder', input, { token: agent, key: newKey() }))),
      Promise.all(
        Array.from({ length: 3 }, () => supplier.call('createOrder', theirInput, { token: main, key: newKey() })),
      ),
    ]);
    const orders = placed.flatMap(({ code, data }) => (code === 200 ? [data.orderNo] : []));
    await Promise.all(orders.map(pay));
    const settled = async () => {
      await wake();
      const states = await Promise.all(orders.map(statusOf));
      return states.every((status) => status === OrderStatus.confirmed || status === OrderStatus.closed)
        ? states
        : undefined;
    };
    const states = await until(settled, Boolean);
    line.fault = () => undefined;
    expect(states, JSON.stringify(await Promise.all(orders.map(supplyOf)))).toBeDefined();
    const confirmed = states?.filter((status) => status === OrderStatus.confirmed).length ?? 0;
    const theirs = await until(
      () => placesOf(supplier, 'Few Seats'),
      ({ sold }) => sold === confirmed,
    );
    // Their own three orders are unpaid: five places in all, each of them held or sold once.
    expect(theirs.held + theirs.sold).toBe(5);
    expect(theirs.sold).toBe(confirmed);
    const { rows } = await sql<{ uuid: string; status: number }>`SELECT b.uuid::text, p.status FROM octo_booking b
      JOIN purchase p USING (owner_id, order_no)`.execute(supplier.database.house);
    for (const [at, orderNo] of orders.entries()) {
      const isConfirmed = states?.[at] === OrderStatus.confirmed;
      // The order is confirmed first, and the booking is noted right after it.
      const supply = await (isConfirmed ? reaches(orderNo, 'confirmed') : supplyOf(orderNo));
      const there = rows.find((row) => row.uuid === supply?.uuid)?.status;
      expect([there === OrderStatus.confirmed, supply?.state === 'confirmed']).toEqual([isConfirmed, isConfirmed]);
    }
    // What was not to be had is paid back.
    const { rows: owed } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM purchase p WHERE owner_id = 1
      AND order_no = ANY(${orders}) AND status = ${OrderStatus.closed} AND NOT EXISTS (SELECT 1 FROM refund r
        WHERE r.owner_id = p.owner_id AND r.order_no = p.order_no)`.execute(seller.database.house);
    const paidBack = await until(
      async () => owed[0]?.n,
      (n) => n === 0,
    );
    expect(paidBack).toBe(0);
  });

  it('each call about an order stands in the log with the order and the booking', async () => {
    const orderNo = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 1 });
    await reaches(orderNo, 'held');
    const uuid = (await supplyOf(orderNo))?.uuid;
    const ask = async () =>
      (await seller.call('consoleChannelMessages', { supplier: supplierId, query: orderNo }, { token: operations }))
        .data.list;
    const list = await until(ask, (found) => found.some((one) => one.kind === 'POST /bookings'));
    expect(list.find((one) => one.kind === 'POST /bookings')).toMatchObject({ orderNo, code: '200', good: true });
    await seller.call('cancelOrder', { orderNo, remark: '' } as never, { token: agent, key: newKey() });
    const after = await until(ask, (found) => found.some((one) => one.kind === 'POST /bookings/{uuid}/cancel'));
    expect(after.find((one) => one.kind === 'POST /bookings/{uuid}/cancel')).toMatchObject({
      orderNo,
      reference: uuid,
    });
  });

  it('what staff settled otherwise while the supplier was asked is not asked for again', async () => {
    const orderNo = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 1 });
    await reaches(orderNo, 'held');
    await sql`UPDATE octo_supply SET due_at = now() + interval '1 hour', problem = 'silent' WHERE order_no = ${orderNo}`.execute(
      seller.database.house,
    );
    const { rows } =
      await sql<ClaimedSupply>`SELECT s.*, s.play_on::text AS play_on, c.name AS supplier_name, l.endpoint, l.key_sealed,
      l.prefixed FROM octo_supply s JOIN octo_link l USING (owner_id, supplier_id) JOIN supplier c USING (owner_id, supplier_id)
      WHERE s.order_no = ${orderNo}`.execute(seller.database.house);
    const row = rows[0] as ClaimedSupply;
    const id = String(row.supply_id);
    expect((await seller.call('consoleSupplyClose', { id }, { token: operations })).code).toBe(200);
    const parts = { owner: seller.database.forOwner(1), owners: seller.database, jobs: {} as never };
    const vault = { open: () => apiKey } as never;
    // The supplier does not answer the turn that was under way.
    const asked = {
      ...row,
      tries: 9,
      state: 'new',
      was_sent: true,
      endpoint: 'http://127.0.0.1:9/octo',
    } as ClaimedSupply;
    await settleSupply({ ...parts, clock: () => new Date(), privately: true, answerSeconds: 1, vault }, asked);
    const after = await sql`SELECT due_at, problem FROM octo_supply WHERE supply_id = ${id}::bigint`.execute(
      seller.database.house,
    );
    expect(after.rows).toEqual([{ due_at: null, problem: '' }]);
  });

  it('a hold whose answer was lost is found again by its uuid, and without that it is held twice (§4 stock)', async () => {
    const orderNo = await placeOrder(seller, agent, { product: 'Resold Silver Tower', quantity: 1 });
    await reaches(orderNo, 'held');
    const owner = seller.database.forOwner(1);
    const { held } = await placesOf(supplier, 'Silver Tower');
    await sql`UPDATE octo_supply SET due_at = now() + interval '1 hour', state = 'new', was_sent = true
      WHERE order_no = ${orderNo}`.execute(seller.database.house);
    const { rows } =
      await sql<ClaimedSupply>`SELECT s.*, s.play_on::text AS play_on, c.name AS supplier_name, l.endpoint, l.key_sealed,
      l.prefixed FROM octo_supply s JOIN octo_link l USING (owner_id, supplier_id) JOIN supplier c USING (owner_id, supplier_id)
      WHERE s.order_no = ${orderNo}`.execute(seller.database.house);
    const row = rows[0] as ClaimedSupply;
    const owners = seller.database;
    const parts = { owner, owners, jobs: {} as never, clock: () => new Date(), privately: true, answerSeconds: 5 };
    // The key is the test's: the vault's secret is the installation's alone.
    const vault = { open: () => apiKey } as never;
    await settleSupply({ ...parts, vault }, row);
    expect((await placesOf(supplier, 'Silver Tower')).held).toBe(held);
    const guards: [string, string][] = [
      ['step.wasSent ? await look(step) : undefined', 'undefined'],
      ['    uuid: step.uuid,', '    uuid: randomUUID(),'],
    ];
    await withoutGuard<{ settleSupply: typeof settleSupply }>('reselling/settle-supply.ts', guards, async (broken) => {
      await broken.settleSupply({ ...parts, vault }, { ...row, state: 'new', was_sent: true });
    });
    expect((await placesOf(supplier, 'Silver Tower')).held).toBe(held + 1);
    // Two who find at once that a hold has ended make one new one.
    const both = async (settle: typeof settleSupply) => {
      await sql`UPDATE octo_supply SET state = 'released', was_sent = false WHERE supply_id = ${row.supply_id}`.execute(
        seller.database.house,
      );
      const { rows: now } = await sql<{ uuid: string }>`SELECT uuid::text AS uuid FROM octo_supply
        WHERE supply_id = ${row.supply_id}`.execute(seller.database.house);
      const before = (await placesOf(supplier, 'Silver Tower')).held;
      const ended = { ...row, uuid: now[0]?.uuid ?? '', state: 'released', was_sent: false } as ClaimedSupply;
      await Promise.all([settle({ ...parts, vault }, ended), settle({ ...parts, vault }, ended)]);
      return (await placesOf(supplier, 'Silver Tower')).held - before;
    };
    expect(await both(settleSupply)).toBe(1);
    const overtaking: [string, string][] = [['throw new Overtaken();', 'void Overtaken;']];
    await withoutGuard<{ settleSupply: typeof settleSupply }>(
      'reselling/settle-supply.ts',
      overtaking,
      async (broken) => expect(await both(broken.settleSupply)).toBe(2),
    );
  });
});
