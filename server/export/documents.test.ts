// Documents of orders (§3 vouchers, §7 download): read back letter by letter and square by square by readers that did not draw them, in
// three scripts; who gets which file, and what it may show.
import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, formatInstant, instantOf } from '../../domain/dates.ts';
import { formatLocale } from '../../domain/languages.ts';
import { readFacts, signedText, splitToken } from '../../domain/voucher-token.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, fillOrder, findProduct, newKey, placeOrder, type Wanted } from '../../tests/build/place-orders.ts';
import { readPdf } from '../../tests/build/read-pdf.ts';
import { readQr } from '../../tests/build/read-qr.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  // The seed has few places a day.
  await sql`UPDATE departure SET capacity = 200 WHERE owner_id = 1 AND capacity > 5`.execute(test.database.house);
});
afterAll(() => test.close());

async function buy(wanted: Wanted = {}, token = agent): Promise<string> {
  const orderNo = await placeOrder(test, token, wanted);
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return orderNo;
}
/** Bought at the agent's price, which the first answer contains. */
async function buyExactly(
  product: string,
  untilOn: string | undefined,
  addOns: { id: string; quantity: number }[] = [],
) {
  const input = await fillOrder(test, agent, { product });
  const lines = input.lines.map((line) => ({ ...line, untilOn }));
  const asking = lines.map((line) =>
    [line.skuId, line.playOn, line.session, line.quantity, untilOn ?? []].flat().join(':'),
  );
  const form = await test.call('bookProducts', { lines: asking.join(',') }, { token: agent });
  const place = (seenTotal: typeof input.seenTotal) => {
    const order = { ...input, ...fillFields(form.data), lines, addOns, seenTotal };
    return test.call('createOrder', order, { token: agent, key: newKey() });
  };
  const asked = await place({ amountMinor: 1, currency: 'MYR' });
  const { total } = asked.data as unknown as { total: typeof input.seenTotal };
  const { orderNo } = (await place(total)).data;
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return orderNo;
}
const buyStay = () => buyExactly('Harbour Inn', addDays(playOn, 3));
async function buyCar() {
  const [seat] = (await findProduct(test, 'Airport Car')).addOns;
  return buyExactly('Airport Car', undefined, [{ id: seat?.id ?? '', quantity: 2 }]);
}
const open = (path: string, token?: string, host?: string) =>
  test.fetch(path, { host, headers: { l: 'en', ...(token ? { token } : {}) } });
async function read(path: string, token = agent) {
  const answer = await open(path, token);
  expect([path, answer.headers.get('content-type')]).toEqual([path, 'application/pdf']);
  return readPdf(Buffer.from(await answer.arrayBuffer()));
}
/** A font has one glyph for both kinds of spaces. */
const textOf = (pages: { text: string }[]) => pages.map((page) => page.text.replaceAll('\u00a0', ' ')).join('\n');
const voucher = (orderNo: string, more = '') => `/api/order/download/voucher?subOrderNo=${orderNo}-1${more}`;

