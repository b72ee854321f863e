// The list of erased persons (decision 0495) against a restored backup: as the operator saves and applies it, with persons of whom the shop
// has no order and no account, and addresses that several accounts have.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { root } from '../../scripts/open-database.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { urlFor } from '../../tests/build/set-up-database.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';
import type { ErasedPerson } from './erase-again.ts';

let test: TestHouse;
let admin: string;
let name: string;
const folder = mkdtempSync(join(tmpdir(), 'erased-'));
const file = join(folder, 'erased.json');
beforeAll(async () => {
  test = await openTestHouse();
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
  name = rows[0]?.name ?? '';
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.close();
});

const house = () => test.database.house;
const find = async (query: string) => (await test.call('consolePersons', { query }, { token: admin })).data.persons;
const erase = async (email: string) =>
  expect((await test.call('consolePersonErase', { email, reviews: 'nameless' }, { token: admin })).code).toBe(200);

/** As the operator types it. */
async function run(verb: 'save' | 'apply', key?: string): Promise<string> {
  const script = join(root, 'scripts', 'erased.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, verb, file], {
    cwd: root,
    env: {
      ...process.env,
      ...(key && { SECRET_KEY: key }),
      DATABASE_URL: test.databaseUrl,
      DATABASE_OWNER_URL: urlFor(inject('serverUrl'), name),
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      text += part.toString();
    });
  const exit = await new Promise((resolve) => child.once('close', resolve));
  expect(exit, text).toBe(key ? 1 : 0);
  return text;
}
const saved = () => JSON.parse(readFileSync(file, 'utf8')) as ErasedPerson[];
const ask = async (email: string) => {
  const { id } = (await test.call('searchProducts', { query: 'Silver Tower' })).data.list[0] ?? { id: '' };
  expect((await test.call('noticeAsk', { id, kind: 'price', email })).code).toBe(200);
};
const signUp = async (email: string) => {
  const word = { password: 'letters-2026', confirmation: 'letters-2026' };
  const person = { registrant: 'individual', email, name: 'Signe Upper', agreed: true, ...word } as const;
  expect((await test.call('register', { ...person, ...(await solveImage(test)) })).code).toBe(200);
};

describe('§6 personal data: the list of erased persons', () => {
  it('brings back no person of whom the shop knew nothing but an address', async () => {
    const [alert, began] = ['alert.only@mail.example', 'began.only@mail.example'];
    await ask(alert);
    await signUp(began);
    for (const email of [alert, began]) await erase(email);
    await run('save');
    // As the restored backup has it.
    await ask(alert);
    await signUp(began);
    await sql`UPDATE product_notice SET changed_at = now() - interval '1 day'`.execute(house());
    await sql`UPDATE sign_up SET created_at = now() - interval '1 day'`.execute(house());
    expect(await run('apply')).toContain('2 persons were erased again');
    for (const email of [alert, began]) expect(await find(email)).toEqual([]);
  });

  it('is not shortened by a save after the restore', async () => {
    const email = 'restored@mail.example';
    await enterAsGuest(test, email);
    await erase(email);
    await run('save');
    const before = saved();
    const erasures = await sql<{ id: number }>`DELETE FROM erasure RETURNING erasure_id AS id`.execute(house());
    expect(erasures.rows.length).toBeGreaterThan(0);
    await enterAsGuest(test, email);
    await sql`UPDATE account SET created_at = now() - interval '1 day' WHERE email = ${email}`.execute(house());
    // The timer runs before anyone applies the list.
    await run('save');
    expect(saved()).toEqual(before);
    expect(await run('apply', 'of another installation')).toContain('not the secret key of this database');
    expect(await run('apply')).toContain('1 persons were erased again');
    expect(await find(email)).toEqual([]);
  });

  it('closes the account that was erased, and no other one with its address', async () => {
    const email = 'shared@mail.example';
    const main = await test.signIn('agent@one.example', 'agent-2026');
    const words = { password: 'helper-2026', confirmation: 'helper-2026' };
    const user = { username: 'Shared01', email, name: 'Shared User', ...words };
    expect((await test.call('createChildAccount', user, { token: main })).code).toBe(200);
    const token = await enterAsGuest(test, email);
    expect((await test.call('personalDataErase', { password: '', reviews: 'nameless' }, { token })).code).toBe(200);
    const { requests } = (await test.call('consolePersons', { query: '' }, { token: admin })).data;
    const request = requests.find((row) => row.email === email)?.id ?? '';
    const done = await test.call('consolePersonErase', { request, email: '', reviews: 'nameless' }, { token: admin });
    expect(done.code).toBe(200);
    const kinds = async () => (await find(email)).flatMap(({ accounts }) => accounts.map(({ kind }) => kind));
    expect(await kinds()).toEqual(['sub']);
    await run('save');
    // The restored backup has both, from before.
    await sql`UPDATE account SET status = 1, email = ${email}, created_at = now() - interval '1 day'
      WHERE owner_id = 1 AND (email = ${email} OR (kind = 'guest' AND account_id =
        (SELECT max(account_id) FROM erasure WHERE owner_id = 1)))`.execute(house());
    expect((await kinds()).sort()).toEqual(['guest', 'sub']);
    await run('apply');
    expect(await kinds()).toEqual(['sub']);
  });
});
