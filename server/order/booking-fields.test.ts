// The booking form on the wire (§3 codes, §5 rules): every field's rule refused by its path in words; transfers and their seats,
// pick-up in and outside an area, recipients, references; what another product asks for is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { languages } from '../../domain/languages.ts';
import { fieldOrder, fitsIn } from '../../domain/traveller-fields.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, type Wanted } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let member: string;
let sub: string;

const setFields = (key: string, order: number[] | null, traveller: number[] | null) =>
  sql`UPDATE product SET order_fields = ${order}::int[], traveller_fields = ${traveller}::int[]
    WHERE owner_id = 1 AND key = ${key}`.execute(test.database.house);

beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
  sub = await test.signIn('sub@one.example', 'sub-2026');
  await setFields(
    'tower',
    fieldOrder.filter((code) => fitsIn(code, 'order')),
    fieldOrder.filter((code) => fitsIn(code, 'traveller')),
  );
});
afterAll(() => test.close());

type Filled = Awaited<ReturnType<typeof fillOrder>>;
type Change = (input: Filled) => object;

async function order(wanted: Wanted, change: Change = (input) => input, language = 'en', token = member) {
  const input = change(await fillOrder(test, token, wanted)) as InputOf<'createOrder'>;
  const answer = await test.call('createOrder', input, { token, key: newKey(), language });
  return { ...answer, fields: (answer.data as { fields?: Record<string, string> }).fields ?? {} };
}

const inOrder =
  (field: string, value: string): Change =>
  (input) => ({
    ...input,
    orderFields: { ...input.orderFields, handOver: 'delivery', [field]: value },
  });
const ofTraveller =
  (field: string, value: string): Change =>
  (input) => ({
    ...input,
    travellers: [{ ...input.travellers[0], [field]: value }],
  });

async function stored(orderNo: string) {
  const found = await sql<{
    notify: { to: string; email: string; language: string }[];
    pickup: Record<string, unknown> | null;
    second_check: string | null;
    fields: Record<string, string>;
    contact: Record<string, string>;
    references: string[];
    travellers: Record<string, string>[];
  }>`SELECT notify, pickup, second_check, fields, contact,
      (SELECT array_agg(agent_reference ORDER BY sub_order_no) FROM sub_order s WHERE s.order_no = p.order_no) AS references,
      (SELECT travellers FROM sub_order s WHERE s.order_no = p.order_no LIMIT 1) AS travellers
    FROM purchase p WHERE order_no = ${orderNo}`.execute(test.database.house);
  return found.rows[0];
}

