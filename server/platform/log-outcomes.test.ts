// The log names who signed in and who was refused what, in one line each, without any typed value.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const outcomes = () =>
  test.log
    .map((line) => JSON.parse(line) as { call?: string; msg: string; source?: string; account?: number })
    .filter(({ call }) => call !== undefined);

it('sign-ins, wrong passwords and calls without the right are logged with call and source', async () => {
  const token = await test.signIn('agent@one.example', 'agent-2026');
  expect(outcomes().at(-1)).toMatchObject({
    call: 'login',
    msg: 'signed in',
    source: expect.stringMatching(/^10\.9\./),
  });
  const wrong = await test.call('login', { account: 'agent@one.example', password: 'guessed-4711' });
  expect(outcomes().at(-1)).toMatchObject({ call: 'login', msg: `refused with ${wrong.code}` });
  await test.call('consoleOrders', {} as never, { token });
  expect(outcomes().at(-1)).toMatchObject({ call: 'consoleOrders', msg: 'refused with 401' });
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  await test.call('consoleLog', { page: 1 } as never, { token: operations });
  expect(outcomes().at(-1)).toMatchObject({ call: 'consoleLog', msg: 'refused with 421', account: expect.any(Number) });
  expect(test.log.join()).not.toMatch(/guessed-4711|agent@one\.example/);
});
