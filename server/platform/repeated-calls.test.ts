// A call that creates something, sent again under its Idempotency-Key, because the first answer was lost, or twice at the same moment:
// it is done once, and both get the same answer (security rule 8, decision 0110).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, newKey } from '../../tests/build/place-orders.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from './db.ts';

let test: TestHouse;
const people: Record<string, string> = {};
let id: string;
let productId: string;
let quotation: object;
let quotationId: string;

beforeAll(async () => {
  test = await openTestHouse();
  for (const who of ['operations', 'content']) people[who] = await test.signIn(`${who}@one.example`, `${who}-2026`);
  people.agent = await test.signIn('agent@one.example', 'agent-2026');
  id = await buy(test, people.agent);
  const product = await findProduct(test, 'Silver Tower');
  productId = product.id;
  const [pack] = product.packages;
  const line = { productId, packageId: pack?.id, skuId: pack?.skus[0]?.id, playOn, quantity: 1 };
  const terms = { language: 'en', currency: 'MYR', validUntil: addDays(playOn, -2), title: 'A day' };
  quotation = { ...terms, lines: [line] };
  const saved = await test.call('quotationSave', quotation as never, { token: people.agent });
  quotationId = saved.data.id;
});
afterAll(() => test.close());

type Case = { call: CallName; who: string; table: string; input: () => object };
const text = 'The bus leaves from gate 4';
const cases: Case[] = [
  {
    ...{ call: 'consoleSupplementAdd', who: 'operations', table: 'supplement' },
    input: () => ({ id, kind: 'extraTime', amountMinor: 500, reason: text }),
  },
  { call: 'consoleNoteAdd', who: 'operations', table: 'order_note', input: () => ({ id, text }) },
  { call: 'consoleRemark', who: 'operations', table: 'order_remark', input: () => ({ id, text }) },
  { call: 'remark', who: 'agent', table: 'order_remark', input: () => ({ orderNo: id, text }) },
  { call: 'quotationSave', who: 'agent', table: 'quotation', input: () => quotation },
  { call: 'quotationCopy', who: 'agent', table: 'quotation', input: () => ({ id: quotationId }) },
  { call: 'consoleProductCopy', who: 'content', table: 'product', input: () => ({ id: productId }) },
  {
    ...{ call: 'consoleSupplierSave', who: 'operations', table: 'supplier' },
    input: () => ({
      ...{ name: 'Sea Boats', contacts: [], language: 'en', zone: 'Asia/Kuala_Lumpur', address: '', note: '' },
      ...{ active: true, keepsStock: false, getsMails: false },
    }),
  },
  {
    ...{ call: 'consoleAnswerSave', who: 'operations', table: 'answer_template' },
    input: () => ({ titles: { en: 'Gate' }, texts: { en: text } }),
  },
  {
    ...{ call: 'consoleAnnouncementSave', who: 'content', table: 'announcement' },
    input: () => ({
      ...{ titles: { en: 'Gate' }, texts: { en: text }, audience: 'everyone', publishedAt: null, endsAt: null },
      rolls: true,
    }),
  },
];

async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(
    test.database.house,
  );
  return rows[0]?.n ?? 0;
}

describe.each(cases)('$call', ({ call, who, table, input }) => {
  const send = (key?: string, more: object = {}) =>
    test.call(call, { ...input(), ...more } as never, { token: people[who], ...(key ? { key } : {}) });

  it('is done once for a key, also for two at the same moment, and each time without one', async () => {
    const before = await count(table);
    const key = newKey();
    const both = await Promise.all([send(key), send(key)]);
    expect(both.map(({ code, msg }) => [code, msg])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    expect(both[1]?.data).toEqual(both[0]?.data);
    expect((await send(key)).data).toEqual(both[0]?.data);
    expect(await count(table)).toBe(before + 1);
    expect([(await send()).code, (await send()).code]).toEqual([200, 200]);
    expect(await count(table)).toBe(before + 3);
  });
});

it('the same key with other content is refused, and a refused call leaves its key free', async () => {
  const as = { token: people.operations, key: newKey() };
  expect((await test.call('consoleNoteAdd', { id, text: ' ' }, as)).code).toBe(200001);
  expect((await test.call('consoleNoteAdd', { id, text: 'First' }, as)).code).toBe(200);
  expect((await test.call('consoleNoteAdd', { id, text: 'Second' }, as)).code).toBe(200006);
});

it('every call that takes a key answers repeats of it', () => {
  const server = join(import.meta.dirname, '..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(server, name), 'utf8'))
    .join('\n');
  const rows = Object.entries(calls) as [CallName, CallRow][];
  const keyed = rows.filter(([, { takesKey, idempotent }]) => takesKey || idempotent).map(([name]) => name);
  expect(keyed.length).toBeGreaterThan(25);
  const answers = (name: string) =>
    ['inTransactionOnce', 'readKey', 'readOptionalKey'].some((read) => code.includes(`${read}(context, '${name}'`));
  expect(keyed.filter((name) => !answers(name))).toEqual([]);
});
