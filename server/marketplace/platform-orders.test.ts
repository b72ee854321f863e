// Orders that platforms took (§3 order source, decision 0430): by an uploaded list and by the Open API; each number books once, under races
// too, paid by the partner's accounts, with the difference between the platform's price and ours.
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import { fileAddress } from '../../contract/file-address.ts';
import { addDays } from '../../domain/dates.ts';
import { platformSources } from '../../domain/order-sources.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct } from '../../tests/build/place-orders.ts';
import { makeBook } from '../../tests/build/port-files.ts';
import { adjust, findAgency, readFigures } from '../../tests/build/set-balances.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let operations: string;
let agent: string;
let partnerId: string;
let adult: string;
let child: string;
let scarce: string;

beforeAll(async () => {
  test = await openTestHouse();
  operations = await test.signIn('operations@one.example', 'operations-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  partnerId = await findAgency(test, finance);
  await adjust(test, finance, { id: partnerId, dealType: 9, amountMinor: 400_000 });
  const skusOf = async (name: string) => (await findProduct(test, name)).packages[0]?.skus.map(({ id }) => id) ?? [];
  [adult = '', child = ''] = await skusOf('Silver Tower');
  [scarce = ''] = await skusOf('Few Seats');
  await sql`UPDATE departure SET capacity = 90 WHERE package_id = (SELECT package_id FROM sku WHERE sku_id = ${adult})`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

let references = 0;
const newReference = () => {
  references += 1;
  return `TN-${references}`;
};

const wish = (more: object = {}) => ({
  ...{ source: 6, reference: newReference(), contact: { name: 'Li Na', email: 'lina@buyer.example' } },
  lines: [{ skuId: adult, playOn, quantity: 1 }],
  ...more,
});
const hand = (input: object) =>
  test.call('consolePlatformOrder', { partnerId, ...input } as never, { token: operations });

async function upload(
  body: Uint8Array | string,
  { source = 6, partner = partnerId, language = 'en', name = 'june.xlsx' } = {},
) {
  const answer = await test.fetch(fileAddress('orderImportUpload', { name, source, partnerId: partner }), {
    method: 'POST',
    headers: { token: operations, l: language, 'content-type': 'application/octet-stream' },
    body: body as BodyInit,
  });
  return (await answer.json()) as { code: number; msg: string; data: { id: string; fields?: object } };
}
const show = async (id: string, language = 'en') =>
  (await test.call('consoleOrderImport', { id }, { token: operations, language })).data;
const book = (id: string, indexes: number[]) =>
  test.call('consoleOrderImportBook', { id, indexes }, { token: operations });

const columns = [
  'Reference',
  'sku',
  'date',
  'session',
  'quantity',
  'name',
  'email',
  'phone',
  'price',
  'currency',
  'remark',
];
type Cell = string | number | null;
const rowOf = (values: Record<string, Cell>) => columns.map((name) => values[name.toLowerCase()] ?? null);
const sheetOf = (list: Record<string, Cell>[]) => makeBook({ Orders: [columns, ...list.map(rowOf)] });
const line = (more: Record<string, Cell> = {}) => ({
  ...{ reference: newReference(), sku: adult, date: playOn, quantity: 1, name: 'Wang Fang' },
  ...more,
});
const countOrders = async (reference: string) => {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM purchase WHERE agent_reference = ${reference}`.execute(test.database.house);
  return rows[0]?.n;
};

describe('an uploaded list of orders (§3 order source)', () => {
  it('is checked row by row, booked with its source, paid by the partner, and tells the difference of prices', async () => {
    const before = await readFigures(test, agent);
    const [family, single] = [newReference(), newReference()];
    const file = await sheetOf([
      line({ reference: family, quantity: 2, price: 250, email: 'fang@buyer.example', phone: '+86 138 0013 8000' }),
      line({ reference: family, sku: child, name: null, quantity: 1 }),
      line({ reference: single, sku: Number(adult), price: 0.5, currency: 'USD', remark: 'Window seat' }),
    ]);
    const { code, data } = await upload(file);
    expect(code).toBe(200);
    const checked = await show(data.id);
    expect(checked).toMatchObject({ name: 'june.xlsx', source: 6, partnerId, total: 2, booked: 0, open: 2 });
    const [first, second] = checked.orders;
    expect(first).toMatchObject({
      ...{ reference: family, verdict: 'fresh', productName: 'Silver Tower', playOn, quantity: 3, problems: [] },
      ...{ listed: { amountMinor: 24_050, currency: 'MYR' }, platformPrice: { amountMinor: 25_000, currency: 'MYR' } },
      difference: { amountMinor: 950, currency: 'MYR' },
    });
    expect(second).toMatchObject({
      verdict: 'fresh',
      platformPrice: { amountMinor: 50, currency: 'USD' },
      difference: null,
    });
    expect(await countOrders(family)).toBe(0);
    expect((await book(data.id, [0, 1])).data.list).toEqual([
      { index: 0, problem: null },
      { index: 1, problem: null },
    ]);
    const booked = await show(data.id);
    expect(booked).toMatchObject({ booked: 2, open: 0 });
    expect(booked.orders.map(({ verdict }) => verdict)).toEqual(['booked', 'booked']);
    const order = (await test.call('consoleOrder', { id: booked.orders[0]?.orderNo ?? '' }, { token: operations }))
      .data;
    expect(order).toMatchObject({
      ...{ source: 6, agentReference: family, partnerId, status: 1003 },
      contact: { name: 'Wang Fang', email: 'fang@buyer.example', areaCode: '86', phone: '13800138000' },
      platform: { price: { amountMinor: 25_000 }, difference: { amountMinor: 950 } },
    });
    const after = await readFigures(test, agent);
    const paid = booked.orders.reduce((sum, { payable }) => sum + (payable?.amountMinor ?? 0), 0);
    expect(before.deposit - after.deposit).toBe(paid);
  });

  it('books nothing twice when the same file comes again, and tells the orders that are there (§2)', async () => {
    const file = await sheetOf([line(), line()]);
    const first = (await upload(file)).data.id;
    await book(first, [0, 1]);
    const again = (await upload(file)).data.id;
    const { orders, open } = await show(again);
    expect([open, ...orders.map(({ verdict }) => verdict)]).toEqual([0, 'same', 'same']);
    expect(orders.map(({ orderNo }) => orderNo)).toEqual((await show(first)).orders.map(({ orderNo }) => orderNo));
    expect((await book(again, [0, 1])).data.list.every(({ problem }) => problem === null)).toBe(true);
    for (const { reference } of orders) expect(await countOrders(reference)).toBe(1);
  });

  it('names row and column of what is wrong, in the reader’s language, and books none of it', async () => {
    const csv = [
      'reference;sku;date;session;quantity;name;email;price;currency',
      `;${adult};${playOn};;1;A;;;`,
      `${newReference()};999999;2026-13-40;25:00;0;;no-mail;12,x;MYR`,
      `${newReference()};${scarce};${playOn};;6;B;;;`,
      `${newReference()};${adult};${addDays(playOn, 200)};;1;C;;10;XXX`,
    ].join('\r\n');
    const { data } = await upload(`\ufeff${csv}`, { name: 'bad.csv' });
    const shown = await show(data.id);
    const problems = shown.orders.map(({ verdict, problems }) => [
      verdict,
      problems.map((one) => `${one.row} ${one.column}`),
    ]);
    expect(problems).toEqual([
      ['bad', ['2 reference']],
      ['bad', ['3 sku', '3 date', '3 session', '3 quantity', '3 name', '3 email', '3 price']],
      ['bad', ['4 quantity']],
      ['bad', ['5 currency']],
    ]);
    expect(shown.orders[0]?.problems[0]?.text).toBe('This field is required');
    expect((await show(data.id, 'zh_CN')).orders[0]?.problems[0]?.text).toMatch(/\p{Script=Han}/u);
    expect((await book(data.id, [0])).http).toBe(421);
  });

  it('names the row of the line that is refused, where an order has several', async () => {
    const reference = newReference();
    const file = await sheetOf([
      line({ reference }),
      line({ reference, sku: child, date: addDays(playOn, 200) }),
      line({ reference, sku: child }),
    ]);
    const { orders } = await show((await upload(file)).data.id);
    expect(orders).toMatchObject([{ verdict: 'bad', problems: [{ row: 3, column: 'date' }] }]);
  });

  it('names that row also where the line is refused as the order is booked', async () => {
    const reference = newReference();
    const later = addDays(playOn, 1);
    const rows = [line({ reference }), line({ reference, sku: child, name: null }), line({ reference, date: later })];
    const { id } = (await upload(await sheetOf(rows))).data;
    expect(await show(id)).toMatchObject({ open: 1 });
    const setPlaces = (capacity: number) =>
      sql`UPDATE departure SET capacity = ${capacity} WHERE play_on = ${later}
        AND package_id = (SELECT package_id FROM sku WHERE sku_id = ${adult})`.execute(test.database.house);
    await setPlaces(0);
    expect((await book(id, [0])).data.list).toEqual([{ index: 0, problem: 'noStock' }]);
    expect((await show(id)).orders).toMatchObject([{ verdict: 'failed', problems: [{ row: 4, column: 'quantity' }] }]);
    await setPlaces(90);
    expect((await book(id, [0])).data.list).toEqual([{ index: 0, problem: null }]);
  });

  it('says that a formula has no stored value (§2)', async () => {
    const cells = rowOf(line());
    const data = [columns, cells].map((row) => row.map((value) => (value === null ? null : { value })));
    const formula = { value: '1+1', type: 'Formula' as const };
    (data[1] ?? [])[columns.indexOf('quantity')] = formula as never;
    const file = await writeWorkbook([{ sheet: 'Orders', data: data as SheetData }]).toBuffer();
    const { data: sent } = await upload(file, { name: 'formula.xlsx' });
    const problems = (await show(sent.id)).orders.flatMap((order) => order.problems);
    expect(problems).toEqual([
      { row: 2, column: 'quantity', text: expect.stringMatching(/^The formula has no stored value/) },
    ]);
  });

  it('takes plain digits alone for a quantity', async () => {
    const odd = ['1e1', '0x10', '0b1', '+2', '2.0', '-1', '1,0'];
    const file = await sheetOf([...odd, '07'].map((quantity) => line({ quantity })));
    const { orders } = await show((await upload(file)).data.id);
    expect(orders.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
      ...odd.map(() => ['quantity']),
      [],
    ]);
    expect(orders.at(-1)).toMatchObject({ verdict: 'fresh', quantity: 7 });
  });

  it('takes UTF-16 in either order of its bytes, as spreadsheets write it', async () => {
    const name = '王芳';
    const text = `\ufeff${['reference;sku;date;quantity;name', `${newReference()};${adult};${playOn};1;${name}`].join('\r\n')}`;
    const little = Buffer.from(text, 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      const { data } = await upload(bytes, { name: 'wide.csv' });
      expect((await show(data.id)).orders).toMatchObject([{ verdict: 'fresh', quantity: 1 }]);
    }
  });

  it('refuses a list in another encoding than UTF-8, which would garble the names of buyers', async () => {
    const csv = `reference,sku,date,quantity,name\n${newReference()},${adult},${playOn},1,José`;
    // 王芳 as spreadsheets of China write it (GB 18030).
    const chinese = Buffer.concat([Buffer.from(csv), Buffer.from([0xcd, 0xf5, 0xb7, 0xbc])]);
    for (const bytes of [Buffer.from(csv, 'latin1'), chinese])
      expect(await upload(bytes)).toMatchObject({
        code: 200516,
        msg: expect.stringMatching(/^This CSV is not in UTF-8/),
      });
    for (const bytes of [Buffer.from(csv), Buffer.from(`\ufeff${csv}`, 'utf16le')])
      expect((await show((await upload(bytes)).data.id)).open).toBe(1);
  });

  it('refuses what is no list, a platform or a partner that cannot be, and roles without orders (§6 roles)', async () => {
    expect((await upload('nothing of use')).code).toBe(200513);
    expect((await upload(await makeBook({ Orders: [columns] }))).code).toBe(200513);
    const many = `reference,sku,date,quantity,name\n${`x,1,${playOn},1,A\n`.repeat(501)}`;
    expect(await upload(many)).toMatchObject({ code: 200514, data: { most: 500 } });
    expect((await upload(`reference,sku,date,quantity,name\n${'x'.repeat(2_000_000)}`)).code).toBe(200514);
    expect(await upload('x', { source: 9 })).toMatchObject({
      code: 200001,
      data: { fields: { source: expect.any(String) } },
    });
    expect(await upload('x', { partner: '999' })).toMatchObject({
      code: 200001,
      data: { fields: { partnerId: expect.any(String) } },
    });
    const content = await test.signIn('content@one.example', 'content-2026');
    expect((await test.call('consoleOrderImports', {}, { token: content })).http).toBe(421);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const { id } = (await upload(await sheetOf([line()]))).data;
    expect((await test.call('consoleOrderImport', { id }, { token: admin })).http).toBe(421);
    expect((await test.call('consoleImport', { id }, { token: admin })).http).toBe(421);
  });

  it('begins with a template that has the columns and what is on sale', async () => {
    const answer = await test.fetch(fileAddress('orderImportTemplate', {}), { headers: { token: operations } });
    const sheets = (await readSheet(Buffer.from(await answer.arrayBuffer()))) as unknown as { data: unknown[][] }[];
    expect(sheets[0]?.data[0]).toContain('reference');
    expect(JSON.stringify(sheets[1]?.data)).toContain(adult);
  });

  it('leaves nothing behind where the partner cannot pay, and books it later (§3 channels)', async () => {
    const { rows } = await sql<{ balance_minor: number }>`UPDATE ledger_account SET balance_minor = 0
      WHERE owner_id = 1 AND partner_id = ${partnerId} AND kind = 'deposit' AND currency = 'MYR'
      RETURNING (SELECT a.balance_minor FROM ledger_account a WHERE a.owner_id = 1 AND a.partner_id = ${partnerId}
        AND a.kind = 'deposit' AND a.currency = 'MYR') AS balance_minor`.execute(test.database.house);
    const { id } = (await upload(await sheetOf([line({ sku: scarce })]))).data;
    expect((await book(id, [0])).data.list).toEqual([{ index: 0, problem: 'balanceTooLow' }]);
    const shown = await show(id);
    expect(shown).toMatchObject({ open: 1, orders: [{ verdict: 'failed', problems: [{ row: 2 }] }] });
    expect(await countOrders(shown.orders[0]?.reference ?? '')).toBe(0);
    await sql`UPDATE ledger_account SET balance_minor = ${rows[0]?.balance_minor ?? 0}
      WHERE owner_id = 1 AND partner_id = ${partnerId} AND kind = 'deposit' AND currency = 'MYR'`.execute(
      test.database.house,
    );
    expect((await book(id, [0])).data.list).toEqual([{ index: 0, problem: null }]);
  });
});

describe('the same by the Open API (§1 inner API)', () => {
  it.each(platformSources)('books an order of platform %i with its source', async (source) => {
    const answer = await hand(wish({ source, platformPrice: { amountMinor: 12_000, currency: 'MYR' } }));
    expect(answer.data).toMatchObject({ repeated: false, status: 1003, difference: { amountMinor: 2000 } });
    const { data } = await test.call('consoleOrder', { id: answer.data.orderNo }, { token: operations });
    expect(data.source).toBe(source);
  });

  it('books a transfer of Mozio with its journey, and refuses by field what is wrong in it (§3 order source 13)', async () => {
    const form = await fillOrder(test, agent, { product: 'Airport Car' });
    const { lines, orderFields } = form;
    const wanted = { ...wish({ source: 13, lines }), orderFields };
    const { data } = await hand(wanted);
    expect(data).toMatchObject({ repeated: false, status: 1003 });
    const order = (await test.call('consoleOrder', { id: data.orderNo }, { token: operations })).data;
    expect(order).toMatchObject({ source: 13, places: { pickup: { address: '1 Beach Road' } }, incomplete: null });
    // The platform has sold it: a telephone number that is none is left out.
    const short = { ...wanted, reference: newReference(), contact: { ...wanted.contact, areaCode: '60', phone: '12' } };
    expect((await hand(short)).data).toMatchObject({ repeated: false, status: 1003 });
    const reference = newReference();
    const wrong = await hand({ ...wanted, reference, orderFields: { 406: orderFields[406] } });
    expect(Object.keys((wrong.data as { fields?: object }).fields ?? {})).toContain('orderFields.passengerCount');
    expect(await countOrders(reference)).toBe(0);
  });

  it('takes a partner’s key with its right, for its own orders alone, and test keys in the test mode', async () => {
    await test.call('consolePartnerKeysOpen', { id: partnerId, open: true }, { token: operations });
    const make = async (scope: 'platformOrders' | 'book', isTest = false) =>
      (
        await test.call('apiKeyCreate', { name: scope, scopes: [scope], ...(isTest ? { test: true } : {}) } as never, {
          token: agent,
        })
      ).data.key;
    const byKey = (key: string, input: object) =>
      test.call('platformOrder', input as never, { headers: { authorization: `Bearer ${key}` } });
    const key = await make('platformOrders');
    const wanted = wish({ source: 7 });
    const first = await byKey(key, wanted);
    expect(first.data).toMatchObject({ repeated: false, platformPrice: null, difference: null });
    expect((await byKey(key, wanted)).data).toEqual({ ...first.data, repeated: true });
    expect((await byKey(await make('book'), wanted)).code).toBe(200120);
    expect((await byKey(key, wish({ source: 9 }))).code).toBe(200001);
    expect((await byKey(key, wish({ contact: { name: 'A', email: 'nobody' } }))).data).toMatchObject({
      fields: { 'contact.email': expect.any(String) },
    });
  });

  it('refuses the number of another partner’s order, and tells nothing of it (§3)', async () => {
    const wanted = wish();
    await hand(wanted);
    await sql`INSERT INTO partner (owner_id, kind, name, approval) VALUES (1, 'corporate', 'Second Agency', 'approved')`.execute(
      test.database.house,
    );
    const { rows } = await sql<{
      id: string;
    }>`WITH made AS (INSERT INTO account (owner_id, partner_id, kind, email, name, language, status)
        SELECT 1, partner_id, 'main', 'second@one.example', 'Second', 'en', 1 FROM partner WHERE name = 'Second Agency' RETURNING partner_id)
      SELECT partner_id::text AS id FROM made`.execute(test.database.house);
    const answer = await hand({ ...wanted, partnerId: rows[0]?.id });
    expect([answer.code, JSON.stringify(answer.data)]).toEqual([200314, expect.not.stringContaining(wanted.reference)]);
  });

  it('books a number once under a race, and the last places once (rules §2)', async () => {
    const wanted = wish();
    const twins = await Promise.all(Array.from({ length: 6 }, () => hand(wanted)));
    expect(new Set(twins.map(({ data }) => data.orderNo)).size).toBe(1);
    expect(twins.filter(({ data }) => !data.repeated)).toHaveLength(1);
    expect(await countOrders(wanted.reference)).toBe(1);
    const left =
      (
        await sql<{
          n: number;
        }>`SELECT d.capacity - d.held - d.sold AS n FROM departure d JOIN sku s ON s.owner_id = d.owner_id
      AND s.package_id = d.package_id WHERE s.sku_id = ${scarce} AND d.play_on = ${playOn}`.execute(test.database.house)
      ).rows[0]?.n ?? 0;
    const lines = [{ skuId: scarce, playOn, quantity: 1 }];
    const crowd = await Promise.all(Array.from({ length: left + 3 }, () => hand(wish({ lines }))));
    expect(crowd.filter(({ code }) => code === 200)).toHaveLength(left);
    expect(crowd.filter(({ code }) => code === 200202)).toHaveLength(3);
  });

  it('would book twice without the guard of the number', async () => {
    const wanted = wish();
    await sql`ALTER TABLE channel_order DROP CONSTRAINT channel_order_pkey`.execute(test.database.house);
    try {
      await Promise.all(Array.from({ length: 4 }, () => hand(wanted)));
      expect(await countOrders(wanted.reference)).toBeGreaterThan(1);
    } finally {
      await sql`DELETE FROM channel_order WHERE reference = ${wanted.reference}`.execute(test.database.house);
      await sql`ALTER TABLE channel_order ADD CONSTRAINT channel_order_pkey PRIMARY KEY (owner_id, source, reference)`.execute(
        test.database.house,
      );
    }
  });
});
