// Suppliers by OCTO that are odd, forgetful, dear or strict (§3 order source, §4 stock): no guest is booked at a time that nobody chose, no
// booking is bought twice, and nothing is sold that the supplier would refuse.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../domain/order-status.ts';
import { until as untilSoon } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import {
  connectOcto,
  type OctoFake,
  octoError,
  octoPlace,
  octoPrice,
  octoProduct,
  serveOcto,
  takeOcto,
} from '../../tests/build/serve-octo.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let fake: OctoFake;
const listed = [octoProduct('River Walk'), octoProduct('Hill Walk')];
let usual: Pick<OctoFake, 'placesOf' | 'booking' | 'instead'>;
let [admin, operations, agent, supplierId] = ['', '', '', ''];

async function until<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  let value = await untilSoon(ask, fits);
  for (let times = 0; times < 4 && !fits(value); times += 1) value = await untilSoon(ask, fits);
  return value;
}

beforeAll(async () => {
  [fake, test] = await Promise.all([
    serveOcto(),
    openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_ANSWER_SECONDS: '1' } }),
  ]);
  usual = { placesOf: fake.placesOf, booking: fake.booking, instead: fake.instead };
  admin = await test.signIn('admin@one.example', 'admin-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  fake.products = listed;
  supplierId = await connectOcto(test, fake, admin);
  await takeOcto(test, supplierId, 'River Walk', admin);
  await takeOcto(test, supplierId, 'Hill Walk', admin);
});
afterAll(async () => {
  fake.close();
  await test.close();
});
afterEach(async () => {
  const isListed = fake.products === listed;
  Object.assign(fake, usual);
  fake.products = listed;
  await house(sql`UPDATE octo_supply SET due_at = NULL`);
  await house(sql`UPDATE octo_link SET problem = ''`);
  if (!isListed) await readAll();
});

const house = <Row>(text: ReturnType<typeof sql<Row>>) => text.execute(test.database.house);

/** What is left of each time of the day, of one product. */
async function freeOf(name: string, on = playOn): Promise<Record<string, number>> {
  const { rows } = await house(sql<{ session: string; free: number }>`SELECT d.session,
      d.capacity - d.held - d.sold AS free FROM departure d JOIN package k USING (owner_id, package_id)
      JOIN product p USING (owner_id, product_id)
    WHERE d.owner_id = 1 AND p.names ->> 'en' = ${name} AND d.play_on = ${on}::date ORDER BY 1`);
  return Object.fromEntries(rows.map((row) => [row.session, row.free]));
}

/** All places are read now, as by the clock, and so are the products before. */
async function readAll(): Promise<void> {
  await house(sql`UPDATE octo_link SET products_due_at = now()`);
  await until(
    async () => (await house(sql`SELECT 1 FROM octo_link WHERE products_due_at < now() + interval '3 minutes'`)).rows,
    (rows) => rows.length === 0,
  );
  await readPlaces();
}
async function readPlaces(): Promise<void> {
  await house(sql`UPDATE octo_offer SET due_at = now()`);
  await until(
    async () => (await house(sql`SELECT 1 FROM octo_offer WHERE due_at < now() + interval '3 minutes'`)).rows,
    (rows) => rows.length === 0,
  );
}

type Supply = { supply_id: number; state: string; problem: string; uuid: string; answer: string; tries: number };
async function supplyOf(orderNo: string): Promise<Supply | undefined> {
  const { rows } = await house(sql<Supply>`SELECT supply_id, state, problem, uuid::text, answer, tries FROM octo_supply
    WHERE owner_id = 1 AND order_no = ${orderNo}`);
  return rows[0];
}
const reaches = (orderNo: string, state: string) =>
  until(
    () => supplyOf(orderNo),
    (found) => found?.state === state,
  );
async function statusOf(orderNo: string): Promise<number> {
  const { rows } = await house(
    sql<{ status: number }>`SELECT status FROM purchase WHERE owner_id = 1 AND order_no = ${orderNo}`,
  );
  return rows[0]?.status ?? 0;
}
const becomes = (orderNo: string, status: number) =>
  until(
    () => statusOf(orderNo),
    (found) => found === status,
  );
const refundsOf = async (orderNo: string) =>
  (await house(sql`SELECT 1 FROM refund WHERE owner_id = 1 AND order_no = ${orderNo}`)).rows.length;

