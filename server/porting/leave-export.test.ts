// A reader who leaves ends the export of the catalogue: its remaining products are not read, which would delay the next export.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { urlFor } from '../../tests/build/set-up-database.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let token: string;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

const waiting = async (text: string) =>
  (
    await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND strpos(query, ${text}) > 0 AND pid <> pg_backend_pid()`.execute(test.database.house)
  ).rows.length > 0;
/** Whether an export waits for the pictures of a product. */
const exportWaits = () => waiting('p.preview_token, c.zone');

async function openLine(): Promise<pg.Client> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
  const client = new pg.Client({ connectionString: urlFor(inject('serverUrl'), rows[0]?.name ?? '') });
  await client.connect();
  return client;
}
const lock = 'BEGIN; LOCK TABLE product_picture IN ACCESS EXCLUSIVE MODE';

it('an export that its reader left ends with the product that it was at', async () => {
  const [first, second] = [await openLine(), await openLine()];
  const leaving = new AbortController();
  try {
    await first.query(lock);
    const path = '/api/console/catalogue/export?format=xlsx';
    const answer = test.fetch(path, { headers: { token }, signal: leaving.signal });
    const left = expect(answer).rejects.toThrow();
    await until(exportWaits, Boolean);
    leaving.abort();
    await left;
    // In the queue before the export can ask for its second product.
    const locking = second.query(lock);
    await until(() => waiting('LOCK TABLE'), Boolean);
    await first.query('COMMIT');
    await locking;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await exportWaits()).toBe(false);
    await second.query('COMMIT');
    const whole = await test.fetch(path, { headers: { token } });
    expect(
      Buffer.from(await whole.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  } finally {
    for (const client of [first, second]) await client.end();
  }
});
