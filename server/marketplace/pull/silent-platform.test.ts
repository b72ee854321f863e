// A platform that takes questions and never answers delays only its own account: the other platform is asked for its orders meanwhile
// (§3 order sources 1 and 4).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fliggyKeys, mafengwoKeys } from '../../../tests/build/play-pulled-platforms.ts';
import { sql } from '../../platform/db.ts';

/** A round begins every five seconds; a question to the silent one takes ten. */
const mostSeconds = 8;

let server: Server;
let test: TestHouse;
const questions: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    questions.push(request.url?.split('/')[1] ?? '');
    if (!request.url?.startsWith('/fliggy')) response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await openTestHouse({
    env: { GATEWAY_FLIGGY_URL: `${origin}/fliggy`, GATEWAY_MAFENGWO_URL: `${origin}/mafengwo` },
  });
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.close();
});

const dueIn = (source: number, interval: string) =>
  sql`UPDATE channel_account SET due_at = now() + ${interval}::interval, asked_until = NULL
    WHERE source = ${source}`.execute(test.database.house);

async function secondsUntil(platform: string): Promise<number> {
  const begun = performance.now();
  const isOver = () => performance.now() - begun > 60_000;
  while (!questions.includes(platform) && !isOver()) await new Promise((resolve) => setTimeout(resolve, 50));
  return (performance.now() - begun) / 1000;
}

it('the other platform is asked while one is silent', async () => {
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const { rows } = await sql<{
    id: string;
  }>`SELECT p.partner_id::text AS id FROM partner p JOIN account a USING (owner_id, partner_id)
    WHERE p.owner_id = 1 AND a.email = 'agent@one.example'`.execute(test.database.house);
  const partnerId = rows[0]?.id ?? '';
  for (const account of [
    { source: 1, ...fliggyKeys, partnerId },
    { source: 4, ...mafengwoKeys, partnerId },
  ] as const)
    expect((await test.call('consoleChannelAccountSave', account, { token: admin })).code).toBe(200);
  await dueIn(4, '1 hour');
  await new Promise((resolve) => setTimeout(resolve, 500));
  questions.length = 0;
  await dueIn(1, '0');
  expect(await secondsUntil('fliggy')).toBeLessThan(30);
  questions.length = 0;
  await dueIn(4, '0');
  expect(await secondsUntil('mafengwo')).toBeLessThan(mostSeconds);
}, 120_000);
