// A gateway that takes the question for its list and never answers delays no other gateway's list (rules §8).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeKeys } from '../../tests/build/gateways/set-up-stripe.ts';
import { openGateway, type TestGateway } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import type { RoomParts } from '../platform/room.ts';
import { financeRoom } from './finance.routes.ts';

let silent: Server;
let questions = 0;
let test: TestHouse;
let gateway: TestGateway;
beforeAll(async () => {
  silent = createServer(() => {
    questions += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  test = await openTestHouse();
  gateway = await openGateway(test);
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await test.close();
  await gateway.close();
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
const states = async () =>
  (
    await sql<{ channel: string; state: string }>`SELECT channel, state FROM settlement_run ORDER BY 1, 2`.execute(
      test.database.house,
    )
  ).rows.map(({ channel, state }) => `${channel} ${state}`);

it('the lists of other gateways are compared meanwhile, and a process that stops begins no further list', async () => {
  // Asked first: the other gateway is the second owner's.
  await run(sql`INSERT INTO channel_setting (owner_id, channel, active, keys_sealed) VALUES (1, 'stripe', true, 'sealed')
    ON CONFLICT (owner_id, channel) DO UPDATE SET active = true, keys_sealed = 'sealed'`);
  await run(sql`UPDATE channel_setting SET base_url = ${gateway.url} WHERE channel = 'sandbox'`);
  await run(sql`UPDATE channel_setting SET active = owner_id = 2 WHERE channel = 'sandbox'`);
  const parts = {
    ...{ database: test.database, jobs: {}, log: makeLog('silent'), clock: () => new Date() },
    vault: { open: () => JSON.stringify(stripeKeys.one) },
    config: { gateways: { stripe: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` } },
  };
  const { rounds, end } = financeRoom.jobs(parts as unknown as RoomParts);
  const round = rounds[0]?.run();
  await expect.poll(() => questions, { timeout: 5000 }).toBeGreaterThan(0);
  const compared = async () => (await states()).filter((line) => /sandbox (done|failed)/.test(line)).length;
  await expect.poll(compared, { timeout: 5000 }).toBe(3);
  await round;
  await end();
  expect((await states()).filter((line) => line.startsWith('stripe'))).toEqual(['stripe failed']);
}, 60_000);
