// Wrong files over HTTP: each bad row is reported by its place and reason in the reader's language, hostile cells are stored as plain
// texts, and an oversized file is refused before it is opened.
import { crc32, deflateRawSync } from 'node:zlib';
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortedProduct } from '../../contract/porting.ts';
import { refusals } from '../../domain/errors.ts';
import { makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { type Book, makeBook, makePorter, type Porter } from '../../tests/build/port-files.ts';
import { writeWorkbook } from './write-workbook.ts';

let test: TestHouse;
let token: string;
let porter: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  porter = makePorter(test, { token });
});
afterAll(() => test.close());

/** The sheets of some products, as rows under their headings. */
async function bookOf(products: PortedProduct[]): Promise<Book> {
  const sheets = await readSheets(await writeWorkbook(products));
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data as Book[string]]));
}

const readBook = async (answer: Response): Promise<Book> => {
  const sheets = await readSheets(Buffer.from(await answer.arrayBuffer()));
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data as Book[string]]));
};

/** Changes a cell by its heading; rows count as a spreadsheet counts them. */
function put(book: Book, sheet: string, row: number, column: string, value: string | number | null): void {
  const rows = book[sheet] ?? [];
  (rows[row - 1] ?? [])[rows[0]?.indexOf(column) ?? -1] = value;
}
const rowOf = (book: Book, sheet: string, fits: (cells: Book[string][number]) => boolean) =>
  (book[sheet] ?? []).findIndex(fits) + 1;
const textOf = (book: Book, key: string, part: string) =>
  rowOf(book, 'Texts', ([product, name]) => product === key && name === part);
