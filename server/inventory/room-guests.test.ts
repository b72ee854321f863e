// Stays (§1 type 16, §5, rules §6, decisions 0302, 0327): guests asked for each room and priced beyond the included ones, rooms counted by
// night, what the room is on the page, the order and the voucher; and quotations of rooms.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../domain/dates.ts';
import { makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, newKey } from '../../tests/build/place-orders.ts';
import { readPdfText } from '../../tests/build/read-pdf.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

const night = (at: number) => addDays(playOn, at);
let test: TestHouse;
let agent: string;
let member: string;
let staff: string;
let id: string;
let family: { packageId: string; skuId: string };
let plain: { packageId: string; skuId: string };
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  staff = await test.signIn('admin@one.example', 'admin-2026');
  const editor = makeEditor(test, { token: staff });
  const room = (key: string) => newSku({ ticketType: null, minAge: 0, names: { en: key }, priceMinor: 20_000 });
  const packages = [
    newPackage({
      ...{ key: 'family', names: { en: 'Family room' }, skus: [room('Flexible')], maxNights: 10 },
      ...{
        maxAdults: 3,
        maxChildren: 2,
        childAge: 11,
        includedGuests: 2,
        extraAdultMinor: 5000,
        extraChildMinor: 3000,
      },
      ...{ beds: { en: 'One king bed', zh_CN: '一张特大床' }, board: 'breakfast' },
      refundRules: [{ daysBefore: null, hoursBefore: 24, feePercent: 100 }],
    }),
    newPackage({ key: 'plain', names: { en: 'Plain room' }, skus: [room('Plain')] }),
  ];
  const house = { checkIn: '14:00', checkOut: '11:00', stars: 4, amenities: ['wifi', 'pool'] };
  id = await editor.create(newDocument({ key: 'sea-house', type: 16, subtype: 1602, ...house, packages }));
  const [one, two] = (await editor.open(id)).document.packages.map((pack) => ({
    ...{ packageId: pack.id ?? '', skuId: pack.skus[0]?.id ?? '' },
  }));
  if (!one || !two) throw new Error('no packages');
  [family, plain] = [one, two];
  for (const { packageId } of [one, two])
    await editor.calendar(
      packageId,
      Array.from({ length: 8 }, (_, at) => ({ on: night(at), session: '', capacity: 3 })) as never,
    );
  expect((await editor.state(id, 'published')).code).toBe(200);
  await sql`INSERT INTO price_rule (owner_id, level, kind, value) VALUES (1, 2, 'percent', 1000)`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

type Guests = { adults: number; children: number };
const stay = (guests?: Guests, more: object = {}) => ({
  ...{ skuId: family.skuId, playOn: night(0), untilOn: night(2), session: '', quantity: 1 },
  ...(guests ? { guests } : {}),
  ...more,
});
const textOf = ({ skuId, playOn: on, untilOn, quantity, guests }: ReturnType<typeof stay> & { guests?: Guests }) =>
  `${skuId}:${on}::${quantity}:${untilOn}${guests ? `:${guests.adults}+${guests.children}` : ''}`;

async function order(lines: ReturnType<typeof stay>[], token: string) {
  const form = await test.call('bookProducts', { lines: lines.map(textOf).join(',') }, { token });
  const total = form.data.total ?? { amountMinor: 0, currency: 'MYR' };
  const placed = await test.call(
    'createOrder',
    {
      ...{ id, lines, ...fillFields(form.data), agreed: true, seenTotal: total },
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    },
    { token, key: newKey() },
  );
  return { form, placed };
}
const left = async (packageId: string) =>
  (await test.call('inventories', { packageId, from: night(0), to: night(7) })).data.days.map((day) => day.left);

