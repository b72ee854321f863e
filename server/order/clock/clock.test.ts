// The clock: orders complete after their service in the product's zone, reminders go out once, whatever runs twice or at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../../domain/dates.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { completeOrders } from './complete-orders.ts';
import { remindOrders } from './remind-orders.ts';

let test: TestHouse;
let agent: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const name = (await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house)).rows[0];
  jobs = await startJobs(test.databaseUrl ?? String(name?.name), makeLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});