async function pay(orderNo: string): Promise<void> {
  const info = await test.call('payInfo', { id: orderNo }, { token: agent });
  const seen = info.data.channels.find(({ channel }) => channel === 'deposit')?.payable;
  const input = { id: orderNo, channel: 'deposit', seen } as never;
  expect((await test.call('paying', input, { token: agent, key: newKey() })).code).toBe(200);
}
const wake = () => house(sql`UPDATE octo_supply SET due_at = now() WHERE due_at IS NOT NULL`);

async function held(session = '09:00', product = 'River Walk'): Promise<string> {
  const orderNo = await placeOrder(test, agent, { product, session });
  await reaches(orderNo, 'held');
  return orderNo;
}
const showLink = async () => (await test.call('consoleOcto', { id: supplierId }, { token: admin })).data;
const offerOf = async (name: string) =>
  (await showLink()).products.find((one) => one.id === name)?.options[0]?.sold ?? undefined;

describe('a product that is long, odd or left out', () => {
  it('is read with its long texts cut and its odd parts left out (§1 inner API)', async () => {
    const unit = { id: 'adult', type: 'ADULT', pricingFrom: [octoPrice(100), { currency: 'MYR' }] };
    const baby = { id: 'baby', type: 'INFANT', restrictions: { minAge: 0.5, maxAge: 1.9 } };
    const units = [unit, baby, { type: 'CHILD' }, ...Array.from({ length: 40 }, (_, n) => ({ id: `u${n}` }))];
    const texts = { description: 'x'.repeat(4001), shortDescription: 'y'.repeat(30_000) };
    const options = [{ id: 'DEFAULT', title: 'Walk', units, cancellationCutoffAmount: 'soon' }, { title: 'no id' }];
    fake.products = [...fake.products, octoProduct('Long Walk', { ...texts, options })];
    await readAll();
    const found = (await showLink()).products.find((one) => one.id === 'Long Walk');
    expect(found?.options.map((one) => [one.id, one.units.length])).toEqual([['DEFAULT', 42]]);
    const taken = await test.call(
      'consoleOctoTake',
      { id: supplierId, productRef: 'Long Walk', type: 3, city: 'testville' },
      { token: admin },
    );
    expect([taken.code, taken.msg]).toEqual([200, '']);
    const { document } = (await test.call('consoleProduct', { id: taken.data.productId }, { token: admin })).data;
    expect(document.packages[0]?.skus.length).toBe(30);
    expect(document.descriptions.en?.length).toBe(4001);
    await test.call(
      'consoleOctoUntie',
      { id: supplierId, packageId: String(document.packages[0]?.id) },
      { token: admin },
    );
  });

  it('keeps its times when the supplier’s list leaves it out, and staff read so (§4 stock)', async () => {
    expect(await freeOf('River Walk')).toEqual({ '09:00': 9, '14:00': 9 });
    fake.products = [octoProduct('Hill Walk'), { id: 'River Walk', availabilityType: 'SOMETIMES' }];
    await readAll();
    expect(await freeOf('River Walk')).toEqual({ '09:00': 9, '14:00': 9 });
    expect(await offerOf('River Walk')).toMatchObject({ problem: 'unlisted' });
    expect(await offerOf('Hill Walk')).toMatchObject({ problem: '' });
    fake.products = [octoProduct('River Walk'), octoProduct('Hill Walk')];
    await readAll();
    expect(await offerOf('River Walk')).toMatchObject({ problem: '' });
  });

  it('has no places written where it was never known whether it has times (§4 stock)', async () => {
    await house(sql`UPDATE octo_link SET products = jsonb_path_query_array(products, '$[*] ? (@.id != "River Walk")')`);
    fake.placesOf = (on) => [octoPlace(on, '09:00', { vacancies: 4 }), octoPlace(on, '14:00', { vacancies: 4 })];
    await house(sql`UPDATE octo_offer SET due_at = now()`);
    await until(
      () => freeOf('Hill Walk'),
      (free) => free['09:00'] === 4,
    );
    await until(async () => (await house(sql`SELECT 1 FROM octo_offer WHERE problem <> ''`)).rows.length, Boolean);
    expect(await freeOf('River Walk')).toEqual({ '09:00': 9, '14:00': 9 });
    await readAll();
  });

  it('is not booked at a time that nobody chose (§4 stock)', async () => {
    // The supplier makes a product with times of what had none, between two looks.
    fake.products = [octoProduct('River Walk', { availabilityType: 'OPENING_HOURS' }), octoProduct('Hill Walk')];
    fake.placesOf = (on, product) => [octoPlace(on, product === 'River Walk' ? '' : '09:00')];
    await readAll();
    expect(await freeOf('River Walk')).toEqual({ '': 9, '09:00': 0, '14:00': 0 });
    await house(sql`UPDATE octo_offer SET due_at = now() + interval '1 day'`);
    fake.placesOf = (on) => [octoPlace(on, '09:00'), octoPlace(on, '14:00')];
    const orderNo = await placeOrder(test, agent, { product: 'River Walk' });
    const supply = await until(
      () => supplyOf(orderNo),
      (found) => found?.state === 'refused' || found?.state === 'held',
    );
    expect(supply).toMatchObject({ state: 'refused' });
    expect([...fake.bookings.values()]).toEqual([]);
    // Nor is a day sold then whose parts cannot be told apart.
    await readPlaces();
    expect(await freeOf('River Walk')).toMatchObject({ '': 0 });
    fake.placesOf = (on) => [octoPlace(on, '10:00', { allDay: false })];
    await readPlaces();
    expect(await freeOf('River Walk')).toMatchObject({ '': 9 });
    await reaches(await placeOrder(test, agent, { product: 'River Walk' }), 'held');
  });
});

