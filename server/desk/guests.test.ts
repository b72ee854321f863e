// Who comes on a day (decision 0777): paid lines by departure, as the person who delivers them needs it, on the screen and as a file.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy, buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
const tokens: Record<string, string> = {};
let tower: string;
let hills: string;

const as = (who: string) => ({ token: tokens[who] ?? '' });
const read = async (asked: { on?: string; product?: string } = {}, who = 'operations') =>
  (await test.call('consoleGuests', { on: playOn, ...asked }, as(who))).data;
type Guests = OutputOf<'consoleGuests'>;
const departureOf = ({ list }: Guests, name: string) => list.find(({ productName }) => productName === name);
const ordersOf = (found: Guests) => found.list.flatMap(({ bookings }) => bookings.map(({ orderNo }) => orderNo));

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  for (const who of ['admin', 'operations', 'finance', 'content', 'supplier'])
    tokens[who] = await test.signIn(`${who}@one.example`, `${who}-2026`);
  tower = await buy(test, agent, { quantity: 3 });
  [hills = ''] = await buyPending(test, agent, 1);
  await sql`WITH lines AS (UPDATE sub_order SET travellers = '[{"102": "Mei Tan", "105": "165", "109": "JP", "303": "mei@guest.example"}]'::jsonb
      WHERE order_no = ${hills})
    UPDATE purchase SET remark = 'by the lift', fields = '{"403": "Grand Hotel", "303": "mei@field.example"}'::jsonb
    WHERE order_no = ${hills}`.execute(test.database.house);
}, 60_000);
afterAll(() => test.close());

