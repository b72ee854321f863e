// Lists of the back office as files (rules §10, security rules 31, 34 and 57): the filters and rights of the list, rows in the reader's
// language, no formulas, nothing twice in a long one, limits by name, an entry in the log.
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileAddress } from '../../contract/file-address.ts';
import { addDays } from '../../domain/dates.ts';
import { limits } from '../../domain/limits.ts';
import { copyOrders } from '../../tests/build/copy-orders.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
const tokens: Record<string, string> = {};
let first: string;
const copies = 1200;
const hostile = '=HYPERLINK("http://evil.example")';

beforeAll(async () => {
  test = await openTestHouse();
  for (const value of ['admin', 'operations', 'finance', 'content', 'supplier'])
    tokens[value] = await test.signIn(`${value}@one.example`, `${value}-2026`);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  first = await placeOrder(test, agent);
  await copyOrders(test.database.house, { first, count: copies, texts: [hostile] });
  await test.call('paying', { id: first, channel: 'deposit' }, { token: agent, key: newKey() });
});
afterAll(() => test.close());

type File = Parameters<typeof fileAddress>[0];
async function read(file: File, values: Record<string, string>, who = 'admin', language = 'en') {
  const answer = await test.fetch(fileAddress(file, values as never), {
    headers: { token: tokens[who] ?? '', l: language },
  });
  return { answer, text: await answer.clone().text() };
}
const recordsOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