describe('a hold that is gone when the order is paid', () => {
  const confirms = (call: { path: string }) => call.path.endsWith('/confirm');
  const bookingsOf = (status: string) => [...fake.bookings.values()].filter((one) => one.status === status).length;

  it('is looked for before another is taken: the supplier may have confirmed it (§4 order life)', async () => {
    fake.bookings.clear();
    const orderNo = await held();
    const uuid = (await supplyOf(orderNo))?.uuid ?? '';
    let turns = 0;
    fake.instead = (call) => {
      if (!confirms(call)) return undefined;
      turns += 1;
      if (turns > 1) return octoError('INVALID_BOOKING_UUID');
      // It confirms, and its answer is lost.
      fake.bookings.set(uuid, { ...fake.bookings.get(uuid), status: 'CONFIRMED' });
      return 'cut';
    };
    await pay(orderNo);
    expect(await becomes(orderNo, OrderStatus.confirmed)).toBe(OrderStatus.confirmed);
    expect((await reaches(orderNo, 'confirmed'))?.uuid).toBe(uuid);
    expect([bookingsOf('CONFIRMED'), fake.bookings.size]).toEqual([1, 1]);
  });

  it('is looked for also where the first answer says so (§4 order life)', async () => {
    fake.bookings.clear();
    const orderNo = await held();
    const uuid = (await supplyOf(orderNo))?.uuid ?? '';
    fake.instead = (call) => {
      if (!confirms(call)) return undefined;
      fake.bookings.set(uuid, { ...fake.bookings.get(uuid), status: 'CONFIRMED' });
      return octoError('INVALID_BOOKING_UUID');
    };
    await pay(orderNo);
    expect((await reaches(orderNo, 'confirmed'))?.uuid).toBe(uuid);
    expect(fake.bookings.size).toBe(1);
  });

  async function losesHold(net: number): Promise<string> {
    const orderNo = await held();
    fake.bookings.clear();
    fake.booking = () => ({ pricing: octoPrice(net) });
    await pay(orderNo);
    return orderNo;
  }

  it('is held and confirmed anew for the same price (§4 order life)', async () => {
    const orderNo = await losesHold(100);
    expect(await becomes(orderNo, OrderStatus.confirmed)).toBe(OrderStatus.confirmed);
    expect(bookingsOf('CONFIRMED')).toBe(1);
  });

  it('is not bought dearer: the new hold goes back, and the money too (§4 refunds)', async () => {
    const orderNo = await losesHold(101);
    expect(await becomes(orderNo, OrderStatus.closed)).toBe(OrderStatus.closed);
    expect(await reaches(orderNo, 'refused')).toMatchObject({ state: 'refused', answer: 'PRICE_CHANGED' });
    expect(await until(() => refundsOf(orderNo), Boolean)).toBe(1);
    expect([bookingsOf('CONFIRMED'), bookingsOf('CANCELLED'), fake.bookings.size]).toEqual([0, 1, 1]);
  });

  it('is not bought dearer where its answer was lost, or the supplier cancelled it (§4 refunds)', async () => {
    const orderNo = await held();
    const uuid = (await supplyOf(orderNo))?.uuid ?? '';
    fake.bookings.set(uuid, { ...fake.bookings.get(uuid), status: 'EXPIRED' });
    fake.booking = () => ({ pricing: octoPrice(101) });
    let [isFirst, wasCut] = [true, false];
    fake.instead = (call) => {
      if (confirms(call) && isFirst) {
        isFirst = false;
        return octoError('INVALID_BOOKING_UUID');
      }
      if (call.method !== 'POST' || call.path !== '/bookings' || wasCut) return undefined;
      wasCut = true;
      const { uuid: next, unitItems } = call.body;
      fake.bookings.set(String(next), { uuid: next, unitItems, status: 'ON_HOLD', ...fake.booking() });
      return 'cut';
    };
    await pay(orderNo);
    expect(await becomes(orderNo, OrderStatus.closed)).toBe(OrderStatus.closed);
    expect(bookingsOf('CONFIRMED')).toBe(wasCut ? 0 : -1);
  });
});

