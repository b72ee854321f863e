// Solves image codes in tests: the solution is in the database and in no answer of the server.
import { sql } from '../../server/platform/db.ts';
import type { TestHouse } from './open-house.ts';

let count = 0;

export type Solved = { flow: string; imageTicket: string; imageCode: string };

/** A fresh image code of a flow of its own, solved. */
export async function solveImage(test: TestHouse, host = 'one.test'): Promise<Solved> {
  const flow = `flow-of-test-${count++}`;
  const { data } = await test.call(
    'getImageCode',
    { flow },
    { host, headers: { 'x-forwarded-for': `10.7.0.${(count % 250) + 1}` } },
  );
  return { flow, imageTicket: data.ticket, imageCode: await readImage(test, data.ticket) };
}

export async function readImage(test: TestHouse, ticket: string): Promise<string> {
  const found = await sql<{ text: string }>`SELECT answer_text AS text FROM captcha WHERE ticket = ${ticket}`.execute(
    test.database.house,
  );
  return found.rows[0]?.text ?? '';
}