/** An archive whose entries say nothing true about their sizes. */
function pack(entries: [name: string, bytes: Buffer][]): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, bytes] of entries) {
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(1, 18);
    facts.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(list).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...list, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** A workbook as scripts write it: "=1+1" a formula without a result, "=1+1=2" with one, "#REF!" a formula that failed. */
function packBook(book: Book): Buffer {
  const inside = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const cellOf = (value: Book[string][number][number], place: string) => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
    const [, formula, result] = /^=([^=]+)(?:=(.*))?$/.exec(String(value)) ?? [];
    if (formula && result === '') return `<c r="${place}" t="str"><f>${formula}</f><v></v></c>`;
    if (formula) return `<c r="${place}"><f>${formula}</f>${result ? `<v>${result}</v>` : '<v></v>'}</c>`;
    if (value === '#REF!') return `<c r="${place}" t="e"><f>A1</f><v>#REF!</v></c>`;
    return `<c r="${place}" t="inlineStr"><is><t>${inside(String(value))}</t></is></c>`;
  };
  const letters = (at: number): string =>
    (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
  const names = Object.keys(book);
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const sheets = names.map((name, at) => {
    const rows = (book[name] ?? []).map((cells, row) => {
      const line = cells.map((value, column) => cellOf(value, `${letters(column)}${row + 1}`));
      return `<row r="${row + 1}">${line.join('')}</row>`;
    });
    const xml = `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`;
    return [`xl/worksheets/sheet${at + 1}.xml`, Buffer.from(xml)] as [string, Buffer];
  });
  const each = (write: (name: string, at: number) => string) => names.map((name, at) => write(name, at + 1)).join('');
  const sheetTags = each((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`);
  const workbook = `<workbook xmlns="${main}" xmlns:r="${links}"><sheets>${sheetTags}</sheets></workbook>`;
  const linkTags = each(
    (_, at) => `<Relationship Id="r${at}" Type="${links}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  );
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const rels = `<Relationships xmlns="${relations}">${linkTags}</Relationships>`;
  return pack([
    ['xl/workbook.xml', Buffer.from(workbook)],
    ['xl/_rels/workbook.xml.rels', Buffer.from(rels)],
    ...sheets,
  ]);
}

describe('bad rows', () => {
  const kinds = [...'abcdefghijklmnopq'].map((letter) => `row-${letter}`);
  const answers: [key: string, sheet: string, column: string, text: RegExp][] = [
    ['row-a', 'Products', 'city', /not known/],
    ['row-b', 'Products', 'lat', /A number is needed/],
    ['row-c', 'Products', 'currency', /not known/],
    ['row-d', 'Products', 'instant', /yes or no/],
    ['row-e', 'Products', 'refundRules', /separate by commas/],
    ['R O W', 'Products', 'key', /Lower-case/],
    ['row-g', 'Products', 'type', /not known/],
    ['row-h', 'Products', 'playValue', /whole number/],
    ['row-i', 'Products', 'freeCancelDays', /At most 365/],
    ['row-j', 'SKUs', 'price', /no amount/],
    ['row-k', 'SKUs', 'package', /no such package/],
    ['row-l', 'Packages', 'maxQuantity', /number from/],
    ['row-m', 'Texts', 'part', /no such part/],
    ['row-n', 'Texts', 'time', /./],
    ['row-o', 'Texts', 'en', /200/],
    ['row-p', 'Products', 'key', /./],
    ['ghost', 'Packages', 'product', /no such product in the sheet/],
  ];

  async function badBook(): Promise<Book> {
    const book = await bookOf(kinds.map((key) => newDocument({ key })));
    const product = (key: string) => rowOf(book, 'Products', ([item]) => item === key);
    const sku = (key: string) => rowOf(book, 'SKUs', ([item]) => item === key);
    put(book, 'Products', product('row-a'), 'city', 'atlantis');
    put(book, 'Products', product('row-b'), 'lat', 'north');
    put(book, 'Products', product('row-c'), 'currency', 'XXX');
    put(book, 'Products', product('row-d'), 'instant', 'maybe');
    put(book, 'Products', product('row-e'), 'refundRules', 'seven days');
    for (const sheet of ['Products', 'Packages', 'SKUs', 'Texts'])
      for (const cells of book[sheet] ?? []) if (cells[0] === 'row-f') cells[0] = 'R O W';
    put(book, 'Products', product('row-g'), 'type', 99);
    put(book, 'Products', product('row-h'), 'playValue', 1.5);
    put(book, 'Products', product('row-i'), 'freeCancelDays', 400);
    put(book, 'SKUs', sku('row-j'), 'price', '10.999');
    book.SKUs?.push([...(book.SKUs[sku('row-k') - 1] ?? [])]);
    put(book, 'SKUs', book.SKUs?.length ?? 0, 'package', 'nowhere');
    put(
      book,
      'Packages',
      rowOf(book, 'Packages', ([item]) => item === 'row-l'),
      'minQuantity',
      30,
    );
    put(book, 'Texts', textOf(book, 'row-m', 'traffic'), 'part', 'poem');
    put(book, 'Texts', textOf(book, 'row-n', 'itinerary.titles'), 'time', 'noon');
    put(book, 'Texts', textOf(book, 'row-o', 'names'), 'en', 'x'.repeat(201));
    book.Products?.push([...(book.Products[product('row-p') - 1] ?? [])]);
    book.Packages?.push(['ghost', 'standard', null, 1, 5, 'no', null, 1, 1, 'yes']);
    return book;
  }

  it('of seventeen kinds are each reported by sheet, row and column, and only good rows are imported', async () => {
    const book = await badBook();
    const checked = await porter.check(await makeBook(book));
    expect(checked).toMatchObject({ state: 'checked', kind: 'xlsx', total: 19, fresh: 2, bad: 17 });
    expect((await porter.rows(checked.id, 'changes')).map(({ verdict }) => verdict)).toEqual(['fresh', 'fresh']);
    const rows = await porter.rows(checked.id, 'bad');
    for (const [key, sheet, column, text] of answers) {
      const found = rows.filter((row) => row.key === key).flatMap((row) => row.problems);
      expect(found, key).toContainEqual({
        sheet,
        row: expect.any(Number),
        column,
        text: expect.stringMatching(text),
      });
      for (const { sheet: where, row } of found)
        expect(book[where]?.[row - 1]?.[0], `${key} ${where} ${row}`).toBe(key);
    }
    // An unknown type has no ticket types either.
    expect(rows.filter((row) => row.problems.length > 1).map((row) => row.key)).toEqual(['row-g']);
    const done = await porter.run(checked.id);
    expect(done).toMatchObject({ state: 'done', created: 2, failed: 0, bad: 17 });
    expect((await porter.rows(checked.id)).filter((row) => row.outcome).map((row) => row.key)).toEqual([
      'row-p',
      'row-q',
    ]);
  });

  it.each([
    ['translated', (headings: Book[string][number], at: number) => headings.splice(at, 1, '中文'), ['中文']],
    ['deleted', (headings: Book[string][number], at: number) => headings.splice(at, 1, null), []],
  ])('under a heading that was %s change nothing, and the column is named', async (_, spoil, unknown) => {
    const file = await readBook(await porter.fetch('/api/console/catalogue/export?format=xlsx'));
    const headings = file.Texts?.[0] ?? [];
    spoil(headings, headings.indexOf('zh_CN'));
    const checked = await porter.check(await makeBook(file));
    // An empty column would take every Chinese text of the catalogue.
    expect(checked).toMatchObject({ state: 'checked', total: 1, changes: 0, bad: 1 });
    const [found] = await porter.rows(checked.id);
    expect(found?.problems.map(({ sheet, row, column }) => [sheet, row, column])).toEqual(
      ['zh_CN', ...unknown].map((column) => ['Texts', 1, column]),
    );
    expect(found?.problems[0]?.text).toMatch(/column is missing/);
  });

  it('under a heading that was added are imported without it', async () => {
    const file = await readBook(await porter.fetch('/api/console/catalogue/export?format=xlsx'));
    file.Products?.[0]?.push('our notes');
    const checked = await porter.check(await makeBook(file));
    expect(checked).toMatchObject({ state: 'checked', changes: 0, bad: 0 });
  });

  it('whose product has another short name are one bad product, each under its own sheet and row', async () => {
    const book = await bookOf([newDocument({ key: 'mistyped' })]);
    for (const sheet of ['Packages', 'SKUs', 'Texts'])
      for (const cells of book[sheet] ?? []) if (cells[0] === 'mistyped') cells[0] = 'mistypd';
    const checked = await porter.check(await makeBook(book));
    expect(checked).toMatchObject({ total: 2, bad: 2 });
    const found = (await porter.rows(checked.id, 'bad')).find((row) => row.key === 'mistypd');
    const strays = ['Packages', 'SKUs', 'Texts'].flatMap((sheet) =>
      (book[sheet] ?? []).flatMap((cells, at) => (cells[0] === 'mistypd' ? [[sheet, at + 1]] : [])),
    );
    expect(strays.length).toBeGreaterThan(3);
    expect(found?.problems.map(({ sheet, row }) => [sheet, row])).toEqual(strays);
    for (const { text } of found?.problems ?? []) expect(text).toMatch(/no such product in the sheet/);
  });

  it('with formulas that no program has calculated, or that failed, say so; an empty result is an empty cell', async () => {
    const book = await bookOf(['sum', 'failed', 'empty', 'stored'].map((key) => newDocument({ key })));
    const cell = (key: string, column: string, value: string) =>
      put(
        book,
        'Products',
        rowOf(book, 'Products', ([item]) => item === key),
        column,
        value,
      );
    cell('sum', 'lat', '=A1+1');
    cell('sum', 'city', '=A1');
    cell('failed', 'city', '#REF!');
    cell('empty', 'pictures', '=""=');
    cell('stored', 'freeCancelDays', '=1+1=2');
    const view = await porter.check(packBook(book));
    expect(view).toMatchObject({ state: 'checked', total: 4 });
    const rows = await porter.rows(view.id, 'bad');
    const problems = rows.map(({ key, problems: list }) => [
      key,
      ...list.map(({ column, text }) => `${column}: ${text}`),
    ]);
    expect(problems).toEqual([
      [
        'sum',
        expect.stringMatching(/^city: The formula has no stored/),
        expect.stringMatching(/^lat: The formula has no/),
      ],
      ['failed', 'city: The formula ends with an error: write the value'],
    ]);
  });

  it('without the name of a product have that one problem', async () => {
    const book = await bookOf([newDocument({ key: 'merged' })]);
    // As Excel leaves them where cells were merged.
    const stray = [...(book.SKUs?.[1] ?? [])];
    stray[0] = null;
    book.SKUs?.push(stray);
    const checked = await porter.check(await makeBook(book));
    const rows = await porter.rows(checked.id, 'bad');
    expect(rows.flatMap(({ problems }) => problems)).toEqual([
      { sheet: 'SKUs', row: book.SKUs?.length, column: 'product', text: 'This field is required' },
    ]);
  });

  it('are reported in the language of the reader, on the screen and in the file', async () => {
    const checked = await porter.check(JSON.stringify([newDocument({ key: 'tongues', city: 'atlantis', lat: 91 })]));
    const texts = async (language: string) =>
      (await porter.rows(checked.id, 'bad', language))[0]?.problems.map((problem) => problem.text);
    expect(await texts('en')).toEqual(['At most 90', 'This is not known here']);
    expect(await texts('zh_CN')).toEqual(['最多为 90', '系统中没有此值']);
    const file = await test.fetch(`/api/console/imports/${checked.id}/problems`, { headers: { token, l: 'zh_CN' } });
    const [sheet] = await readSheets(Buffer.from(await file.arrayBuffer()));
    expect(sheet?.data).toEqual([
      ['工作表', '行', '列', '产品简称', '原因'],
      [null, 1, 'lat', 'tongues', '最多为 90'],
      [null, 1, 'city', 'tongues', '系统中没有此值'],
    ]);
  });

  it('of JSON that is no product at all are reported without a crash', async () => {
    const list = [
      null,
      7,
      'text',
      [],
      {},
      { key: { deep: [] } },
      { ...newDocument(), key: `nul\u0000${'x'.repeat(500)}`, extraField: 1 },
      { ...newDocument({ key: 'endless' }), packages: Array.from({ length: 60_000 }, () => ({})) },
      { ...newDocument({ key: 'many' }), packages: Array.from({ length: 3000 }, () => ({})) },
      { ...newDocument({ key: 'surrogate' }), names: { en: 'half \ud800 and \u0000 nul' } },
    ];
    const checked = await porter.check(JSON.stringify(list));
    expect(checked).toMatchObject({ state: 'checked', total: 10, bad: 9, fresh: 1 });
    const rows = await porter.rows(checked.id);
    expect(rows.slice(0, 9).every((row) => row.problems.length >= 1 && row.problems.length <= 50)).toBe(true);
    expect(await porter.run(checked.id)).toMatchObject({ created: 1 });
    expect(rows[9]?.name).toBe('half  and  nul');
  });
});

describe('hostile cells', () => {
  it('come back out of a workbook as the texts they are, and the list of problems runs nothing either', async () => {
    const evil = ['=cmd|calc', '+1', '-1+1', '@SUM(A1)', '\t=1', "'=kept", '＝全角', ' =space'];
    const products = evil.map((en, at) => newDocument({ key: `evil-${at}`, overviews: { en, fr_FR: `<b>${en}</b>` } }));
    const checked = await porter.check(await writeWorkbook(products));
    expect(await porter.run(checked.id)).toMatchObject({ created: evil.length, bad: 0 });
    const out = await porter.fetch('/api/console/catalogue/export?format=json');
    const stored = ((await out.json()) as PortedProduct[]).filter((item) => item.key.startsWith('evil-'));
    expect(stored.map((item) => item.overviews.en)).toEqual(evil.map((value) => value.trim()));
    const bad = await porter.check(JSON.stringify([newDocument({ key: '=HYPERLINK("http://evil.test")' })]));
    const answer = await porter.fetch(`/api/console/imports/${bad.id}/problems`);
    const [sheet] = await readSheets(Buffer.from(await answer.arrayBuffer()));
    expect(sheet?.data[1]?.[3]).toBe('\'=HYPERLINK("http://evil.test")');
  });
});

describe('files that are too much or no files of ours', () => {
  const sheetXml = (rows: string) =>
    Buffer.from(`<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`);
  const named = (xml: Buffer): Uint8Array => pack([['xl/worksheets/sheet1.xml', xml]]);

  type Wrong = [what: string, make: () => string | Uint8Array | Promise<Uint8Array>, reason: string];
  const wrong: Wrong[] = [
    ['no JSON', () => '{"key":', 'unreadable'],
    ['JSON that is no list', () => '{}', 'unreadable'],
    [
      'JSON in another encoding',
      () => Buffer.from(JSON.stringify([newDocument({ key: 'café' })]), 'latin1'),
      'unreadable',
    ],
    ['an empty list', () => '[]', 'empty'],
    ['JSON that ends in a product', () => `[${JSON.stringify(newDocument())},{"key":"cut`, 'unreadable'],
    ['JSON after its list', () => '[{}] {}', 'unreadable'],
    ['a list without a product between two commas', () => '[{},,{}]', 'unreadable'],
    ['a list that ends with a comma', () => '[{},]', 'unreadable'],
    ['brackets that do not fit', () => '[{"key":["a"}]', 'unreadable'],
    ['a product of 5 MB', () => `[{"key":"${'x'.repeat(5 * 1024 * 1024)}"}]`, 'unreadable'],
    [
      'a hundred products of 33 MB',
      () => JSON.stringify(Array(11).fill({ key: 'x'.repeat(3 * 1024 * 1024) })),
      'tooMany',
    ],
    ['20,001 products in JSON', () => JSON.stringify(Array(20_001).fill({})), 'tooMany'],
    ['an archive of nothing', () => named(Buffer.from('hello')), 'unreadable'],
    ['a broken archive', () => Buffer.from('PK\x03\x04 and no more', 'latin1'), 'unreadable'],
    ['an archive that unfolds to gigabytes', () => named(Buffer.alloc(170 * 1024 * 1024, 65)), 'tooMany'],
    ['more rows than may be', () => named(sheetXml('<row/>'.repeat(150_001))), 'tooMany'],
    ['a cell that claims to stand far out', () => named(sheetXml('<row r="1"><c r="A1048576"/></row>')), 'tooMany'],
    ['a document that declares entities', () => named(Buffer.from('<!DOCTYPE a [<!ENTITY b "c">]><a/>')), 'unreadable'],
    ['a workbook without our sheets', () => makeBook({ Things: [['key'], ['a']] }), 'sheets'],
  ];

  it.each(wrong)('%s is refused', async (_, make, reason) => {
    expect(await porter.check(await make())).toMatchObject({ state: 'refused', reason, total: 0 });
  });

  it('a workbook of more than 20 MB is not taken, and one import of a person at a time', async () => {
    const large = await porter.send(
      Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(20 * 1024 * 1024)]),
    );
    expect(large).toMatchObject({ code: 200511, msg: 'The file is larger than 20 MB.' });
    const many = JSON.stringify(Array.from({ length: 500 }, (_, at) => newDocument({ key: `at-once-${at}` })));
    const both = await Promise.all([porter.send(many), porter.send(many), porter.send(many)]);
    expect(both.map((item) => item.code).sort()).toEqual([200, 200512, 200512]);
    const id = both.find((item) => item.code === 200)?.data.id ?? '';
    await expect
      .poll(async () => (await test.call('consoleImport', { id }, { token })).data.state, { timeout: 20_000 })
      .toBe('checked');
  });

  it('one file of a person arrives at a time, so that a few do not fill the disk', async () => {
    const begin = () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const pen = writable.getWriter();
      const answer: ReturnType<Porter['send']> = test
        .fetch('/api/console/imports?name=slow', {
          method: 'POST',
          headers: { token, l: 'en', 'content-type': 'application/octet-stream' },
          body: readable,
          duplex: 'half',
        } as RequestInit)
        .then((response) => response.json());
      return { pen, answer, begun: pen.write(Buffer.from('[')) };
    };
    // Neither of them ends, so the first answer is the refusal of the one that came second, whichever that is.
    const both = [begin(), begin()];
    await Promise.all(both.map(({ begun }) => begun));
    const refused = await Promise.race([
      ...both.map(async ({ answer }, at) => ({ at, code: (await answer).code })),
      new Promise<{ at: number; code: number }>((resolve) => setTimeout(resolve, 10_000, { at: 0, code: 0 })),
    ]);
    expect(refused.code).toBe(refusals.importBusy);
    await both[refused.at]?.pen.abort().catch(() => undefined);
    const { pen, answer } = both[1 - refused.at] as (typeof both)[number];
    await pen.write(Buffer.from(']'));
    await pen.close();
    const { code, data } = await answer;
    expect(code).toBe(200);
    expect((await porter.rest(data.id)).reason).toBe('empty');
    expect((await porter.send('[]')).code).toBe(200);
  });

  it('one package with thousands of things to sell is one bad product, at once', async () => {
    const book = await bookOf([newDocument({ key: 'crowd', packages: [newPackage({ skus: [newSku()] })] })]);
    const [sku] = book.SKUs?.slice(1) ?? [];
    for (let at = 2; at < 20_000; at += 1) book.SKUs?.push([...(sku ?? [])]);
    const started = Date.now();
    const checked = await porter.check(await makeBook(book));
    expect(checked).toMatchObject({ total: 1, bad: 1 });
    expect(Date.now() - started).toBeLessThan(20_000);
  });
});

it('an editor is no way around: what an import refuses, saving refuses too', async () => {
  const answer = await makeEditor(test, { token }).save({
    document: newDocument({ key: 'odd-door', type: 5, subtype: 0 }),
  });
  expect(answer.code).toBe(200001);
});
