// Strangers who guess slow themselves down and lock no one out (decision 0081, security rules 42 and 47): the right password with the
// code of a picture, a known place and the right mailbox get in at once, and guessing stays bounded.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../domain/limits.ts';
import { codeAlphabet, codeLength } from '../../domain/passwords.ts';
import { slideTo } from '../../tests/build/attacks/slide-piece.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { type Solved, solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
const house = () => test.database.house;
beforeAll(async () => {
  test = await openTestHouse();
});
beforeEach(async () => {
  await sql`DELETE FROM attempt`.execute(house());
  await sql`DELETE FROM known_source`.execute(house());
});
afterAll(() => test.close());

let count = 0;
const newSource = () => {
  count += 1;
  return `10.50.${count >> 8}.${count & 255}`;
};
const at = (from: string) => ({ headers: { 'x-forwarded-for': from } });
type Door = 'login' | 'consoleLogin';
const enter = (
  account: string,
  password: string,
  from = newSource(),
  image: Partial<Solved> = {},
  door: Door = 'login',
) => test.call(door, { account, password, ...image }, at(from));
const answer = ({ http, code }: { http: number; code: number }) => (http === 503 ? 503 : code);
const failed = 200101;
const pictureNeeded = 200103;

describe('sign-in', () => {
  it('of all other callers continues while one address sends 650 requests', async () => {
    const [from, began] = [newSource(), Date.now()];
    const answers = await Promise.all(
      Array.from({ length: 650 }, (_, n) => enter(`guess-${n}@one.example`, 'wrong-2026', from)),
    );
    const refused = answers.filter((answer) => answer.http === 503).length;
    // A hundred in each hour; the hour may end in the middle.
    expect(refused).toBeLessThanOrEqual(550);
    expect(refused).toBeGreaterThanOrEqual(new Date(began).getHours() === new Date().getHours() ? 550 : 450);
    expect(answer(await enter('member@one.example', 'member-2026'))).toBe(200);
    expect(answer(await enter('admin@one.example', 'admin-2026', newSource(), {}, 'consoleLogin'))).toBe(200);
  }, 240_000);

  it('of all callers continues with an image code while many addresses send requests at once', async () => {
    await sql`INSERT INTO attempt (owner_id, bucket, window_at, count)
      SELECT 1, 'login-all', to_timestamp(floor(extract(epoch FROM now() + make_interval(mins => m)) / 60) * 60), 9000
      FROM generate_series(0, 1) m`.execute(house());
    expect(answer(await enter('member@one.example', 'member-2026'))).toBe(pictureNeeded);
    const from = newSource();
    expect(answer(await enter('member@one.example', 'member-2026', from, await solveImage(test)))).toBe(200);
    // From where they came in before, they are not asked.
    expect(answer(await enter('member@one.example', 'member-2026', from))).toBe(200);
  });

  it.each([
    ['login', 'member@one.example', 'member-2026'],
    ['consoleLogin', 'admin@one.example', 'admin-2026'],
  ] as const)('by %s goes on for an account at which strangers tried 100 times', async (door, account, password) => {
    const value = newSource();
    for (let n = 0; n < 60; n += 1)
      await enter(account, 'wrong-2026', value, n < 30 ? await solveImage(test) : {}, door);
    const many = Array.from({ length: 40 }, async () =>
      enter(account, 'wrong-2026', newSource(), await solveImage(test), door),
    );
    const codes = (await Promise.all(many)).map(answer);
    expect(codes.every((code) => code === failed)).toBe(true);
    expect(answer(await enter(account, password, newSource(), {}, door))).toBe(pictureNeeded);
    const right = await enter(account, password, newSource(), await solveImage(test), door);
    expect(answer(right)).toBe(200);
    expect(right.data.token).toBeTruthy();
  });

  it('judges 20 passwords an hour of one source, 3 of each further one, and 480 a day of all strangers together', async () => {
    const account = 'sub@one.example';
    const from = newSource();
    const images = await Promise.all(Array.from({ length: 40 }, () => solveImage(test)));
    const ofOne = await Promise.all(images.map((image) => enter(account, 'wrong-2026', from, image)));
    expect(ofOne.map(answer).filter((code) => code === failed)).toHaveLength(20);
    const next = newSource();
    const more = await Promise.all(Array.from({ length: 20 }, () => solveImage(test)));
    const ofNext = await Promise.all(more.map((image) => enter(account, 'wrong-2026', next, image)));
    expect(ofNext.map(answer).filter((code) => code === failed)).toHaveLength(3);
    const day = `login:false:${account} of the day`;
    await sql`UPDATE attempt SET count = 470 WHERE bucket = ${day}`.execute(house());
    const all = await Promise.all(Array.from({ length: 40 }, () => solveImage(test)));
    const ofAll = await Promise.all(all.map((image) => enter(account, 'wrong-2026', newSource(), image)));
    expect(ofAll.map(answer).filter((code) => code === failed)).toHaveLength(10);
    expect(ofAll.map(answer).filter((code) => code === 503)).toHaveLength(30);
  });

  it('without a picture judges 20 of 100 at once, from any address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => enter('open@one.example', `harbour-${1000 + n}`)),
    );
    const judged = answers.map(answer).filter((code) => code === failed);
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.length).toBeLessThanOrEqual(20);
    for (const code of answers.map(answer)) expect([failed, pictureNeeded]).toContain(code);
  });

  it('goes on from a known place, and after a mailed link, also when strangers have used up the day', async () => {
    const account = 'open@one.example';
    const home = newSource();
    expect(answer(await enter(account, 'open-2026', home))).toBe(200);
    await sql`INSERT INTO attempt (owner_id, bucket, window_at, count) SELECT 1, ${`login:false:${account} of the day`},
      to_timestamp(floor(extract(epoch FROM now()) / 86400) * 86400), 480
      ON CONFLICT (owner_id, bucket, window_at) DO UPDATE SET count = 480`.execute(house());
    expect(answer(await enter(account, 'open-2026', newSource(), await solveImage(test)))).toBe(503);
    expect(answer(await enter(account, 'open-2026', home))).toBe(200);
    const away = newSource();
    for (let n = 0; n < 8; n += 1)
      await test.call('forgetPassword', { email: account, ...(await solveImage(test)) }, at(newSource()));
    const asked = await test.call('forgetPassword', { email: account, ...(await solveImage(test)) }, at(away));
    expect(answer(asked)).toBe(200);
    const token = await until(
      async () => /token=([\w-]{22,})/.exec((await test.mails(account))[0]?.body ?? '')?.[1] ?? '',
      Boolean,
    );
    const word = { password: 'wave-again-2026', confirmation: 'wave-again-2026' };
    expect(answer(await test.call('resetPasswordByToken', { token, ...word }, at(away)))).toBe(200);
    expect(answer(await enter(account, word.password, away))).toBe(200);
  });
});

