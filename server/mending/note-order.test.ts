// Notes of staff about an order (§4): written and read by operations, logged, and in no answer for buyers, suppliers or papers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy } from '../../tests/build/set-up-desk.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

it('staff write notes for each other that no one else reads', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const id = await buy(test, agent);
  const secret = 'Called twice and shouted';
  expect((await test.call('consoleNoteAdd', { id, text: ' ' }, { token: staff })).code).toBe(200001);
  expect((await test.call('consoleNoteAdd', { id, text: secret }, { token: staff })).code).toBe(200);
  const { list } = (await test.call('consoleNotes', { id }, { token: staff })).data;
  expect(list).toMatchObject([{ text: secret }]);
  expect((await test.call('consoleNotes', { id }, { token: finance })).http).toBe(421);
  expect((await test.call('consoleNoteAdd', { id: 'X2345678', text: 'x' }, { token: staff })).http).toBe(421);
  const answers = [
    await test.call('orderDetail', { id }, { token: agent }),
    await test.call('remarks', { a: id, b: 1 }, { token: agent }),
    await test.call('orderList', {}, { token: agent }),
  ];
  for (const answer of answers) {
    expect(answer.code).toBe(200);
    expect(JSON.stringify(answer.data)).not.toContain(secret);
  }
});