describe('a supplier of several currencies', () => {
  const both = (net: number) => [octoPrice(net * 100, 'JPY'), octoPrice(net)];
  const walk = (more: object = {}) =>
    octoProduct('River Walk', {
      availableCurrencies: ['JPY', 'MYR'],
      options: [{ id: 'DEFAULT', title: 'Walk', units: [{ id: 'adult', type: 'ADULT', pricingFrom: both(70) }] }],
      ...more,
    });

  it('is read, asked and booked in the currency of the product (§3 prices)', async () => {
    const coast = { ...walk(), id: 'Coast Walk', title: 'Coast Walk' };
    fake.products = [walk(), octoProduct('Hill Walk'), coast];
    await readAll();
    const unit = (await showLink()).products.find((one) => one.id === 'Coast Walk')?.options[0]?.units[0];
    expect(unit?.price).toEqual({ amountMinor: 200, currency: 'MYR' });
    const taken = await test.call(
      'consoleOctoTake',
      { id: supplierId, productRef: 'Coast Walk', type: 3, city: 'testville' },
      { token: admin },
    );
    const { document } = (await test.call('consoleProduct', { id: taken.data.productId }, { token: admin })).data;
    expect(document.packages[0]?.skus[0]).toMatchObject({ priceMinor: 200, costMinor: 70 });
    await test.call(
      'consoleOctoUntie',
      { id: supplierId, packageId: String(document.packages[0]?.id) },
      { token: admin },
    );
    const days = fake.heard.filter((call) => call.path === '/availability');
    const last = (product: string) => days.findLast(({ body }) => body.productId === product)?.body.currency;
    expect([last('River Walk'), last('Hill Walk')]).toEqual(['MYR', undefined]);
    fake.heard.length = 0;
    await held();
    const asked = fake.heard.filter((call) => call.method === 'POST').map(({ path, body }) => [path, body.currency]);
    expect(asked).toEqual([
      ['/availability', 'MYR'],
      ['/bookings', 'MYR'],
    ]);
    fake.heard.length = 0;
    await held('09:00', 'Hill Walk');
    expect(fake.heard.filter(({ body }) => 'currency' in body)).toEqual([]);
  });

  it('whose booking is in another one is not compared with what was paid (§3 prices)', async () => {
    fake.booking = () => ({ pricing: octoPrice(7000, 'JPY') });
    const orderNo = await held();
    const { list } = (await test.call('consoleSupplies', { query: orderNo }, { token: operations })).data;
    expect(list[0]).toMatchObject({ problem: '', net: null });
  });
});