describe('a room and its guests (§5)', () => {
  it('are shown on the product page, with the hotel', async () => {
    const { data } = await test.call('productDetail', { id });
    expect(data).toMatchObject({ checkIn: '14:00', checkOut: '11:00', stars: 4, amenities: ['wifi', 'pool'] });
    expect(data.packages[0]).toMatchObject({
      ...{ beds: 'One king bed', board: 'breakfast', maxAdults: 3, maxChildren: 2, childAge: 11 },
      ...{ includedGuests: 2, extraAdultMinor: 5000, extraChildMinor: 3000 },
    });
    expect((await test.call('productDetail', { id }, { language: 'zh_CN' } as never)).data.packages[0]?.beds).toBe(
      '一张特大床',
    );
    expect(data.packages[1]).toMatchObject({ beds: '', board: null, maxAdults: null });
  });

  it.each([
    ['a member', () => member, 20_000],
    ['an agent with 10 % off the room', () => agent, 18_000],
  ])('cost %s what goes beyond the included ones, each night, adults first', async (_, token, base) => {
    const unit = async (guests?: Guests) =>
      (await test.call('bookProducts', { lines: textOf(stay(guests)) }, { token: token() })).data.lines[0]?.unit
        .amountMinor;
    const wanted: [Guests | undefined, number][] = [
      [undefined, 0],
      [{ adults: 1, children: 0 }, 0],
      [{ adults: 1, children: 1 }, 0],
      [{ adults: 1, children: 2 }, 3000],
      [{ adults: 2, children: 2 }, 6000],
      [{ adults: 3, children: 2 }, 11_000],
    ];
    for (const [guests, extra] of wanted) expect([guests, await unit(guests)]).toEqual([guests, 2 * (base + extra)]);
  });

  it('are refused by name where the room does not take them, and a stay that ends on its first day', async () => {
    const fields = async (line: object) =>
      Object.keys(
        ((await test.call('bookCheck', { lines: [line] } as never)).data as unknown as { fields: object }).fields,
      );
    expect(await fields(stay({ adults: 4, children: 0 }))).toEqual(['lines.0.guests.adults']);
    expect(await fields(stay({ adults: 0, children: 1 }))).toEqual(['lines.0.guests.adults']);
    expect(await fields(stay({ adults: 1.5, children: 1 }))).toEqual(['lines.0.guests.adults']);
    expect(await fields(stay({ adults: 2, children: 3 }))).toEqual(['lines.0.guests.children']);
    expect(await fields(stay({ adults: 2, children: 0 }, { skuId: plain.skuId }))).toEqual(['lines.0.guests']);
    expect(await fields(stay(undefined, { untilOn: night(0) }))).toEqual(['lines.0.untilOn']);
  });

  it('are stored with the order, which takes a room for each night and none for the day of departure', async () => {
    const { form, placed } = await order([stay({ adults: 2, children: 0 }), stay({ adults: 2, children: 2 })], member);
    expect(form.data.total.amountMinor).toBe(40_000 + 52_000);
    // Hours count back from the check-in.
    const freeUntilAt = new Date(instantOf(night(0), '14:00', 'Asia/Kuala_Lumpur') - 24 * 3_600_000).toISOString();
    expect(form.data.cancelTerms).toMatchObject({ freeUntil: night(-1), freeUntilAt });
    expect(form.data.room).toEqual({
      ...{ beds: 'One king bed', board: 'breakfast', childAge: 11, checkIn: '14:00', checkOut: '11:00' },
    });
    expect(placed.code).toBe(200);
    expect(await left(family.packageId)).toEqual([1, 1, 3, 3, 3, 3, 3, 3]);
    const { lines } = (await test.call('orderDetail', { id: placed.data.orderNo }, { token: member })).data;
    expect(lines.map((line) => [line.guests, line.amount.amountMinor])).toEqual([
      [{ adults: 2, children: 0 }, 40_000],
      [{ adults: 2, children: 2 }, 52_000],
    ]);
    expect(lines[1]).toMatchObject({
      room: { beds: 'One king bed', board: 'breakfast', checkIn: '14:00' },
      nights: [night(0), night(1)].map((on) => ({ on, price: { amountMinor: 26_000 } })),
      cancelTerms: { freeUntilAt },
    });
    const more = await order([stay(undefined, { quantity: 2, untilOn: night(3) })], member);
    expect(more.form).toMatchObject({ code: 200202, data: { left: 1 } });
  });

  it('have one winner for the last room of a night, however many ask for stays that share it', async () => {
    const rush = await Promise.all(
      [4, 5, 5, 4, 5, 4].map((from, at) =>
        order([stay({ adults: 1, children: 0 }, { playOn: night(from), untilOn: night(6) })], at % 2 ? agent : member),
      ),
    );
    expect(rush.filter(({ placed }) => placed.code === 200)).toHaveLength(3);
    expect((await left(family.packageId)).slice(4, 7)).toEqual([expect.any(Number), 0, 3]);
  });

  it('go with a stay that staff move, at the price of the guests', async () => {
    const { placed } = await order([stay({ adults: 3, children: 0 }, { playOn: night(2), untilOn: night(3) })], agent);
    const { orderNo } = placed.data;
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const to = { playOn: night(2), untilOn: night(4), session: '', quantity: 1 };
    const quote = await test.call(
      'consoleLineQuote',
      { id: orderNo, subOrderNo: `${orderNo}-1`, ...to },
      { token: staff },
    );
    expect(quote.data.asked).toMatchObject({ unit: { amountMinor: 46_000 }, unitBefore: { amountMinor: 23_000 } });

    const paper = await test.fetch(`/api/order/download/voucher?subOrderNo=${orderNo}-1`, {
      headers: { token: agent, l: 'en' },
    });
    const text = readPdfText(Buffer.from(await paper.arrayBuffer()));
    const facts = ['In each room: 3 adults', 'Beds: One king bed', 'Breakfast included', 'Check-in from 14:00'];
    for (const fact of [...facts, 'Check-out until 11:00', 'Free cancellation until'])
      expect(text.replace(/\s+/g, ' ')).toContain(fact);
  });
});

