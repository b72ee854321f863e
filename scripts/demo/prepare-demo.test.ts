// A second process beside the demo changes nothing of its payment gateway; one that is alone points it to its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { readConfig } from '../../server/platform/config.ts';
import { sql } from '../../server/platform/db.ts';
import { markDemoLoaded } from '../../server/upkeep/seed.sql.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { root } from '../open-database.ts';
import { prepareDemo, prepareEmptyDemo } from './prepare-demo.ts';

let test: TestHouse;
let folder: string;

beforeAll(async () => {
  test = await openTestHouse();
  folder = mkdtempSync(join(tmpdir(), 'kembara-demo-'));
  await sql`UPDATE owner SET code = 'demo' WHERE owner_id = 1`.execute(test.database.house);
  await markDemoLoaded(test.database.house);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.close();
});

const start = (sandboxPort: string, more = {}) =>
  prepareDemo(
    test.database,
    readConfig({ PORT: '0', SANDBOX_PORT: sandboxPort, DATA_FOLDER: folder, ...more }, root),
    () => undefined,
  );
const address = async () =>
  (
    await sql<{
      base_url: string;
    }>`SELECT base_url FROM channel_setting WHERE owner_id = 1 AND channel = 'sandbox'`.execute(test.database.house)
  ).rows[0]?.base_url;

describe('the address of the test gateway', () => {
  it('stays while its gateway answers, whatever port another process was given, and moves when it is gone', async () => {
    const gateway = await serveGateway({
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:0',
      secretOf: () => 'a-secret-of-the-first-process',
    });
    const first = `http://127.0.0.1:${gateway.port}`;
    await sql`UPDATE channel_setting SET base_url = ${first} WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    await start('0');
    expect(await address()).toBe(first);
    await start('45999');
    expect(await address()).toBe(first);
    await gateway.close();
    await start('0');
    expect(await address()).toBe(first);
    await start('45999', { DEMO: '0' });
    expect(await address()).toBe(first);
    await start('45999');
    expect(await address()).toBe('http://127.0.0.1:45999');
  });
});

it('an empty demo is refused where the demo is, so that no one takes its orders for none', async () => {
  const config = readConfig({ PORT: '0', DATA_FOLDER: folder }, root);
  await expect(prepareEmptyDemo(test.database, config, () => undefined)).rejects.toThrow('here already');
});
