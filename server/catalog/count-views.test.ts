// Views, popularity and hot (§2 home), over HTTP and with moved time: which views count, what is added, how it ranks. The numbers
// are those of docs/search.md.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHouse } from '../../main.ts';
import { root } from '../../scripts/open-database.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { addViews, isCounted, productOfPage } from './count-views.ts';
import { addSales, rankProducts } from './rank-products.ts';
import { addSaleRows } from './views.sql.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const look = (id: string, headers: Record<string, string> = {}, host?: string) =>
  test.call('productDetail', { id }, { host, headers: { 'user-agent': firefox, ...headers } });

async function viewsOf(id: string) {
  const { rows } = await sql<{ views: number; days: number[] }>`SELECT views, ARRAY(SELECT count FROM product_view v
      WHERE v.owner_id = p.owner_id AND v.product_id = p.product_id AND on_day > '-infinity' ORDER BY on_day) AS days
    FROM product p WHERE product_id = ${id}`.execute(test.database.house);
  return rows[0];
}

async function popularityOf(id: string): Promise<number> {
  await rankProducts(test.database.forOwner(1));
  const { rows } = await sql<{ popularity: number }>`SELECT popularity FROM product WHERE product_id = ${id}`.execute(
    test.database.house,
  );
  return rows[0]?.popularity ?? -1;
}

const setViews = (id: string, daysAgo: number, count: number) =>
  sql`INSERT INTO product_view (owner_id, product_id, on_day, count)
    VALUES (1, ${id}, (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - ${daysAgo}::int, ${count})
    ON CONFLICT (owner_id, product_id, on_day) DO UPDATE SET count = EXCLUDED.count`.execute(test.database.house);

