// Quotations of agents over HTTP (§2 onlinequotation; §7 dtaQuoteList, skuQuote, exportQuote): figures calculated by hand, partner
// prices for the agent only, and in the file only on request.
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays, formatDay, todayIn } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let member: string;
let skus: Record<string, string>;
let products: Record<string, string>;
let now = () => new Date();
beforeAll(async () => {
  test = await openTestHouse({ clock: () => now() });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  const found = await sql<{ key: string; product: string; sku: string }>`
    SELECT p.key, p.product_id::text AS product, s.sku_id::text AS sku FROM product p JOIN package g ON g.product_id = p.product_id
    JOIN sku s ON s.package_id = g.package_id WHERE p.owner_id = 1 ORDER BY s.position DESC`.execute(
    test.database.house,
  );
  skus = Object.fromEntries(found.rows.map((row) => [row.key, row.sku]));
  products = Object.fromEntries(found.rows.map((row) => [row.key, row.product]));
});
afterAll(() => test.close());

const quote = (input: Omit<InputOf<'skuQuote'>, 'id'> & { of: string }, currency = 'MYR', token = agent) => {
  const { of, ...more } = input;
  return test.call('skuQuote', { id: skus[of] ?? '', ...more }, { token, currency });
};
const of = (amountMinor: number, currency = 'MYR') => ({ amountMinor, currency });
const stay = { playOn, untilOn: addDays(playOn, 3) };

describe('what a customer is asked for', () => {
  it('is the own price of a unit raised by the percent, times the quantity, by hand', async () => {
    // The inn: 200.00 a night, this level pays 10 % less: 180.00; three nights 540.00; raised by 12.5 % 607.50; two rooms 1,215.00.
    const { data } = await quote({ of: 'inn', ...stay, quantity: 2, percent: '12.5' });
    expect(data).toEqual({
      unit: of(60_750),
      asked: of(121_500),
      net: of(108_000),
      retail: of(120_000),
      margin: of(13_500),
      left: 3,
    });
  });

  it('is rounded once, half up, in the currency it is shown in, so that units times quantity add up', async () => {
    // The tower: 100.00, raised by 3.33 % 103.33; in dollars at 4.42 to one: 23.3778 is 23.38; three of them 70.14.
    // The own price: 100 / 4.42 is 22.6244, 22.62, times three 67.86; the margin 2.28.
    const { data } = await quote({ of: 'tower', playOn, quantity: 3, percent: '3.33' }, 'USD');
    expect(data).toMatchObject({
      unit: of(2338, 'USD'),
      asked: of(7014, 'USD'),
      net: of(6786, 'USD'),
      retail: of(6786, 'USD'),
      margin: of(228, 'USD'),
    });
  });

  it('has no decimals where the currency has none, and nothing is raised by nothing', async () => {
    // The show: 3,500 yen, raised by 7.15 % 3,750.25, which is 3,750.
    const asked = await quote({ of: 'yen-show', playOn, session: '18:00', quantity: 4, percent: '7.15' }, 'JPY');
    expect(asked.data).toMatchObject({ unit: of(3750, 'JPY'), asked: of(15_000, 'JPY'), margin: of(1000, 'JPY') });
    const plain = await quote({ of: 'yen-show', playOn, session: '18:00', quantity: 4 }, 'JPY');
    expect(plain.data).toMatchObject({ asked: of(14_000, 'JPY'), net: of(14_000, 'JPY'), margin: of(0, 'JPY') });
  });

  it('is refused where a booking would be: days not sold, too many, a percent that is none', async () => {
    expect((await quote({ of: 'tower', playOn: addDays(playOn, 200), quantity: 1 })).code).toBe(200204);
    expect((await quote({ of: 'few-seats', playOn, quantity: 6 })).code).not.toBe(200);
    for (const percent of ['-5', '1.234', '1000', '1e2', ''])
      expect((await quote({ of: 'tower', playOn, quantity: 1, percent })).code, percent).toBe(200001);
    expect((await test.call('skuQuote', { id: '999999', playOn, quantity: 1 }, { token: agent })).http).toBe(421);
  });

  it('of another owner is not there', async () => {
    const token = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    const as = { token, host: 'two.test' };
    expect((await test.call('skuQuote', { id: skus.tower ?? '', playOn, quantity: 1 }, as)).http).toBe(421);
    expect((await test.call('dtaQuoteList', { ids: [products.tower ?? ''] }, as)).data.list).toEqual([]);
  });
});

describe('the products of a quotation', () => {
  it('come with packages, what is sold and days, without any price, and without those that are gone', async () => {
    const ids = [products.tower ?? '', products.inn ?? '', '999999'];
    const { data } = await test.call('dtaQuoteList', { ids }, { token: agent });
    expect(data.list.map((item) => [item.name, item.stockBy])).toEqual([
      ['Silver Tower', 'person'],
      ['Harbour Inn', 'room'],
    ]);
    expect(data.list[0]?.packages[0]?.skus.map((item) => item.ticketType)).toEqual([10001, 10002]);
    expect(JSON.stringify(data)).not.toMatch(/price|amountMinor|MYR/i);
  });
});