describe('every field', () => {
  it('is asked in the fixed order, and an order with all of them is taken (§2 form; §3 fields; §3 code 101–110; §3 code 201–207; §3 code 301–305; §3 code 401–407; §3 without a code)', async () => {
    const answer = await order({}, (input) =>
      inOrder('401', '1 Beach Road')(ofTraveller('111', 'as imported')(input) as Filled),
    );
    expect(answer.fields).toEqual({});
    expect(answer.code).toBe(200);
    const saved = await stored(answer.data.orderNo);
    expect(saved?.fields).toMatchObject({ '406': 'MH123', terminal: '1', handOver: 'delivery', '401': '1 Beach Road' });
    expect(saved?.travellers[0]).toMatchObject({ '104': '1990-05-17', '111': 'as imported', areaCode: '60' });
  });

  it('takes telephone numbers as people write them (§5 phones)', async () => {
    const answer = await order({}, (input) => ({
      ...inOrder('405', '+66 2 123 4567')(ofTraveller('301', '012-345 6789')(input) as Filled),
      contact: { ...input.contact, areaCode: '', phone: '+84 (0)90 123 4567' },
    }));
    expect(answer.fields).toEqual({});
    const saved = await stored(answer.data.orderNo);
    expect(saved?.travellers[0]).toMatchObject({ areaCode: '60', '301': '123456789' });
    expect(saved?.fields).toMatchObject({ '405': '6621234567' });
    expect(saved?.contact).toMatchObject({ areaCode: '84', phone: '901234567' });
  });

  it('takes no contact whose number has fewer than five digits (§5 phones)', async () => {
    const withPhone = (phone: string) =>
      order({ product: 'Few Seats' }, (input) => ({ ...input, contact: { ...input.contact, areaCode: '60', phone } }));
    for (const phone of ['1', '1234'])
      expect((await withPhone(phone)).fields).toEqual({ 'contact.phone': 'At least 5 characters' });
    expect((await withPhone('12345')).code).toBe(200);
  });

  it('takes no telephone of a traveller or a hotel with fewer than five digits (§5 phones)', async () => {
    for (const field of ['301', '302'])
      expect((await order({ product: 'tower' }, ofTraveller(field, '1234'))).fields).toEqual({
        [`travellers.0.${field}`]: 'At least 5 characters',
      });
    expect((await order({ product: 'tower' }, inOrder('405', '7'))).fields).toEqual({
      'orderFields.405': 'At least 5 characters',
    });
  });

  const english = 'Please write this in English';
  const twoDecimals = 'Please enter a number with at most 2 decimals';
  const day = 'Please enter a date such as 2026-03-15';
  const letters = 'Please use letters and digits only';
  it.each([
    ['101', 'Wang', 'Please use Chinese characters'],
    ['101', '\u200b\u2060', 'This field is required'],
    ['102', '王', 'Please use Latin letters, as in the passport'],
    ['102', 'x'.repeat(51), 'At most 50 characters'],
    ['103', '3', 'Please choose one'],
    ['104', '1990-13-01', day],
    ['104', '0090-05-17', day],
    ['104', '2999-01-01', 'This day cannot be in the future'],
    ['104', `${new Date().getUTCFullYear() - 5}-01-01`, 'On the day of travel the age must be 13 or above'],
    ['105', '1.234', twoDecimals],
    ['106', 'x', twoDecimals],
    ['107', '1.234', twoDecimals],
    ['108', '42.555', twoDecimals],
    ['109', 'Atlantis', 'Please choose one'],
    ['110', 'X/L', letters],
    ['201', 'A-1', letters],
    ['202', 'x'.repeat(21), 'At most 20 characters'],
    ['203', '', 'This field is required'],
    ['204', 'A-1', letters],
    ['205', '2999-01-01', 'This day cannot be in the future'],
    ['206', '2020-01-01', 'The document is not valid on the day of travel'],
    ['206', '31.12.2030', day],
    ['207', 'x'.repeat(61), 'At most 60 characters'],
    ['301', '+60', 'Digits only, at most 20'],
    ['302', '1-2', 'Digits only, at most 20'],
    ['303', 'nobody', 'Please enter a valid e-mail address'],
    ['304', 'a b', letters],
    ['305', 'abc', 'Digits only, at most 20'],
    ['404', 'x'.repeat(1001), 'At most 1,000 characters'],
    ['lastname', '陈', 'Please use Latin letters, as in the passport'],
    ['pinyinName', '陈', 'Please use Latin letters, as in the passport'],
    ['areaCode', '0', 'Please choose one'],
    ['foreignAreaCode', '', 'This field is required'],
    ['seatNumber', 'x'.repeat(11), 'At most 10 characters'],
    ['landingVisa', 'maybe', 'Please choose one'],
    ['serviceLanguage', 'xx', 'Please choose one'],
    ['406', 'MH1', 'This is not asked for with this product'],
    ['998', 'x', 'There is no such field'],
  ])('of a traveller: %s %j is refused with "%s"', async (field, value, words) => {
    const answer = await order({}, ofTraveller(field, value));
    expect([answer.code, answer.fields]).toEqual([200001, { [`travellers.0.${field}`]: words }]);
  });

  it.each([
    ['401', '', 'This field is required'],
    ['401', 'x'.repeat(256), 'At most 255 characters'],
    ['402', 'x'.repeat(128), 'At most 127 characters'],
    ['402', 'a\u0001', 'Some characters here cannot be used'],
    ['403', '海滩酒店', english],
    ['403', 'x'.repeat(81), 'At most 80 characters'],
    ['405', 'x', 'Digits only, at most 20'],
    ['406', '', 'This field is required'],
    ['406', 'MH-1', letters],
    ['406', 'x'.repeat(11), 'At most 10 characters'],
    ['407', '25:00', 'Please enter a time such as 14:30'],
    ['roomNumber', 'x'.repeat(21), 'At most 20 characters'],
    ['alternateDate', '2020-01-01', 'This day is over'],
    ['alternateTime', 'noon', 'Please enter a time such as 14:30'],
    ['returnDate', '2020-01-01', 'This day cannot be before the day of travel'],
    ['returnCity', '', 'This field is required'],
    ['returnPoint', 'x'.repeat(128), 'At most 127 characters'],
    ['stayOverHotel', '酒店', english],
    ['flightDepartureTime', '1:00', 'Please enter a time such as 14:30'],
    ['flightArrivalTime', '24:00', 'Please enter a time such as 14:30'],
    ['terminal', 'T_2', letters],
    ['passengerCount', '1000', 'Please enter a number from 1 to 999'],
    ['luggageCount', '2.5', 'Please enter a number from 0 to 999'],
    ['notifyLanguage', 'xx', 'Please choose one'],
    ['roomPreference', 'suite', 'Please choose one'],
    ['handOver', '', 'This field is required'],
    ['dropOffAddress', 'x'.repeat(128), 'At most 127 characters'],
    ['102', 'Mei', 'This is not asked for with this product'],
    ['998', 'x', 'There is no such field'],
  ])('of an order: %s %j is refused with "%s"', async (field, value, words) => {
    const answer = await order({}, (input) => {
      const given = inOrder('401', '1 Beach Road')(input) as Filled;
      return { ...given, orderFields: { ...given.orderFields, [field]: value } };
    });
    expect([answer.code, answer.fields]).toEqual([200001, { [`orderFields.${field}`]: words }]);
  });

  it('is refused in the words of all 13 languages', async () => {
    const words = await Promise.all(
      languages.map(async (language) => (await order({}, ofTraveller('206', '2020-01-01'), language)).fields),
    );
    const said = new Set(words.map((word) => word['travellers.0.206']));
    expect(said.size).toBe(13);
    expect(said).toContain('证件在出行日期前已过期');
    expect(said).toContain('เอกสารหมดอายุก่อนวันเดินทาง');
  });
});

