// Own orders over HTTP (§2 uc/order, §6, §7, security rule 31): who sees what in list, counts, search, file and remarks; filters, saved
// filters, the conversation, the facts of the day.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { limits } from '../../domain/limits.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let main: string;
let own: string;
let shared: string;
let member: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
  own = await test.signIn('sub@one.example', 'sub-2026');
  shared = await test.signIn('open@one.example', 'open-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

type Filter = InputOf<'orderList'>;
const list = async (token: string, input: Filter = {}) =>
  (await test.call('orderList', { size: 50, ...input }, { token })).data;
const numbers = async (token: string, input: Filter = {}) =>
  (await list(token, input)).list.map((item) => item.orderNo).sort();

/** An order that says the word in everything that a person can fill in. */
async function placeMarked(token: string, word: string): Promise<string> {
  const input = await fillOrder(test, token, { product: 'Silver Tower', quantity: 2 });
  const contact = { name: `Name ${word}`, email: `${word}@example.com`, areaCode: '60', phone: '5550100' };
  const answer = await test.call(
    'createOrder',
    { ...input, contact, remark: `remark ${word}`, agentReference: `ref ${word}` },
    { token, key: newKey() },
  );
  if (answer.code !== 200) throw new Error(`no order: ${answer.msg}`);
  const { orderNo } = answer.data;
  await sql`UPDATE sub_order SET travellers = ${JSON.stringify([{ '101': `客${word}`, '102': `Guest ${word}`, '202': `P${word}` }])}::jsonb,
    agent_reference = ${`line ${word}`} WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(test.database.house);
  await test.call('remark', { orderNo, text: `said ${word}` }, { token });
  await test.call('consoleRemark', { id: orderNo, text: `answered ${word}` }, { token: staff });
  return orderNo;
}

describe('who sees what', () => {
  const words = { own: 'ZebraOwn', shared: 'ZebraShared', main: 'ZebraMain' };
  const placed: Record<string, string> = {};
  beforeAll(async () => {
    placed.own = await placeMarked(own, words.own);
    placed.shared = await placeMarked(shared, words.shared);
    placed.main = await placeMarked(main, words.main);
  });

  /** Every answer about orders that the account can get, as one text. */
  async function readAllAnswers(token: string): Promise<string> {
    const texts: string[] = [];
    const ask = async (...call: Parameters<TestHouse['call']>) => texts.push(JSON.stringify(await test.call(...call)));
    for (const query of ['', 'Zebra', ...Object.values(words)]) await ask('orderList', { query, size: 50 }, { token });
    await ask('creaters', {}, { token });
    for (const orderNo of Object.values(placed)) {
      await ask('orderDetail', { id: orderNo }, { token });
      await ask('remarks', { a: orderNo, b: 1 }, { token });
      await ask('journey', { orderNo }, { token });
      await ask('journeyOf', { orderNo }, { token });
      await ask('cancelRequests', { query: orderNo }, { token });
    }
    for (const format of ['csv', 'xlsx']) {
      const file = await test.fetch(`/api/order/export?query=Zebra&format=${format}`, { headers: { token, l: 'en' } });
      texts.push(`${file.headers.get('x-total-rows')} ${await file.text()}`);
    }
    return texts.join('\n');
  }

  it.each([
    ['the main account', () => main, ['own', 'shared', 'main']],
    ['a creator-only sub-account', () => own, ['own']],
    ['a sharing sub-account', () => shared, ['shared', 'main']],
    ['another buyer', () => member, []],
  ] as const)('%s sees only their own orders (§2 uc)', async (_, token, theirs) => {
    const answer = await readAllAnswers(token());
    for (const key of ['own', 'shared', 'main'] as const) {
      const seen = (theirs as readonly string[]).includes(key);
      expect(answer.includes(placed[key] ?? ''), `number of ${key}`).toBe(seen);
      expect(answer.includes(words[key]), `words of ${key}`).toBe(seen);
    }
    const { total, counts } = await list(token(), { query: 'Zebra' });
    expect(total).toBe(theirs.length);
    expect(counts.reduce((sum, count) => sum + count.count, 0)).toBe(theirs.length);
  });

  it('names to choose from are those whose orders are seen', async () => {
    const names = async (token: string) =>
      (await test.call('creaters', {}, { token })).data.list.map((item) => item.name).sort();
    expect(await names(main)).toEqual(['Arif', 'Open', 'Sub']);
    expect(await names(own)).toEqual(['Sub']);
    expect(await names(shared)).toEqual(['Arif', 'Open']);
    expect(await names(member)).toEqual([]);
  });

  it('the creator filter finds a colleague’s orders and nothing where they are hidden', async () => {
    const { list: known } = (await test.call('creaters', {}, { token: main })).data;
    const creator = known.find((item) => item.name === 'Sub')?.id ?? '';
    expect(await numbers(main, { creator })).toEqual([placed.own]);
    expect(await numbers(shared, { creator })).toEqual([]);
  });

  it('remarks can be written and read by no one else', async () => {
    for (const token of [shared, member]) {
      expect((await test.call('remark', { orderNo: placed.own ?? '', text: 'hello' }, { token })).http).toBe(421);
      expect((await test.call('remarks', { a: placed.own ?? '', b: 1 }, { token })).http).toBe(421);
    }
    const other = await test.signIn('operations@two.example', 'operations-2026', 'two.test');
    const asOther = { token: other, host: 'two.test' };
    expect((await test.call('consoleRemarks', { id: placed.own ?? '' }, asOther)).http).toBe(421);
  });

  it('a visitor with a code sees the orders of this visit only, and saves no filters', async () => {
    const email = 'passer@one.example';
    const first = await enterAsGuest(test, email);
    const orderNo = await placeOrder(test, first);
    const second = await enterAsGuest(test, email);
    expect(await numbers(first)).toEqual([orderNo]);
    expect(await numbers(second)).toEqual([]);
    const file = await test.fetch('/api/order/export', { headers: { token: second, l: 'en' } });
    expect(await file.text()).not.toContain(orderNo);
    expect((await test.call('savedFilters', {}, { token: second })).code).toBe(200110);
  });
});

/** A room booked by the member. */
async function bookStay(from: string, to: string): Promise<string> {
  const { packages, id } = await findProduct(test, 'Harbour Inn');
  const line = { skuId: packages[0]?.skus[0]?.id ?? '', playOn: from, untilOn: to, session: '', quantity: 1 };
  const asked = { lines: `${line.skuId}:${from}::1:${to}` };
  const { data: form } = await test.call('bookProducts', asked, { token: member });
  const answer = await test.call(
    'createOrder',
    {
      id,
      lines: [line],
      contact: { name: 'Mei Tan', email: 'mei@example.com' },
      orderFields: fillFields(form).orderFields,
      travellers: fillFields(form).travellers,
      agreed: true,
      seenTotal: form.total,
    },
    { token: member, key: newKey() },
  );
  if (answer.code !== 200) throw new Error(`no stay: ${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data.orderNo;
}

it('§2 booking: the form begins with the contact of who is signed in, and with none for visitors', async () => {
  await sql`UPDATE account SET area_code = '60', mobile = '123456789' WHERE owner_id = 1 AND email = 'member@one.example'`.execute(
    test.database.house,
  );
  const { packages } = await findProduct(test, 'Silver Tower');
  const asked = { lines: `${packages[0]?.skus[0]?.id}:${playOn}::1` };
  const begun = async (as: { token?: string }) => (await test.call('bookProducts', asked, as)).data.contact;
  expect(await begun({ token: member })).toMatchObject({
    ...{ email: 'member@one.example', areaCode: '60', phone: '123456789' },
  });
  expect(await begun({})).toEqual({ name: '', email: '', areaCode: '', phone: '' });
});

describe('finding', () => {
  it('by number, sub-order number, reference, traveller in either script, contact and product', async () => {
    const orderNo = await placeMarked(main, 'Quokka');
    for (const query of [
      orderNo,
      orderNo.slice(3, 9),
      `${orderNo}-1`,
      'ref quokka',
      'LINE QUOKKA',
      '客Quokka',
      'guest quok',
      'name quokka',
      'quokka@example',
    ])
      expect(await numbers(main, { query }), query).toContain(orderNo);
    expect(await numbers(main, { query: '银塔' })).toContain(orderNo);
    for (const query of ['Quokka%', "'; DROP TABLE purchase; --"]) expect(await numbers(main, { query })).toEqual([]);
    await sql`UPDATE sub_order SET travellers = ${JSON.stringify([{ '102': 'Ann "O\\Neil" Lee' }])}::jsonb
      WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(test.database.house);
    for (const query of ['"o\\neil', 'neil" lee']) expect(await numbers(main, { query }), query).toEqual([orderNo]);
  });

  it('by state, payment, dates and source, with counts under all filters but the state', async () => {
    const later = await placeOrder(test, member, { on: addDays(playOn, 1) });
    const stay = await bookStay(playOn, addDays(playOn, 3));
    await sql`UPDATE purchase SET source = 2 WHERE owner_id = 1 AND order_no = ${stay}`.execute(test.database.house);
    await test.call('cancelOrder', { orderNo: later }, { token: member });
    expect(await numbers(member, { status: 4007 })).toEqual([later]);
    expect(await numbers(member, { status: 1001 })).toEqual([stay]);
    expect((await list(member, { status: 1001 })).counts).toEqual([
      { status: 1001, count: 1, more: false },
      { status: 4007, count: 1, more: false },
    ]);
    expect(await numbers(member, { source: 2 })).toEqual([stay]);
    expect(await numbers(member, { payStatus: 103 })).toEqual([]);
    // A form that sends what was not chosen.
    const none = { status: '', payStatus: '', source: '', creator: '', playFrom: '', unread: '' } as const;
    expect((await numbers(member, none)).sort()).toEqual([later, stay].sort());
    // A stay is found by any day of it.
    expect(await numbers(member, { playFrom: addDays(playOn, 2), playTo: addDays(playOn, 2) })).toEqual([stay]);
    expect(await numbers(member, { playTo: addDays(playOn, -1) })).toEqual([]);
    // No day is after the fourth and before the second of them.
    expect(await numbers(member, { playFrom: addDays(playOn, 2), playTo: addDays(playOn, 1) })).toEqual([]);
    expect(await numbers(member, { placedFrom: addDays(today, 2) })).toEqual([]);
    expect((await numbers(member, { placedFrom: addDays(today, -1), placedTo: addDays(today, 1) })).length).toBe(2);
    expect((await test.call('orderList', { playFrom: '0000-01-01' }, { token: member })).code).toBe(200001);
    const { packages } = await findProduct(test, 'Silver Tower');
    const beyond = { packageId: packages[0]?.id ?? '', from: '9999-12-31', to: '9999-12-31' };
    expect((await test.call('inventories', beyond)).code).toBe(200);
    const answer = await test.call('orderList', { placedFrom: '2026-02-30' }, { token: member });
    expect(answer.code).toBe(200001);
  });

  it('counts so far and no further, says that there are more, and pages through all (§2 order list)', async () => {
    const all = await list(main);
    const staffSees = async () => (await test.call('consoleOrders', { size: 50 }, { token: staff })).data;
    const { total } = await staffSees();
    const changeable = limits as { countedOrders: number };
    const { countedOrders } = changeable;
    changeable.countedOrders = 2;
    try {
      const states = new Map(all.counts.map(({ status, count }) => [status, count]));
      expect(Math.max(...states.values())).toBeGreaterThan(2);
      const cut = await list(main);
      for (const { status, count, more } of cut.counts) {
        expect(count).toBe(Math.min(2, states.get(status) ?? 0));
        expect(more).toBe((states.get(status) ?? 0) > 2);
      }
      expect(cut.more).toBe(true);
      expect(cut.list).toEqual(all.list);
      expect(await staffSees()).toMatchObject({ total: 2, more: true });
      expect((await staffSees()).list).toHaveLength(Math.min(50, total));
      const paged: string[] = [];
      for (let page = 1; paged.length < all.total; page += 1) {
        const { list: part } = await list(main, { size: 2, page });
        if (!part.length) break;
        paged.push(...part.map((item) => item.orderNo));
      }
      expect(paged).toEqual(all.list.map((item) => item.orderNo));
    } finally {
      changeable.countedOrders = countedOrders;
    }
    expect(await list(main)).toMatchObject({ total: all.total, more: false });
  });

  it('sorts by order date, travel date and amount, and pages without gaps', async () => {
    const all = await list(main);
    const amounts = (await list(main, { sort: 'amount' })).list.map((item) => item.payable.amountMinor);
    expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
    const days = (await list(main, { sort: 'play' })).list.map((item) => item.playOn);
    expect(days).toEqual([...days].sort());
    const placedAt = (await list(main, { sort: 'placedFirst' })).list.map((item) => item.placedAt);
    expect(placedAt).toEqual([...placedAt].sort());
    const pages = await Promise.all([1, 2].map((page) => list(main, { page, size: 2 })));
    expect(pages.flatMap((page) => page.list.map((row) => row.orderNo))).toEqual(
      all.list.slice(0, 4).map((row) => row.orderNo),
    );
  });
});

describe('saved filters', () => {
  it('belong to one account, keep only what is a filter, and a name is replaced', async () => {
    await test.call('saveFilter', { name: ' Unpaid ', query: 'status=1001&page=7&evil=1&query=' }, { token: main });
    await test.call('saveFilter', { name: 'Unpaid', query: 'status=1001&query=tower' }, { token: main });
    const { data } = await test.call('savedFilters', {}, { token: main });
    expect(data.list).toEqual([{ id: expect.any(String), name: 'Unpaid', query: 'status=1001&query=tower' }]);
    const id = data.list[0]?.id ?? '';
    await test.call('deleteFilter', { id }, { token: own });
    expect((await test.call('savedFilters', {}, { token: main })).data.list).toHaveLength(1);
    await test.call('deleteFilter', { id }, { token: main });
    expect((await test.call('savedFilters', {}, { token: main })).data.list).toEqual([]);
  });

  it('are at most twenty, also when asked for at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) =>
        test.call('saveFilter', { name: `f${at}`, query: 'status=1001' }, { token: shared }),
      ),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(20);
    expect(answers.filter((answer) => answer.code === 200321)).toHaveLength(4);
    expect((await test.call('saveFilter', { name: '  ', query: 'status=1' }, { token: own })).code).toBe(200001);
  });
});

describe('the conversation', () => {
  it('goes both ways, is marked unread until it was shown, and is logged for staff', async () => {
    const orderNo = await placeOrder(test, member);
    const unread = async () => (await list(member, { query: orderNo })).list[0]?.unread;
    await test.call('remark', { orderNo, text: '  Is there a lift?\r\nThank you. ' }, { token: member });
    const asked = (await test.call('consoleRemarks', { id: orderNo }, { token: staff })).data.list;
    expect(asked).toMatchObject([{ side: 1, author: 'Mei Tan', text: 'Is there a lift?\nThank you.', unread: true }]);
    expect((await test.call('consoleRemarks', { id: orderNo }, { token: staff })).data.list[0]?.unread).toBe(false);
    await test.call('consoleRemark', { id: orderNo, text: 'Yes, two.' }, { token: staff });
    expect(await unread()).toBe(1);
    expect(await numbers(member, { unread: '1' })).toEqual([orderNo]);
    const answered = (await test.call('remarks', { a: orderNo, b: 1 }, { token: member })).data;
    // The buyer reads that the shop answered, not which person there.
    expect(answered.list[0]).toMatchObject({ side: 2, author: 'Owner one', text: 'Yes, two.', unread: true });
    expect(answered.list[1]).toMatchObject({ side: 1, author: 'Mei Tan', unread: false });
    expect(await unread()).toBe(0);
    expect(await numbers(member, { unread: '1' })).toEqual([]);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const log = await test.call('consoleLog', {}, { token: admin });
    expect(JSON.stringify(log.data)).toContain('remark-written');
  });

  it('refuses nothing and too much by the field, and pages what is long', async () => {
    const orderNo = await placeOrder(test, member);
    for (const text of ['', '   ', 'x'.repeat(2001)]) {
      const answer = await test.call('remark', { orderNo, text }, { token: member });
      expect(answer.code).toBe(200001);
      expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual(['text']);
    }
    expect((await test.call('remark', { orderNo, text: 'x'.repeat(2000) }, { token: member })).code).toBe(200);
    for (let at = 0; at < 22; at += 1) await test.call('remark', { orderNo, text: `line ${at}` }, { token: member });
    const [one, two] = await Promise.all(
      [1, 2].map(async (b) => (await test.call('remarks', { a: orderNo, b }, { token: member })).data),
    );
    expect([one?.list.length, two?.list.length, one?.pages, one?.list[0]?.text]).toEqual([20, 3, 2, 'line 21']);
  });
});

describe('the day and the order', () => {
  it('shows when and where, and no wholly cancelled line', async () => {
    const orderNo = await placeOrder(test, member, { quantity: 2 });
    const get = await test.call('journeyOf', { orderNo }, { token: member });
    expect(get.data.stops).toMatchObject([
      { productName: 'Silver Tower', cityName: 'Testville', playOn, quantity: 2, zone: 'Asia/Kuala_Lumpur' },
    ]);
    expect((await test.call('journey', { orderNo }, { token: member })).data).toEqual(get.data);
    expect((await test.call('journey', { orderNo }, { token: main })).http).toBe(421);
    await test.call('cancelOrder', { orderNo }, { token: member });
    expect((await test.call('journey', { orderNo }, { token: member })).data.stops).toEqual([]);
  });

  it('shows what was cancelled of a line in money and the refund that went back', async () => {
    const orderNo = await placeOrder(test, main, { product: 'Green Hills', quantity: 3 });
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: main, key: newKey() });
    await test.call('cancelOrder', { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1 }, { token: main });
    const { data } = await test.call('orderDetail', { id: orderNo }, { token: main });
    expect(data.lines[0]).toMatchObject({ cancelledQuantity: 1, cancelled: { amountMinor: 10_000 }, nights: [] });
  });
});

describe('a booking form that is being filled in', () => {
  const typed = {
    ...{
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '123456789' },
      travellersLater: false,
    },
    ...{ orderFields: { 402: '1 Harbour Road' }, travellers: [{ 102: 'Mei', 202: 'A1234567', 206: '2030-01-01' }] },
    ...{ remark: 'A window seat', agentReference: '', perLine: false, lineReferences: [], notify: [], promoCode: '' },
    ...{ pickup: null, dropOff: null },
  };
  const keep = (id: string, token: string | undefined, next: typeof typed | null = typed) =>
    test.call('bookingDraftKeep', { id, typed: next }, token ? { token } : {});
  const draftOf = async (id: string, token?: string) =>
    (await test.call('bookingDraft', { id }, token ? { token } : {})).data.typed;

  it('is there on other devices of this account alone, for a day, without documents (§2 booking; §3 recent persons)', async () => {
    const { id } = await findProduct(test, 'Silver Tower');
    expect((await keep(id, shared)).code).toBe(200);
    expect(await draftOf(id, shared)).toEqual({ ...typed, travellers: [{ 102: 'Mei' }] });
    for (const nobody of [own, main, undefined]) expect(await draftOf(id, nobody)).toBeNull();
    await sql`UPDATE booking_draft SET saved_at = saved_at - interval '25 hours'`.execute(test.database.house);
    expect(await draftOf(id, shared)).toBeNull();
  });

  it('loses half an emoji, which an app leaves that cuts a text by its length, and nothing else', async () => {
    const { id } = await findProduct(test, 'Silver Tower');
    expect((await keep(id, shared, { ...typed, remark: 'A seat \ud83d' })).code).toBe(200);
    expect((await draftOf(id, shared))?.remark).toBe('A seat ');
    await keep(id, shared, null);
  });

  it('is one for each account, refused with a card number, and gone once it is forgotten (security rule 26)', async () => {
    const [{ id }, { id: other }] = [await findProduct(test, 'Silver Tower'), await findProduct(test, 'Green Hills')];
    await keep(id, shared);
    expect((await keep(id, shared, { ...typed, remark: '4111 1111 1111 1111' })).code).not.toBe(200);
    await Promise.all(Array.from({ length: 20 }, (_, at) => keep(at % 2 ? id : other, shared)));
    expect([await draftOf(id, shared), await draftOf(other, shared)].filter(Boolean)).toHaveLength(1);
    await Promise.all([keep(id, shared, null), keep(other, shared, null)]);
    expect([await draftOf(id, shared), await draftOf(other, shared)]).toEqual([null, null]);
    await keep(id, await enterAsGuest(test, 'draft@example.com'));
    expect((await sql`SELECT 1 FROM booking_draft`.execute(test.database.house)).rows).toEqual([]);
  });
});