describe('a voucher', () => {
  it('carries a QR code that another reader reads and the public key confirms without any request', async () => {
    const orderNo = await buy({ quantity: 2 });
    const [page] = await read(voucher(orderNo));
    const address = readQr(page?.squares ?? []);
    const match = /^http:\/\/one\.test\/voucher\/([0-9A-HJKMNP-TV-Z]{12})\?s=(.+)$/.exec(address);
    const [, code = '', token = ''] = match ?? [];
    expect(page?.text.replaceAll(' ', '')).toContain(code);
    const { data } = await test.call('voucherKey', {});
    const key = createPublicKey({ key: Buffer.from(data.keys[0] ?? '', 'base64'), format: 'der', type: 'spki' });
    const { facts, signature } = splitToken(token) ?? { facts: '', signature: '' };
    const good = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
    expect(good(signedText(code, facts))).toBe(true);
    expect(good(signedText(code, facts.replace(/2$/, '9')))).toBe(false);
    expect(good(signedText(`${code.slice(0, 11)}0`, facts)) && code[11] !== '0').toBe(false);
    expect(readFacts(facts)).toMatchObject({ subOrderNo: `${orderNo}-1`, playOn, quantity: 2, session: '' });
    const listed = await test.call(
      'vouchers',
      {
        a: orderNo,
        b: String((await test.call('orderDetail', { id: orderNo }, { token: agent })).data.lines[0]?.productId),
      },
      { token: agent },
    );
    expect(listed.data.list).toMatchObject([{ code, address, state: 'valid', quantity: 2 }]);
  });

  it.each([
    ['zh_CN', ['凭证', '银塔观景台', '成人 × 2', '试城']],
    ['th', ['เมืองทดสอบ', 'วอเชอร์']],
    ['vi', ['Tháp Bạc', 'Người lớn × 2']],
  ])('speaks %s by ?l=', async (language, words) => {
    const orderNo = await buy({ quantity: 2 });
    const text = textOf(await read(voucher(orderNo, `&l=${language}`)));
    for (const word of words) expect(text).toContain(word);
    expect(text).not.toContain('\ufffd');
    expect(text).not.toMatch(/MYR|\d\.\d\d/);
  });

  it('shows the remaining quantity after a partial cancellation, the nights of a stay, how long a pass is valid, and extras', async () => {
    const orderNo = await buy({ quantity: 3 });
    const asked = await test.call(
      'cancelOrder',
      { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1 },
      { token: agent },
    );
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const id = asked.data.requests[0]?.id ?? '';
    const waiting = textOf(await read(voucher(orderNo)));
    expect(waiting).toContain('Adult × 2');
    expect(waiting).toContain('Cancellation of 1 of 3 requested');
    expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: operations })).code).toBe(200);
    expect(textOf(await read(voucher(orderNo)))).toContain('Adult × 2');
    expect(textOf(await read(voucher(await buyStay()))).replaceAll('\n', ' ')).toContain('3 nights');
    const ride = textOf(await read(voucher(await buyCar())));
    for (const words of ['Child seat × 2', 'What you told us', 'MH123', 'Hotel 1']) expect(ride).toContain(words);
    expect(waiting).not.toContain('What you told us');
    const pass = await buy({ product: 'Open Rail Pass', on: '9999-12-31' });
    expect(textOf(await read(voucher(pass)))).toMatch(/Valid until/);
  });

  it('promises no free cancellation to who booked after its deadline', async () => {
    const orderNo = await buy();
    const text = async () => textOf(await read(voucher(orderNo))).replaceAll('\n', ' ');
    expect(await text()).toContain('Free cancellation until');
    await sql`UPDATE purchase SET placed_at = ${`${playOn}T02:00:00Z`} WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    expect(await text()).toContain('cannot be cancelled or refunded once it is confirmed');
  });

  it('plain carries the agency’s name instead of the owner’s; a member keeps the owner’s', async () => {
    const orderNo = await buy();
    expect(textOf(await read(voucher(orderNo)))).toContain('Owner one');
    const text = textOf(await read(voucher(orderNo, '&plain=1')));
    expect(text).toContain('Agency');
    expect(text).not.toContain('Owner one');
  });

  it('of several come in one file: lines at one time on one page, others on a page of their own', async () => {
    const product = await test.call('searchProducts', { query: 'Silver Tower' });
    const detail = await test.call('productDetail', { id: product.data.list[0]?.id ?? '' });
    const orderNo = await buy();
    expect(detail.data.packages[0]?.skus).toHaveLength(2);
    await sql`WITH one AS (SELECT * FROM sub_order WHERE owner_id = 1 AND sub_order_no = ${`${orderNo}-1`})
      INSERT INTO sub_order (owner_id, sub_order_no, order_no, departure_id, product_id, package_id, sku_id, play_on, session, quantity, status,
        unit_minor, amount_minor, ladder, terms, travellers, voucher_code, hold_state)
      SELECT owner_id, order_no || '-2', order_no, departure_id, product_id, package_id, sku_id, play_on, session, 1, status, unit_minor, 0,
        '[]', terms, travellers, 'AAAABBBBCCCC', 'none' FROM one`.execute(test.database.house);
    const [together, ...more] = await read(`/api/order/download/vouchers?orderNo=${orderNo}`);
    expect(more).toHaveLength(0);
    expect(together?.text.replace(/\s+/g, ' ')).toContain('× 1 (AAAA BBBB CCCC)');
    await sql`UPDATE sub_order SET session = '18:00' WHERE owner_id = 1 AND sub_order_no = ${`${orderNo}-2`}`.execute(
      test.database.house,
    );
    const pages = await read(`/api/order/download/vouchers?orderNo=${orderNo}`);
    await sql`DELETE FROM sub_order WHERE owner_id = 1 AND sub_order_no = ${`${orderNo}-2`}`.execute(
      test.database.house,
    );
    expect(pages).toHaveLength(2);
    expect(pages.map((page) => readQr(page.squares).split('?')[0]?.split('/').at(-1))[1]).toBe('AAAABBBBCCCC');
    expect(pages[1]?.text).toContain('AAAA BBBB CCCC');
    expect(pages[1]?.text).toContain(`${orderNo}-2`);
  });
});

describe('the itinerary', () => {
  it('shows the steps of the day, pick-up and the number to call, without prices', async () => {
    await sql`UPDATE product SET content = content || '{"itinerary": [{"day": 1, "time": "08:30", "title": {"en": "Set off", "zh_CN": "出发"},
        "text": {"en": "From the harbour gate"}}], "traffic": {"en": "Bus 21"}}' WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    const orderNo = await buy();
    await sql`UPDATE purchase SET fields = '{"402": "1 Beach Road", "406": "MH123"}' WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const text = textOf(await read(`/api/order/download/itinerary?orderNo=${orderNo}`));
    // Without a session, the voucher says when the day begins.
    expect(textOf(await read(voucher(orderNo)))).toContain('08:30 · Set off');
    for (const word of [
      'Silver Tower',
      '08:30',
      'Set off',
      'From the harbour gate',
      'Bus 21',
      '1 Beach Road',
      'MH123',
      'Mei Tan',
    ])
      expect(text).toContain(word);
    expect(text).not.toMatch(/MYR/);
    expect(textOf(await read(`/api/order/download/itinerary?orderNo=${orderNo}&l=zh_CN`))).toContain('出发');
  });

  it('names the driver once that is known', async () => {
    const orderNo = await buyCar();
    const path = `/api/order/download/itinerary?orderNo=${orderNo}`;
    expect(textOf(await read(path))).not.toContain('Driver');
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    const driver = { name: 'Somchai Jaidee', areaCode: '66', phone: '812345678', plate: '1กก 4821', car: 'Camry' };
    const result = await test.call(
      'consoleDriver',
      { id: orderNo, subOrderNo: `${orderNo}-1`, drivers: [driver] },
      { token: staff },
    );
    expect(result.code).toBe(200);
    const text = textOf(await read(path));
    for (const word of ['Driver', 'Somchai Jaidee · +66 812345678 · ', '4821 · Camry']) expect(text).toContain(word);
    expect(textOf(await read(`${path}&l=ja_JP`))).toContain('ドライバー');
  });
});

describe('the invoice', () => {
  it('has the ladder as the order keeps it, what was paid, and is a receipt once paid', async () => {
    await sql`INSERT INTO price_rule (owner_id, level, kind, value) VALUES (1, 2, 'percent', 1000)`.execute(
      test.database.house,
    );
    await sql`UPDATE partner SET address = '1 Mill Road', city = 'Ipoh', country = 'MY' WHERE owner_id = 1 AND name = 'Agency'`.execute(
      test.database.house,
    );
    const unpaid = await placeOrder(test, agent, { quantity: 2 });
    const path = (orderNo: string, more = '') => `/api/order/download/invoice?orderNo=${orderNo}${more}`;
    const text = textOf(await read(path(unpaid)));
    for (const word of ['Invoice', 'Agency', '1 Mill Road, Ipoh, Malaysia', 'Adult × 2', 'MYR 200.00', 'MYR 180.00'])
      expect(text.replaceAll('\u00a0', ' ')).toContain(word);
    expect(text.replaceAll('\u00a0', ' ')).toMatch(/-MYR 20\.00/);
    const coded = await fillOrder(test, agent, { quantity: 2, promoCode: 'TEN' });
    const wanted = { ...coded, seenTotal: { ...coded.seenTotal, amountMinor: 16_200 } };
    const { data } = await test.call('createOrder', wanted, { token: agent, key: newKey() });
    expect(textOf(await read(path(data.orderNo))).replaceAll('\u00a0', ' ')).toContain('Promo code TEN');
    await test.call('paying', { id: unpaid, channel: 'deposit' }, { token: agent, key: newKey() });
    const receipt = textOf(await read(path(unpaid))).replaceAll('\u00a0', ' ');
    for (const word of ['Receipt', 'Deposit', 'Paid']) expect(receipt).toContain(word);
    expect(textOf(await read(path(unpaid, '&l=ja_JP')))).toContain('領収書');
    // An order for Tokyo sold from Kuala Lumpur: its moments are those of the product (rules §11), and say so.
    await sql`UPDATE sub_order SET terms = terms || '{"zone": "Asia/Tokyo"}' WHERE order_no = ${unpaid}`.execute(
      test.database.house,
    );
    await sql`UPDATE payment SET settled_at = '2026-03-05T16:30:00Z' WHERE order_no = ${unpaid}`.execute(
      test.database.house,
    );
    const abroad = textOf(await read(path(unpaid)));
    expect(abroad).toContain(`${formatInstant('2026-03-05T16:30:00Z', formatLocale('en'), 'Asia/Tokyo')} · Deposit`);
    expect(abroad).toContain('Time zone: Japan Standard Time');
    expect(textOf(await read(path(unpaid, '&l=ja_JP')))).toContain('日本標準時');
    await sql`DELETE FROM price_rule WHERE owner_id = 1 AND product_id IS NULL`.execute(test.database.house);
  });
});

it('§4 offline payment: the invoice says until when to pay and, once a transfer was chosen, where to; a receipt says neither', async () => {
  const options = {
    accounts: { MYR: { holder: 'Example Tours', bank: 'Example Bank', number: '1234 5678', swift: '' } },
    instructions: { MYR: { en: 'From a company account please' } },
  };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify(options)}::jsonb)`.execute(test.database.house);
  const orderNo = await placeOrder(test, agent);
  const invoice = async () =>
    textOf(await read(`/api/order/download/invoice?orderNo=${orderNo}`)).replaceAll('\u00a0', ' ');
  const isNow = (state: string) =>
    sql`UPDATE transfer SET state = ${state} WHERE payment_no = (SELECT payment_no FROM payment
      WHERE order_no = ${orderNo} AND live)`.execute(test.database.house);
  const account = ['Example Tours', 'Example Bank', '1234 5678', 'From a company account please'];
  const before = await invoice();
  expect(before).toMatch(/Pay by: .*\d/);
  for (const word of account) expect(before).not.toContain(word);
  const pay = (channel: string) =>
    test.call('paying', { id: orderNo, channel }, { token: agent, key: newKey() }).then(({ code }) => code);
  expect(await pay('offline')).toBe(200);
  const chosen = await invoice();
  for (const word of [...account, 'Amount to transfer: MYR 100.00', `Reference to give: ${orderNo}`])
    expect(chosen).toContain(word);
  expect(chosen).not.toContain('SWIFT');
  // Sent in, it is being checked; refused, its money is still to be transferred.
  await isNow('submitted');
  const submitted = await invoice();
  for (const word of [...account, 'Pay by']) expect(submitted).not.toContain(word);
  await isNow('refused');
  const refused = await invoice();
  for (const word of ['Pay by', ...account, 'Amount to transfer: MYR 100.00', `Reference to give: ${orderNo}`])
    expect(refused).toContain(word);
  expect(await pay('deposit')).toBe(200);
  const receipt = await invoice();
  for (const word of [...account, 'Pay by']) expect(receipt).not.toContain(word);
});