describe('a transfer', () => {
  const car = { product: 'Airport Car' };
  it('takes a hotel or an address, one arrival or departure, and no more passengers than seats (§5 passengers; §5 transfers)', async () => {
    const fine = await order(car, (input) => ({
      ...input,
      orderFields: {
        '406': 'MH123',
        flightArrivalTime: '12:00',
        passengerCount: '4',
        luggageCount: '2',
        '403': 'Sea Hotel',
      },
    }));
    expect(fine.code).toBe(200);
    const none = await order(car, (input) => ({ ...input, orderFields: {} }));
    expect(none.fields).toEqual({
      'orderFields.406': 'This field is required',
      'orderFields.flightArrivalTime': 'Please fill in at least one of the two',
      'orderFields.passengerCount': 'This field is required',
      'orderFields.luggageCount': 'This field is required',
      'orderFields.403': 'Please fill in at least one of the two',
    });
    const five: Change = (input) => ({ ...input, orderFields: { ...input.orderFields, passengerCount: '5' } });
    expect((await order(car, five)).fields).toEqual({
      'orderFields.passengerCount': 'Please enter a number from 1 to 4',
    });
    expect((await order({ ...car, quantity: 2 }, five)).code).toBe(200);
  });

  it('outside the area waits for a person, whatever the caller says; inside needs none (§5 pick-up address; §8 address outside the range)', async () => {
    const house = test.database.house;
    const ring = JSON.stringify([[101, 3], [102, 3], [102, 4], [101, 4]]); // biome-ignore format: a square
    const made = await sql<{ area_id: number }>`INSERT INTO pickup_area (owner_id, names, ring)
      VALUES (1, '{"en": "Square"}', ${ring}::jsonb) RETURNING area_id`.execute(house);
    await sql`INSERT INTO product_area (owner_id, product_id, area_id) SELECT 1, product_id, ${made.rows[0]?.area_id}
      FROM product WHERE owner_id = 1 AND key = 'car'`.execute(house);
    const from = async (lat: number | null, lng: number | null, address = '1 Beach Road') => {
      const answer = await order(car, (input) => ({ ...input, pickup: { address, lat, lng } }));
      return stored(answer.data.orderNo);
    };
    expect(await from(3.5, 101.5)).toMatchObject({
      second_check: null,
      pickup: { inside: true, lat: 3.5, lng: 101.5 },
    });
    expect(await from(9, 9)).toMatchObject({ second_check: 'waiting', pickup: { inside: false, lat: 9 } });
    expect(await from(null, null)).toMatchObject({ second_check: 'waiting', pickup: { address: '1 Beach Road' } });
    // A position of some other place than the one that is written down counts for nothing.
    expect(await from(3.5, 101.5, 'Elsewhere')).toMatchObject({ second_check: 'waiting', pickup: { lat: null } });
    const lying = await order(car, (input) => ({ ...input, pickup: { address: 'x', lat: 9, lng: 9, inside: true } }));
    expect(lying.code).toBe(200001);
    await sql`DELETE FROM product_area`.execute(house);
    expect(await from(9, 9)).toMatchObject({ second_check: null, pickup: { inside: true } });
  });
});

