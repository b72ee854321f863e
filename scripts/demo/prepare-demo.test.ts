// A second process beside the demo changes nothing of its payment gateway; one that is alone points it to its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { readConfig } from '../../server/platform/config.ts';
import { openPool, sql } from '../../server/platform/db.ts';
import { moveOwner } from '../../server/upkeep/cells/move-owner.ts';
import { markDemoLoaded } from '../../server/upkeep/seed.sql.ts';
import { openTestCells } from '../../tests/build/open-cells.ts';
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

const start = (sandboxPort: string, more = {}, database = test.database) =>
  prepareDemo(
    database,
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

describe('a start beside a loaded demo', () => {
  const notExtended = () => sql`DELETE FROM migration WHERE name = 'demo extended'`.execute(test.database.house);

  it('needs no role that owns the tables (two database roles)', async () => {
    const process = openPool(test.databaseUrl, 2);
    try {
      await notExtended();
      await expect(start('45999', {}, process)).resolves.toBeUndefined();
      await sql`DELETE FROM migration WHERE name = 'demo loaded'`.execute(test.database.house);
      await expect(start('45999', {}, process)).resolves.toBeUndefined();
    } finally {
      await markDemoLoaded(test.database.house);
      await process.close();
    }
  });

  it('leaves a demo alone that another cell serves (decision 0490)', async () => {
    const { cells, inCell, close } = await openTestCells();
    const here = openPool(cells[0]?.ownerUrl ?? '', 2);
    try {
      await inCell('one', `UPDATE owner SET code = 'demo' WHERE owner_id = 1`);
      await markDemoLoaded(here.house);
      await moveOwner({ cells, ownerId: 1, to: 'two', report: () => undefined });
      await expect(start('45999', {}, here)).resolves.toBeUndefined();
    } finally {
      await here.close();
      await close();
    }
  });
});

it('an empty demo is refused where the demo is, so that no one takes its orders for none', async () => {
  const config = readConfig({ PORT: '0', DATA_FOLDER: folder }, root);
  await expect(prepareEmptyDemo(test.database, config, () => undefined)).rejects.toThrow('here already');
});
