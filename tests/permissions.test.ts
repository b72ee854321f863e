// The permission table for every kind of caller: who may use each call, who has to sign in, and for whom
// the call does not exist (security rules 34 and 37). Expected answers are written here, independently of the code.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls, fileRoutes } from '../contract/calls.ts';
import { NotHere, NotSignedIn, Refusal } from '../domain/errors.ts';
import { admit } from '../server/platform/bind.ts';
import type { Context } from '../server/platform/context.ts';
import { enterAsGuest } from './build/enter-as-guest.ts';
import { enterHouse, houseHost } from './build/enter-house.ts';
import { openTestHouse, type TestHouse } from './build/open-house.ts';
import { newKey } from './build/place-orders.ts';

const people = [
  'nobody',
  'guest',
  'member',
  'main',
  'sub',
  'supplier',
  'content',
  'finance',
  'operations',
  'admin',
  'house',
] as const;
type Person = (typeof people)[number];
const buyers: Person[] = ['guest', 'member', 'main', 'sub'];
const staff: Person[] = ['supplier', 'content', 'finance', 'operations', 'admin'];
/** With a session of the back office: staff of an owner, and admins of the installation. */
const atDesk: Person[] = [...staff, 'house'];

/** Who is let in, by the word of the permission table. */
const letIn: Record<CallRow['who'], readonly Person[]> = {
  any: people,
  buyer: buyers,
  password: ['member', 'main', 'sub'],
  main: ['main'],
  staff,
  supplier: ['supplier', 'admin'],
  content: ['content', 'admin'],
  finance: ['finance', 'admin'],
  operations: ['operations', 'admin'],
  admin: ['admin'],
  house: ['house'],
  console: atDesk,
};

/** What the others hear: 401 sign in, 421 not here, 200110 a password is needed. */
function result(row: CallRow, person: Person): 200 | 401 | 421 | 200110 {
  if (letIn[row.who].includes(person)) return 200;
  const forBuyers = row.who === 'buyer' || row.who === 'password' || row.who === 'main';
  if (forBuyers) {
    if (!buyers.includes(person)) return 401;
    return row.who === 'main' ? 421 : 200110;
  }
  return atDesk.includes(person) ? 421 : 401;
}

const rows: [string, CallRow][] = [...Object.entries(calls), ...Object.entries(fileRoutes)];

/** The rule itself, asked without a server: every row for every person. */
describe.each(people)('%s', (person) => {
  const visitor = buyers.includes(person) ? { kind: person, verAuthFlag: person !== 'guest', actingStaff: null } : null;
  const context = {
    visitor,
    staff: atDesk.includes(person) ? { roles: [person] } : null,
    site: { customerService: false },
  } as unknown as Context;
  it('is admitted and refused as the table says (§6 roles)', () => {
    for (const [name, row] of rows) expect(answerOf(row, context), name).toBe(result(row, person));
  });
});

function answerOf(row: CallRow, context: Context): number {
  try {
    admit(row, context);
    return 200;
  } catch (error) {
    if (error instanceof NotSignedIn) return 401;
    if (error instanceof NotHere) return 421;
    if (error instanceof Refusal && error.refusal === 'passwordNeeded') return 200110;
    throw error;
  }
}

let test: TestHouse;
const tokens = new Map<Person, string>();
beforeAll(async () => {
  test = await openTestHouse();
  tokens.set('guest', await enterAsGuest(test, 'guest@one.example'));
  tokens.set('main', await test.signIn('agent@one.example', 'agent-2026'));
  for (const one of ['member', 'sub', ...staff] as const)
    tokens.set(one, await test.signIn(`${one}@one.example`, `${one}-2026`));
  tokens.set('house', await enterHouse(test));
});
afterAll(() => test.close());

/** Admins of the installation have their own hostname. */
const hostFor = (person: Person) => (person === 'house' ? houseHost : undefined);

describe('over HTTP', () => {
  const names = Object.keys(calls) as CallName[];
  const refusedTo = (person: Person) => names.filter((name) => result(calls[name], person) !== 200);

  it.each(people)('every call that is not for %s is refused', async (person) => {
    const refused = refusedTo(person);
    for (const name of refused) {
      const answer = await test.call(name, { id: '1', status: 1, accountId: '1' } as never, {
        token: tokens.get(person),
        key: newKey(),
        host: hostFor(person),
      });
      const wanted = result(calls[name], person);
      expect([answer.http, answer.code], name).toEqual(wanted === 200110 ? [200, wanted] : [wanted, wanted]);
    }
    expect(refused.length).toBeGreaterThan(person === 'admin' ? 5 : 10);
  });

  it('a session of one owner is no session at another', async () => {
    for (const person of people.filter((one) => one !== 'nobody')) {
      const name = atDesk.includes(person) ? 'consoleMe' : 'getUserInfo';
      expect((await test.call(name, {}, { token: tokens.get(person), host: 'two.test' })).http, person).toBe(401);
    }
  });

  it('unknown hosts get 421, unknown calls 404', async () => {
    expect((await test.call('webSettings', {}, { host: 'nowhere.test' })).http).toBe(421);
    expect((await test.fetch('/api/ucenter/user/everything', { method: 'POST' })).status).toBe(404);
  });

  it('the doors of platforms know no other host either, and none of them fails', async () => {
    const body = JSON.stringify({});
    const headers = { 'content-type': 'application/json' };
    const statusOf = async (path: string) =>
      (await test.fetch(path, { method: 'POST', host: 'nowhere.test', headers, body })).status;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await statusOf('/meituan/order/create')).toBe(421);
    const qunar = { method: 'POST', host: 'nowhere.test', headers: form, body: 'method=x' };
    expect((await test.fetch('/qunar', qunar)).status).toBe(421);
    for (const path of ['/ctrip', '/viator/v2/reserve', '/gyg/1/book/', '/octo/bookings'])
      expect(await statusOf(path), path).toBeLessThan(500);
  });
});
