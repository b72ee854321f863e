// Sign-in by password (§2 login, §5): when the picture is required, how long a session lasts, which accounts are refused, and that
// guessing reveals nothing by the answer or by its time and has few tries (security rules 40, 44 and 47).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { type Solved, solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';
import { hashPassword } from './hash-password.ts';

let test: TestHouse;
let agent: string;
let subNo: string;
const sub = { username: 'Shipping1', password: 'harbour-2026' };
const forgetTries = () => sql`DELETE FROM attempt`.execute(test.database.house);

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const input = { ...sub, confirmation: sub.password, email: 'shipping@one.example', name: 'Ship Ping' };
  subNo = (await test.call('createChildAccount', input, { token: agent })).data.userNo;
});
beforeEach(forgetTries);
afterAll(() => test.close());

let sources = 0;
const newSource = () => {
  sources += 1;
  return `10.40.${sources >> 8}.${sources & 255}`;
};
type More = { image?: Solved; from?: string; keep?: boolean };
const signIn = (account: string, password: string, { image, from = newSource(), ...more }: More = {}) =>
  test.call('login', { account, password, ...image, ...more }, { headers: { 'x-forwarded-for': from } });
const codeOf = async (...typed: Parameters<typeof signIn>) => (await signIn(...typed)).code;
const infoOf = (token: string) => test.call('getUserInfo', {}, { token });

it('§5: a password of fewer than six characters is refused by its field, and no try is counted', async () => {
  for (const password of ['', 'a', 'abc-1', '12345']) {
    const answer = await signIn('member@one.example', password);
    expect([answer.code, Object.keys((answer.data as { fields?: object } | null)?.fields ?? {})]).toEqual([
      200001,
      ['password'],
    ]);
  }
  expect((await signIn('member@one.example', 'abc-1')).data).toEqual({ fields: { password: 'At least 6 characters' } });
  expect(await codeOf('member@one.example', 'member-2026')).toBe(200);
});

it('the right password is no guess: whoever has it signs in as often as they like, and wrong ones count on (rules §11)', async () => {
  const from = newSource();
  const member = ['member@one.example', 'member-2026', { from }] as const;
  const codes = [];
  for (let time = 0; time < 25; time += 1) codes.push(await codeOf(...member));
  expect(new Set(codes)).toEqual(new Set([200]));
  const wrong = [];
  for (let time = 0; time < 21; time += 1) {
    const image = await solveImage(test);
    wrong.push((await signIn('member@one.example', 'member-2027', { from, image })).code);
  }
  expect([new Set(wrong.slice(0, 20)), wrong[20]]).toEqual([new Set([200101]), 503]);
});

describe('the picture', () => {
  const member = ['member@one.example', 'member-2026'] as const;
  const wrong = ['member@one.example', 'member-2027'] as const;

  it('is asked for after two failures of one account, from any address', async () => {
    expect([await codeOf(...wrong), await codeOf(' MEMBER@one.example', 'member-2027')]).toEqual([200101, 200101]);
    expect(await codeOf(...member)).toBe(200103);
    const image = await solveImage(test);
    const answer = await signIn(...member, { image: { ...image, imageCode: '0000' } });
    expect(answer).toMatchObject({ code: 200004, data: { fields: { imageCode: 'The code is not right' } } });
    expect(await codeOf(...member, { image })).toBe(200004);
    const other = await solveImage(test);
    expect(await codeOf(...member, { image: other })).toBe(200);
    expect(await codeOf(...member, { image: other })).toBe(200);
    expect(await codeOf('sub@one.example', 'sub-2026')).toBe(200);
  });

  it('is asked for after two failures of one source, whichever accounts they named', async () => {
    const from = newSource();
    expect(await codeOf('nobody@one.example', 'sub-2027', { from })).toBe(200101);
    expect(await codeOf('sub@one.example', 'sub-2027', { from })).toBe(200101);
    expect(await codeOf(...member, { from })).toBe(200103);
    expect(await codeOf(...member)).toBe(200);
    const image = await solveImage(test);
    expect(await codeOf(...member, { from, image })).toBe(200);
    expect(await codeOf(...member, { from, image })).toBe(200004);
    expect(await codeOf(...member, { from, image: await solveImage(test) })).toBe(200);
  });

  it('of another page or another owner is worth nothing', async () => {
    for (let tries = 0; tries < 2; tries += 1) await signIn(...wrong);
    const foreign = await solveImage(test, 'two.test');
    const own = await solveImage(test);
    expect(await codeOf(...member, { image: foreign })).toBe(200004);
    expect(await codeOf(...member, { image: { ...own, flow: 'flow-of-another-page' } })).toBe(200004);
    expect(await codeOf(...member, { image: own })).toBe(200);
  });
});

