// A shop sells transfers that Mozio carries out (§3 order source, decision 0685), against a stand-in that is slow, silent and forgetful: each
// paid order has one car at most, within its limit, and what cannot be settled stands with staff.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../domain/order-status.ts';
import { translate } from '../../../locales/translate.ts';
import { type MozioReservation, serveMozio } from '../../../sandbox/mozio/serve-mozio.ts';
import { controlFake, controlToken } from '../../../tests/build/gateways/control-fake.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { auditHouse } from '../../upkeep/audit-house.ts';
import { type ClaimedSupply, wakeSupply } from '../supplies.sql.ts';
import { settleRide } from './settle-ride.ts';

const apiKey = 'key-of-the-shop-at-mozio';
let test: TestHouse;
let fake: Awaited<ReturnType<typeof serveMozio>>;
let [admin, operations, agent] = ['', '', ''];
let supplierId = '';
let packageId = '';
let skus: string[] = [];

const control = <Answer = unknown>(path: string, body?: object) => controlFake<Answer>(fake.url, path, body);
const settings = (wish: object) => control('settings', wish);
const reservations = async () => (await control<{ reservations: MozioReservation[] }>('reservations')).reservations;
const asked = async () => (await control<{ asked: Record<string, unknown>[] }>('searches')).asked;

beforeAll(async () => {
  [fake, test] = await Promise.all([
    serveMozio({ port: 0, apiKey, controlToken }),
    openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_ANSWER_SECONDS: '1' } }),
  ]);
  admin = await test.signIn('admin@one.example', 'admin-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  await sql`UPDATE sku SET price_minor = 100 WHERE price_minor > 0`.execute(test.database.house);
  const supplier = {
    ...{ name: 'Mozio', contacts: [], language: 'en' as const, zone: 'Asia/Kuala_Lumpur', address: '', note: '' },
    ...{ active: true, keepsStock: false, getsMails: false },
  };
  supplierId = (await test.call('consoleSupplierSave', supplier, { token: operations })).data.id;
});
afterAll(async () => {
  await fake.close();
  await test.close();
});
beforeEach(async () => {
  await control('settings/usual', {});
  await settings({ pollsPerMinute: 10_000 });
  await control('faults', {});
  await calm();
  await leaveOthers();
});

/** The minute's polls are not counted, and everything that waits is looked at now. */
const calm = () => sql`DELETE FROM attempt WHERE bucket LIKE 'mozio %'`.execute(test.database.house);
async function hurry(): Promise<void> {
  await calm();
  await sql`UPDATE octo_supply SET due_at = now() WHERE due_at < now() + interval '1 minute'`.execute(
    test.database.house,
  );
}

