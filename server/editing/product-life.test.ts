// The life of a product in the back office over HTTP: hidden as a draft, found when published, shown as off the shelf when withdrawn;
// listed, and copied.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Editor, makeEditor, newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
let member: string;
let editor: Editor;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  editor = makeEditor(test, { token: content });
});
afterAll(() => test.close());

const house = () => test.database.house;
/** Results are cached for seconds, so each search asks for a page of its own size. */
let size = 5;
const find = async (query: string) => {
  size += 1;
  return (await test.call('searchProducts', { query, size })).data.list.map((item) => item.name);
};
const logOf = async (id: string) =>
  (
    await sql<{ act: string; before: object; after: Record<string, unknown> }>`SELECT act, before, after FROM audit_log
      WHERE subject = ${`product ${id}`} ORDER BY entry_id`.execute(house())
  ).rows;
const idOf = async (name: string) => (await findProduct(test, name)).id;

describe('a draft', () => {
  it('is seen only by holders of its preview address, is published when complete, and is found by its words then', async () => {
    const id = await editor.create(newDocument({ key: 'moonrise', names: { en: 'Moonrise Paddling' }, overviews: {} }));
    const { previewPath, document } = await editor.open(id);
    const pack = document.packages[0];
    const token = new URLSearchParams(previewPath.split('?')[1]).get('token') ?? '';
    const line = { skuId: pack?.skus[0]?.id ?? '', playOn, session: '', quantity: 1 };
    for (const input of [
      { id },
      { id, token },
      { id, isPreview: 'true', token: 'x' },
      { id, isPreview: 'true' },
    ] as const)
      expect((await test.call('productDetail', input, { token: member })).http).toBe(421);
    expect((await test.call('inventories', { packageId: pack?.id ?? '', from: playOn, to: playOn })).http).toBe(421);
    expect((await test.call('bookCheck', { lines: [line] })).http).toBe(421);
    expect((await test.call('keyQuery', { query: 'moonrise' })).data.products).toEqual([]);
    expect(await find('moonrise')).toEqual([]);
    const preview = (await test.call('productDetail', { id, isPreview: 'true', token })).data;
    expect((await test.call('productDetail', { id, isPreview: '1', token })).data).toEqual(preview);
    expect((await test.call('productDetail', { id, isPreview: '0', token })).http).toBe(421);
    expect(preview).toMatchObject({
      isDraft: true,
      onShelf: false,
      name: 'Moonrise Paddling',
      traffic: 'Take the blue line.',
    });
    const answer = await editor.state(id, 'published');
    expect([answer.code, Object.keys((answer.data as unknown as { fields: object }).fields).sort()]).toEqual([
      200208,
      ['departures', 'overviews.en'],
    ]);
    await editor.change(
      id,
      newDocument({
        key: 'moonrise',
        names: { en: 'Moonrise Paddling', zh_CN: '月升划船' },
        packages: document.packages,
      }),
    );
    await editor.calendar(pack?.id ?? '', [{ on: playOn, session: '', capacity: 5 }]);
    expect((await editor.state(id, 'published')).code).toBe(200);
    expect(await find('moonrise')).toEqual(['Moonrise Paddling']);
    const shown = (await test.call('productDetail', { id })).data;
    expect(shown).toMatchObject({ isDraft: false, onShelf: true, nextOn: playOn, from: { amountMinor: 9900 } });
    expect(shown.itinerary).toEqual([
      { day: 1, time: '19:00', title: 'Meet at the gate', text: 'The guide holds a lantern.' },
    ]);
    expect((await editor.change(id, { names: { en: 'Sunrise Paddling', zh_CN: '日出划船' } })).code).toBe(200);
    // The old name is forgotten: it leads to the nearest word now.
    const words = await sql<{ word: string }>`SELECT word FROM search_word WHERE owner_id = 1
      AND word IN ('moonrise', 'sunrise')`.execute(house());
    expect(words.rows).toEqual([{ word: 'sunrise' }]);
    expect([await find('sunrise'), await find('moonrise')]).toEqual([['Sunrise Paddling'], ['Sunrise Paddling']]);
    expect((await editor.state(id, 'withdrawn')).code).toBe(200);
    expect((await test.call('productDetail', { id })).data).toMatchObject({ onShelf: false, isDraft: false });
    expect(await find('sunrise paddling')).toEqual([]);
    expect((await test.call('bookCheck', { lines: [line] })).code).toBe(200201);
    const acts = (await logOf(id)).map((row) => row.act);
    expect(acts.filter((act) => act !== 'product-saved')).toEqual([
      'calendar-changed',
      'product-published',
      'product-withdrawn',
    ]);
  });
});