describe('a list as a file', () => {
  it('holds everything that the filters find, once, in the reader’s language', async () => {
    const { answer, text } = await read('consoleOrdersFile', { query: 'EXP' });
    const records = recordsOf(text);
    expect(records).toHaveLength(copies + 1);
    expect(new Set(records.slice(1).map((record) => record.slice(0, 12))).size).toBe(copies);
    expect(answer.headers.get('x-total-rows')).toBe(String(copies));
    expect(records[1]).toContain(`'${hostile.slice(0, 10)}`);
    const chinese = recordsOf(
      (await read('consoleOrdersFile', { query: 'EXP', status: '4006' }, 'admin', 'zh_CN')).text,
    );
    expect(chinese[0]).toContain('订单');
    expect(chinese).toHaveLength(copies + 1);
  });

  it('is a workbook too, whose cells are no formulas', async () => {
    const answer = await test.fetch(fileAddress('consoleLinesFile', { format: 'xlsx' }), {
      headers: { token: tokens.operations ?? '', l: 'en' },
    });
    const sheets = await readSheet(Buffer.from(await answer.arrayBuffer()));
    const rows = (Array.isArray(sheets[0]) ? sheets : (sheets as { data: unknown[][] }[])[0]?.data) as unknown[][];
    expect(rows).toHaveLength(copies + 2);
    expect(JSON.stringify(rows.slice(1))).toContain(`'=HYPERLINK`);
    // Days and moments are dates there, on the clock that the file names, and numbers of orders are texts.
    const of = (name: RegExp) => rows[1]?.[rows[0]?.findIndex((head) => name.test(String(head))) ?? -1];
    expect([of(/^Travel date/), of(/^Placed/)]).toEqual([expect.any(Date), expect.any(Date)]);
    expect(of(/^Order/)).toEqual(expect.any(String));
    expect(of(/^Travel date/)).toEqual(new Date(`${playOn}T00:00:00Z`));
  });

  it.each(['consolePaymentsFile', 'consolePartnersFile'] as const)('%s has the rows of its list', async (file) => {
    const call = file === 'consolePaymentsFile' ? 'consolePayments' : 'consolePartners';
    const { total } = (await test.call(call, {}, { token: tokens.admin })).data;
    const { text } = await read(file, {});
    expect(recordsOf(text)).toHaveLength(total + 1);
    expect(total).toBeGreaterThan(0);
  });

  it('of refunds has the queue that is shown', async () => {
    expect(recordsOf((await read('consoleRefundsFile', { state: 'done' }, 'finance')).text)).toHaveLength(1);
  });

  it('of orders says what was paid and refunded, as the order does, so that both add up to the sales', async () => {
    const moneyIn = async () => {
      const [head, row] = recordsOf((await read('consoleOrdersFile', { query: first }, 'finance')).text);
      const cells = row?.split(',') ?? [];
      return ['Amount', 'Paid', 'Refunded'].map((name) => cells[head?.split(',').indexOf(name) ?? -1]);
    };
    expect(await moneyIn()).toEqual(['100.00', '100.00', '0.00']);
    const given = { id: first, amountMinor: 150, reason: 'Sorry' };
    await test.call('consoleGoodwillGive', given, { token: tokens.operations ?? '', key: newKey() });
    // Each file is an entry in the log, whose first page is read below.
    const order = { token: await test.signIn('agent@one.example', 'agent-2026') };
    const refunded = async () => (await test.call('orderDetail', { id: first }, order)).data.refunds[0]?.status;
    await expect.poll(refunded, { timeout: 20_000 }).toBe(1);
    expect(await moneyIn()).toEqual(['100.00', '100.00', '1.50']);
    const { data } = await test.call('consoleSales', {}, { token: tokens.finance ?? '' });
    expect(data.total.amount).toEqual({ amountMinor: 9_850, currency: 'MYR' });
  });

  it('of orders has the platform’s number and the price there, so that staff settle with the platform (§3 order source)', async () => {
    const { house } = test.database;
    await sql`INSERT INTO channel_order (owner_id, source, reference, partner_id, order_no, told_minor, told_currency)
      SELECT owner_id, 2, 'CT-77', partner_id, order_no, 18000, 'CNY' FROM purchase WHERE owner_id = 1 AND order_no = ${first}`.execute(
      house,
    );
    await sql`UPDATE purchase SET agent_reference = 'CT-77', source = 2 WHERE owner_id = 1 AND order_no = ${first}`.execute(
      house,
    );
    const [head, row] = recordsOf((await read('consoleOrdersFile', { query: first }, 'finance')).text);
    const cells = row?.split(',') ?? [];
    const names = ['Buyer’s booking reference', 'Price on the platform', 'Currency on the platform'];
    expect(names.map((name) => cells[head?.split(',').indexOf(name) ?? -1])).toEqual(['CT-77', '180.00', 'CNY']);
  });

  it('is given to those who see the list alone, and never without money', async () => {
    const allowed: Partial<Record<File, string[]>> = {
      consoleOrdersFile: ['admin', 'operations', 'finance'],
      consoleLinesFile: ['admin', 'operations', 'finance'],
      consolePaymentsFile: ['admin', 'finance'],
      consoleRefundsFile: ['admin', 'finance'],
      consolePartnersFile: ['admin', 'operations'],
    };
    for (const [file, people] of Object.entries(allowed))
      for (const who of Object.keys(tokens)) {
        const { answer } = await read(file as File, {}, who);
        expect(answer.status, `${file} for ${who}`).toBe(people?.includes(who) ? 200 : 421);
      }
  });

  it('refuses bad filters by field, and what is too long by its limit; each is in the log', async () => {
    const bad = await read('consoleOrdersFile', { playFrom: 'soon' });
    expect(JSON.parse(bad.text)).toMatchObject({ code: 200001, data: { fields: { playFrom: expect.any(String) } } });
    const most = limits.listRows.xlsx;
    Object.assign(limits.listRows, { xlsx: 100 });
    const long = await read('consoleOrdersFile', { format: 'xlsx' });
    Object.assign(limits.listRows, { xlsx: most });
    expect(JSON.parse(long.text)).toMatchObject({ code: 200322, data: { most: 100 } });
    const log = (await test.call('consoleLog', { act: 'list-exported' }, { token: tokens.admin })).data;
    expect(
      log.list.some(({ subject, after }) => subject === 'orders' && after?.query === 'EXP' && after?.rows === copies),
    ).toBe(true);
  });

  it('of orders says of an open ticket and of a stay until when they are, and no day that there is not', async () => {
    const token = await test.signIn('agent@one.example', 'agent-2026');
    const open = await placeOrder(test, token, { product: 'Open Rail Pass', on: '9999-12-31' });
    const stay = await placeOrder(test, token, { product: 'Harbour Inn', untilOn: addDays(playOn, 2) });
    const cellsOf = async (query: string) => {
      const [head = '', row = ''] = recordsOf((await read('consoleOrdersFile', { query })).text);
      const at = head.split(',').indexOf('Travel date');
      return row.split(',').slice(at, at + 2);
    };
    expect(await cellsOf(open)).toEqual(['', expect.stringMatching(/^20\d\d-/)]);
    expect(await cellsOf(stay)).toEqual([playOn, addDays(playOn, 2)]);
  });

  it('of lines says what was paid in addition and refunded, once for each order (§3 order)', async () => {
    const agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
    const order = (await test.call('orderDetail', { id: first }, agent)).data;
    const wish = { id: first, kind: 'extraTime', amountMinor: 2_000, reason: 'An hour more' } as const;
    const { supplementNo } = (await test.call('consoleSupplementAdd', wish, { token: tokens.operations ?? '' })).data;
    const paid = await test.call(
      'paying',
      { id: first, channel: 'deposit', supplement: supplementNo },
      { ...agent, key: newKey() },
    );
    expect(paid.code).toBe(200);
    const { text } = await read('consoleLinesFile', { query: first }, 'finance');
    const [head, ...lines] = recordsOf(text);
    const cellsOf = (name: string) => lines.map((line) => line.split(',')[head?.split(',').indexOf(name) ?? -1]);
    expect(lines).toHaveLength(order.lines.length);
    expect(cellsOf('Additional payment (of the whole order: in its first row)').sort().at(-1)).toBe('20.00');
    expect(cellsOf('Refunded (of the whole order: in its first row)').sort().at(-1)).toBe('1.50');
  });

  it('of refunds says of each what its card says, and of a refused one no day of settlement', async () => {
    const refund = async (state: string) => {
      const [, row] = recordsOf((await read('consoleRefundsFile', { state }, 'finance', 'fr_FR')).text);
      const cells = row?.split(',') ?? [];
      return [cells[3], cells.at(-1)];
    };
    expect(await refund('done')).toEqual(['Terminé', expect.stringMatching(/^\d{4}-/)]);
    await sql`UPDATE refund SET status = 2 WHERE order_no = ${first}`.execute(test.database.house);
    expect(await refund('failed')).toEqual(['Refusé par le canal', '']);
    await sql`UPDATE refund SET status = 1 WHERE order_no = ${first}`.execute(test.database.house);
  });
});