describe('the session', () => {
  const age = (hours: number) =>
    sql`UPDATE login_session SET seen_at = seen_at - make_interval(hours => ${hours}),
      ends_at = ends_at - make_interval(hours => ${hours})`.execute(test.database.house);
  const stay = async (...tokens: string[]) => (await Promise.all(tokens.map(infoOf))).map((answer) => answer.http);

  it('lasts a week on request, else until the browser closes or twelve idle hours (§9 login)', async () => {
    const remembered = await signIn('sub@one.example', 'sub-2026', { keep: true });
    const brief = await signIn('sub@one.example', 'sub-2026');
    expect(remembered.headers.get('set-cookie')).toMatch(
      /^kb=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(brief.headers.get('set-cookie')).toMatch(/^kb=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const tokens = [remembered.data.token, brief.data.token];
    expect(remembered.headers.get('set-cookie')).toContain(remembered.data.token);
    await age(11);
    expect(await stay(...tokens)).toEqual([200, 200]);
    await age(13);
    expect(await stay(...tokens)).toEqual([200, 401]);
    await age(7 * 24 - 25);
    expect(await stay(...tokens)).toEqual([200, 401]);
    await age(2);
    expect(await stay(...tokens)).toEqual([401, 401]);
    agent = await test.signIn('agent@one.example', 'agent-2026');
  });

  it('has a new id at each sign-in, and its own for the back office', async () => {
    const [first, second] = [await signIn('sub@one.example', 'sub-2026'), await signIn('sub@one.example', 'sub-2026')];
    expect(first.data.token).not.toBe(second.data.token);
    expect(await codeOf('admin@one.example', 'admin-2026')).toBe(200101);
    const buyer = { account: 'sub@one.example', password: 'sub-2026' };
    expect((await test.call('consoleLogin', buyer)).code).toBe(200101);
    const staff = await test.signIn('admin@one.example', 'admin-2026');
    expect((await infoOf(staff)).http).toBe(401);
    expect((await test.call('consoleMe', {}, { token: first.data.token })).http).toBe(401);
  });
});

describe('an account', () => {
  const email = 'shipping@one.example';
  const change = async (status: number) =>
    (await test.call('changeUserStatus', { id: subNo, status }, { token: agent })).code;
  /** What right and wrong passwords are answered. */
  const answers = async () => [await codeOf(email, sub.password), await codeOf(email, 'harbour-2027')];

  it("of a main account's people signs in by username or e-mail, in any case", async () => {
    for (const name of ['Shipping1', 'shipping1', ' SHIPPING1 ', email, 'Shipping@One.example']) {
      const answer = await signIn(name, sub.password);
      expect([answer.code, answer.data.name]).toEqual([200, 'Ship Ping']);
      expect((await infoOf(answer.data.token)).data).toMatchObject({ kind: 'sub', username: 'Shipping1', email });
    }
    expect(await codeOf('shipping1', 'harbour-2027')).toBe(200101);
    expect(
      (await test.call('login', { account: 'shipping1', password: sub.password }, { host: 'two.test' })).code,
    ).toBe(200101);
  });

  it('has no further names under which its tries are counted apart', async () => {
    // The database takes the Turkish capital for an i, which no count of tries did.
    for (const name of ['SHİPPING1', 'shippİng1', 'shİpping@one.example'])
      expect(await codeOf(name, sub.password)).toBe(200101);
  });

  it('that cannot be is refused by its field', async () => {
    for (const name of ['shipping1\u0000', 'ship\u0007ping'])
      expect((await signIn(name, sub.password)).data).toEqual({
        fields: { account: 'Please use letters and digits only' },
      });
    expect((await signIn(email, 'x'.repeat(301))).code).toBe(200001);
    const input = { email: 'shipping\u0000@one.example', flow: 'flow-of-sign-in', code: 'ABCD' };
    expect((await test.call('verCodeRegionAndLogin', input)).data).toEqual({
      fields: { email: 'Please enter a valid e-mail address' },
    });
  });

  it('that the owner froze says so to the right password only, and comes back', async () => {
    const token = await test.signIn('operations@one.example', 'operations-2026');
    const id = (await test.call('consolePartners', { query: email }, { token })).data.list[0]?.id ?? '';
    const session = (await signIn(email, sub.password)).data.token;
    const freeze = (frozen: boolean) =>
      test.call('consoleAccountFreeze', { id, accountId: subNo, frozen }, { token }).then((answer) => answer.code);
    expect(await freeze(true)).toBe(200);
    expect(await answers()).toEqual([200102, 200101]);
    expect((await infoOf(session)).http).toBe(401);
    expect(await freeze(false)).toBe(200);
    const freezeAll = async (frozen: boolean) => {
      const { revision } = (await test.call('consolePartner', { id }, { token })).data;
      await test.call('consolePartnerFreeze', { id, revision, frozen, reason: 'test' }, { token });
    };
    await freezeAll(true);
    expect(await answers()).toEqual([200102, 200101]);
    await freezeAll(false);
    await forgetTries();
    expect(await answers()).toEqual([200, 200101]);
    agent = await test.signIn('agent@one.example', 'agent-2026');
  });

  it('that the main account disabled says so too; a deleted one is unknown', async () => {
    expect(await change(-1)).toBe(200);
    expect(await answers()).toEqual([200102, 200101]);
    expect(await change(1)).toBe(200);
    await forgetTries();
    expect(await answers()).toEqual([200, 200101]);
    expect(await change(-2)).toBe(200);
    await forgetTries();
    expect(await answers()).toEqual([200101, 200101]);
  });
});

describe('a guesser', () => {
  it('does not reveal known accounts by the time of the answer', async () => {
    const timeOf = async (account: string) => {
      const from = performance.now();
      expect(await codeOf(account, 'harbour-2027')).toBe(200101);
      return performance.now() - from;
    };
    // As the shop hashes: the people of tests have cheap hashes.
    const hash = await hashPassword('sub-2026');
    await sql`UPDATE account SET password_hash = ${hash} WHERE email = 'sub@one.example'`.execute(test.database.house);
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let round = 0; round < 16; round += 1) {
      await forgetTries();
      const [known, unknown] = [await timeOf('sub@one.example'), await timeOf(`nobody-${round}@one.example`)];
      // The first round warms up.
      if (round > 0)
        for (const [name, time] of [
          ['known', known],
          ['unknown', unknown],
        ] as const)
          times[name].push(time);
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[7] ?? 0;
    const ratio = median(times.known) / median(times.unknown);
    expect(times.known).toHaveLength(15);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  it('with a hundred accounts from one source is stopped by the count of the source', async () => {
    const from = newSource();
    const tries = Array.from({ length: 110 }, (_, at) => signIn(`guess-${at}@one.example`, 'harbour-2026', { from }));
    const codes = (await Promise.all(tries)).map((answer) => answer.code);
    expect(codes.filter((code) => code === 503)).toHaveLength(10);
    expect(codes.filter((code) => code === 200)).toHaveLength(0);
    expect(await codeOf('open@one.example', 'open-2026')).toBe(200);
  });
});