describe('a quotation of rooms (§2 onlinequotation)', () => {
  const quoted = (guests: Guests | null) => ({
    ...{ productId: id, packageId: family.packageId, skuId: family.skuId },
    ...{ playOn: night(6), untilOn: night(8), quantity: 1, guests },
  });
  const save = (lines: ReturnType<typeof quoted>[]) =>
    test.call(
      'quotationSave',
      { language: 'en', currency: 'MYR', percent: '10', validUntil: night(0), lines },
      { token: agent },
    );

  it('prices the guests of each room, shows them to the customer and books them', async () => {
    const sku = {
      id: family.skuId,
      playOn: night(6),
      untilOn: night(8),
      quantity: 1,
      guests: { adults: 3, children: 0 },
    };
    const alone = await test.call('skuQuote', { ...sku, percent: '10' }, { token: agent });
    expect(alone.data).toMatchObject({ net: { amountMinor: 46_000 }, asked: { amountMinor: 50_600 } });
    const { data: saved } = await save([
      quoted({ adults: 3, children: 0 }),
      quoted({ adults: 2, children: 1 }),
      quoted(null),
    ]);
    // Two nights at 180.00, with 50.00 for the third adult or 30.00 for the child; without given guests, the guests of the price.
    expect(saved.lines.map((line) => [line.guests, line.net?.amountMinor, line.amount?.amountMinor])).toEqual([
      [{ adults: 3, children: 0 }, 46_000, 50_600],
      [{ adults: 2, children: 1 }, 42_000, 46_200],
      [{ adults: 2, children: 0 }, 36_000, 39_600],
    ]);
    expect(saved.message).toContain('Flexible ×\u00a01, In each room: 2 adults, 1 child');
    const { id: quotation, revision } = saved;
    const sent = (await test.call('quotationSend', { id: quotation, revision }, { token: agent })).data;
    const quotetoken = new URL(sent.address).searchParams.get('quotetoken') ?? '';
    const seen = (await test.call('dtaQuoteList', { quotetoken })).data.quotation;
    expect(seen?.days[0]?.lines.map((line) => line.guests)).toEqual(saved.lines.map((line) => line.guests));
    const paper = await test.fetch(`/api/quotation/${quotation}/file`, { headers: { token: agent } });
    const text = readPdfText(Buffer.from(await paper.arrayBuffer()));
    expect(text.replace(/\s+/g, ' ')).toContain('In each room: 3 adults');

    const check = (await test.call('quotationCheck', { id: quotation }, { token: agent })).data;
    const [order] = check.orders;
    expect(order).toMatchObject({ quoted: { amountMinor: 124_000 }, now: { amountMinor: 124_000 } });
    const { orderFields } = fillFields(order?.form as never);
    const placed = await test.call(
      'quotationBook',
      {
        ...{ id: quotation, revision: check.revision, agreed: true, orders: [{ productId: id, orderFields }] },
        contact: { name: 'Arif', email: 'agent@one.example' },
      },
      { token: agent, key: newKey() },
    );
    expect([placed.code, placed.msg]).toEqual([200, '']);
    const { lines } = (await test.call('orderDetail', { id: placed.data.orderNos[0] ?? '' }, { token: agent })).data;
    expect(lines.map((line) => [line.guests, line.amount.amountMinor])).toEqual(
      saved.lines.map((line) => [line.guests, line.net?.amountMinor]),
    );
    expect((await left(family.packageId)).slice(6)).toEqual([0, 0]);
  });

  it('says what a room takes where the guests are too many, and loses nothing that was typed', async () => {
    const { data: saved } = await save([quoted({ adults: 4, children: 0 }), quoted({ adults: 2, children: 3 })]);
    expect(saved.lines.map(({ guests, amount, problem }) => [guests, amount, problem])).toEqual([
      [{ adults: 4, children: 0 }, null, 'Adults: Please enter a number from 1 to 3'],
      [{ adults: 2, children: 3 }, null, 'At most 2 children in a room'],
    ]);
  });
});
