// A short run of `npm run fuzz`: no input causes an inner failure or reveals internals, and the installation keeps running.
import { expect, it } from 'vitest';
import { fuzzHouse } from '../../../tests/build/attacks/fuzz-house.ts';
import { openTestHouse } from '../../../tests/build/open-house.ts';

it('whatever is sent, no answer is an error of ours (§8 exception in the server)', async () => {
  const test = await openTestHouse();
  const tokens = [
    await test.signIn('member@one.example', 'member-2026'),
    await test.signIn('agent@one.example', 'agent-2026'),
    await test.signIn('admin@one.example', 'admin-2026'),
  ];
  const { port } = test.house;
  const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);
  const hosts = ['one.test', 'one.test', 'two.test:3000'];
  const result = await fuzzHouse({ port, hosts, requests: 2500, seed, tokens });
  expect(result.failures).toEqual([]);
  expect(result.sent).toBeGreaterThanOrEqual(2500);
  for (const status of ['200', '400', '401', '404', '405', '421'])
    expect(result.statuses[status] ?? 0, status).toBeGreaterThan(0);
  expect((await fetch(`${test.base}/health`)).status).toBe(200);
  await test.close();
}, 300_000);