it('§3 refund reason: a receipt says why money went back, in its own language', async () => {
  const as = () => ({ token: agent, key: newKey() });
  const id = await placeOrder(test, agent);
  const { paymentNo } = (await test.call('paying', { id, channel: 'offline' }, as())).data;
  await test.call('paying', { id, channel: 'deposit' }, as());
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await test.call('consoleTransferDecide', { id: paymentNo, verified: true, seen: 'open' }, { token: finance });
  const text = async (language: string) =>
    textOf(await read(`/api/order/download/invoice?orderNo=${id}&l=${language}`)).replaceAll('\u00a0', ' ');
  // A job asks for the refund.
  const receipt = await until(
    () => text('en'),
    (found) => found.includes('Refunds'),
  );
  expect(receipt).toMatch(/Paid twice.*Paid\s*MYR 200\.00/s);
  expect(await text('zh_CN')).toContain('重复付款');
});

it('§4 agent reference: the invoice names the agent’s own reference, so that its accounting finds it', async () => {
  const filled = await fillOrder(test, agent, { quantity: 1 });
  const { data } = await test.call(
    'createOrder',
    { ...filled, agentReference: 'AG-2026-77' },
    { token: agent, key: newKey() },
  );
  const text = async (language: string) =>
    textOf(await read(`/api/order/download/invoice?orderNo=${data.orderNo}&l=${language}`)).replaceAll('\u00a0', ' ');
  expect(await text('en')).toContain('Your reference: AG-2026-77');
  expect(await text('fr_FR')).toContain('Votre référence : AG-2026-77');
  expect(await text('zh_CN')).toContain('参考号：AG-2026-77');
});

