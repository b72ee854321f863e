// A quotation that was made anew for another customer (decision 0250): each version, its questions and its link are of the person whom it was
// for, in the person's file and when the person is erased (§6 personal data).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let line: { productId: string; packageId: string; skuId: string };
const [first, second] = ['anna@mail.example', 'boris@mail.example'];

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const { rows } = await sql<typeof line>`SELECT p.product_id::text AS "productId", g.package_id::text AS "packageId",
      s.sku_id::text AS "skuId" FROM product p JOIN package g USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id)
    WHERE p.owner_id = 1 AND p.key = 'tower' ORDER BY s.position LIMIT 1`.execute(test.database.house);
  line = rows[0] as typeof line;
});
afterAll(() => test.close());

type Customer = { customerName: string; customerEmail: string; greeting: string };
const anna: Customer = { customerName: 'Anna First', customerEmail: first, greeting: 'Dear Anna, as we said' };
const boris: Customer = {
  customerName: 'Boris Second',
  customerEmail: second,
  greeting: 'Dear Boris, for your wedding',
};

/** Saved and sent; the token of its link. */
async function send(customer: Customer, before?: { id: string; revision: number }) {
  const words = { language: 'en', currency: 'MYR', percent: '10', title: 'Three days', terms: '' } as const;
  const lines = [{ ...line, playOn, quantity: 1 }];
  const input = { ...words, validUntil: addDays(today, 5), ...customer, lines, ...before };
  const saved = await test.call('quotationSave', input, { token: agent });
  expect(saved.msg).toBe('');
  const { id, revision } = saved.data;
  const sent = await test.call('quotationSend', { id, revision }, { token: agent });
  expect(sent.msg).toBe('');
  const quotetoken = new URL(sent.data.address).searchParams.get('quotetoken') ?? '';
  return { id, revision: sent.data.revision, quotetoken };
}

async function sendToBoth() {
  const one = await send(anna);
  const text = 'Anna asks about lunch';
  const { quotetoken } = one;
  expect((await test.call('quotationAsk', { quotetoken, name: 'Anna First', text })).code).toBe(200);
  const { revision } = (await test.call('quotation', { id: one.id }, { token: agent })).data;
  const two = await send(boris, { id: one.id, revision });
  const question = { quotetoken: two.quotetoken, name: 'Boris Second', text: 'Boris asks about a band' };
  expect((await test.call('quotationAsk', question)).code).toBe(200);
  return two;
}

async function fileOf(email: string): Promise<string> {
  const answer = await test.fetch('/api/ucenter/personaldata/file', {
    headers: { token: await enterAsGuest(test, email) },
  });
  return Buffer.from(await answer.arrayBuffer()).toString('utf8');
}

describe('§6 personal data: a quotation that was made anew for another customer', () => {
  it('is in the file of each with that customer’s version alone', async () => {
    await sendToBoth();
    const [ofAnna, ofBoris] = [await fileOf(first), await fileOf(second)];
    expect(ofAnna).toContain('Dear Anna, as we said');
    expect(ofAnna).not.toMatch(/Boris|boris@/);
    expect(ofBoris).toContain('Dear Boris, for your wedding');
    expect(ofBoris).not.toMatch(/Anna|anna@/);
  });

  it('stays whole for the later customer when the former one is erased', async () => {
    const { id, quotetoken } = await sendToBoth();
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const erased = await test.call('consolePersonErase', { email: first, reviews: 'nameless' }, { token: admin });
    expect(erased.code, erased.msg).toBe(200);
    const shown = (await test.call('quotation', { id }, { token: agent })).data;
    expect(shown).toMatchObject(boris);
    expect(JSON.stringify(shown.history)).toContain('Boris asks about a band');
    expect(JSON.stringify(shown.history)).not.toMatch(/Anna/);
    const read = await test.call('dtaQuoteList', { quotetoken });
    expect([read.code, read.msg]).toEqual([200, '']);
  });
});
