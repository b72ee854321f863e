// The catalogue as files over HTTP: an exported file imports unchanged, bad rows are reported by their place, another person's change is
// not overwritten, and an oversized file is refused before it is opened.
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDocument } from '../../contract/editing.ts';
import type { PortedProduct } from '../../contract/porting.ts';
import { makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { type Book, makeBook, makePorter, type Porter } from '../../tests/build/port-files.ts';
import { sql } from '../platform/db.ts';
import { startRun } from './import.sql.ts';
import { runImport } from './run-import.ts';

let test: TestHouse;
let content: string;
let porter: Porter;
let other: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  porter = makePorter(test, { token: content });
  const token = await test.signIn('content@two.example', 'content-2026', 'two.test');
  other = makePorter(test, { token, host: 'two.test' });
});
afterAll(() => test.close());

const exported = async (from: Porter, format: 'json' | 'xlsx') =>
  Buffer.from(await (await from.fetch(`/api/console/catalogue/export?format=${format}`)).arrayBuffer());
const listed = async (from: Porter) => JSON.parse((await exported(from, 'json')).toString()) as PortedProduct[];

/** A document without what its catalogue numbered. */
function bare({ revision: _, packages, addOns, ...document }: PortedProduct): ProductDocument {
  return {
    ...document,
    addOns: addOns.map(({ id: __, ...item }) => item),
    packages: packages.map(({ id: __, skus, ...item }) => ({ ...item, skus: skus.map(({ id: ___, ...sku }) => sku) })),
  };
}
const bareOf = (list: PortedProduct[]) => list.map(bare).sort((a, b) => (a.key < b.key ? -1 : 1));