describe('the calendar', () => {
  const calendar = async (orderNo: string) => {
    const answer = await open(`/api/order/download/calendar?orderNo=${orderNo}`, agent);
    expect(answer.headers.get('content-type')).toContain('text/calendar');
    return (await answer.text()).replace(/\r\n[ \t]/g, '');
  };
  const bare = (day: string) => day.replaceAll('-', '');

  it('has whole days as days, sessions as instants in UTC, a stay from arrival to departure', async () => {
    const day = await buy();
    expect(await calendar(day)).toContain(`DTSTART;VALUE=DATE:${bare(playOn)}`);
    const stay = await calendar(await buyStay());
    expect(stay).toContain(`DTSTART;VALUE=DATE:${bare(playOn)}`);
    expect(stay).toContain(`DTEND;VALUE=DATE:${bare(addDays(playOn, 3))}`);
    const show = await placeOrder(test, agent, { product: 'Evening Show', session: '20:30' });
    const result = await calendar(show);
    const start = new Date(instantOf(playOn, '20:30', 'Asia/Kuala_Lumpur')).toISOString();
    expect(start).toContain('T12:30');
    expect(result).toContain(`DTSTART:${start.replace(/[-:]|\.000/g, '')}`);
    expect(result).toContain('STATUS:TENTATIVE');
  });

  it('has one entry for adults and children of one time, with all of them and their codes', async () => {
    const input = await fillOrder(test, agent);
    const { packages } = (await test.call('productDetail', { id: input.id }, { token: agent })).data;
    const lines = [...input.lines, { skuId: packages[0]?.skus[1]?.id ?? '', playOn, session: '', quantity: 2 }];
    const asked = lines.map((line) => `${line.skuId}:${line.playOn}::${line.quantity}`).join(',');
    const seenTotal = (await test.call('bookProducts', { lines: asked }, { token: agent })).data.total;
    const placed = await test.call('createOrder', { ...input, lines, seenTotal }, { token: agent, key: newKey() });
    const { orderNo } = placed.data;
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const text = await calendar(orderNo);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    const codes = (await test.call('pass', { orderNo }, { token: agent })).data.stops[0]?.lines.map(({ code }) => code);
    for (const part of [/ ×\s1\\, .* ×\s2/, codes?.join('\\, ') ?? '']) expect(text).toMatch(part);
  });

  it('has nothing of what was used', async () => {
    const orderNo = await buy();
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: staff });
    const answer = await open(`/api/order/download/calendar?orderNo=${orderNo}`, agent);
    expect(await answer.json()).toMatchObject({ code: 200304 });
  });
});

