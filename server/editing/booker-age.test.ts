// The minimum age of the person who books (docs/decisions/0160) over HTTP: edited, logged, exported and imported, shown in the shop, and
// required of the buyer.
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PortedProduct } from '../../contract/porting.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { type Book, makeBook, makePorter, type Porter } from '../../tests/build/port-files.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let editor: Editor;
let porter: Porter;
let member: string;
beforeAll(async () => {
  test = await openTestHouse();
  const token = await test.signIn('content@one.example', 'content-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  editor = makeEditor(test, { token });
  porter = makePorter(test, { token });
});
afterAll(() => test.close());

/** On sale, sold from the age of four. */
async function sell(key: string, name: string, change: Parameters<typeof newDocument>[0]): Promise<string> {
  const packages = [newPackage({ skus: [newSku({ minAge: 4 })] })];
  const id = await editor.create(newDocument({ key, names: { en: name, zh_CN: name }, packages, ...change }));
  const { document } = await editor.open(id);
  await editor.calendar(document.packages[0]?.id ?? '', [{ on: playOn, session: '', capacity: 20 }]);
  expect((await editor.state(id, 'published')).code).toBe(200);
  return id;
}

const order = async (name: string, birthdays: string[], change: object = {}) => {
  const input = await fillOrder(test, member, { product: name, quantity: 2 });
  const travellers = input.travellers.map((traveller, at) =>
    birthdays[at] ? { ...traveller, 104: birthdays[at] } : traveller,
  );
  return test.call('createOrder', { ...input, travellers, ...change }, { token: member, key: newKey() });
};
const yearsBefore = (years: number) => `${Number(playOn.slice(0, 4)) - years}${playOn.slice(4)}`;

it('is a whole number from 0 to 99 or nothing, and the log says from what to what it was changed', async () => {
  const id = await editor.create(newDocument({ key: 'age-bounds' }));
  expect((await editor.open(id)).document.minBookerAge).toBeNull();
  for (const minBookerAge of [-1, 100, 17.5, '18', undefined])
    expect((await editor.change(id, { minBookerAge } as never)).code, String(minBookerAge)).toBe(200001);
  for (const minBookerAge of [0, 99, 18]) expect((await editor.change(id, { minBookerAge })).code).toBe(200);
  expect((await editor.open(id)).document.minBookerAge).toBe(18);
  const { rows } = await sql<{ before: object; after: object }>`SELECT before, after FROM audit_log
    WHERE subject = ${`product ${id}`} ORDER BY entry_id DESC LIMIT 1`.execute(test.database.house);
  expect(rows[0]).toEqual({
    before: { revision: 3, minBookerAge: 99 },
    after: { revision: 4, changed: ['minBookerAge'], minBookerAge: 18 },
  });
});

it('goes out and comes in with files of both kinds; a list from before it is read as without it, a workbook is refused by its column', async () => {
  const document = newDocument({ key: 'age-in-files', minBookerAge: 21 });
  const id = await editor.create(document);
  const exported = await porter.fetch('/api/console/catalogue/export?format=json');
  const listed = ((await exported.json()) as PortedProduct[]).find((item) => item.key === document.key);
  expect(listed?.minBookerAge).toBe(21);
  const bytes = Buffer.from(await (await porter.fetch('/api/console/catalogue/export?format=xlsx')).arrayBuffer());
  const book = Object.fromEntries((await readSheets(bytes)).map(({ sheet, data }) => [sheet, data as Book[string]]));
  const [head = [], ...rows] = book.Products ?? [];
  const at = head.indexOf('minBookerAge');
  const row = rows.find(([key]) => key === document.key) ?? [];
  expect(row[at]).toBe(21);
  row[at] = 16;
  const changed = await porter.check(await makeBook(book));
  expect(await porter.run(changed.id)).toMatchObject({ changed: 1, failed: 0 });
  expect((await editor.open(id)).document.minBookerAge).toBe(16);
  row[head.indexOf('revision')] = null;
  row[at] = 'young';
  const bad = await porter.check(await makeBook(book));
  expect((await porter.rows(bad.id, 'bad'))[0]?.problems).toMatchObject([
    { sheet: 'Products', column: 'minBookerAge' },
  ]);

  const { minBookerAge: _, ...older } = newDocument({ key: 'age-unknown' });
  const json = await porter.check(JSON.stringify([older]));
  expect(await porter.run(json.id)).toMatchObject({ created: 1, bad: 0 });
  for (const cells of book.Products ?? []) cells.splice(at, 1);
  const sheets = await porter.check(await makeBook(book));
  expect(sheets).toMatchObject({ changes: 0, bad: 1 });
  expect((await porter.rows(sheets.id, 'bad'))[0]?.problems).toMatchObject([
    { sheet: 'Products', column: 'minBookerAge', text: expect.stringMatching(/column is missing/) },
  ]);
  expect((await editor.open(id)).document.minBookerAge).toBe(16);
});

it('is shown by the product page and the booking form, and stored with the order', async () => {
  const id = await sell('grown-up-night', 'Grown Up Night', { minBookerAge: 18 });
  expect((await test.call('productDetail', { id })).data.minBookerAge).toBe(18);
  const input = await fillOrder(test, member, { product: 'Grown Up Night' });
  const [line] = input.lines;
  const lines = `${line?.skuId}:${playOn}::1`;
  expect((await test.call('bookProducts', { lines }, { token: member })).data).toMatchObject({ minBookerAge: 18 });
  const refused = await order('Grown Up Night', [], { agreed: false });
  expect(refused.data).toEqual({ fields: { agreed: expect.any(String) } });
  const placed = await order('Grown Up Night', []);
  expect(placed.code).toBe(200);
  const { rows } = await sql<{ age: number }>`SELECT (terms ->> 'minBookerAge')::int AS age FROM sub_order
    WHERE order_no = ${placed.data.orderNo}`.execute(test.database.house);
  expect(rows).toEqual([{ age: 18 }]);
});

it('is checked where birthdays are asked for: of all travellers one is old enough on the day of travel', async () => {
  await sell('family-camp', 'Family Camp', { minBookerAge: 18, travellerFields: [102, 104] });
  const young = await order('Family Camp', [yearsBefore(17), yearsBefore(9)]);
  expect(young.data).toEqual({
    fields: { 'travellers.0.104': 'On the day of travel the age must be 18 or above' },
  });
  const toddler = await order('Family Camp', [yearsBefore(17), yearsBefore(2)]);
  expect(Object.keys((toddler.data as unknown as { fields: object }).fields)).toEqual([
    'travellers.0.104',
    'travellers.1.104',
  ]);
  expect((await order('Family Camp', [yearsBefore(9), yearsBefore(18)])).code).toBe(200);
  expect((await order('Family Camp', [], { travellers: [], travellersLater: true })).code).toBe(200);
});
