// What the owner's staff read of an agency's quotation (§2 onlinequotation, rules §11, decision 0812): lines, places, dates, state and what a
// line costs the agency; not its margin and prices, not whom it writes to and what, and no draft that it has not sent.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let line: { productId: string; packageId: string; skuId: string };

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  const { rows } = await sql<typeof line>`SELECT p.product_id::text AS "productId", g.package_id::text AS "packageId",
      s.sku_id::text AS "skuId" FROM product p JOIN package g USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id)
    WHERE p.owner_id = 1 AND p.key = 'tower' ORDER BY s.position LIMIT 1`.execute(test.database.house);
  line = rows[0] as typeof line;
  await sql`UPDATE owner SET quote_places = array_fill(20, ARRAY[11]), quote_hours = array_fill(48, ARRAY[11])
    WHERE owner_id = 1`.execute(test.database.house);
});
afterAll(() => test.close());

async function save(customerName: string) {
  const customer = {
    customerName,
    customerEmail: 'wilhelmina@mail.example',
    greeting: 'Dear Wilhelmina',
    terms: 'Pay me 77',
  };
  const words = { language: 'en', currency: 'MYR', percent: '13.37', title: 'Three days' } as const;
  const lines = [
    { ...line, playOn, quantity: 3, text: 'My own guide comes along' },
    { title: 'A guide', price: '98.76', text: 'All day', quantity: 1 },
  ];
  const saved = await test.call(
    'quotationSave',
    { ...words, ...customer, validUntil: addDays(today, 5), lines },
    { token: agent },
  );
  expect(saved.msg).toBe('');
  return saved.data;
}
const listed = async (query: string) =>
  (await test.call('consoleQuotations', { query }, { token: staff })).data.list.map(({ id }) => id);

it('is what a hold needs, without margin, prices and words of the agent', async () => {
  const saved = await save('Wilhelmina Sent');
  const { id, revision } = saved;
  const sent = await test.call('quotationSend', { id, revision }, { token: agent });
  const quotetoken = new URL(sent.data.address).searchParams.get('quotetoken') ?? '';
  const ask = { quotetoken, name: 'Wilhelmina Sent', text: 'Is it cheaper for two?' };
  expect((await test.call('quotationAsk', ask)).code).toBe(200);
  const { data } = await test.call('consoleQuotation', { id }, { token: staff });
  expect(data).toMatchObject({
    number: saved.number,
    customerName: 'Wilhelmina Sent',
    status: 'sent',
    title: 'Three days',
  });
  expect(data.lines.map(({ name, quantity, net }) => [name, quantity, net])).toEqual([
    [saved.lines[0]?.name, 3, saved.lines[0]?.net],
    ['A guide', 1, null],
  ]);
  expect(data.net).toEqual(saved.lines[0]?.net);
  const shown = JSON.stringify([data, (await test.call('consoleQuotations', {}, { token: staff })).data]);
  const hidden = [
    'wilhelmina@',
    'Dear Wil',
    'Pay me',
    'My own guide',
    'cheaper',
    '13.37',
    '98.76',
    '9876',
    'margin',
    'total"',
  ];
  hidden.push(String(saved.total?.amountMinor), String(saved.margin?.amountMinor), 'retail', 'target', 'message');
  const found = hidden.filter((word) => shown.replaceAll('"total":1', '').includes(word));
  expect(found).toEqual([]);
  expect([await listed(saved.number), await listed('wilhelmina sent'), await listed('wilhelmina@mail')]).toEqual([
    [id],
    [id],
    [],
  ]);
});

it('is nothing of a draft that was never sent, until places are held for it', async () => {
  const { id, revision, number } = await save('Wilhelmina Draft');
  const as = { token: staff };
  expect(await listed(number)).toEqual([]);
  expect((await test.call('consoleQuotation', { id }, as)).http).toBe(421);
  expect((await test.call('consoleQuotationHold', { id, revision }, as)).http).toBe(421);
  const held = await test.call('quotationHold', { id, revision }, { token: agent });
  expect(held.code, held.msg).toBe(200);
  expect(await listed(number)).toEqual([id]);
  const again = { id, revision: held.data.revision };
  expect((await test.call('consoleQuotationRelease', again, as)).code).toBe(200);
  expect((await test.call('consoleQuotation', { id }, as)).data.hold).toMatchObject({ until: null, open: true });
});
