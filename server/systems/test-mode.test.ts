// The test mode (decision 0385): a test key books, pays, cancels and reads as a live key does, and not one row of the shop changes.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CallRow, calls } from '../../contract/calls.ts';
import { partnerScopes } from '../../domain/systems.ts';
import { openKeys } from '../../tests/build/make-api-key.ts';
import { until as untilSoon } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { urlFor } from '../../tests/build/set-up-database.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { checkOffline } from '../../web/screens/console/redeem/check-offline.ts';
import { addViews } from '../catalog/count-views.ts';
import { sql } from '../platform/db.ts';
import { grantRights } from '../platform/schema/grant-rights.sql.ts';
import { buildTestMode, closeTestMode, deleteOldTests } from '../platform/schema/test-mode.sql.ts';

let test: TestHouse;
let main: string;
let admin: string;
let key: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  await openKeys(test, admin);
  const made = await test.call(
    'apiKeyCreate',
    { name: 'Tests', scopes: [...partnerScopes], test: true },
    { token: main },
  );
  key = made.data.key;
  await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);
});
afterAll(() => test.close());

const headers = () => ({ headers: { authorization: `Bearer ${key}` } });
const asKey = {
  call: ((name, input, as) => test.call(name, input, { ...as, token: undefined, ...headers() })) as TestHouse['call'],
};

/** Jobs of a busy machine take longer than a usual wait. */
async function until<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  let value = await untilSoon(ask, fits);
  for (let times = 0; times < 4 && !fits(value); times += 1) value = await untilSoon(ask, fits);
  return value;
}

/** What calls with any key write, and what the installation's own clockwork does meanwhile. */
const besides = ['api_key', 'api_call', 'captcha', 'feed_rate', 'exchange_rate', 'login_session'];

/** A digest of each table of the shop, with the views that were counted so far. */
async function readTables(): Promise<Record<string, string>> {
  await addViews();
  const { house } = test.database;
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(house);
  const tables: Record<string, string> = {};
  for (const { name } of rows) {
    if (besides.includes(name)) continue;
    const content = await sql<{
      row: string;
    }>`SELECT to_jsonb(t)::text AS row FROM public.${sql.table(name)} t ORDER BY 1`.execute(house);
    tables[name] = createHash('sha256')
      .update(content.rows.map(({ row }) => row).join('\n'))
      .digest('hex');
  }
  return tables;
}

async function payFor(id: string) {
  const info = (await asKey.call('payInfo', { id }, {})).data;
  const seen = info.channels.find(({ channel }) => channel === 'deposit')?.payable;
  return asKey.call('paying', { id, channel: 'deposit', seen } as never, { key: newKey() });
}

/** Waits for a confirmation: cancelled, it is paid back without anybody's decision. */
async function bookBeyondStock() {
  const id = (
    await asKey.call('createOrder', await fillOrder(asKey, '', { product: 'Few Seats', quantity: 9 }), {
      key: newKey(),
    })
  ).data.orderNo;
  const paid = async () => (await asKey.call('bill', {}, {})).data.total;
  const before = await paid();
  expect((await payFor(id)).code).toBe(200);
  expect((await asKey.call('cancelOrder', { orderNo: id }, {})).code).toBe(200);
  expect(await until(paid, (total) => total === before + 2)).toBe(before + 2);
}

async function letHold() {
  const { partners: _, ...levels } = (await test.call('consoleLevels', {}, { token: admin })).data;
  const all = (value: number) => levels.names.map(() => value);
  await test.call('consoleLevelsSave', { ...levels, quotePlaces: all(4), quoteHours: all(4) }, { token: admin });
}

const statusOf = async (id: string) => (await asKey.call('orderDetail', { id }, {})).data.status;

