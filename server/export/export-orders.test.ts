// The file of own orders (§7 export, security rules 31, 38 and 57): read back by a reader of its own, with hostile texts in every
// field; long lists come in batches without a gap; limits.
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvRecord, safeText } from '../../domain/write-cells.ts';
import { copyOrders } from '../../tests/build/copy-orders.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';

let test: TestHouse;
let member: string;
const hostile = [
  '=HYPERLINK("http://evil.example","x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '  =1+1',
  '\t=1',
  '\r=1',
  '＝1+1',
  // Characters that a file must not contain are removed, so the text behind them comes first.
  '\u0001=1+1',
  '\u0085@SUM(A1)',
  '\ufffe+1+1',
  'a "quoted", text',
  'two\nlines; and more',
  'Nguyễn Thị Đệ 王小明 ภาษาไทย',
  '<b>&amp;</b>',
];
const orders = 2000;

beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
  const first = await placeOrder(test, member);
  await copyOrders(test.database.house, { first, count: orders - 1, texts: hostile });
}, 120_000);
afterAll(() => test.close());

const open = (query: string, token = member) =>
  test.fetch(`/api/order/export?${query}`, { headers: { token, l: 'en', c: 'MYR' } });

describe('a file of 2,000 orders', () => {
  it('as a workbook: every row once, texts as they were and none of them a formula, amounts as numbers', async () => {
    const answer = await open('format=xlsx');
    expect(answer.headers.get('x-total-rows')).toBe(String(orders));
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="orders-[\d-]+\.xlsx"/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sheets = (await readSheet(bytes)) as unknown as { data: unknown[][] }[] | unknown[][];
    const rows = (Array.isArray(sheets[0]) ? sheets : (sheets[0] as { data: unknown[][] }).data) as unknown[][];
    const [head, ...body] = rows;
    expect(body).toHaveLength(orders);
    const at = (name: string) => head?.indexOf(name) ?? -1;
    expect(new Set(body.map((row) => row[at('Order')])).size).toBe(orders);
    for (const name of ['Product', 'Contact', 'Travellers', 'Your reference', 'Remarks']) {
      const seen = new Set(body.map((row) => String(row[at(name)] ?? '').trim()));
      for (const text of hostile) expect(seen.has(safeText(text).trim()), `${name}: ${text}`).toBe(true);
      for (const text of seen) expect(text).not.toMatch(/^\s*[=+\-@＝]/);
    }
    for (const row of body) {
      expect(row[at('Amount')]).toBe(100);
      expect(row[at('Quantity')]).toBe(1);
    }
  }, 60_000);

  it('as CSV: the same rows, records end with CRLF only, quoted where needed', async () => {
    const answer = await open('format=csv');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const text = await answer.text();
    const records = readCsv(text.replace(/^\ufeff/, ''));
    const [head, ...body] = records;
    expect(text.split('\r\n').length - 2).toBe(orders);
    expect(body).toHaveLength(orders);
    expect(new Set(body.map((row) => row[0])).size).toBe(orders);
    expect(new Set(body.map((row) => row.length))).toEqual(new Set([head?.length]));
    const contact = head?.indexOf('Contact') ?? -1;
    const seen = new Set(body.map((row) => row[contact]));
    const written = (value: string) => safeText(value).replace(/([;\t\n])(?=[\s"']*[=+\-@＝＋－＠])/g, "$1'");
    for (const value of hostile) expect(seen.has(written(value)), value).toBe(true);
    expect(new Set(body.map((row) => row[head?.indexOf('Amount') ?? -1]))).toEqual(new Set(['100.00']));
  });

  it('follows the filters of the list and speaks the reader’s language (§7 export)', async () => {
    const answer = await test.fetch('/api/order/export?status=1001', { headers: { token: member, l: 'zh_CN' } });
    const rows = readCsv((await answer.text()).replace(/^\ufeff/, ''));
    expect(rows).toHaveLength(2);
    expect(rows[0]?.[0]).toBe('订单号');
    expect(rows[1]).toContain('银塔观景台');
  });

  it('is refused for unknown filters and to anonymous callers', async () => {
    expect((await (await open('format=pdf')).json()) as object).toMatchObject({ code: 200001 });
    expect((await (await open('evil=1')).json()) as object).toMatchObject({ code: 200001 });
    expect((await test.fetch('/api/order/export')).status).toBe(401);
  });

  it('is made so many times an hour by one account', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const result = await Promise.all(Array.from({ length: 24 }, () => open('status=1002', agent)));
    expect(result.filter((response) => response.status === 200)).toHaveLength(20);
    expect(result.filter((response) => response.status === 503)).toHaveLength(4);
  });
});

describe('cells', () => {
  it.each([
    ['=1', "'=1"],
    ['  +1', "'  +1"],
    ['\u00a0@x', "'\u00a0@x"],
    ['\0=1', "'=1"],
    ['\ttext', "'\ttext"],
    ['\rtext', "'\ntext"],
    ['\u0007=1', "'=1"],
    [' \ufffe -1', "'  -1"],
    ['a=1', 'a=1'],
    ['60 123', '60 123'],
    ['bell\u0007 half\ud800', 'bell half'],
    ['', ''],
  ])('%j is written as %j', (text, written) => {
    expect(safeText(text)).toBe(written);
  });

  it('begin no formula for a program that parts cells at semicolons or tabs, or that sees no quotes', () => {
    const texts = ['a;=1+1', 'a\t=1', 'a; "=1', 'x\n=cmd', 'x\n;@y', 'a;＝1', '"\t-1', "b;'=1", ';=1', 'a;b', '5;-5'];
    const record = csvRecord(['first', ...texts, 'last']);
    for (const parted of [/[;\n]/, /[\t\n]/, /[;\t\n,]/])
      for (const cell of record.replace(/\r\n$/, '').split(parted)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
    // What is no formula anywhere stays as it was.
    expect(csvRecord(['a;b', 'a\tb', 'c;1-2'])).toBe('"a;b","a\tb","c;1-2"\r\n');
  });

  it('numbers are numbers and nothing is nothing', () => {
    expect(csvRecord([-5, { decimal: '-1.50' }, null, '-5', 'a,b', 'say "x"'])).toBe(
      `-5,-1.50,,'-5,"a,b","say ""x"""\r\n`,
    );
  });
});

/** A reader of RFC 4180 of its own. */
function readCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const value = text[at];
    if (quoted) {
      if (value !== '"') cell += value;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (value === '"') quoted = true;
    else if (value === ',' || (value === '\r' && text[at + 1] === '\n')) {
      record.push(cell);
      cell = '';
      if (value === '\r') {
        records.push(record);
        record = [];
        at += 1;
      }
    } else cell += value;
  }
  return records;
}
