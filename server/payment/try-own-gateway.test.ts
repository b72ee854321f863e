// A shop that was set up on screens pays at the test gateway of the installation, whose address no one types (sandbox/README.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

const keys = { merchant: 'a-new-shop', secret: 'secret-of-the-machine' };

let test: TestHouse;
let gateway: Awaited<ReturnType<typeof serveGateway>>;
beforeAll(async () => {
  const secretOf = () => keys.secret;
  gateway = await serveGateway({ port: 0, host: '127.0.0.1', publicUrl: 'http://127.0.0.1:0', secretOf });
  test = await openTestHouse({ env: { SANDBOX_PORT: String(gateway.port) } });
  await sql`DELETE FROM channel_setting WHERE channel = 'sandbox'`.execute(test.database.house);
});
afterAll(async () => {
  await test.close();
  await gateway.close();
});

it('asks the gateway beside it with the keys that were typed', async () => {
  const token = await test.signIn('finance@one.example', 'finance-2026');
  const tried = (secret: string) =>
    test.call('consoleChannelTry', { channel: 'sandbox', keys: { ...keys, secret }, options: {} }, { token });
  expect((await tried(keys.secret)).data).toMatchObject({ outcome: 'accepted' });
  expect((await tried('another-secret-of-it')).data).toMatchObject({ outcome: 'refused' });
});