describe('each file goes to readers of the order only', () => {
  const own = [
    'voucher?subOrderNo=#-1',
    ...['vouchers', 'itinerary', 'invoice', 'calendar'].map((value) => `${value}?orderNo=#`),
  ];
  const ofConsole = ['voucher?subOrderNo=#-1', 'vouchers', 'itinerary', 'calendar'];

  it('own, main account, sibling with private orders, other partner, guest, other owner, anonymous', async () => {
    const openSub = await test.signIn('open@one.example', 'open-2026');
    const closedSub = await test.signIn('sub@one.example', 'sub-2026');
    const orderNo = await buy({}, openSub);
    const readers: [string, string | undefined, string | undefined, number][] = [
      ['own', openSub, undefined, 200],
      ['main', agent, undefined, 200],
      ['sibling with visibility 2', closedSub, undefined, 421],
      ['member', await test.signIn('member@one.example', 'member-2026'), undefined, 421],
      ['guest', await enterAsGuest(test, 'papers@one.example'), undefined, 421],
      ['other owner', await test.signIn('agent@two.example', 'agent-2026', 'two.test'), 'two.test', 421],
      ['own session at another owner', agent, 'two.test', 401],
      ['nobody', undefined, undefined, 401],
    ];
    for (const [who, token, host, status] of readers)
      for (const path of own) {
        const answer = await open(`/api/order/download/${path.replace('#', orderNo)}`, token, host);
        expect([who, path, answer.status]).toEqual([who, path, status]);
        if (status === 200) expect(answer.headers.get('content-type')).not.toContain('json');
      }
    const hidden = await buy({}, closedSub);
    expect((await open(voucher(hidden), openSub)).status).toBe(421);
    expect((await open(voucher(hidden), agent)).status).toBe(200);
  });

  it('the owner’s copies go to its operations, the invoice to finance, none to suppliers, content or another owner', async () => {
    const orderNo = await buy();
    const at = (path: string) => `/api/console/orders/${orderNo}/${path.replace('#', orderNo)}`;
    const staff = async (role: string) => test.signIn(`${role}@one.example`, `${role}-2026`);
    const tokens = {
      operations: await staff('operations'),
      finance: await staff('finance'),
      supplier: await staff('supplier'),
    };
    const content = await staff('content');
    for (const path of ofConsole) {
      expect([path, (await open(at(path), tokens.operations)).status]).toEqual([path, 200]);
      for (const token of [tokens.finance, tokens.supplier, content])
        expect([path, (await open(at(path), token)).status]).toEqual([path, 421]);
      expect([path, (await open(at(path), agent)).status]).toEqual([path, 401]);
    }
    expect((await open(at('invoice'), tokens.finance)).status).toBe(200);
    for (const token of [tokens.operations, tokens.supplier, content])
      expect((await open(at('invoice'), token)).status).toBe(421);
    const other = await test.signIn('admin@two.example', 'admin-2026', 'two.test');
    for (const path of [...ofConsole, 'invoice']) expect((await open(at(path), other, 'two.test')).status).toBe(421);
    const another = await buy();
    expect(
      (await open(`/api/console/orders/${another}/voucher?subOrderNo=${orderNo}-1`, tokens.operations)).status,
    ).toBe(421);
  });

  it('nothing that is not confirmed has a voucher', async () => {
    const orderNo = await placeOrder(test, agent);
    for (const path of [voucher(orderNo), `/api/order/download/vouchers?orderNo=${orderNo}`])
      expect(await (await open(path, agent)).json()).toMatchObject({ code: 200304 });
  });
});
