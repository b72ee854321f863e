// One package by its own number, where a product picks up, and the site's settings for callers who only read (§7).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemas } from '../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

describe('packageDetail', () => {
  it('returns the same as the product page, in the reader’s language, with its product', async () => {
    const product = await findProduct(test, 'Silver');
    const expected = product.packages[0];
    const answer = await test.call('packageDetail', { id: expected?.id ?? '' });
    expect(answer.data).toMatchObject({
      ...expected,
      productId: product.id,
      path: product.path,
      addOns: product.addOns,
    });
    expect(schemas.packageDetail.output.safeParse(answer.data).error).toBeUndefined();
    const chinese = await findProduct(test, 'Silver', { language: 'zh_CN' });
    const again = await test.call('packageDetail', { id: expected?.id ?? '' }, { language: 'zh_CN' });
    expect(again.data.productName).toBe(chinese.name);
  });

  it('knows no package of another site, none that does not exist, and none taken off the shelf (§8 out of stock)', async () => {
    const product = await findProduct(test, 'Silver');
    const id = product.packages[0]?.id ?? '';
    expect((await test.call('packageDetail', { id }, { host: 'two.test' })).http).toBe(421);
    expect((await test.call('packageDetail', { id: '999999' })).http).toBe(421);
    expect((await test.call('packageDetail', { id: 'x' })).code).toBe(200001);
    await sql`UPDATE package SET on_shelf = false WHERE package_id = ${id}`.execute(test.database.house);
    expect((await test.call('packageDetail', { id })).http).toBe(421);
    await sql`UPDATE package SET on_shelf = true WHERE package_id = ${id}`.execute(test.database.house);
  });
});

describe('pickupPackages', () => {
  it('offers the packages inside the product’s areas, none outside, and all where the product has no areas', async () => {
    const product = await findProduct(test, 'Silver');
    const names = product.packages.map(({ id, name }) => ({ id, name }));
    const ask = (lat: number, lng: number, host?: string) =>
      test.call('pickupPackages', { id: product.id, lat, lng }, { host });
    expect((await ask(1, 1)).data).toEqual({ inside: true, areas: [], packages: names });
    const content = await test.signIn('content@one.example', 'content-2026');
    const ring = [
      [100, 0],
      [110, 0],
      [110, 10],
      [100, 10],
    ] as [number, number][];
    const area = await test.call(
      'consoleAreaSave',
      { names: { en: 'Harbour' }, ring, revision: 0 },
      { token: content },
    );
    expect(area.code).toBe(200);
    await sql`INSERT INTO product_area (owner_id, product_id, area_id)
      SELECT owner_id, product_id, ${area.data.id} FROM product WHERE product_id = ${product.id}`.execute(
      test.database.house,
    );
    expect((await ask(5, 105)).data).toEqual({ inside: true, areas: ['Harbour'], packages: names });
    expect((await ask(20, 105)).data).toEqual({ inside: false, areas: [], packages: [] });
    expect((await ask(91, 105)).code).toBe(200001);
    expect((await ask(5, 105, 'two.test')).http).toBe(421);
    expect((await test.call('pickupPackages', { id: '999999', lat: 1, lng: 1 })).http).toBe(421);
  });
});

describe('webSettingsRead', () => {
  it('gives what the posted call gives, per site', async () => {
    for (const host of ['one.test', 'two.test']) {
      const read = await test.call('webSettingsRead', {}, { host });
      expect(read.data).toEqual((await test.call('webSettings', {}, { host })).data);
    }
    expect((await test.call('webSettingsRead', {}, { host: 'nowhere.test' })).http).toBe(421);
  });
});