describe('a product with several times a day', () => {
  it('begins with the first time of its next day that can still be booked', async () => {
    const show = products['yen-show'] ?? '';
    const first = async () => {
      const token = await test.signIn('agent@one.example', 'agent-2026');
      const listed = (await test.call('dtaQuoteList', { ids: [show] }, { token })).data.list[0]?.packages[0];
      const shown = (await test.call('productDetail', { id: show })).data.packages[0];
      expect(shown).toMatchObject({ nextOn: listed?.nextOn, nextSession: listed?.nextSession });
      return [listed?.nextOn, listed?.nextSession];
    };
    expect(await first()).toEqual([playOn, '18:00']);
    try {
      // Half past six in Kuala Lumpur, where it plays.
      now = () => new Date(`${playOn}T10:30:00Z`);
      expect(await first()).toEqual([playOn, '20:30']);
      now = () => new Date(`${playOn}T12:45:00Z`);
      expect(await first()).toEqual([addDays(playOn, 1), '18:00']);
    } finally {
      now = () => new Date();
    }
  });
});

describe('net prices', () => {
  it('are shown to approved agents only', async () => {
    const line = { id: skus.inn ?? '', ...stay, quantity: 1 };
    const file = {
      language: 'en' as const,
      currency: 'MYR' as const,
      percent: '10',
      lines: [{ ...stay, skuId: line.id, quantity: 1 }],
    };
    expect((await test.call('skuQuote', line)).http).toBe(401);
    expect((await test.call('dtaQuoteList', { ids: [products.inn ?? ''] })).http).toBe(401);
    const body = JSON.stringify({ ...file, net: true });
    const send = (headers: Record<string, string>) =>
      test.fetch('/api/export/exportQuote', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await send({})).status).toBe(401);
    const answer = await test.call('skuQuote', line, { token: member });
    expect([answer.code === 200, JSON.stringify(answer.data ?? '')]).toEqual([
      false,
      expect.not.stringMatching(/amountMinor/),
    ]);
    const refused = await (await send({ token: member })).json();
    expect(refused.code).not.toBe(200);
    expect((await test.call('dtaQuoteList', { ids: [products.inn ?? ''] }, { token: member })).code).not.toBe(200);
  });

  it('are in nothing that a retail visitor can fetch of the product: 200.00 a night is all that is said', async () => {
    const shown = await test.call('productDetail', { id: products.inn ?? '' });
    const month = await test.call('bookCheck', { lines: [{ skuId: skus.inn ?? '', ...stay, quantity: 1 }] });
    for (const text of [shown, month].map((item) => JSON.stringify(item.data))) {
      expect(text).toMatch(/"amountMinor":(20000|60000)/);
      expect(text).not.toMatch(/"amountMinor":(18000|54000)\b/);
    }
  });
});

describe('the file', () => {
  const exported = async (change: object = {}) => {
    const body = {
      language: 'zh_CN',
      currency: 'USD',
      percent: '10',
      customer: '=Tan Travel',
      lines: [
        { skuId: skus.tower ?? '', playOn, quantity: 2 },
        { skuId: skus.inn ?? '', ...stay, quantity: 1 },
      ],
      ...change,
    };
    const answer = await test.fetch('/api/export/exportQuote', {
      method: 'POST',
      headers: { token: agent, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer;
  };
  const sheetOf = async (answer: Response) =>
    (await readSheets(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];

  it('is in the chosen language and currency, adds up, and holds no price of the agent and no formula (§7 exportQuote)', async () => {
    const answer = await exported();
    expect(answer.headers.get('content-disposition')).toMatch(/quotation\.xlsx/);
    const rows = await sheetOf(answer);
    const [head] = rows.slice(4);
    expect(head).toEqual(['产品', '套餐', '类型', '日期', '时间', '数量', '单价', '金额']);
    // 110.00 / 4.42 is 24.8869, 24.89 twice 49.78; 540.00 raised by 10 % is 594.00, / 4.42 is 134.3891, 134.39.
    expect(rows[5]).toEqual(['银塔观景台', 'standard', expect.any(String), expect.any(String), null, 2, 24.89, 49.78]);
    expect(rows[6]?.slice(5)).toEqual([1, 134.39, 134.39]);
    expect(rows[7]).toEqual(['合计', null, null, null, null, null, null, 184.17]);
    expect(rows[0]?.[0]).toBe('报价单：=Tan Travel');
    // What the agent pays: 540.00 is 122.17.
    expect(JSON.stringify(rows)).not.toMatch(/122\.17|540/);
  });

  it('has own price, retail and margin only when asked for', async () => {
    const rows = await sheetOf(await exported({ net: true, language: 'en', currency: 'MYR' }));
    expect(rows[4]?.slice(8)).toEqual(['My price', 'Retail', 'Margin']);
    expect(rows[5]?.slice(6)).toEqual([110, 220, 200, 200, 20]);
    expect(rows[6]?.slice(6)).toEqual([594, 594, 540, 600, 54]);
    expect(rows[7]?.slice(7)).toEqual([814, 740, 800, 74]);
  });

  it('is made on the day that it is where the owner is', async () => {
    // One of the two ends of the calendar has another day than UTC at any hour.
    const zone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
    await sql`UPDATE owner SET zone = ${zone} WHERE owner_id = 1`.execute(test.database.house);
    const made = async () => String((await sheetOf(await exported({ language: 'en' })))[2]?.[0]);
    const day = formatDay(todayIn(zone, Date.now()), 'en');
    expect(await until(made, (text) => text.includes(day))).toContain(day);
    await sql`UPDATE owner SET zone = 'Asia/Kuala_Lumpur' WHERE owner_id = 1`.execute(test.database.house);
  }, 20_000);

  it('is refused with words for what is wrong in it', async () => {
    for (const change of [{ percent: 'ten' }, { lines: [] }, { currency: 'XXX' }, { lines: Array(51).fill({}) }])
      expect((await (await exported(change)).json()).code).toBe(200001);
    const sold = await exported({ lines: [{ skuId: skus.tower ?? '', playOn: addDays(playOn, 300), quantity: 1 }] });
    expect((await sold.json()).code).toBe(200204);
  });
});
