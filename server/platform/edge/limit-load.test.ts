// More than can be answered (security rule 73, decision 0547): systems with keys stay within their share, and of a flood in the shop the
// first are answered and the others refused at once, by what they are worth. Nothing here depends on how fast the machine is: what is
// asked waits at a locked table until the test lets it go.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../../tests/build/make-api-key.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { inHouseTransaction, sql } from '../db.ts';
import { mostInProgress } from './limit-load.ts';
import { mostWaiting } from './queue-systems.ts';

let test: TestHouse;
let main: string;
let key: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
  key = await makeApiKey(test, ['octo', 'book']);
});
afterAll(() => test.close());

/** While `work` runs, the table cannot be read. */
function whileLocked(table: 'api_key' | 'departure', work: () => Promise<void>): Promise<void> {
  return inHouseTransaction(test.database.house, async (trx) => {
    await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
    await work();
  });
}

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(test.database.house);
  return rows[0]?.n ?? 0;
}

const ask = (by = key) =>
  test.fetch('/octo/products', { headers: { authorization: `Bearer ${by}`, 'octo-capabilities': '' } });

describe('a flood of systems with keys', () => {
  it('takes four connections at most: the shop answers beside it, bookings get a turn, and the others are answered when to retry', async () => {
    const answers: Promise<Response>[] = [];
    await whileLocked('api_key', async () => {
      answers.push(...Array.from({ length: mostWaiting + 30 }, () => ask()));
      const first = await Promise.race(answers);
      expect([first.status, await first.json()]).toMatchObject([429, { error: 'TOO_MANY_REQUESTS' }]);
      expect(Number(first.headers.get('retry-after'))).toBeGreaterThan(0);
      await until(countWaiting, (n) => n > 0);
      expect(await countWaiting()).toBeLessThanOrEqual(4);
      for (let n = 0; n < 5; n += 1) {
        expect((await test.call('searchProducts', {})).code).toBe(200);
        expect((await test.call('orderList', {}, { token: main })).code).toBe(200);
      }
      const before = await countWaiting();
      const booking = test.call('cancelOrder', { orderNo: 'x' }, { headers: { authorization: `Bearer ${key}` } });
      answers.push(booking as never);
      await until(countWaiting, (n) => n > Math.min(before, 4));
    });
    const told = await Promise.all(answers);
    expect(told.every((one) => [200, 429, 421].includes(one.status ?? (one as unknown as { http: number }).http))).toBe(
      true,
    );
    expect((await ask()).status).toBe(200);
  });

  it('of which one key asks all takes no turn of another', async () => {
    const other = await makeApiKey(test, ['octo']);
    const flood: Promise<Response>[] = [];
    let answered = 0;
    const quiet: Promise<Response>[] = [];
    let before = 0;
    await whileLocked('api_key', async () => {
      flood.push(...Array.from({ length: mostWaiting + 30 }, () => ask()));
      for (const one of flood) one.then(({ status }) => (answered += status === 200 ? 1 : 0));
      await Promise.race(flood);
      quiet.push(ask(other));
      quiet[0]?.then(() => {
        before = answered;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect((await quiet[0])?.status).toBe(200);
    await Promise.all(flood);
    // Those that were inside already, and a turn of the flood's.
    expect(before).toBeLessThan(mostWaiting / 4);
    expect(answered).toBeGreaterThan(mostWaiting / 2);
  });
});

describe('a flood of visitors', () => {
  it('is answered up to a number and refused beyond it at once, while persons, orders and probes are let in (§8)', async () => {
    const asked = { packageId: '1', from: playOn, to: playOn };
    const look = () =>
      test.fetch('/api/product/inventories', {
        method: 'POST',
        body: JSON.stringify(asked),
        headers: { 'content-type': 'application/json', l: 'en' },
      });
    const answers: Promise<Response>[] = [];
    await whileLocked('departure', async () => {
      answers.push(...Array.from({ length: mostInProgress.visitor + 50 }, look));
      const first = await Promise.race(answers);
      expect([first.status, first.headers.get('retry-after'), await first.json()]).toEqual([
        ...[503, '2'],
        { code: 503, msg: 'The shop does not answer for a moment. Please try again shortly.', data: null },
      ]);
      const page = await test.fetch('/agency?l=zh_CN', { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('retry-after'), await page.text()]).toEqual([
        ...[503, '2'],
        expect.stringMatching(/^<!doctype html>\s<html lang="zh-Hans"|^<!doctype html>\s<html lang="zh/),
      ]);
      expect((await test.call('orderList', {}, { token: main })).code).toBe(200);
      expect((await test.call('cancelOrder', { orderNo: 'x' }, { token: main })).http).not.toBe(503);
      expect((await test.fetch('/ready')).status).toBe(200);
    });
    const statuses = await Promise.all(answers.map(async (one) => (await one).status));
    expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(50);
    expect((await look()).status).toBe(200);
  });
});