describe('an order', () => {
  it('mails the contact alone unless others are named, each address once; none is refused (§5 recipient)', async () => {
    const plain = await order({ product: 'Few Seats' });
    expect((await stored(plain.data.orderNo))?.notify).toEqual([
      { to: 'contact', email: 'mei@example.com', language: 'en' },
    ]);
    const notify = [
      { to: 'contact', language: 'th' },
      { to: 'account', language: 'zh_CN' },
      { to: 'other', email: 'Mei@example.com', language: 'en' },
      { to: 'other', email: 'desk@example.com', language: 'ja_JP' },
    ];
    const answer = await order({ product: 'Few Seats' }, (input) => ({ ...input, notify }), 'en', sub);
    expect((await stored(answer.data.orderNo))?.notify).toEqual([
      { to: 'contact', email: 'mei@example.com', language: 'th' },
      { to: 'account', email: 'agent@one.example', language: 'zh_CN' },
      { to: 'other', email: 'desk@example.com', language: 'ja_JP' },
    ]);
    const none = await order({ product: 'Few Seats' }, (input) => ({ ...input, notify: [] }));
    expect(none.fields).toEqual({ notify: 'Please tick at least one recipient' });
    const wrong = [{ to: 'other', email: 'x', language: 'en' }];
    expect((await order({ product: 'Few Seats' }, (input) => ({ ...input, notify: wrong }))).fields).toEqual({
      'notify.0.email': 'Please enter a valid e-mail address',
    });
  });

  it('keeps a reference for each line and bounds all texts (§5 lengths)', async () => {
    const referring =
      (text: string): Change =>
      (input) => ({
        ...input,
        lines: input.lines.map((line) => ({ ...line, agentReference: text })),
      });
    const answer = await order({ product: 'Few Seats' }, referring('TRIP 7'), 'en', sub);
    expect((await stored(answer.data.orderNo))?.references).toEqual(['TRIP 7']);
    const long = await order({ product: 'Few Seats' }, (input) => ({
      ...(referring('x'.repeat(41))(input) as Filled),
      agentReference: 'x'.repeat(41),
      remark: 'x'.repeat(2001),
      contact: { ...input.contact, name: 'x'.repeat(51), phone: '1'.repeat(21) },
    }));
    expect(long.fields).toEqual({
      'contact.name': 'At most 50 characters',
      'contact.phone': 'Digits only, at most 20',
      remark: 'At most 2,000 characters',
      agentReference: 'At most 40 characters',
      'lines.0.agentReference': 'At most 40 characters',
    });
  });

  it('refuses keys that no field has, and travellers beyond those that travel', async () => {
    const odd = await order({ product: 'Few Seats' }, (input) => ({ ...input, orderFields: { '12345': 'x' } }));
    expect(odd.code).toBe(200001);
    const many = await order({ product: 'Few Seats' }, (input) => ({ ...input, travellers: [{ '102': 'Mei' }] }));
    expect(many.fields).toEqual({ 'travellers.0.102': 'This is not asked for with this product' });
  });
});