describe('views', () => {
  it('are gathered and added together, to the day and to the product', async () => {
    const { id } = await findProduct(test, 'Few Seats', { headers: { 'user-agent': 'curl/8' } });
    await Promise.all(Array.from({ length: 5 }, () => look(id)));
    expect(await viewsOf(id)).toEqual({ views: 0, days: [] });
    await addViews();
    await look(id);
    await Promise.all([addViews(), addViews()]);
    expect(await viewsOf(id)).toEqual({ views: 6, days: [6] });
  });

  it('of machines, of pages fetched ahead, of staff and of staff in a partner’s name are not counted', async () => {
    const { id } = await findProduct(test, 'Popular Hike', { headers: { 'user-agent': 'curl/8' } });
    await look(id, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
    await look(id, { 'sec-purpose': 'prefetch' });
    await look(id, { cookie: 'kbs=whatever' });
    const token = await test.signIn('member@one.example', 'member-2026');
    await sql`UPDATE login_session SET acting_staff_id = (SELECT min(account_id) FROM account WHERE owner_id = 1 AND kind = 'staff')
      WHERE owner_id = 1 AND NOT staff`.execute(test.database.house);
    await look(id, { token });
    await addViews();
    expect(await viewsOf(id)).toEqual({ views: 0, days: [] });
  });

  it('stay with the owner whose product it is', async () => {
    const one = await findProduct(test, 'Free Walk', { headers: { 'user-agent': 'curl/8' } });
    const two = await findProduct(test, 'Free Walk', { host: 'two.test', headers: { 'user-agent': 'curl/8' } });
    await look(two.id, {}, 'two.test');
    expect((await look(two.id)).http).toBe(421);
    await addViews();
    expect((await viewsOf(one.id))?.views).toBe(0);
    expect((await viewsOf(two.id))?.views).toBe(1);
  });

  it('that are still in memory are added when the house stops', async () => {
    const { id } = await findProduct(test, 'Evening Show', { headers: { 'user-agent': 'curl/8' } });
    const { databaseUrl } = test;
    const config = { ...readConfig({ PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' }, root), port: 0 };
    const other = await startHouse(config, { databaseUrl, screens: false, log: makeLog('silent', { write: () => 0 }) });
    const answer = await fetch(`http://127.0.0.1:${other.port}/api/product/${id}`, {
      headers: { 'x-forwarded-host': 'one.test', 'user-agent': firefox },
    });
    expect(answer.status).toBe(200);
    expect((await viewsOf(id))?.views).toBe(0);
    await other.stop();
    expect((await viewsOf(id))?.views).toBe(1);
  });

  it('are distinguished from robots by plain words', () => {
    const counted = (agent: unknown) => isCounted({ agent, purpose: undefined, staff: false });
    expect(counted(firefox)).toBe(true);
    expect(counted('Mozilla/5.0 (Linux; Android 14; CUBOT X90) AppleWebKit/537.36 Chrome/140.0 Mobile')).toBe(true);
    for (const one of [
      'bingbot/2.0',
      'facebookexternalhit/1.1',
      'WhatsApp/2.2',
      'Baiduspider',
      'python-requests/2',
      '',
    ])
      expect(counted(one), one).toBe(false);
    expect(counted(undefined)).toBe(false);
  });

  it('know both routes of a product’s page (§2 tours/malaysia/kuala-lumpur/{id})', () => {
    expect(productOfPage('/search/12?l=en')).toBe(12);
    expect(productOfPage('/tours/japan/tokyo/7')).toBe(7);
    for (const one of [
      '/search?query=1',
      '/search',
      '/search/12?isPreview=true&token=x',
      '/tours/japan/tokyo/x',
      '/uc/order/12',
    ])
      expect(productOfPage(one), one).toBeUndefined();
  });
});

describe('popularity', () => {
  it('begins with what the seed says and fades in a straight line over 90 days', async () => {
    const { id } = await findProduct(test, 'Silver Tower', { headers: { 'user-agent': 'curl/8' } });
    const age = (days: number) =>
      sql`UPDATE product SET created_at = now() - make_interval(days => ${days}, hours => 1) WHERE product_id = ${id}`.execute(
        test.database.house,
      );
    expect(await popularityOf(id)).toBe(90);
    await age(45);
    expect(await popularityOf(id)).toBe(45);
    expect(await popularityOf(id)).toBe(45);
    await age(200);
    expect(await popularityOf(id)).toBe(0);
    await age(45);
    await setViews(id, 0, 100);
    await setViews(id, 29, 20);
    await setViews(id, 30, 5000);
    expect(await popularityOf(id)).toBe(57);
    await setViews(id, 3, 50_000);
    expect(await popularityOf(id)).toBe(145);
  });

  it('and hot rise with what was sold in the last 30 days, and only with that', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const sell = async (product: string, quantity: number) => {
      const orderNo = await placeOrder(test, agent, { product, quantity });
      const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
      expect(paid.code).toBe(200);
      return orderNo;
    };
    const hot = async () => {
      await addSales(test.database);
      await new Promise((resolve) => setTimeout(resolve, 3100));
      return (await test.call('searchProducts', { row: 'hot', size: 2 })).data.list.map((one) => one.name);
    };
    const old = await sell('Few Seats', 3);
    await sell('Silver Tower', 2);
    expect(await hot()).toEqual(['Few Seats', 'Silver Tower']);
    const { id } = await findProduct(test, 'Few Seats', { headers: { 'user-agent': 'curl/8' } });
    await sql`DELETE FROM product_view WHERE product_id = ${id} AND on_day > '-infinity'`.execute(test.database.house);
    expect(await popularityOf(id)).toBe(9);
    await sql`UPDATE purchase SET placed_at = placed_at - interval '31 days', paid_at = paid_at - interval '31 days'
      WHERE order_no = ${old}`.execute(test.database.house);
    expect(await popularityOf(id)).toBe(0);
    expect((await hot())[0]).toBe('Silver Tower');
  });
});

describe('units sold', () => {
  const soldOf = async (id: string) =>
    (
      await sql<{ sold: number; lately: number }>`SELECT sold, sold_lately AS lately FROM product
        WHERE product_id = ${id}`.execute(test.database.house)
    ).rows[0];
  const sell = async (token: string, product: string, quantity: number) => {
    const orderNo = await placeOrder(test, token, { product, quantity });
    return test.call('paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
  };

  it('are added once, whatever number of processes add them, and not while a payment holds the product', async () => {
    const token = await test.signIn('agent@one.example', 'agent-2026');
    const { id } = await findProduct(test, 'Free Walk', { headers: { 'user-agent': 'curl/8' } });
    const before = await soldOf(id);
    for (const quantity of [1, 2]) expect((await sell(token, 'Free Walk', quantity)).code).toBe(200);
    expect(await soldOf(id)).toEqual(before);
    // The ranking counts what is paid, and leaves to the round what it has not added yet.
    await rankProducts(test.database.forOwner(1));
    const owner = test.database.forOwner(1);
    await Promise.all(Array.from({ length: 8 }, () => addSaleRows(owner)));
    expect(await soldOf(id)).toEqual({ sold: (before?.sold ?? 0) + 3, lately: (before?.lately ?? 0) + 3 });
  });

  it('are paid for while another transaction holds the product’s row', async () => {
    const token = await test.signIn('agent@one.example', 'agent-2026');
    const { id } = await findProduct(test, 'Free Walk', { headers: { 'user-agent': 'curl/8' } });
    const client = await test.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM product WHERE product_id = ${Number(id)} FOR NO KEY UPDATE`);
      expect((await sell(token, 'Free Walk', 1)).code).toBe(200);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});
