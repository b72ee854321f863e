// Events of products (decision 0386): changes by staff and low stock are reported once, in order for each product, to those who see it;
// orders write nothing for it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HookType } from '../../../domain/systems.ts';
import { openKeys } from '../../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { findProduct, placeOrder } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { queueChanges, queueLowStock } from './queue-product-events.ts';

let test: TestHouse;
let main: string;
let admin: string;
let partner: string;
let owners: string;
beforeAll(async () => {
  // Nothing is sent, so that each message stays to be read.
  test = await openTestHouse({ env: { HOOKS_RETRY_SECONDS: '3600,3600' } });
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  await openKeys(test, admin);
  const types: HookType[] = ['stock.low', 'price.changed', 'product.changed'];
  const address = 'https://localhost:9/';
  partner = (await test.call('hookCreate', { address, types }, { token: main })).data.id;
  owners = (await test.call('consoleHookCreate', { address, types }, { token: admin })).data.id;
  for (const id of [partner, owners])
    await test.call(
      id === partner ? 'hookSet' : 'consoleHookSet',
      { id, live: false },
      { token: id === partner ? main : admin },
    );
});
afterAll(() => test.close());

const told = async () => {
  await queueChanges(test.database);
  await queueLowStock(test.database);
  const toPartner = (await test.call('hookSendings', { id: partner, size: 50 }, { token: main })).data.list;
  const toOwner = (await test.call('consoleHookSendings', { id: owners, size: 50 }, { token: admin })).data.list;
  const show = (list: typeof toPartner) => list.map(({ type, productId }) => `${type} ${productId}`).reverse();
  await sql`DELETE FROM hook_sending`.execute(test.database.house);
  return { partner: show(toPartner), owner: show(toOwner) };
};

async function setPrice(product: string, priceMinor: number) {
  const { id, packages } = await findProduct(test, product);
  const sku = Number(packages[0]?.skus[0]?.id);
  await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor) VALUES (1, ${sku}, ${playOn}, ${priceMinor})
    ON CONFLICT (owner_id, sku_id, play_on, session) DO UPDATE SET price_minor = excluded.price_minor`.execute(
    test.database.house,
  );
  return id;
}

describe('a change of a product', () => {
  it('is reported once for all changes meanwhile, prices separately from texts (§7)', async () => {
    await told();
    const id = await setPrice('Silver Tower', 9000);
    await setPrice('Silver Tower', 9100);
    await sql`UPDATE product SET names = names || '{"en": "Silver Tower II"}' WHERE owner_id = 1 AND product_id = ${id}::bigint`.execute(
      test.database.house,
    );
    const expected = [`price.changed ${id}`, `product.changed ${id}`];
    const { owner, partner: seen } = await told();
    expect(owner.sort()).toEqual(expected);
    expect(seen.sort()).toEqual(expected);
    expect(await told()).toEqual({ owner: [], partner: [] });
    await sql`UPDATE sku SET price_minor = price_minor + 1 WHERE owner_id = 1`.execute(test.database.house);
    const all = (await told()).owner.filter((one) => one.startsWith('price.changed'));
    expect(all.length).toBeGreaterThan(5);
  });

  it('is not reported to a partner from whom the product is hidden', async () => {
    const id = await setPrice('Free Walk', 0);
    await sql`INSERT INTO product_hide (owner_id, partner_id, product_id) SELECT 1, partner_id, ${id}::bigint FROM hook WHERE hook_id = ${partner}::bigint`.execute(
      test.database.house,
    );
    expect(await told()).toEqual({ owner: [`price.changed ${id}`], partner: [] });
    await sql`DELETE FROM product_hide`.execute(test.database.house);
  });

  it('that is saved while a job reads is reported after its commit, never lost', async () => {
    await setPrice('Silver Tower', 9200);
    let during: string[] = [];
    await inTransaction(test.database.forOwner(1), async (owner) => {
      await sql`UPDATE sku_price SET price_minor = 9300 WHERE owner_id = 1 AND play_on = ${playOn}`.execute(owner);
      during = (await told()).owner;
    });
    expect(during).toEqual([]);
    expect((await told()).owner.length).toBeGreaterThan(0);
  });
});

describe('low stock', () => {
  it('is reported once for each departure, and again after there was more; an order writes nothing for it', async () => {
    await told();
    const { id } = await findProduct(test, 'Few Seats');
    await placeOrder(test, main, { product: 'Few Seats', quantity: 4 });
    expect(await sql`SELECT 1 FROM product_change`.execute(test.database.house)).toMatchObject({ rows: [] });
    expect((await told()).partner).toEqual([`stock.low ${id}`]);
    expect((await told()).partner).toEqual([]);
    const capacity = (places: number) =>
      sql`UPDATE departure d SET capacity = ${places} FROM package k WHERE k.package_id = d.package_id AND k.product_id = ${id}::bigint`.execute(
        test.database.house,
      );
    await capacity(50);
    expect((await told()).partner).toEqual([]);
    await capacity(5);
    expect((await told()).partner).toEqual([`stock.low ${id}`]);
  });
});