/** Orders of earlier tests ask nothing more, so that each test's faults meet its own order. */
async function leaveOthers(): Promise<void> {
  const stop = () => sql`UPDATE octo_supply SET due_at = NULL WHERE due_at IS NOT NULL`.execute(test.database.house);
  // A turn that is under way sets its next one.
  for (let quiet = 0; quiet < 2; ) {
    quiet = (await stop()).numAffectedRows ? 0 : quiet + 1;
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

const connect = (more: object = {}) =>
  test.call(
    'consoleMozioSave',
    { ...{ id: supplierId, revision: 0, endpoint: fake.url, key: apiKey, active: true }, ...more },
    { token: admin },
  );
const show = async () => (await test.call('consoleMozio', { id: supplierId }, { token: admin })).data;
/** As "name problem", by the texts that staff read. */
const problems = [
  'required',
  'keyRefused',
  'webAddress',
  'privateAddress',
  'notMozio',
  'noAnswer',
  'takenOver',
] as const;
function fieldsOf({ data }: { data: unknown }): string[] {
  const fields = (data as { fields?: Record<string, string> } | null)?.fields ?? {};
  return Object.entries(fields).map(([name, text]) => {
    const problem = problems.find((one) => translate('en', `ui.field.${one}`) === text);
    return `${name} ${problem ?? text}`;
  });
}

describe('connecting', () => {
  it('tries address and key before they are saved, and never shows the key (§1 inner API)', async () => {
    expect(fieldsOf(await connect({ key: 'made-up' }))).toEqual(['key keyRefused']);
    expect(fieldsOf(await connect({ key: '' }))).toEqual(['key required']);
    expect(fieldsOf(await connect({ endpoint: 'nonsense' }))).toEqual(['endpoint webAddress']);
    expect(fieldsOf(await connect({ endpoint: `${fake.url}/elsewhere` }))).toEqual(['endpoint notMozio']);
    expect(fieldsOf(await connect({ endpoint: 'http://127.0.0.1:9' }))).toEqual(['endpoint noAnswer']);
    expect((await show()).link).toBeNull();
    const made = await connect();
    expect([made.code, made.msg]).toEqual([200, '']);
    const shown = await show();
    expect(shown.link).toEqual({ revision: 1, endpoint: fake.url, active: true, problem: '' });
    expect(JSON.stringify(shown)).not.toContain(apiKey);
    const { rows } = await sql<{ text: string }>`SELECT l::text AS text FROM octo_link l`.execute(test.database.house);
    expect(rows.map(({ text }) => text).join()).not.toContain(apiKey);
    expect((await connect()).code).not.toBe(200);
    expect(fieldsOf(await connect({ revision: 1, key: '', endpoint: 'http://127.0.0.1:9' }))).toEqual(['key required']);
    expect((await connect({ revision: 1, key: '' })).code).toBe(200);
  });

  it('is for admins, and one supplier is connected in one way', async () => {
    for (const token of [operations, agent])
      expect((await test.call('consoleMozio', { id: supplierId }, { token })).code).not.toBe(200);
    const octo = await test.call('consoleOcto', { id: supplierId }, { token: admin });
    expect(octo.data).toMatchObject({ link: null, taken: true });
    const input = {
      ...{
        id: supplierId,
        revision: 2,
        endpoint: `${fake.url}/octo`,
        key: 'k',
        prefixed: true,
        priceBy: 'retail' as const,
      },
      ...{ markupPercent: 0, active: true },
    };
    expect(fieldsOf(await test.call('consoleOctoSave', input, { token: admin }))).toEqual(['endpoint takenOver']);
  });

  it('refuses private addresses where the installation does not allow them (decision 0361)', async () => {
    const closed = await openTestHouse();
    try {
      const token = await closed.signIn('admin@one.example', 'admin-2026');
      const made = await closed.call(
        'consoleSupplierSave',
        {
          ...{ name: 'Mozio', contacts: [], language: 'en' as const, zone: 'Asia/Kuala_Lumpur', address: '', note: '' },
          ...{ active: true, keepsStock: false, getsMails: false },
        },
        { token },
      );
      const save = (endpoint: string) =>
        closed.call('consoleMozioSave', { id: made.data.id, revision: 0, endpoint, key: 'k', active: true }, { token });
      expect(fieldsOf(await save(fake.url))).toEqual(['endpoint webAddress']);
      expect(fieldsOf(await save('https://127.0.0.1:9'))).toEqual(['endpoint privateAddress']);
    } finally {
      await closed.close();
    }
  });
});

const ask = (more: object = {}) =>
  test.call(
    'consoleMozioAsk',
    {
      ...{ id: supplierId, from: 'KUL', to: '1 Beach Road', on: playOn, time: '10:30', people: 2, currency: 'MYR' },
      ...{ searchId: '', ...more },
    } as never,
    { token: admin },
  );

describe('asking what Mozio offers', () => {
  it('begins a search, and polls until nothing more comes', async () => {
    const begun = (await ask()).data;
    expect(begun).toMatchObject({ more: true, rides: [], problem: '', searchId: expect.any(String) });
    const polls = [];
    for (let at = 0; at < 4; at += 1) polls.push((await ask({ searchId: begun.searchId })).data);
    expect(polls.map(({ more, rides }) => [more, rides.length])).toEqual([
      ...[true, true, true].map((more) => [more, 0]),
      [false, 3],
    ]);
    expect(polls[3]?.rides[0]).toEqual({
      ...{ id: 'r2', vehicle: 'Sedan', provider: 'Second Dummy', people: 3, bags: 2 },
      price: { amountMinor: 9550, currency: 'MYR' },
    });
    expect((await asked()).at(-1)).toMatchObject({
      ...{ start_address: 'KUL', end_address: '1 Beach Road', pickup_datetime: `${playOn} 10:30`, num_passengers: 2 },
    });
  });

  it('says what is wrong: an expired search, a silent server, too many polls', async () => {
    const { searchId } = (await ask()).data;
    await control('expire', {});
    expect((await ask({ searchId })).data).toMatchObject({ problem: 'expired', more: false });
    await control('faults', { mode: 'error', path: '/v2/search', times: 1 });
    expect((await ask()).data).toMatchObject({ problem: 'silent', searchId: '' });
    const again = (await ask()).data.searchId;
    await settings({ pollsPerMinute: 0 });
    expect((await ask({ searchId: again })).data).toMatchObject({ problem: '', more: true, rides: [] });
  });
});

const tie = (more: object = {}) =>
  test.call(
    'consoleMozioTie',
    {
      ...{ id: supplierId, packageId, from: 'KUL', to: '', currency: 'MYR' },
      rides: Object.fromEntries(
        skus.map((sku, at) => [sku, { vehicle: at ? 'van' : 'Sedan', people: at ? 7 : 3, mostMinor: 20_000 }]),
      ),
      ...more,
    },
    { token: admin },
  );

describe('tying a package', () => {
  it('needs an end, and a vehicle’s size and a limit for each SKU; one booking is one car (§1 products)', async () => {
    const product = await findProduct(test, 'Airport Car', { token: agent });
    packageId = product.packages[0]?.id ?? '';
    const transfer = (await show()).packages.find((one) => one.packageId === packageId);
    skus = transfer?.skus.map(({ id }) => id) ?? [];
    expect(skus).toHaveLength(2);
    expect(fieldsOf(await tie({ from: '', rides: {} }))).toEqual([
      'from required',
      ...skus.map((sku) => `most.${sku} required`),
    ]);
    const done = await tie();
    expect([done.code, done.msg]).toEqual([200, '']);
    const [first] = (await show()).packages;
    expect(first).toMatchObject({ packageId, tie: { from: 'KUL', to: '', currency: 'MYR' } });
    const { rows } = await sql<{
      instant: boolean;
      most: number;
    }>`SELECT p.instant, k.max_quantity AS most FROM package k
      JOIN product p USING (owner_id, product_id) WHERE k.owner_id = 1 AND package_id = ${packageId}::bigint`.execute(
      test.database.house,
    );
    expect(rows).toEqual([{ instant: false, most: 1 }]);
    // Its places stay the owner's: no one asks Mozio for them.
    expect((await test.call('askPlaces', { packageId, month: playOn.slice(0, 7) }, { token: agent })).code).not.toBe(
      200,
    );
  });
});

type Supply = {
  supply_id: number;
  state: string;
  problem: string;
  reference: string;
  answer: string;
  was_sent: boolean;
  waits: boolean;
};
async function supplyOf(orderNo: string): Promise<Supply | undefined> {
  const { rows } =
    await sql<Supply>`SELECT supply_id, state, problem, reference, answer, was_sent, waits_for_staff AS waits
    FROM octo_supply WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(test.database.house);
  return rows[0];
}
async function reaches(orderNo: string, fits: (found: Supply | undefined) => boolean): Promise<Supply | undefined> {
  let found = await supplyOf(orderNo);
  for (let times = 0; times < 8 && !fits(found); times += 1)
    found = await until(async () => {
      await hurry();
      return supplyOf(orderNo);
    }, fits);
  return found;
}
const stateIs = (state: string) => (found: Supply | undefined) => found?.state === state;
const problemIs = (problem: string) => (found: Supply | undefined) => found?.problem === problem;

async function statusOf(orderNo: string): Promise<number | undefined> {
  const { rows } = await sql<{
    status: number;
  }>`SELECT status FROM purchase WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(test.database.house);
  return rows[0]?.status;
}
async function pay(orderNo: string) {
  const info = await test.call('payInfo', { id: orderNo }, { token: agent });
  const seen = info.data.channels.find(({ channel }) => channel === 'deposit')?.payable;
  expect(
    (await test.call('paying', { id: orderNo, channel: 'deposit', seen } as never, { token: agent, key: newKey() }))
      .code,
  ).toBe(200);
}
async function buy(sku = 0): Promise<string> {
  const input = await fillOrder(test, agent, { product: 'Airport Car', sku });
  const fields = {
    ...input.orderFields,
    '406': 'MH 123',
    flightArrivalTime: '12:05',
    passengerCount: '2',
    '402': '1 Beach Road',
  };
  const placed = await test.call('createOrder', { ...input, orderFields: fields }, { token: agent, key: newKey() });
  expect([placed.code, placed.msg, JSON.stringify(placed.data)]).toEqual([200, '', expect.any(String)]);
  await pay(placed.data.orderNo);
  return placed.data.orderNo;
}
const listed = async (orderNo: string) =>
  (await test.call('consoleSupplies', { query: orderNo }, { token: operations })).data.list[0];
const again = async (orderNo: string) =>
  expect(
    (await test.call('consoleSupplyAgain', { id: (await listed(orderNo))?.id ?? '' }, { token: operations })).code,
  ).toBe(200);
const carsOf = async (orderNo: string) =>
  (await reservations()).filter(({ sent }) => sent.partner_tracking_id === orderNo);

describe('an order that Mozio carries out', () => {
  it('asks for nothing before it is paid', async () => {
    const before = (await asked()).length;
    const orderNo = await placeOrder(test, agent, { product: 'Airport Car' });
    await reaches(orderNo, (found) => found !== undefined);
    await hurry();
    await until(async () => (await listed(orderNo))?.askedAt, Boolean);
    expect((await asked()).length).toBe(before);
    await test.call('cancelOrder', { orderNo, remark: '' } as never, { token: agent, key: newKey() });
    expect((await reaches(orderNo, stateIs('released')))?.state).toBe('released');
  });

  it('is searched with its own journey, takes the cheapest of the class, and shows Mozio’s number (§3 order life, §3 vouchers)', async () => {
    const orderNo = await buy();
    const supply = await reaches(orderNo, stateIs('confirmed'));
    expect(supply).toMatchObject({ state: 'confirmed', problem: '', reference: expect.stringMatching(/^MOZ/) });
    expect(
      await until(
        () => statusOf(orderNo),
        (status) => status === OrderStatus.confirmed,
      ),
    ).toBe(OrderStatus.confirmed);
    expect((await asked()).at(-1)).toMatchObject({
      ...{
        start_address: 'KUL',
        mode: 'one_way',
        pickup_datetime: `${playOn} 12:05`,
        num_passengers: 2,
        currency: 'MYR',
      },
      end_address: expect.stringContaining('1 Beach Road'),
    });
    const [car, ...more] = await carsOf(orderNo);
    expect(more).toEqual([]);
    expect(car).toMatchObject({ resultId: 'r2', status: 'completed' });
    expect(car?.sent).toMatchObject({
      ...{ first_name: 'Mei', last_name: 'Tan', email: 'mei@example.com', country_code_name: 'MY' },
      ...{ phone_number: '12345678', airline_iata_code: 'MH', flight_number: '123' },
    });
    expect(await listed(orderNo)).toMatchObject({ net: { amountMinor: 9550, currency: 'MYR' }, units: 1 });
    const pass = await test.call('pass', { orderNo }, { token: agent });
    expect(pass.data.stops[0]?.theirs.map(({ value }) => value)).toEqual([supply?.reference]);
    expect(JSON.stringify((await test.call('orderDetail', { id: orderNo }, { token: agent })).data)).toContain(
      supply?.reference,
    );
  });

  it('gathers results that come one by one', async () => {
    await settings({ trickles: true, pollsBefore: 1 });
    const orderNo = await buy();
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect((await carsOf(orderNo)).map(({ resultId }) => resultId)).toEqual(['r2']);
  });

  it('is searched again where the search is over', async () => {
    await settings({ pollsBefore: 50 });
    const orderNo = await buy();
    const before = (await asked()).length;
    await until(
      async () => (await asked()).length,
      (count) => count > before,
    );
    await settings({ pollsBefore: 0 });
    await control('expire', {});
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect((await asked()).length).toBeGreaterThan(before + 1);
    expect(await carsOf(orderNo)).toHaveLength(1);
  });

  it('stands with staff where nothing is within the limit, pays nothing back, and is tried again (§4 cancellation)', async () => {
    await settings({ pollsBefore: 0 });
    expect(
      (
        await tie({
          rides: Object.fromEntries(skus.map((sku) => [sku, { vehicle: 'Sedan', people: 3, mostMinor: 9000 }])),
        })
      ).code,
    ).toBe(200);
    const dear = await buy();
    const stood = await reaches(dear, problemIs('dearRide'));
    expect(stood).toMatchObject({
      problem: 'dearRide',
      waits: true,
      was_sent: false,
      answer: expect.stringContaining('95.50'),
    });
    expect([await statusOf(dear), (await carsOf(dear)).length]).toEqual([OrderStatus.pending, 0]);
    const { rows } = await sql`SELECT 1 FROM refund WHERE order_no = ${dear}`.execute(test.database.house);
    expect(rows).toEqual([]);
    // Asked again as before it is as dear; with a higher limit of the package it is bought.
    await again(dear);
    expect(await reaches(dear, (found) => found?.problem === 'dearRide' && found.waits)).toMatchObject({ waits: true });
    expect((await tie()).code).toBe(200);
    await again(dear);
    expect((await reaches(dear, stateIs('confirmed')))?.state).toBe('confirmed');
    await settings({ vehicles: [], pollsBefore: 0 });
    const none = await buy();
    expect(await reaches(none, problemIs('noRide'))).toMatchObject({ waits: true });
    await settings({ pollsPerMinute: 10_000 });
    await control('settings/usual', {});
    await settings({
      vehicles: [{ result_id: 'r9', provider: 'P', vehicle: 'SEDAN', seats: 3, bags: 1, price: 80 }],
      pollsPerMinute: 10_000,
    });
    await again(none);
    expect((await reaches(none, stateIs('confirmed')))?.state).toBe('confirmed');
    await control('settings/usual', {});
  });

  it('stands with staff where the reservation fails or is refused', async () => {
    await settings({ pollsBefore: 0, fails: true });
    const orderNo = await buy();
    expect(await reaches(orderNo, problemIs('rideFailed'))).toMatchObject({
      waits: true,
      answer: 'The provider has no car.',
    });
    expect(await statusOf(orderNo)).toBe(OrderStatus.pending);
    await settings({ fails: false });
    await again(orderNo);
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect((await carsOf(orderNo)).map(({ status }) => status)).toEqual(['failed', 'completed']);
  });

  it('is not searched with fewer details than Mozio needs, and goes on once they are there', async () => {
    await settings({ pollsBefore: 0 });
    const orderNo = await placeOrder(test, agent, { product: 'Airport Car' });
    await sql`UPDATE purchase SET contact = contact || '{"phone": "", "areaCode": ""}' WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    await pay(orderNo);
    expect(await reaches(orderNo, problemIs('details'))).toMatchObject({ answer: 'telephone', waits: false });
    await sql`UPDATE purchase SET contact = contact || '{"phone": "555", "areaCode": "1"}' WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    await again(orderNo);
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect((await carsOf(orderNo))[0]?.sent.country_code_name).toBe('US');
  });
});

describe('what is not bought', () => {
  it('is more people than the tied vehicle takes, and anything while buying is switched off', async () => {
    await settings({ pollsBefore: 0 });
    const before = (await asked()).length;
    const small = Object.fromEntries(skus.map((sku) => [sku, { vehicle: '', people: 1, mostMinor: 20_000 }]));
    expect((await tie({ rides: small })).code).toBe(200);
    const crowded = await buy();
    expect(await reaches(crowded, problemIs('crowded'))).toMatchObject({ waits: true, answer: '2 > 1' });
    expect((await tie()).code).toBe(200);
    expect((await connect({ revision: 2, key: '', active: false })).code).toBe(200);
    const off = await buy();
    expect(await reaches(off, problemIs('off'))).toMatchObject({ waits: true, was_sent: false });
    expect((await connect({ revision: 3, key: '' })).code).toBe(200);
    await again(off);
    expect((await reaches(off, stateIs('confirmed')))?.state).toBe('confirmed');
    expect((await asked()).length).toBe(before + 1);
  });

  it('is a car above its limit: the audit finds one, and a confirmed one that could not be cancelled', async () => {
    await settings({ pollsBefore: 0, reservePolls: 0 });
    const orderNo = await buy();
    await reaches(orderNo, stateIs('confirmed'));
    const found = async () =>
      (await auditHouse(test.database)).filter(({ violations }) => violations.length).map(({ invariant }) => invariant);
    expect(await found()).toEqual([]);
    const change = (set: ReturnType<typeof sql>) =>
      sql`UPDATE octo_supply SET ${set} WHERE order_no = ${orderNo}`.execute(test.database.house);
    const name = expect.stringMatching(/^reselling: Mozio’s car costs no more/);
    await change(sql`net_minor = net_minor + 20000`);
    expect(await found()).toEqual([name]);
    const { rows } = await sql<{ ref: string }>`UPDATE octo_supply SET net_minor = net_minor - 20000
      WHERE order_no = ${orderNo} RETURNING booking_ref AS ref`.execute(test.database.house);
    await change(sql`booking_ref = ''`);
    expect(await found()).toEqual([name]);
    await change(sql`booking_ref = ${rows[0]?.ref ?? ''}`);
    expect(await found()).toEqual([]);
  });
});

describe('a lost answer', () => {
  it('to a reservation is asked for before anything is sent again: one car (§4 stock)', async () => {
    await settings({ pollsBefore: 0 });
    await control('faults', { mode: 'lose', path: '/v2/reservations/', times: 1 });
    const orderNo = await buy();
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect(await carsOf(orderNo)).toHaveLength(1);
  });

  it('to a search or a poll costs nothing', async () => {
    await settings({ pollsBefore: 1 });
    await control('faults', { mode: 'lose', path: '/v2/search', times: 2 });
    const orderNo = await buy();
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect(await carsOf(orderNo)).toHaveLength(1);
  });

  it('where Mozio knows of no reservation is for a person, who lets it be booked anew', async () => {
    await settings({ pollsBefore: 0 });
    await control('faults', { mode: 'hang', path: '/v2/reservations/', times: 1 });
    const orderNo = await buy();
    const stood = await reaches(orderNo, problemIs('unsure'));
    expect(stood).toMatchObject({ waits: true, was_sent: true });
    expect([await carsOf(orderNo), await statusOf(orderNo)]).toEqual([[], OrderStatus.pending]);
    await again(orderNo);
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
    expect(await carsOf(orderNo)).toHaveLength(1);
  });
});

describe('two processes at one order', () => {
  type Settle = typeof settleRide;

  /** An order whose search is done: what is left is to reserve. As a process reads it. */
  async function readyRow(): Promise<ClaimedSupply> {
    await settings({ pollsBefore: 50 });
    const orderNo = await buy();
    const isReady = async () => {
      const { rows } = await sql<ClaimedSupply>`UPDATE octo_supply s SET due_at = now() + interval '1 hour'
        FROM octo_link l JOIN supplier c USING (owner_id, supplier_id)
        WHERE s.order_no = ${orderNo} AND s.search_id <> '' AND l.owner_id = s.owner_id AND l.supplier_id = s.supplier_id
        RETURNING s.*, s.play_on::text AS play_on, c.name AS supplier_name, l.endpoint, l.key_sealed, l.prefixed, l.speaks, l.active`.execute(
        test.database.house,
      );
      return rows[0];
    };
    const row = await until(isReady, (found) => found !== undefined);
    if (!row) throw new Error('no search was begun');
    // A turn of the installation that is under way has ended.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await settings({ pollsBefore: 0, reservePolls: 0 });
    return row;
  }
  const parts = () => ({
    ...{ owner: test.database.forOwner(1), owners: test.database, jobs: {} as never, clock: () => new Date() },
    ...{ privately: true, answerSeconds: 5, vault: { open: () => apiKey } as never },
  });
  const both = (settle: Settle, row: ClaimedSupply) => Promise.all([settle(parts(), row), settle(parts(), row)]);

  it('send one reservation, and without the guard they send two (§4 stock)', async () => {
    const row = await readyRow();
    await both(settleRide, row);
    expect(await carsOf(row.order_no)).toHaveLength(1);
    const other = await readyRow();
    const guards: [string, string][] = [
      ['(await takeSending(step.owner, row.supply_id, taken)) !== 1', 'taken === undefined'],
    ];
    await withoutGuard<{ settleRide: Settle }>('reselling/mozio/settle-ride.ts', guards, (broken) =>
      both(broken.settleRide, other).then(() => undefined),
    );
    expect(await carsOf(other.order_no)).toHaveLength(2);
    await sql`UPDATE octo_supply SET due_at = NULL WHERE order_no = ${other.order_no}`.execute(test.database.house);
  });

  it('ask for what was sent, and without that they send it again', async () => {
    const row = await readyRow();
    await settings({ reservePolls: 50 });
    await settleRide(parts(), row);
    expect(await carsOf(row.order_no)).toHaveLength(1);
    const sent = { ...row, was_sent: true };
    await settleRide(parts(), sent);
    expect(await carsOf(row.order_no)).toHaveLength(1);
    const guards: [string, string][] = [
      ['if (step.wasSent) return follow(step);', ''],
      ['(await takeSending(step.owner, row.supply_id, taken)) !== 1', 'taken === undefined'],
    ];
    await withoutGuard<{ settleRide: Settle }>('reselling/mozio/settle-ride.ts', guards, (broken) =>
      broken.settleRide(parts(), sent),
    );
    expect(await carsOf(row.order_no)).toHaveLength(2);
    await sql`UPDATE octo_supply SET due_at = NULL WHERE order_no = ${row.order_no}`.execute(test.database.house);
  });

  it('leave what staff asked for meanwhile: another attempt follows the turn that was under way', async () => {
    expect((await connect({ revision: 4, key: '', active: false })).code).toBe(200);
    const orderNo = await buy();
    await reaches(orderNo, problemIs('off'));
    expect((await connect({ revision: 5, key: '' })).code).toBe(200);
    const { rows } =
      await sql<ClaimedSupply>`SELECT s.*, s.play_on::text AS play_on, c.name AS supplier_name, l.endpoint, l.key_sealed,
        l.prefixed, l.speaks FROM octo_supply s JOIN octo_link l USING (owner_id, supplier_id) JOIN supplier c USING (owner_id, supplier_id)
      WHERE s.order_no = ${orderNo}`.execute(test.database.house);
    // The turn began while buying was switched off; no other one begins before it ends.
    const row = { ...(rows[0] as ClaimedSupply), active: false, waits_for_staff: false };
    await inTransaction(test.database.forOwner(1), async (owner) => {
      expect(await wakeSupply(owner, String(row.supply_id))).toEqual({ order_no: orderNo });
      await settleRide({ ...parts(), owner }, row);
    });
    expect((await reaches(orderNo, stateIs('confirmed')))?.state).toBe('confirmed');
  });

  it('send nothing for an order that ended meanwhile', async () => {
    const row = await readyRow();
    await sql`UPDATE sub_order SET status = ${OrderStatus.closed} WHERE order_no = ${row.order_no}`.execute(
      test.database.house,
    );
    const { rows } = await sql<{ n: number }>`SELECT 1 AS n`.execute(test.database.house);
    expect(rows).toHaveLength(1);
    await withoutGuard<{ settleRide: Settle }>(
      'reselling/mozio/settle-ride.ts',
      // As it was a moment before.
      [['const goal = goalOf(lines);', "const goal = 'booking' as ReturnType<typeof goalOf>;"]],
      (late) => late.settleRide(parts(), row),
    );
    expect(await carsOf(row.order_no)).toEqual([]);
    await sql`UPDATE sub_order SET status = ${OrderStatus.pending} WHERE order_no = ${row.order_no}`.execute(
      test.database.house,
    );
    await sql`UPDATE octo_supply SET due_at = NULL WHERE order_no = ${row.order_no}`.execute(test.database.house);
  });
});

describe('cancelling', () => {
  async function book(): Promise<string> {
    await settings({ pollsBefore: 0, reservePolls: 0 });
    const orderNo = await buy();
    await reaches(orderNo, stateIs('confirmed'));
    await until(
      () => statusOf(orderNo),
      (status) => status === OrderStatus.confirmed,
    );
    return orderNo;
  }
  async function cancelHere(orderNo: string): Promise<void> {
    const input = { id: orderNo, remark: 'rain', refund: 'full' } as never;
    await test.call('consoleCancelApply', input, { token: operations, key: newKey() });
    const asked = await test.call('consoleCancels', {} as never, { token: operations });
    const id = asked.data.list.find((one) => one.orderNo === orderNo)?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id, approve: true } as never, { token: operations })).code).toBe(
      200,
    );
  }

  it('cancels at Mozio, also where the answer is lost (§4 cancellation)', async () => {
    const orderNo = await book();
    await control('faults', { mode: 'lose', path: '/v2/reservations/', times: 1 });
    await cancelHere(orderNo);
    expect(await reaches(orderNo, stateIs('released'))).toMatchObject({ state: 'released', problem: '' });
    expect((await carsOf(orderNo)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('that Mozio refuses stands with staff, in Mozio’s words', async () => {
    const orderNo = await book();
    await settings({ refusesCancel: true });
    await cancelHere(orderNo);
    expect(await reaches(orderNo, problemIs('notCancelled'))).toMatchObject({
      state: 'confirmed',
      answer: 'Too late to cancel.',
    });
    await settings({ refusesCancel: false });
    await again(orderNo);
    expect((await reaches(orderNo, stateIs('released')))?.state).toBe('released');
  });

  it('while the reservation is on its way cancels it as soon as it is there', async () => {
    await settings({ pollsBefore: 0, reservePolls: 50 });
    const orderNo = await buy();
    await reaches(orderNo, stateIs('pending'));
    const input = { orderNo, remark: '' } as never;
    expect((await test.call('cancelOrder', input, { token: agent, key: newKey() })).code).toBe(200);
    await settings({ reservePolls: 0 });
    expect((await reaches(orderNo, stateIs('released')))?.state).toBe('released');
    expect((await carsOf(orderNo)).map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('at Mozio becomes a request that the owner decides', async () => {
    const orderNo = await book();
    const [car] = await carsOf(orderNo);
    await control(`reservations/${car?.id}`, { status: 'cancelled' });
    await sql`UPDATE octo_supply SET due_at = now() WHERE order_no = ${orderNo}`.execute(test.database.house);
    expect(await reaches(orderNo, problemIs('cancelledThere'))).toMatchObject({ state: 'released' });
    expect(await statusOf(orderNo)).toBe(OrderStatus.cancelling);
  });
});

describe('what is kept', () => {
  it('is no key and no guest in the log of messages (decision 0572)', async () => {
    const call = () => test.call('consoleChannelMessages', { supplier: supplierId, size: 50 }, { token: operations });
    // Lines are written together each second.
    const kinds = await until(
      async () => (await call()).data.list.map(({ kind }) => kind),
      (found) => found.includes('GET /reservations/{id}'),
    );
    expect(kinds).toContain('POST /reservations');
    const { rows } = await sql<{ text: string }>`SELECT m::text AS text FROM channel_message m`.execute(
      test.database.house,
    );
    const text = rows.map((one) => one.text).join();
    for (const secret of [apiKey, 'mei@example.com', 'Beach Road']) expect(text).not.toContain(secret);
  });

  it('a package that is untied is confirmed by hand from then on', async () => {
    const untied = await test.call('consoleMozioUntie', { id: supplierId, packageId }, { token: admin });
    expect(untied.code).toBe(200);
    const orderNo = await buy();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect([await supplyOf(orderNo), await statusOf(orderNo)]).toEqual([undefined, OrderStatus.pending]);
  });
});
