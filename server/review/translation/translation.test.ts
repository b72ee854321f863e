// Reviews in the reader's language (§7 product, decision 0620): by a server that the owner names, once for each language, never without one.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Language, languages } from '../../../domain/languages.ts';
import { translate } from '../../../locales/translate.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { findProduct } from '../../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../../tests/build/set-balances.ts';
import { buy, makeRoom } from '../../../tests/build/set-up-desk.ts';
import { sql } from '../../platform/db.ts';
import { auditHouse } from '../../upkeep/audit-house.ts';

type Asked = { q: string; source: string; target: string; api_key?: string };

/** A stand-in for LibreTranslate; what is said in its answers is what it was asked. */
const translator = {
  asked: [] as Asked[],
  key: 'right-key',
  isDown: false,
  languages: ['en', 'zh-Hans', 'ja', 'id'],
};
const server = createServer(async (request, response) => {
  const say = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (translator.isDown) return say(500, { error: 'down' });
  if (request.url === '/languages')
    return say(
      200,
      translator.languages.map((code) => ({ code, name: code })),
    );
  if (request.url !== '/translate') return say(404, {});
  const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
  if (asked.api_key !== translator.key) return say(403, { error: 'Invalid API key' });
  translator.asked.push(asked);
  return say(200, { translatedText: `${asked.target}: ${asked.q}` });
});

let test: TestHouse;
let admin: string;
let desk: string;
let agent: string;
let address: string;
let product: string;
let line: string;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1' } });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  desk = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  await makeRoom(test);
  line = `${await buy(test, agent)}-1`;
  await test.call('consoleVoucherRedeem', { text: line }, { token: desk });
  await test.call('reviewSend', { line, stars: 5, body: 'A quiet place.', language: 'en' }, { token: agent });
  await decide('publish');
  product = (await findProduct(test, 'Silver Tower')).id;
});
afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  translator.asked = [];
  translator.isDown = false;
});

const inOrder = (...some: Language[]) => languages.filter((one) => some.includes(one));
const find = async () =>
  (await test.call('consoleReviews', { query: line.slice(0, -2) }, { token: desk })).data.list[0];
const answer = async (text: string) =>
  test.call('consoleReviewAnswer', { id: (await find())?.id ?? '', text }, { token: desk });
const decide = async (act: 'publish' | 'erase') =>
  test.call('consoleReviewDecide', { id: (await find())?.id ?? '', act }, { token: desk });
const save = (input: { address: string; key?: string }) => test.call('consoleTranslatorSave', input, { token: admin });
const read = (language: 'en' | 'zh_CN' | 'ja_JP' | 'th') => test.call('productReviews', { id: product }, { language });
const ask = async (language: 'en' | 'zh_CN' | 'ja_JP' | 'th') =>
  test.call('reviewTranslate', { id: (await find())?.id ?? '' }, { language });

describe('§7 review: in the language of its reader', () => {
  it('is not offered and not made without a translator', async () => {
    expect((await test.call('consoleTranslator', {}, { token: admin })).data.translator).toBeNull();
    expect((await read('zh_CN')).data.translatable).toEqual([]);
    expect((await ask('zh_CN')).http).toBe(421);
  });

  it('is set by an admin alone, and only what translates is saved', async () => {
    expect((await test.call('consoleTranslatorSave', { address }, { token: desk })).code).not.toBe(200);
    const problem = async (input: { address: string; key?: string }) => (await save(input)).data?.fields;
    const says = (name: string) => translate('en', `ui.field.${name}`);
    expect(await problem({ address: 'not an address' })).toEqual({ address: says('webAddress') });
    expect(await problem({ address: 'http://127.0.0.1:9' })).toEqual({ address: says('noAnswer') });
    expect(await problem({ address: `${address}/elsewhere`, key: translator.key })).toEqual({
      address: says('notTranslator'),
    });
    expect(await problem({ address, key: 'wrong' })).toEqual({ key: says('wrongKey') });
    expect((await test.call('consoleTranslator', {}, { token: admin })).data.translator).toBeNull();
    expect((await save({ address, key: translator.key })).code).toBe(200);
    const { data } = await test.call('consoleTranslator', {}, { token: admin });
    expect(data.translator).toEqual({ address, hasKey: true, languages: inOrder('en', 'zh_CN', 'ja_JP', 'in') });
    const stored = await sql<{ key: string }>`SELECT key_sealed AS key FROM translator_setting`.execute(
      test.database.house,
    );
    expect(stored.rows[0]?.key).not.toContain(translator.key);
  });

  it('is made once for each language, by the names of the translator', async () => {
    expect((await read('zh_CN')).data.translatable).toEqual(inOrder('en', 'ja_JP', 'in'));
    expect((await read('th')).data.translatable).toEqual([]);
    expect((await ask('zh_CN')).data).toEqual({ text: 'zh-Hans: A quiet place.', answer: '' });
    expect((await ask('zh_CN')).data).toEqual({ text: 'zh-Hans: A quiet place.', answer: '' });
    expect(translator.asked).toHaveLength(1);
    expect(translator.asked[0]).toMatchObject({ source: 'en', target: 'zh-Hans' });
    expect((await ask('en')).http).toBe(421);
    expect((await ask('th')).http).toBe(421);
  });

  it('says so where the translator gives no answer, and is asked again', async () => {
    translator.isDown = true;
    expect((await ask('ja_JP')).data).toEqual({ text: null, answer: '' });
    translator.isDown = false;
    expect((await ask('ja_JP')).data).toEqual({ text: 'ja: A quiet place.', answer: '' });
  });

  it('has the owner’s answer, in whatever language that is, and again where it is written again', async () => {
    expect((await answer('So do we.')).code).toBe(200);
    const both = { text: 'zh-Hans: A quiet place.', answer: 'zh-Hans: So do we.' };
    expect((await ask('zh_CN')).data).toEqual(both);
    expect((await ask('zh_CN')).data).toEqual(both);
    expect(translator.asked).toEqual([expect.objectContaining({ q: 'So do we.', source: 'auto', target: 'zh-Hans' })]);
    await answer('We like it, too.');
    translator.isDown = true;
    expect((await ask('zh_CN')).data).toEqual({ ...both, answer: null });
    translator.isDown = false;
    expect((await ask('zh_CN')).data).toEqual({ ...both, answer: 'zh-Hans: We like it, too.' });
  });

  it('goes with its review, also where it comes back after the erasure', async () => {
    const id = (await find())?.id ?? '';
    expect((await decide('erase')).code).toBe(200);
    const { insertTranslation } = await import('./translation.sql.ts');
    await insertTranslation(test.database.forOwner(1), {
      ...{ id, into: 'th', body: 'late', answer: null, answerOf: '' },
      now: new Date(),
    });
    const rows = await sql`SELECT 1 FROM review_translation`.execute(test.database.house);
    expect(rows.rows).toHaveLength(0);
    const broken = (await auditHouse(test.database)).filter(({ violations }) => violations.length);
    expect(broken).toEqual([]);
  });

  it('is not offered once the translator is removed', async () => {
    expect((await test.call('consoleTranslatorRemove', {}, { token: admin })).code).toBe(200);
    expect((await read('zh_CN')).data.translatable).toEqual([]);
  });
});
