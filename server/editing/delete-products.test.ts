// Deleting drafts over HTTP (decision 0762): they are gone with everything of theirs; what something refers to stays as it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, makeEditor, newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let editor: Editor;
beforeAll(async () => {
  test = await openTestHouse();
  editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
});
afterAll(() => test.close());

const remove = (...ids: string[]) => test.call('consoleProductsDelete', { ids }, editor.as);
const rowsOf = async (id: string) =>
  (
    await sql<{ n: number }>`SELECT (SELECT count(*) FROM product WHERE product_id = ${id}::bigint)
      + (SELECT count(*) FROM package WHERE product_id = ${id}::bigint)
      + (SELECT count(*) FROM product_search WHERE product_id = ${id}::bigint) AS n`.execute(test.database.house)
  ).rows[0]?.n;

it('drafts are deleted together, with packages, prices and days (§3 product)', async () => {
  const ids = await Promise.all(
    ['gone-one', 'gone-two'].map((key) => editor.create(newDocument({ key, names: { en: key } }))),
  );
  const pack = (await editor.open(ids[0] ?? '')).document.packages[0];
  const day = {
    on: playOn,
    session: '',
    capacity: 5,
    prices: [{ skuId: pack?.skus[0]?.id ?? '', priceMinor: 900, wasMinor: null }],
  };
  expect((await editor.calendar(pack?.id ?? '', [day])).code).toBe(200);
  expect((await editor.state(ids[1] ?? '', 'published')).code).toBe(200208);
  const answer = await remove(...ids, '999999');
  expect(answer.data.list).toEqual([...ids.map((id) => ({ id, problem: null })), { id: '999999', problem: 'missing' }]);
  for (const id of ids) expect(Number(await rowsOf(id))).toBe(0);
  const logged = await sql`SELECT 1 FROM audit_log WHERE act = 'product-deleted'`.execute(test.database.house);
  expect(logged.rows).toHaveLength(2);
});

it('a product that is published, was ordered, or is named by a promo code stays', async () => {
  const published = (await findProduct(test, 'Silver Tower')).id;
  await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
  expect((await remove(published)).data.list).toEqual([{ id: published, problem: 'actionNotAllowed' }]);
  const ordered = await sql<{ id: string }>`SELECT product_id::text AS id FROM purchase LIMIT 1`.execute(
    test.database.house,
  );
  const id = ordered.rows[0]?.id ?? '';
  expect((await editor.state(id, 'draft')).code).toBe(200);
  expect((await remove(id)).data.list).toEqual([{ id, problem: 'productInUse' }]);
  expect((await editor.open(id)).document.packages.every((pack) => pack.onShelf)).toBe(true);

  const named = await editor.create(newDocument({ key: 'named-by-a-code' }));
  await sql`UPDATE coupon SET product_keys = ARRAY['named-by-a-code'] WHERE owner_id = 1`.execute(test.database.house);
  expect((await remove(named)).data.list).toEqual([{ id: named, problem: 'productInUse' }]);
  const foreign = { token: await test.signIn('content@two.example', 'content-2026', 'two.test'), host: 'two.test' };
  expect((await test.call('consoleProductsDelete', { ids: [named] }, foreign)).data.list).toEqual([
    { id: named, problem: 'missing' },
  ]);
  const finance = { token: await test.signIn('finance@one.example', 'finance-2026') };
  expect((await test.call('consoleProductsDelete', { ids: [named] }, finance)).http).toBe(421);
});