describe('the guest list', () => {
  it('shows what was sold for the day by departure, and what is free (rules §10)', async () => {
    const found = await read();
    expect([found.on, found.more, found.total]).toEqual([playOn, false, found.list.length]);
    expect(departureOf(found, 'Silver Tower')).toMatchObject({ booked: 3, arrived: 0, left: 397 });
    expect(departureOf(found, 'Green Hills Day Tour')?.bookings).toMatchObject([
      {
        ...{ orderNo: hills, remark: 'by the lift', pickupWaits: false, orderFields: { '403': 'Grand Hotel' } },
        contact: { name: 'Mei Tan', phone: '+60 12345678' },
        lines: [{ quantity: 2, status: 1002, travellers: [{ '102': 'Mei Tan', '105': '165' }], redeemedAt: null }],
      },
    ]);
    expect(found.products.map(({ name }) => name).sort()).toEqual(['Green Hills Day Tour', 'Silver Tower']);
    expect(JSON.stringify(found)).not.toMatch(/amountMinor|mei@/);
  });

  it('finds one product, another day, and today where no day is given', async () => {
    const { products } = await read();
    const id = products.find(({ name }) => name === 'Silver Tower')?.id ?? '';
    const one = await read({ product: id });
    expect([ordersOf(one), one.products]).toEqual([[tower], products]);
    const none = await read({ on: addDays(playOn, 1) });
    expect([none.list, none.products]).toEqual([[], []]);
    const zone = none.zone;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
    expect((await read({ on: '' })).on).toBe(today);
    const bad = await test.call('consoleGuests', { on: 'soon' }, as('operations'));
    expect([bad.code, Object.keys((bad.data as { fields?: object }).fields ?? {})]).toEqual([200001, ['on']]);
  });

  it('has neither unpaid nor cancelled places, and says what was redeemed', async () => {
    const unpaid = await placeOrder(test, agent);
    const parted = await buy(test, agent, { quantity: 4 });
    const asked = { orderNo: parted, subOrderNo: `${parted}-1`, refundNum: 1, remark: '' };
    const { data } = await test.call('cancelOrder', asked, { token: agent, key: newKey() });
    const request = data.requests[0]?.id ?? '';
    // Until it is decided, the guest may still come.
    expect(departureOf(await read(), 'Silver Tower')).toMatchObject({ booked: 7 });
    const decided = { id: request, approve: true, reason: 2, text: '' } as const;
    expect((await test.call('consoleCancelDecide', decided, as('operations'))).code).toBe(200);
    await test.call('consoleVoucherRedeem', { text: `${tower}-1` }, as('operations'));
    const found = await read();
    expect(ordersOf(found)).not.toContain(unpaid);
    expect(departureOf(found, 'Silver Tower')).toMatchObject({ booked: 6, arrived: 3 });
    const bookings = departureOf(found, 'Silver Tower')?.bookings.map(
      ({ orderNo, lines }) => [orderNo, lines] as const,
    );
    expect(Object.fromEntries(bookings ?? [])).toMatchObject({
      [tower]: [{ quantity: 3, redeemedAt: expect.any(String) }],
      [parted]: [{ quantity: 3, redeemedAt: null }],
    });
  });

  it('has who stays over and who leaves: by package, whenever they came', async () => {
    const finance = tokens.finance ?? '';
    await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 100_000 });
    const nights = (from: number, to: number) =>
      buy(test, agent, { product: 'Harbour Inn', on: addDays(playOn, from), untilOn: addDays(playOn, to) });
    const [early, late] = [await nights(5, 8), await nights(6, 8)];
    const seen = async (day: number) =>
      (await read({ on: addDays(playOn, day) })).list.map(({ phase, byDay, booked, left, bookings }) => [
        ...[phase, byDay, booked, left],
        bookings.map(({ orderNo }) => orderNo).sort(),
      ]);
    expect(await seen(5)).toEqual([['begins', false, 1, 2, [early]]]);
    expect(await seen(6)).toEqual([
      ['begins', false, 1, 1, [late]],
      ['goesOn', false, 1, null, [early]],
    ]);
    expect(await seen(7)).toEqual([['goesOn', false, 2, null, [early, late].sort()]]);
    expect(await seen(8)).toEqual([['ends', false, 2, null, [early, late].sort()]]);
    expect(await seen(9)).toEqual([]);
    const file = await test.fetch(fileAddress('consoleGuestsFile', { on: addDays(playOn, 7) }), {
      headers: as('operations'),
    });
    const [, ...rows] = (await file.text()).trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 2)).sort()).toEqual(
      [5, 6].map((from) => [addDays(playOn, from), addDays(playOn, 8)]),
    );
  });

  it('shows a supplier what it delivers, and nothing to who decides no orders (§6 roles)', async () => {
    expect(ordersOf(await read({}, 'supplier'))).toEqual([hills]);
    expect((await read({}, 'supplier')).products).toHaveLength(1);
    expect([(await read()).writes, (await read({}, 'supplier')).writes]).toEqual([true, false]);
    for (const who of ['finance', 'content'])
      expect((await test.call('consoleGuests', { on: playOn }, as(who))).http, who).toBe(421);
    const two = await test.signIn('operations@two.example', 'operations-2026', 'two.test');
    const other = await test.call('consoleGuests', { on: playOn }, { token: two, host: 'two.test' });
    expect([other.code, other.data.list]).toEqual([200, []]);
  });

  it('is a file with a row for each line, for the same people and in their language', async () => {
    const file = async (who: string, language = 'en') => {
      const address = fileAddress('consoleGuestsFile', { on: playOn });
      const answer = await test.fetch(address, { headers: { ...as(who), l: language } });
      return { status: answer.status, rows: (await answer.text()).replace('\ufeff', '').trimEnd().split('\r\n') };
    };
    const all = await file('operations');
    expect([all.status, all.rows.length]).toEqual([200, 4]);
    const own = (await file('supplier')).rows;
    expect(own).toHaveLength(2);
    expect(own[1]).toContain('Green Hills Day Tour');
    expect(own[1]).toContain('"Mei Tan, Nationality: Japan, Height (cm): 165"');
    expect((await file('supplier', 'ja_JP')).rows[1]).toContain('日本');
    expect(own[1]).toContain('Hotel name: Grand Hotel');
    expect(own[1]).not.toContain('mei@');
    expect((await file('operations', 'zh_CN')).rows[0]).toContain('出行人');
    expect((await file('content')).status).toBe(421);
  });

  it('names who drives, and says where nobody was named yet (§2 wechat/driverinfo)', async () => {
    const car = await buy(test, agent, { product: 'Airport Car' });
    const seen = async () =>
      Object.fromEntries(
        (await read()).list.flatMap(({ bookings }) => bookings.map(({ orderNo, lines }) => [orderNo, lines])),
      );
    expect(await seen()).toMatchObject({ [car]: [{ drivers: [] }], [tower]: [{ drivers: null }] });
    const aree = { name: 'Aree', areaCode: '66', phone: '898765432', plate: '1กก 4821', car: '', remark: 'At gate 3' };
    const saved = await test.call(
      'consoleDriver',
      { id: car, subOrderNo: `${car}-1`, drivers: [aree] },
      as('operations'),
    );
    expect(saved.code).toBe(200);
    expect(await seen()).toMatchObject({ [car]: [{ drivers: [aree] }], [tower]: [{ drivers: null }] });
    const file = await test.fetch(fileAddress('consoleGuestsFile', { on: playOn }), { headers: as('operations') });
    expect(await file.text()).toContain(',Aree、+66 898765432、1กก 4821、At gate 3,');
  });

  it('says which vouchers may be redeemed now: also what is kept of a line of which a part is asked back', async () => {
    const day = (days: number) =>
      addDays(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' }).format(), days);
    await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(test.database.house);
    const bought = async (on: string, asked = 0) => {
      const orderNo = await buy(test, agent, { quantity: 3 });
      const part = { orderNo, subOrderNo: `${orderNo}-1`, refundNum: asked, remark: '' };
      if (asked) expect((await test.call('cancelOrder', part, { token: agent, key: newKey() })).code).toBe(200);
      await sql`UPDATE sub_order SET play_on = ${on}::date WHERE order_no = ${orderNo}`.execute(test.database.house);
      return orderNo;
    };
    const parted = await bought(day(0), 1);
    const wholly = await bought(day(0), 3);
    const theirs = await bought(day(0));
    const past = await bought(day(-1));
    await sql`UPDATE sub_order SET supplier_codes = '[]'::jsonb WHERE order_no = ${theirs}`.execute(
      test.database.house,
    );
    const redeemable = async (on: string) =>
      Object.fromEntries(
        (await read({ on })).list.flatMap(({ bookings }) =>
          bookings.map(({ orderNo, lines }) => [orderNo, lines.map((line) => line.redeemable)]),
        ),
      );
    expect(await redeemable(day(0))).toEqual({ [parted]: [true], [wholly]: [false], [theirs]: [false] });
    expect(await redeemable(day(-1))).toEqual({ [past]: [false] });
    expect((await test.call('consoleVoucherRedeem', { text: `${parted}-1` }, as('operations'))).code).toBe(200);
    expect(await redeemable(day(0))).toMatchObject({ [parted]: [false] });
  });
});