describe('the list and copies', () => {
  it('lists by state, words and order, with the languages that lack a name', async () => {
    const list = async (input: object) => (await test.call('consoleProducts', input, { token: content })).data;
    const tower = (await list({ query: '银塔' })).list[0];
    expect(tower).toMatchObject({
      key: 'tower',
      name: 'Silver Tower',
      state: 'published',
      cityName: 'Testville',
      nextOn: playOn,
    });
    expect(tower?.missing).not.toContain('vi');
    expect(tower?.missing).toContain('th');
    for (const key of ['draft-one', 'draft-two', 'draft-three']) await editor.create(newDocument({ key }));
    const drafts = await list({ state: 'draft', sort: 'name', size: 2 });
    expect(drafts.list.every((item) => item.state === 'draft')).toBe(true);
    expect([drafts.list.length, drafts.total]).toEqual([2, drafts.counts.draft]);
    expect((await list({ query: 'tower', type: 4 })).total).toBe(0);
    expect((await list({ query: '100%_' })).total).toBe(0);
    expect((await list({ sort: 'newest' })).counts.published).toBeGreaterThan(4);
  });

  it('copies a product with its packages and prices under the next free key, without stock', async () => {
    const id = await idOf('Silver Tower');
    const { document } = await editor.open(id);
    const sku = document.packages[0]?.skus[1]?.id ?? '';
    await editor.calendar(document.packages[0]?.id ?? '', [
      { on: playOn, session: '', prices: [{ skuId: sku, priceMinor: 3000, wasMinor: null }] },
    ]);
    await test.call(
      'consolePriceRuleSave',
      { productId: id, skuId: sku, level: 2, partnerId: null, kind: 'amount', value: 100 },
      { token: content },
    );
    const copies = await Promise.all([1, 2].map(() => test.call('consoleProductCopy', { id }, { token: content })));
    const opened = await Promise.all(copies.map((copy) => editor.open(copy.data.id)));
    expect(opened.map((item) => item.document.key).sort()).toEqual(['tower-copy-1', 'tower-copy-2']);
    expect((await test.call('consoleProductCopy', { id: copies[0]?.data.id ?? '' }, { token: content })).code).toBe(
      200,
    );
    const [copy] = opened;
    expect(copy).toMatchObject({ state: 'draft', revision: 1, document: { names: document.names } });
    expect(copy?.document.packages[0]?.id).not.toBe(document.packages[0]?.id);
    const copied = copy?.document.packages[0]?.skus[1]?.id ?? '';
    const packageId = copy?.document.packages[0]?.id ?? '';
    const days = () => test.call('consoleCalendar', { packageId, from: playOn, to: playOn }, { token: content });
    expect((await days()).data.days).toEqual([]);
    await editor.calendar(packageId, [{ on: playOn, session: '', capacity: 3, wasCapacity: null }]);
    expect((await days()).data.days[0]?.prices).toEqual([{ skuId: copied, priceMinor: 3000 }]);
    const rules = await test.call('consolePriceRules', { productId: copy?.id ?? '' }, { token: content });
    expect(rules.data.rules).toMatchObject([{ skuId: copied, level: 2, kind: 'amount', value: 100 }]);
  });
});