describe('the code to a mailbox', () => {
  const target = 'target@example.com';
  async function ask(from: string, email = target) {
    const flow = `flow-of-shut-out-${count++}`;
    const { ticket } = (await test.call('getSliderCaptcha', { flow })).data;
    const { rows } = await sql<{ x: number }>`SELECT answer_x AS x FROM captcha WHERE ticket = ${ticket}`.execute(
      house(),
    );
    const moved = await slideTo(rows[0]?.x ?? 0);
    const before = (await test.mails(email)).length;
    const sent = await test.call('sendEmailVerCode', { email, flow, ticket, ...moved }, at(from));
    if (sent.http !== 200 || sent.code !== 200) return { flow, code: '', sent: answer(sent) };
    const [mail] = await until(
      () => test.mails(email),
      (mails) => mails.length > before,
    );
    return { flow, code: mail?.subject.slice(0, 4) ?? '', sent: 200 };
  }
  const type = (flow: string, code: string, from = newSource(), email = target) =>
    test.call('verCodeRegionAndLogin', { email, flow, code }, at(from));

  it('brings its reader in at once while strangers guess, ask for codes of their own and use up both limits', async () => {
    const mine = await ask(newSource());
    const judged: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const from = newSource();
      const theirs = await ask(from);
      const wrong = theirs.code === 'AAAA' ? 'BBBB' : 'AAAA';
      if (theirs.sent !== 200) continue;
      const tries = await Promise.all(Array.from({ length: 20 }, () => type(theirs.flow, wrong, from)));
      judged.push(tries.map(answer).filter((code) => code === 200004).length);
    }
    // Five of each code; twenty in a day, and then only the first of a code that was sent.
    expect(judged.slice(0, 4)).toEqual([5, 5, 5, 5]);
    expect(judged.slice(4).every((n) => n === 1)).toBe(true);
    expect(judged.length).toBeGreaterThan(4);
    // Without a code of one's own nothing is judged, and nothing counts.
    expect(answer(await type('flow-without-code', 'AAAA'))).not.toBe(200004);
    expect(answer(await type(mine.flow, mine.code))).toBe(200);
    const fresh = await ask(newSource());
    expect(fresh.sent).toBe(200);
    expect(answer(await type(fresh.flow, fresh.code))).toBe(200);
  });

  it('goes to one source five times an hour, and to all of them 120 times a day', async () => {
    const from = newSource();
    const sent: number[] = [];
    for (let n = 0; n < 6; n += 1) sent.push((await ask(from)).sent);
    expect(sent).toEqual([200, 200, 200, 200, 200, 503]);
    await sql`UPDATE attempt SET count = 119 WHERE bucket = ${`send:${target} of the day`}`.execute(house());
    expect([(await ask(newSource())).sent, (await ask(newSource())).sent]).toEqual([200, 503]);
  });

  it('is guessed 140 times a day at most, whatever many sources do: once in 7,489 days for one account', async () => {
    const email = 'guessed@example.com';
    const judged = async (times: number) => {
      let count = 0;
      for (let n = 0; n < times; n += 1) {
        const from = newSource();
        const { flow, code, sent } = await ask(from, email);
        if (sent !== 200) continue;
        const wrong = code === 'AAAA' ? 'BBBB' : 'AAAA';
        const tries = await Promise.all(Array.from({ length: 6 }, () => type(flow, wrong, from, email)));
        count += tries.map(answer).filter((value) => value === 200004).length;
      }
      return count;
    };
    const first = await judged(6);
    // Four codes of five tries are the twenty; then each code that is sent is one guess.
    expect(first).toBe(20 + 2);
    // The other codes of the day, but for the last five, were sent and guessed once each.
    await sql`UPDATE attempt SET count = 115 WHERE bucket = ${`send:${email} of the day`}`.execute(house());
    expect(await judged(8)).toBe(5);
    const most = limits.codeTriesPerEmailDay + limits.codeSendsPerEmailHour * limits.commonLimitsPerDay;
    expect(most).toBe(140);
    expect(Math.floor(codeAlphabet.length ** codeLength / most)).toBe(7489);
  });
});