/** By the test key, as a system that speaks OCTO. */
async function askOcto(path: string, body?: object, env = 'test') {
  const answer = await test.fetch(`/octo${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'octo-capabilities': 'octo/questions',
      'octo-env': env,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, env: answer.headers.get('octo-env'), body: JSON.parse(await answer.text()) };
}

async function holdByOcto() {
  const products = await askOcto('/products');
  expect([products.status, products.env]).toEqual([200, 'test']);
  const tower = products.body.find((one: { internalName: string }) => one.internalName === 'Silver Tower');
  const [option] = tower.options;
  const unitItems = [{ unitId: option.units[0].id }];
  return askOcto('/bookings', { productId: tower.id, optionId: option.id, availabilityId: playOn, unitItems });
}

const octoContact = { fullName: 'Mei Tan', emailAddress: 'mei@example.com', phoneNumber: '+60 12-345 678' };

describe('a test key', () => {
  it('books, pays, reads, cancels and gets its money back, with the answers of a live key, and the shop keeps every row (§7)', async () => {
    expect(key).toMatch(/^kb_test_/);
    await placeOrder(test, main);
    await sql`UPDATE package SET oversell = true`.execute(test.database.house);
    await until(
      async () =>
        (
          await sql<{
            n: number;
          }>`SELECT count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'active', 'retry')`.execute(
            test.database.house,
          )
        ).rows[0]?.n,
      (n) => n === 0,
    );
    const before = await readTables();
    const input = await fillOrder(asKey, '');
    const placing = newKey();
    const placed = await asKey.call('createOrder', { ...input, ownSystem: true }, { key: placing });
    expect(placed.code).toBe(200);
    expect(placed.headers.get('kembara-mode')).toBe('test');
    expect((await asKey.call('createOrder', { ...input, ownSystem: true }, { key: placing })).data).toEqual(
      placed.data,
    );
    const id = placed.data.orderNo;
    expect(id).toMatch(/^T\d{6}/);
    expect((await payFor(id)).code).toBe(200);
    const order = (await asKey.call('orderDetail', { id }, {})).data;
    expect((await asKey.call('orderList', {}, {})).data.list.map(({ orderNo }) => orderNo)).toEqual([id]);
    expect((await test.fetch(`/api/order/download/voucher?subOrderNo=${id}-1`, headers())).status).toBe(200);
    expect((await asKey.call('bill', {}, {})).data.total).toBe(1);
    const subOrderNo = order.lines[0]?.subOrderNo ?? '';
    expect((await asKey.call('calculateRefund', { subOrderNo, refundNum: 1 }, {})).code).toBe(200);
    expect(
      (await asKey.call('remark', { orderNo: id, content: 'A window seat, please' } as never, {})).http,
    ).toBeLessThan(500);
    expect((await asKey.call('cancelOrder', { orderNo: id }, {})).code).toBe(200);
    const unpaid = (await asKey.call('createOrder', input, { key: newKey() })).data.orderNo;
    expect((await asKey.call('cancelOrder', { orderNo: unpaid }, {})).code).toBe(200);
    await bookBeyondStock();
    expect(await readTables()).toEqual(before);
  });

  it('writes nothing into the shop by any call that takes a key (§6 roles)', async () => {
    const before = await readTables();
    const { orderNo: id } = (await asKey.call('createOrder', await fillOrder(asKey, ''), { key: newKey() })).data;
    const product = (await asKey.call('searchProducts', {}, {})).data.list[0]?.id;
    const rows = Object.entries(calls) as [keyof typeof calls, CallRow][];
    for (const [name, row] of rows) {
      if (!partnerScopes.some((scope) => scope === row.keyed)) continue;
      const isOrders = row.path.startsWith('/api/order');
      const answer = await asKey.call(name, { id: isOrders ? id : product, orderNo: id } as never, { key: newKey() });
      expect(answer.http, name).toBeLessThan(500);
    }
    expect(await readTables()).toEqual(before);
    expect(await statusOf(id)).toBeDefined();
  });

  it('books by OCTO without a row of the shop, and receives no event of a real booking (§3 order source)', async () => {
    const before = await readTables();
    const booking = await holdByOcto();
    expect([booking.status, booking.body.status, booking.body.testMode]).toEqual([200, 'ON_HOLD', true]);
    const { uuid } = booking.body;
    expect((await askOcto(`/bookings/${uuid}/confirm`, { contact: octoContact })).body.status).toBe('CONFIRMED');
    expect((await askOcto(`/bookings/${uuid}/cancel`, {})).body.status).toBe('CANCELLED');
    expect((await askOcto('/supplier', undefined, 'live')).status).toBe(400);
    const hook = await askOcto('/notifications/subscriptions', { url: 'https://203.0.113.7/hook' });
    expect([hook.status, hook.body.errorMessage]).toEqual([
      400,
      'Test keys get no web hooks. Subscribe with a live key.',
    ]);
    expect(await readTables()).toEqual(before);
  });

  it('holds places for a quotation without taking one', async () => {
    await letHold();
    const before = await readTables();
    const found = (await asKey.call('productDetail', { id: (await findProduct(asKey, 'Silver Tower')).id }, {})).data;
    const pack = found.packages[0];
    const line = {
      productId: found.id,
      packageId: pack?.id ?? '',
      skuId: pack?.skus[0]?.id ?? '',
      playOn,
      quantity: 2,
    };
    const draft = { language: 'en', currency: 'MYR', title: 'A test', validUntil: playOn, lines: [line] } as const;
    const saved = await asKey.call('quotationSave', draft as never, {});
    expect(saved.code).toBe(200);
    const { id, revision } = saved.data;
    expect((await asKey.call('quotation', { id }, {})).data.lines).toHaveLength(1);
    expect((await asKey.call('quotationHold', { id, revision }, {})).code).toBe(200);
    expect(await readTables()).toEqual(before);
  });
});

describe('orders of the test mode', () => {
  it('are shown to the partner in a separate list and to no one else (§4)', async () => {
    const list = (await test.call('testOrders', {}, { token: main })).data;
    expect(list.list.length).toBeGreaterThan(1);
    expect(list.list.every(({ orderNo }) => orderNo.startsWith('T'))).toBe(true);
    const [first] = list.list;
    expect((await test.call('orderDetail', { id: first?.orderNo ?? '' }, { token: main })).http).toBe(421);
    const consoleSees = (await test.call('consoleOrders', { query: first?.orderNo ?? '' }, { token: admin })).data;
    expect(consoleSees.total).toBe(0);
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await test.call('testOrders', {}, { token: member })).http).toBe(421);
  });

  it('are refused with 503 while the schema changes, and nothing reaches the shop (§8)', async () => {
    const input = await fillOrder(test, main);
    const before = await readTables();
    const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
    const pool = new pg.Client({ connectionString: urlFor(inject('serverUrl'), rows[0]?.name ?? '') });
    await pool.connect();
    try {
      await closeTestMode(pool);
      const answers = [await asKey.call('createOrder', input, { key: newKey() }), await asKey.call('bill', {}, {})];
      expect(answers.map(({ http }) => http)).toEqual([503, 503]);
      await pool.query('DROP SCHEMA test_mode CASCADE');
      expect((await asKey.call('createOrder', input, { key: newKey() })).http).toBe(503);
      expect(await readTables()).toEqual(before);
      await pool.query('BEGIN');
      await buildTestMode(pool);
      await grantRights(pool, 'kembara_runtime');
      await pool.query('COMMIT');
    } finally {
      await pool.end();
    }
    expect((await asKey.call('bill', {}, {})).http).toBe(200);
  });

  it('end after seven days, their money too', async () => {
    const schema = sql.table('test_mode.purchase');
    await sql`UPDATE ${schema} SET kept_since = now() - interval '8 days'`.execute(test.database.house);
    await deleteOldTests(test.database.house);
    expect((await test.call('testOrders', {}, { token: main })).data.total).toBe(0);
  });
});

describe('the QR code of a test ticket', () => {
  it('is refused at the gate of the shop, with a network and without one (§3 vouchers)', async () => {
    const gate = await test.signIn('operations@one.example', 'operations-2026');
    // Without a network a scanner has the shop's public keys alone.
    const { keys } = (await test.call('voucherKey', {})).data;
    const scan = (name: 'consoleVoucher' | 'consoleVoucherRedeem', text: string) =>
      test.call(name, { text }, { token: gate });
    const before = await readTables();
    const { uuid } = (await holdByOcto()).body;
    const { body } = await askOcto(`/bookings/${uuid}/confirm`, { contact: octoContact });
    const code: string = body.unitItems[0].ticket.deliveryOptions[0].deliveryValue;
    expect(code).toContain('/voucher/');
    expect(await readTables()).toEqual(before);
    expect(await checkOffline(code, keys)).toBeUndefined();
    for (const text of [code, `${body.supplierReference}-1`])
      for (const name of ['consoleVoucher', 'consoleVoucherRedeem'] as const)
        expect((await scan(name, text)).code, `${name} ${text}`).toBe(200_307);
    // The gate counts what it is asked; nothing else changed.
    const { attempt: _before, ...shop } = before;
    const { attempt: _after, ...same } = await readTables();
    expect(same).toEqual(shop);
    expect((await askOcto(`/bookings/${uuid}`)).body).toMatchObject({ status: 'CONFIRMED', utcRedeemedAt: null });
    // A ticket of the shop is let in. Its mails follow, so no table is compared after it.
    const real = await placeOrder(test, main);
    await test.call('paying', { id: real, channel: 'deposit' }, { token: main, key: newKey() });
    const { lines } = (await test.call('orderDetail', { id: real }, { token: main })).data;
    const asked = { a: real, b: lines[0]?.productId ?? '' };
    const address = (await test.call('vouchers', asked, { token: main })).data.list[0]?.address ?? '';
    expect(await checkOffline(address, keys)).toMatchObject({ subOrderNo: `${real}-1` });
    expect((await scan('consoleVoucherRedeem', address)).code).toBe(200);
  });
});

describe('tables of the test mode', () => {
  it('are all that name an order, a payment or a quotation, so that none is left in the shop', async () => {
    const { rows } = await sql<{ name: string }>`SELECT DISTINCT table_name AS name FROM information_schema.columns c
      WHERE table_schema = 'public' AND column_name IN ('order_no', 'sub_order_no', 'payment_no', 'refund_no', 'quotation_id', 'ledger_id', 'journal_id')
        AND NOT EXISTS (SELECT 1 FROM pg_tables t WHERE t.schemaname = 'test_mode' AND t.tablename = c.table_name) ORDER BY 1`.execute(
      test.database.house,
    );
    // What the installation's gateways settled, and what was topped up: no key reaches them.
    expect(rows.map(({ name }) => name)).toEqual([]);
  });
});