describe('a supplier that refuses', () => {
  beforeEach(() => readPlaces());

  it('closes days only with what says that they are not sold any more (§4 stock)', async () => {
    const answerDays = (error: string) => {
      fake.instead = ({ path, body }) =>
        path === '/availability' && body.productId === 'River Walk' ? octoError(error) : undefined;
    };
    answerDays('BAD_REQUEST');
    await readPlaces();
    expect(await freeOf('River Walk')).toMatchObject({ '09:00': 9, '14:00': 9 });
    expect(await offerOf('River Walk')).toMatchObject({ problem: 'odd' });
    answerDays('INVALID_OPTION_ID');
    await readPlaces();
    expect(await freeOf('River Walk')).toMatchObject({ '09:00': 0, '14:00': 0 });
    expect(await offerOf('River Walk')).toMatchObject({ problem: 'gone' });
  });

  it.each([
    ['UNPROCESSABLE_ENTITY', false],
    ['INVALID_UNIT_ID', true],
  ])('an order (%s) is asked for its places again, and for its product where that is unknown', async (error, all) => {
    await house(
      sql`UPDATE octo_link SET products_due_at = now() + interval '1 day', read_at = now() - interval '1 hour'`,
    );
    await house(sql`UPDATE octo_offer SET due_at = now() + interval '1 day', asked_at = now() - interval '1 hour'`);
    fake.instead = ({ method, path }) => (method === 'POST' && path === '/bookings' ? octoError(error) : undefined);
    fake.placesOf = (on) => [octoPlace(on, '09:00', { vacancies: 3 }), octoPlace(on, '14:00')];
    fake.heard.length = 0;
    const orderNo = await placeOrder(test, agent, { product: 'River Walk', session: '09:00' });
    await reaches(orderNo, 'refused');
    // Its places were held here as well.
    expect(
      await until(
        () => freeOf('River Walk'),
        (free) => free['09:00'] === 3,
      ),
    ).toMatchObject({ '09:00': 3 });
    const hasRead = async () => fake.heard.some(({ path }) => path === '/products');
    expect(all ? await until(hasRead, Boolean) : await hasRead()).toBe(all);
  });
});

describe('a supplier that refuses the key', () => {
  const troubleOf = async () => {
    const { list } = (await test.call('consoleQueues', {}, { token: operations })).data;
    return list.find(({ key }) => String(key) === 'supplierTrouble')?.count;
  };

  beforeEach(() => readPlaces());

  it('has nothing on sale after the second time, staff see it, and a good answer opens it again (§4 stock)', async () => {
    expect(await troubleOf()).toBe(0);
    fake.instead = () => ({ status: 401, body: { error: 'UNAUTHORIZED', errorMessage: 'no' } });
    await readPlaces();
    expect(await freeOf('River Walk')).toMatchObject({ '09:00': 9, '14:00': 9 });
    expect((await showLink()).link).toMatchObject({ problem: 'key' });
    expect(await troubleOf()).toBe(1);
    const { list } = (await test.call('consoleSuppliers', { state: 'trouble' }, { token: operations })).data;
    expect(list.map((one) => [one.id, one.trouble])).toEqual([[supplierId, 'key']]);
    // Questions that were under way together are refused once.
    await readPlaces();
    expect(await freeOf('River Walk')).toMatchObject({ '09:00': 9 });
    await house(sql`UPDATE octo_link SET refused_at = now() - interval '1 minute'`);
    await house(sql`UPDATE octo_offer SET due_at = now() WHERE product_ref = 'Hill Walk'`);
    const closed = await until(
      () => freeOf('River Walk'),
      (free) => free['09:00'] === 0,
    );
    expect(closed).toMatchObject({ '09:00': 0, '14:00': 0 });
    expect(await freeOf('Hill Walk')).toMatchObject({ '09:00': 0, '14:00': 0 });
    fake.instead = () => undefined;
    await house(sql`UPDATE octo_offer SET due_at = now() WHERE product_ref = 'Hill Walk'`);
    const open = await until(
      () => freeOf('River Walk'),
      (free) => free['09:00'] === 9,
    );
    expect(open).toMatchObject({ '09:00': 9, '14:00': 9 });
    expect(await troubleOf()).toBe(0);
  });
});