/** Nothing of the second owner's was ever sold here. */
const emptyOwner = async () => {
  for (const table of [
    'product_search',
    'price_rule',
    'sku_price',
    'sku',
    'departure',
    'package',
    'add_on',
    'product_view',
    'product',
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE owner_id = 2`.execute(test.database.house);
};

const rich = newDocument({
  key: 'rich-tour',
  type: 1,
  subtype: 102,
  names: { en: '=HYPERLINK("http://evil.test")', zh_CN: '多日游', th: 'ทัวร์', vi: "'=1+1" },
  descriptions: { en: '# One\n- two\n\nthree\n=4', zh_CN: '+5' },
  itinerary: [
    { day: 1, time: '08:00', lat: 3.15, lng: 101.71, titles: { en: 'Out', ja_JP: '出発' }, texts: { en: '@sum' } },
    { day: 2, time: '', lat: null, lng: null, titles: { en: '-back' }, texts: {} },
  ],
  refundRules: [
    { daysBefore: 7, hoursBefore: null, feePercent: 50 },
    { daysBefore: null, hoursBefore: 36, feePercent: 100 },
  ],
  ...{ checkIn: '14:00', checkOut: '11:00', stars: 4, amenities: ['hotelPickup', 'mealsIncluded'] },
  orderFields: [],
  travellerFields: [102, 202],
  serviceLanguages: ['en', 'zh_CN'],
  currency: 'JPY',
  addOns: [{ names: { en: 'Lantern', fr_FR: 'Lampion' }, priceMinor: 500, costMinor: 210, most: null, onShelf: false }],
  packages: [
    newPackage({
      descriptions: { en: '\tTab first' },
      openDays: 30,
      oversell: true,
      skus: [
        newSku({
          sessionPrices: [
            { session: '09:30', priceMinor: 4500 },
            { session: '20:00', priceMinor: 6000 },
          ],
        }),
        newSku({ ticketType: null, names: { en: 'Own name' }, minAge: 4, maxAge: 12 }),
      ],
    }),
    newPackage({ key: 'second', onShelf: false, refundRules: [{ daysBefore: null, hoursBefore: 6, feePercent: 80 }] }),
    newPackage({
      ...{ key: 'third', refundRules: [], beds: { en: 'Two single beds', ja_JP: 'シングル2台' }, board: 'halfBoard' },
      ...{ maxAdults: 2, maxChildren: 1, childAge: 11, includedGuests: 2, extraChildMinor: 1500 },
    }),
  ],
});

describe('a catalogue', () => {
  it.each(['json', 'xlsx'] as const)(
    'goes out as %s and comes into an empty shop as the same documents',
    async (format) => {
      const editor = makeEditor(test, { token: content });
      if (format === 'json') await editor.create(rich);
      await emptyOwner();
      const file = await exported(porter, format);
      const checked = await other.check(file);
      expect(checked).toMatchObject({ state: 'checked', kind: format, bad: 0, fresh: 10, total: 10, created: 0 });
      expect(await listed(other)).toEqual([]);
      expect(await other.run(checked.id)).toMatchObject({ state: 'done', created: 10, changed: 0, failed: 0, at: 10 });
      expect(bareOf(await listed(other))).toEqual(bareOf(await listed(porter)));
      const states = await sql<{ state: string }>`SELECT DISTINCT state FROM product WHERE owner_id = 2`.execute(
        test.database.house,
      );
      expect(states.rows).toEqual([{ state: 'draft' }]);
    },
  );

  it('given back unchanged changes nothing, and one changed cell changes that product, under its own numbers', async () => {
    const before = await listed(porter);
    const same = await porter.check(await exported(porter, 'xlsx'));
    expect(same).toMatchObject({ state: 'checked', same: 10, changes: 0, fresh: 0, bad: 0 });
    const list = structuredClone(before);
    const sku = list[0]?.packages[0]?.skus[0];
    if (sku) sku.priceMinor += 150;
    const changed = await porter.check(JSON.stringify(list));
    expect(changed).toMatchObject({ same: 9, changes: 1 });
    expect(await porter.run(changed.id)).toMatchObject({ changed: 1, created: 0 });
    const after = await listed(porter);
    expect(after[0]).toEqual({ ...list[0], revision: (before[0]?.revision ?? 0) + 1 });
    const log = await sql<{
      act: string;
      after: object;
    }>`SELECT act, after FROM audit_log WHERE subject = ${`import ${changed.id}`}`.execute(test.database.house);
    expect(log.rows).toEqual([
      {
        act: 'catalogue-imported',
        after: { file: 'products', mode: 'each', products: 10, created: 0, changed: 1, failed: 0 },
      },
    ]);
  });

  it('with other cells and without a row is shown before it is imported: each cell, and what leaves the product', async () => {
    const sheets = await readSheets(await exported(porter, 'xlsx'));
    const book = Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data])) as Book;
    const at = (sheet: string, column: string) => (book[sheet]?.[0] ?? []).indexOf(column);
    const rowOf = (sheet: string, number: number) =>
      book[sheet]?.findIndex((row) => row[0] === 'rich-tour' && row[at(sheet, 'number')] === number) ?? -1;
    const [first, second] = [rowOf('SKUs', 1), rowOf('SKUs', 2)];
    const name = book.Texts?.findIndex((row) => row[0] === 'rich-tour' && row[1] === 'names') ?? -1;
    const cells = book as Record<string, (string | number | boolean | null)[][]>;
    (cells.SKUs?.[first] ?? [])[at('SKUs', 'price')] = 123;
    (cells.Texts?.[name] ?? [])[at('Texts', 'th')] = 'ทัวร์ใหม่';
    (cells.Products?.find((row) => row[0] === 'rich-tour') ?? [])[at('Products', 'refundRules')] = '3:40';
    cells.SKUs?.splice(second, 1);
    cells.Extras?.splice(rowOf('Extras', 1), 1);
    cells.Texts = (cells.Texts ?? []).filter(
      (row) => row[0] !== 'rich-tour' || (row[1] !== 'extra.names' && !(row[1] === 'sku.names' && row[3] === 2)),
    );
    const checked = await porter.check(await makeBook(book));
    expect(checked).toMatchObject({ state: 'checked', changes: 1, bad: 0, removed: 2 });
    const [row] = await porter.rows(checked.id, 'removed');
    const list = row?.differences?.list ?? [];
    expect(row?.differences).toMatchObject({ more: 0, removed: ['Standard, Own name', 'Lantern'] });
    expect(list.map(({ sheet, column, was, now }) => [sheet, column, was, now].join('|')).sort()).toEqual([
      'Products|refundRules|7:50; 36h:100|3:40',
      'SKUs|price|9900|123',
      'Texts|th||',
    ]);
    expect(list.find(({ sheet }) => sheet === 'SKUs')?.row).toBe(first + 1);
    expect(await porter.check(await exported(porter, 'xlsx'))).toMatchObject({ same: 10, removed: 0 });
  });

  it('in a workbook holds no text that a spreadsheet would run', async () => {
    const sheets = await readSheets(await exported(porter, 'xlsx'));
    expect(sheets.map((sheet) => sheet.sheet)).toEqual(['Products', 'Packages', 'SKUs', 'Extras', 'Texts']);
    const cells = sheets.flatMap((sheet) => sheet.data.flat()).filter((value) => typeof value === 'string');
    expect(cells.filter((cell) => /^\s*[=+@\t]|^\s*-./.test(String(cell)))).toEqual([]);
    expect(cells).toContain('\'=HYPERLINK("http://evil.test")');
  });
});

describe('what another person changed', () => {
  it('between the check and the run is not overwritten', async () => {
    const editor = makeEditor(test, { token: content });
    const id = await editor.create(newDocument({ key: 'contested' }));
    const [document] = (await listed(porter)).filter((item) => item.key === 'contested');
    const checked = await porter.check(JSON.stringify([{ ...document, names: { en: 'From the file' } }]));
    expect(checked).toMatchObject({ changes: 1, bad: 0 });
    await editor.change(id, { names: { en: 'From a person' } });
    expect(await porter.run(checked.id)).toMatchObject({ changed: 0, failed: 1 });
    expect((await editor.open(id)).document.names).toEqual({ en: 'From a person' });
    const [row] = await porter.rows(checked.id, 'bad');
    expect(row).toMatchObject({ key: 'contested', verdict: 'change', outcome: 'failed' });
    expect(row?.problems[0]?.text).toMatch(/changed the product meanwhile/);
  });

  it('after the file was made is reported by the check', async () => {
    const editor = makeEditor(test, { token: content });
    const [document] = (await listed(porter)).filter((item) => item.key === 'contested');
    const id = (await test.call('consoleProducts', { query: 'contested' }, { token: content })).data.list[0]?.id ?? '';
    await editor.change(id, { cutOffHours: 5 });
    const checked = await porter.check(JSON.stringify([{ ...document, cutOffHours: 9 }]));
    expect(checked).toMatchObject({ bad: 1, changes: 0 });
    expect((await porter.rows(checked.id))[0]?.problems).toMatchObject([{ column: 'revision' }]);
  });
});

describe('all together', () => {
  it('is refused while something is bad, and takes everything back when one fails', async () => {
    const good = newDocument({ key: 'together-1' });
    const bad = await porter.check(JSON.stringify([good, newDocument({ key: 'B A D' })]));
    expect((await test.call('consoleImportRun', { id: bad.id, mode: 'all' }, { token: content })).code).toBe(200302);
    const checked = await porter.check(JSON.stringify([good, newDocument({ key: 'together-2' })]));
    await makeEditor(test, { token: content }).create(newDocument({ key: 'together-2', names: { en: 'Mine' } }));
    expect(await porter.run(checked.id, 'all')).toMatchObject({
      state: 'done',
      reason: 'whole',
      created: 0,
      failed: 1,
    });
    expect((await listed(porter)).map((item) => item.key)).not.toContain('together-1');
    const fine = await porter.check(JSON.stringify([good, newDocument({ key: 'together-3' })]));
    expect(await porter.run(fine.id, 'all')).toMatchObject({ state: 'done', created: 2, failed: 0 });
  });
});

describe('codes without a label', () => {
  it('come in as drafts that cannot be published, and no form has such a field', async () => {
    const list = [5, 6, 7, 9, 12, 13].map((type) => newDocument({ key: `odd-${type}`, type, subtype: 0 }));
    const fields = newDocument({ key: 'odd-fields', travellerFields: [102, 111, 112] });
    const checked = await porter.check(JSON.stringify([...list, fields]));
    expect(checked).toMatchObject({ fresh: 7, bad: 0 });
    expect(await porter.run(checked.id)).toMatchObject({ created: 7, failed: 0 });
    const stored = (await listed(porter)).filter((item) => item.key.startsWith('odd-'));
    expect(stored.map((item) => item.type).sort((a, b) => a - b)).toEqual([3, 5, 6, 7, 9, 12, 13]);
    expect(stored.find((item) => item.key === 'odd-fields')?.travellerFields).toEqual([102, 111, 112]);
    const answer = await test.call('consoleProducts', { query: 'odd-5' }, { token: content });
    const [row] = answer.data.list;
    expect(row).toMatchObject({ state: 'draft', type: 5 });
    const publish = await test.call(
      'consoleProductState',
      { id: row?.id ?? '', revision: 1, state: 'published' },
      { token: content },
    );
    expect(publish.code).toBe(200208);
    expect((await test.call('productDetail', { id: row?.id ?? '' })).http).toBe(421);
    expect(await porter.check(JSON.stringify([list[0]]))).toMatchObject({ same: 1, bad: 0 });
  });
});

describe('rights', () => {
  it('are read again while it goes on: the role taken away, nothing more goes in', async () => {
    const checked = await porter.check(JSON.stringify([newDocument({ key: 'no-right' })]));
    const roles = (list: string) =>
      sql`UPDATE account SET roles = ${`{${list}}`}::text[] WHERE owner_id = 1 AND email = 'content@one.example'`.execute(
        test.database.house,
      );
    // Taken away between the answer to the call and the work.
    const account = await sql<{
      id: number;
    }>`SELECT account_id AS id FROM account WHERE owner_id = 1 AND email = 'content@one.example'`.execute(
      test.database.house,
    );
    await roles('finance');
    const run = { accountId: account.rows[0]?.id ?? 0, id: checked.id, run: 'of this test' };
    const owner = test.database.forOwner(1);
    expect(await startRun(owner, run, 'each')).toBe(1);
    await runImport({ owner, staff: null, visitor: null, source: '' }, run);
    await roles('content');
    expect((await test.call('consoleImport', { id: checked.id }, { token: content })).data).toMatchObject({
      state: 'stopped',
      reason: 'rights',
      created: 0,
    });
    expect((await listed(porter)).map((item) => item.key)).not.toContain('no-right');
  });

  it('an import belongs to who started it, and to content staff only', async () => {
    const checked = await porter.check(JSON.stringify([newDocument({ key: 'whose' })]));
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    expect((await test.call('consoleImport', { id: checked.id }, { token: admin })).http).toBe(421);
    expect((await test.call('consoleImports', {}, { token: admin })).data.list).toEqual([]);
    expect((await test.call('consoleImports', {}, { token: content })).data.list[0]?.id).toBe(checked.id);
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    const paths = ['/api/console/catalogue/export?format=json', `/api/console/imports/${checked.id}/problems`];
    for (const path of paths) {
      expect((await test.fetch(path, { headers: { token: finance } })).status).toBe(421);
      expect((await test.fetch(path)).status).toBe(401);
    }
    const sent = await test.fetch('/api/console/imports', { method: 'POST', headers: { token: finance }, body: '[]' });
    expect(sent.status).toBe(421);
  });
});
