// A standby answers sales, statements and lists as files (decision 0451); everything else, and all of it while there is none, is the
// primary's. The stand-in is a connection that takes no writes and finds no orders.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCaller } from '../../../demo/call-house.ts';
import { startHouse } from '../../../main.ts';
import { root } from '../../../scripts/open-database.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { readConfig } from '../config.ts';
import { sql } from '../db.ts';
import { makeLog } from '../log.ts';
import { addOptions } from './open-connection.ts';

let test: TestHouse;
let agent: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  const { house } = test.database;
  await sql`CREATE SCHEMA far`.execute(house);
  await sql`CREATE VIEW far.purchase AS SELECT * FROM public.purchase WHERE false`.execute(house);
  await sql`GRANT USAGE ON SCHEMA far TO PUBLIC`.execute(house);
  await sql`GRANT SELECT ON far.purchase TO PUBLIC`.execute(house);
});
afterAll(async () => {
  await sql`DROP SCHEMA far CASCADE`.execute(test.database.house);
  await test.close();
});

/** Another process of the installation, with a standby at this address. */
async function openWith(standby: string) {
  const env = { PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', DATABASE_READ_URL: standby };
  const house = await startHouse(readConfig(env, root), {
    ...{ databaseUrl: test.databaseUrl, screens: false, log: makeLog('silent') },
  });
  const doFetch = (path: string, init: RequestInit & { host?: string } = {}) =>
    fetch(`http://127.0.0.1:${house.port}${path}`, {
      ...init,
      headers: { 'x-forwarded-host': 'one.test', ...(init.headers as Record<string, string>) },
    });
  return { call: makeCaller(doFetch), fetch: doFetch, stop: () => house.stop() };
}

const far = () => addOptions(test.databaseUrl, '-c default_transaction_read_only=on -c search_path=far,public');

it('rules §10: sales and lists as files come from the standby, orders and money from the primary', async () => {
  const orderNo = await placeOrder(test, agent);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const house = await openWith(far());
  try {
    const sales = async () => (await house.call('consoleSales', { days: 30 }, { token: finance })).data.total.orders;
    await until(sales, (count) => count === 0);
    const file = await house.fetch('/api/console/export/orders?format=csv', { headers: { token: finance } });
    expect([file.status, file.headers.get('x-total-rows')]).toEqual([200, '0']);
    expect((await house.call('bill', {}, { token: agent })).code).toBe(200);
    expect((await house.call('orderList', { query: orderNo }, { token: agent })).data.total).toBe(1);
    const bought = await placeOrder(house, agent);
    const paid = await house.call('paying', { id: bought, channel: 'deposit' }, { token: agent, key: newKey() });
    expect(paid.code).toBe(200);
  } finally {
    await house.stop();
  }
});

it('while none answers, or it takes writes, the primary gives them', async () => {
  for (const standby of ['postgres://nobody@127.0.0.1:9/none', test.databaseUrl]) {
    const house = await openWith(standby);
    const sales = await house.call('consoleSales', { days: 30 }, { token: finance });
    expect(sales.data.total.orders).toBeGreaterThan(0);
    await house.stop();
  }
});