describe('a supplier that wants to be asked less often', () => {
  it.each([
    ['its header', () => ({ status: 429, body: {}, headers: { 'retry-after': '120' } }), 120],
    ['its body', () => ({ status: 400, body: { error: 'TOO_MANY_REQUESTS', errorMessage: '-', retryAfter: 90 } }), 90],
    ['a day', () => ({ status: 503, body: {}, headers: { 'retry-after': '86400' } }), 3600],
  ])(
    'is left alone as long as %s says, an hour at most, and that is no failed try (§1 inner API)',
    async (_, busy, wait) => {
      fake.instead = () => busy();
      fake.heard.length = 0;
      const orderNo = await placeOrder(test, agent, { product: 'River Walk', session: '09:00' });
      await until(async () => fake.heard.length, Boolean);
      await untilSoon(
        async () => (await supplyOf(orderNo))?.tries,
        (tries) => tries === 0,
      );
      expect(await supplyOf(orderNo)).toMatchObject({ tries: 0, problem: '', state: 'new' });
      const count = fake.heard.length;
      // Whatever becomes due meanwhile waits as well.
      await wake();
      await house(sql`UPDATE octo_offer SET due_at = now()`);
      await new Promise((resolve) => setTimeout(resolve, 3500));
      expect(fake.heard.length).toBe(count);
      const { rows } = await house(
        sql<{ left: number }>`SELECT extract(epoch FROM quiet_until - now())::int AS left FROM octo_link`,
      );
      expect(rows[0]?.left).toBeLessThanOrEqual(wait);
      expect(rows[0]?.left).toBeGreaterThan(wait - 60);
      fake.instead = () => undefined;
      await house(sql`UPDATE octo_link SET quiet_until = now()`);
      await reaches(orderNo, 'held');
    },
  );
});

describe('a booking with odd parts', () => {
  beforeAll(() => readPlaces());

  it('is booked though its price cannot be read (§4 order life)', async () => {
    fake.booking = () => ({ pricing: { retail: 2.5, currency: 'MYR' } });
    const orderNo = await held();
    await pay(orderNo);
    expect(await becomes(orderNo, OrderStatus.confirmed)).toBe(OrderStatus.confirmed);
  });

  it('of a test environment stands with staff (§1 inner API)', async () => {
    fake.booking = () => ({ testMode: true, pricing: octoPrice(100) });
    const orderNo = await held();
    await pay(orderNo);
    await reaches(orderNo, 'confirmed');
    const { list } = (await test.call('consoleSupplies', { problem: '1' }, { token: operations })).data;
    expect(list.find((one) => one.orderNo === orderNo)).toMatchObject({ problem: 'testMode' });
  });

  it('whose code we cannot show shows none of ours, and one that we can is not taken away (§3 vouchers)', async () => {
    const ticket = (deliveryFormat: string) => ({
      ...{ redemptionMethod: 'DIGITAL', utcRedeemedAt: null },
      deliveryOptions: [{ deliveryFormat, deliveryValue: 'their-code' }],
    });
    const bought = async (format: string) => {
      fake.booking = () => ({ voucher: ticket(format), pricing: octoPrice(100) });
      const orderNo = await held();
      await pay(orderNo);
      await becomes(orderNo, OrderStatus.confirmed);
      return orderNo;
    };
    const passOf = async (orderNo: string) => (await test.call('pass', { orderNo }, { token: agent })).data.stops[0];
    const aztec = await passOf(await bought('AZTECCODE'));
    expect(aztec).toMatchObject({ shown: null, theirs: [], lines: [{ code: '' }] });
    const file = `/api/order/download/voucher?subOrderNo=${aztec?.lines[0]?.subOrderNo}`;
    const paper = await test.fetch(file, { headers: { token: agent } });
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const orderNo = await bought('QRCODE');
    expect((await passOf(orderNo))?.theirs.map(({ value }) => value)).toEqual(['their-code']);
    const { uuid = '' } = (await supplyOf(orderNo)) ?? {};
    fake.bookings.set(uuid, { ...fake.bookings.get(uuid), voucher: ticket('AZTECCODE') });
    fake.heard.length = 0;
    await wake();
    await until(async () => fake.heard.length, Boolean);
    expect((await passOf(orderNo))?.theirs.map(({ value }) => value)).toEqual(['their-code']);
  });

  it('is asked for by a notice with an empty id beside the other (§1 inner API)', async () => {
    const secret = 'the secret of this test';
    await house(sql`UPDATE octo_link SET notice_hash = sha256(${secret}::bytea)`);
    const { uuid } = (await supplyOf(await held())) ?? {};
    const reply = await test.fetch(`/api/octo/notices/${supplierId}`, {
      method: 'POST',
      headers: { 'octo-notice-secret': secret, 'content-type': 'application/json' },
      body: JSON.stringify({ notificationType: 'BOOKING_UPDATE', data: { uuid: null, bookingUuid: uuid } }),
    });
    expect(reply.status).toBe(204);
  });
});
