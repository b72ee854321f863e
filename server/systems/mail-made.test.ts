// A key or a web hook goes on when the session in which it was made is over: those who could end it are mailed (decision 0792).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKeys } from '../../tests/build/make-api-key.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let main: string;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1' } });
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  await openKeys(test, admin);
});
afterAll(() => test.close());

const mailsOf = async (email: string, kind: string) =>
  (await test.mails(email)).filter(({ occasion }) => occasion.startsWith(`account ${kind} `));
const newest = async (email: string, kind: string, count: number) =>
  (
    await until(
      () => mailsOf(email, kind),
      (mails) => mails.length === count,
    )
  )[0];

it('a main account reads which key was made, what it may do and where to end it; of a replacement, too', async () => {
  const made = await test.call('apiKeyCreate', { name: 'Kiosk', scopes: ['book', 'pay'] }, { token: main });
  const mail = await newest('agent@one.example', 'key-made', 1);
  for (const text of ['Kiosk', 'Book and read orders', 'Pay from the deposit or credit line', '/uc/account/keys'])
    expect(mail?.body).toContain(text);
  expect(`${mail?.subject}${mail?.body}${mail?.html}`).not.toContain(made.data.key.slice(12));
  await test.call('apiKeyReplace', { id: made.data.id, hours: 0 }, { token: main });
  expect((await newest('agent@one.example', 'key-made', 2))?.body).toContain('Kiosk');
  // What was refused is not mailed.
  expect((await test.call('apiKeyCreate', { name: '', scopes: ['book'] }, { token: main })).code).toBe(200001);
  expect(await mailsOf('agent@one.example', 'key-made')).toHaveLength(2);
});

it('and where its orders are sent, also after another address', async () => {
  const types = ['order.placed' as const];
  const hook = { address: 'https://first.example/in', types };
  const { data } = await test.call('hookCreate', hook, { token: main });
  const mail = await newest('agent@one.example', 'hook-made', 1);
  for (const text of [hook.address, 'Order placed', '/uc/account/hooks']) expect(mail?.body).toContain(text);
  const other = { id: data.id, address: 'https://second.example/in', types };
  expect((await test.call('hookChange', other, { token: main })).code).toBe(200);
  expect((await newest('agent@one.example', 'hook-made', 2))?.body).toContain(other.address);
});

it('in Chinese, too, no title reads as if the shop had made it', async () => {
  const house = test.database.house;
  const speak = (language: string) =>
    sql`UPDATE account SET language = ${language} WHERE owner_id = 1 AND email = 'agent@one.example'`.execute(house);
  let keys = (await mailsOf('agent@one.example', 'key-made')).length;
  let hooks = (await mailsOf('agent@one.example', 'hook-made')).length;
  for (const language of ['zh_CN', 'zh_TW']) {
    await speak(language);
    await test.call('apiKeyCreate', { name: language, scopes: ['book'] }, { token: main });
    const types = ['order.placed' as const];
    await test.call(
      'hookCreate',
      { address: `https://${language.toLowerCase().replace('_', '-')}.example/`, types },
      { token: main },
    );
    const mails = [
      await newest('agent@one.example', 'key-made', ++keys),
      await newest('agent@one.example', 'hook-made', ++hooks),
    ];
    for (const mail of mails) expect(mail?.subject).toMatch(/^[^：]+：.*(已创建|已设置|已建立|已設定)$/);
  }
  await speak('en');
});

it('administrators read of those of the back office', async () => {
  const made = await test.call(
    'consoleKeyCreate',
    { name: 'Till', scopes: ['orders'], networks: '' },
    { token: admin },
  );
  expect(made.code).toBe(200);
  const mail = await newest('admin@one.example', 'key-made', 1);
  for (const text of ['Till', 'Read all orders', '/console/systems']) expect(mail?.body).toContain(text);
  const hook = { address: 'https://desk.example/in', types: ['order.placed' as const] };
  expect((await test.call('consoleHookCreate', hook, { token: admin })).code).toBe(200);
  expect((await newest('admin@one.example', 'hook-made', 1))?.body).toContain(hook.address);
});
