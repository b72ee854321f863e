// A server whose connections others have: the process says so to its balancer, and goes on as soon as there is one.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;
let administrator: pg.Client;

beforeAll(async () => {
  test = await openTestHouse();
  administrator = new pg.Client({ connectionString: inject('serverUrl').replace('//kembara:', '//postgres:') });
  await administrator.connect();
});

afterAll(async () => {
  await administrator.end();
  await test.close();
});

const databaseName = () => new URL(test.databaseUrl.replace('@/', '@local/')).pathname.slice(1);
/** How many connections this database grants to others than administrators; -1 is as many as the server has. */
const grant = (most: number) => administrator.query(`ALTER DATABASE "${databaseName()}" CONNECTION LIMIT ${most}`);
const endBackends = () =>
  administrator.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
    [databaseName()],
  );
const ready = async () => {
  const answer = await test.fetch('/ready');
  const { reason } = (await answer.json()) as { reason?: string };
  return { status: answer.status, reason };
};
const search = () => test.call('searchProducts', { query: `tower ${Math.random()}` });
const stateOf = async (state: string) =>
  (await (await test.fetch('/metrics')).text()).includes(`database_state{state="${state}"} 1`);

it('a process that gets no connection is not ready and says why, and is ready again once there is one', async () => {
  expect((await search()).http).toBe(200);
  await grant(0);
  try {
    await endBackends();
    // Its balancer would send it requests for as long as it were ready.
    await until(
      async () => (await search()).http,
      (status) => status === 503,
    );
    const reason = 'the database has no connection left for this process';
    await until(ready, (answer) => answer.status === 503);
    expect(await ready()).toMatchObject({ status: 503, reason });
    expect(await stateOf('crowded')).toBe(true);
    expect(test.log.filter((line) => line.includes('the database is crowded'))).toHaveLength(1);
  } finally {
    await grant(-1);
  }
  // No request comes meanwhile: it has to try by itself.
  const began = performance.now();
  await until(ready, (answer) => answer.status === 200);
  expect(performance.now() - began).toBeLessThan(2500);
  expect((await search()).http).toBe(200);
  expect(await stateOf('up')).toBe(true);
});

it('a process that has connections goes on with them while others get none', async () => {
  await search();
  await grant(0);
  try {
    for (let times = 0; times < 12; times += 1) {
      expect((await search()).http).toBe(200);
      expect((await ready()).status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await grant(-1);
  }
});
