// Notices of a lower price and of new places (§2 product, decision 0422): to the account's address or a confirmed one, each sent once,
// ended by the link in any of their mails.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { type Jobs, startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { forgetNotices } from './notice.sql.ts';
import { queueNotices } from './wish.jobs.ts';

let test: TestHouse;
let jobs: Jobs;
let id: string;

beforeAll(async () => {
  test = await openTestHouse();
  jobs = await startJobs(test.databaseUrl, makeLog('silent'));
  id = (await findProduct(test, 'Silver Tower')).id;
  await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(house());
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

const house = () => test.database.house;
const ask = (kind: 'price' | 'stock', email = '', token?: string) =>
  test.call('noticeAsk', { id, kind, email }, { ...(token ? { token } : {}) });
const queueAll = () =>
  queueNotices({ house: house(), forOwner: (owner) => test.database.forOwner(owner), jobs, now: new Date() });
const mailed = (email: string, occasion: string) =>
  until(
    async () => (await test.mails(email)).filter((mail) => mail.occasion.startsWith(occasion)),
    (list) => list.length > 0,
  );
const tokenIn = (html = '') => /productNotice\?token=([\w-]{43})/.exec(html)?.[1] ?? '';
const noneQueued = () =>
  until(
    async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'notice.mail'
          AND state IN ('created', 'retry', 'active')`.execute(house())
      ).rows[0]?.n,
    (left) => left === 0,
  );
const stateOf = async () =>
  (await sql<{ state: string }>`SELECT state FROM product_notice`.execute(house())).rows[0]?.state;
const setPrice = (minor: number) =>
  sql`UPDATE product SET from_minor = ${minor} WHERE product_id = ${id}`.execute(house());

it('§2 price alert: a typed address is confirmed first, and mailed once when the price is lower', async () => {
  const email = 'traveller@example.com';
  expect((await ask('price', '')).data).toMatchObject({ fields: { email: expect.any(String) } });
  expect((await ask('price', 'nobody')).data).toMatchObject({ fields: { email: expect.any(String) } });
  expect((await ask('price', email)).data).toEqual({ state: 'asked' });
  await setPrice(9000);
  expect(await queueAll()).toBe(0);
  const [mail] = await mailed(email, 'noticeConfirm');
  const token = tokenIn(mail?.html);
  expect((await test.call('noticeOpen', { token })).data).toMatchObject({ kind: 'price', state: 'asked' });
  expect((await test.call('noticeOpen', { token }, { host: 'two.test' })).http).toBe(421);
  expect((await test.call('noticeAnswer', { token, act: 'confirm' })).code).toBe(200);
  const answers = await Promise.all(Array.from({ length: 10 }, queueAll));
  expect(answers.reduce((sum, answer) => sum + answer, 0)).toBe(1);
  const [letter] = await mailed(email, 'noticePrice');
  expect(letter?.subject).toContain('Silver Tower');
  expect(letter?.html).toContain('90.00');
  // Ended by a click, also in a program that makes no links of its own.
  expect(letter?.html).toMatch(/<a href="[^"]+\/productNotice\?token=/);
  await setPrice(8000);
  expect(await queueAll()).toBe(0);
  // The link in the first mail ends the alert that the newest mail is about.
  expect(tokenIn(letter?.html)).toMatch(/./);
  expect((await test.call('noticeAnswer', { token, act: 'stop' })).code).toBe(200);
  expect((await test.call('noticeOpen', { token: tokenIn(letter?.html) })).http).toBe(421);
});

it('§2 price alert: an address that a sub-account did not prove is confirmed first', async () => {
  const main = await test.signIn('agent@one.example', 'agent-2026');
  const [email, password] = ['stranger@mail.example', 'letters-2026'];
  const sub = { username: 'Trap001', email, name: 'Trap Setter', password, confirmation: password };
  expect((await test.call('createChildAccount', sub, { token: main })).code).toBe(200);
  const token = await test.signIn('Trap001', password);
  expect((await ask('price', '', token)).data).toEqual({ state: 'asked' });
  expect(await stateOf()).toBe('asked');
  await sql`DELETE FROM product_notice`.execute(house());
});

it('§2 price alert: ends by the button of a mail program, which posts once or twice; opening the address ends nothing', async () => {
  const email = 'button@example.com';
  await ask('price', email);
  const token = tokenIn((await mailed(email, 'noticeConfirm'))[0]?.html);
  const press = (method: 'GET' | 'POST', key: string) =>
    test.fetch(`/api/product/notice/end?token=${key}`, {
      method,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {}),
    });
  expect((await press('GET', token)).status).toBe(405);
  expect((await press('POST', 'of-nobody')).status).toBe(204);
  expect((await test.call('noticeOpen', { token })).data).toMatchObject({ state: 'asked' });
  expect((await press('POST', token)).status).toBe(204);
  expect((await test.call('noticeOpen', { token })).http).toBe(421);
  expect((await press('POST', token)).status).toBe(204);
});

it('§2 price alert: a limited offer that begins is a lower price, mailed once with its end; a planned one is none', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  await setPrice(8000);
  const offer = async (from: number, until: number) =>
    sql`UPDATE product SET offers = ${JSON.stringify([{ percent: 25, from: Date.now() + from, until: Date.now() + until }])}::jsonb
      WHERE product_id = ${id}`.execute(house());
  expect((await ask('price', '', agent)).data).toEqual({ state: 'waiting' });
  await offer(3_600_000, 7_200_000);
  expect(await queueAll()).toBe(0);
  await offer(-1000, 7_200_000);
  const answers = await Promise.all(Array.from({ length: 5 }, queueAll));
  expect(answers.reduce((sum, answer) => sum + answer, 0)).toBe(1);
  const [letter] = await mailed('agent@one.example', 'noticePrice');
  expect(letter?.html).toContain('80.00');
  expect(letter?.html).toContain('60.00');
  expect(letter?.html).toContain('Offer ends');
  // Asked while it runs, it waits for less than the offer.
  expect((await ask('price', '', agent)).data).toEqual({ state: 'waiting' });
  expect(await queueAll()).toBe(0);
  await sql`UPDATE product SET offers = NULL WHERE product_id = ${id}`.execute(house());
  await sql`DELETE FROM product_notice`.execute(house());
});

it('§2 price alert: of a price that rose again before its mail was written is not sent, and is sent for the next lower one', async () => {
  const email = 'waits@example.com';
  const token = await test.signIn('agent@one.example', 'agent-2026');
  await sql`DELETE FROM product_notice`.execute(house());
  await setPrice(10_000);
  expect((await ask('price', 'agent@one.example', token)).data).toEqual({ state: 'waiting' });
  await sql`UPDATE product_notice SET email = ${email}`.execute(house());
  await setPrice(9000);
  // The queue is late: the round ran, and its mail is not written yet.
  const queued: { noticeId: number; about: 'told'; request: string }[] = [];
  const late = { send: async (_: unknown, __: unknown, data: never) => void queued.push(data) };
  const parts = { house: house(), forOwner: (id: number) => test.database.forOwner(id), jobs: late as never };
  expect(await queueNotices({ ...parts, now: new Date() })).toBe(1);
  await setPrice(11_000);
  // A queue may hand out a job twice.
  for (const data of [...queued, ...queued]) await jobs.send(test.database.forOwner(1), 'notice.mail', data);
  await noneQueued();
  expect(await stateOf()).toBe('waiting');
  expect((await test.mails(email)).filter((mail) => mail.occasion.startsWith('noticePrice'))).toEqual([]);
  await setPrice(8000);
  expect(await queueAll()).toBe(1);
  const [letter] = await mailed(email, 'noticePrice');
  expect(letter?.html).toContain('80.00');
  // Once more after its mail was written, and the price rose again: what was sent is not sent a second time.
  await setPrice(11_000);
  const [, noticeId, request = ''] = letter?.occasion.split(' ') ?? [];
  const data = { noticeId: Number(noticeId), about: 'told', request } as const;
  await jobs.send(test.database.forOwner(1), 'notice.mail', data);
  await noneQueued();
  expect(await stateOf()).toBe('sent');
});

it('§2 price alert: would be sent by every process without the guard', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  expect((await ask('price', '', agent)).data).toEqual({ state: 'waiting' });
  await setPrice(7000);
  const { rows } = await sql<{
    notice_id: number;
  }>`SELECT notice_id FROM product_notice WHERE state = 'waiting'`.execute(house());
  const notice = rows[0]?.notice_id ?? 0;
  await withoutGuard<typeof import('./notice.sql.ts')>(
    'wish/notice.sql.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the statement's source
    [["n.notice_id = ${id} AND n.state = 'waiting' AND p.owner_id", 'n.notice_id = ${id} AND p.owner_id']],
    async (module) => {
      const claims = Array.from({ length: 10 }, () =>
        inTransaction(test.database.forOwner(1), (owner) => module.claimNotice(owner, notice, new Date())),
      );
      expect((await Promise.all(claims)).reduce((sum, value) => sum + value, 0)).toBe(10);
    },
  );
  await sql`DELETE FROM product_notice`.execute(house());
});

it('§2 back in stock: only for sold-out products, and mailed once there are places', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  expect((await ask('stock', '', agent)).code).toBe(200302);
  await sql`UPDATE product SET next_on = NULL WHERE product_id = ${id}`.execute(house());
  expect((await ask('stock', '', agent)).data).toEqual({ state: 'waiting' });
  expect(await queueAll()).toBe(0);
  await sql`UPDATE product SET next_on = current_date + 5 WHERE product_id = ${id}`.execute(house());
  expect(await queueAll()).toBe(1);
  expect((await mailed('agent@one.example', 'noticeStock'))[0]?.subject).toContain('Silver Tower');
});

it('§2 alerts that are asked for again after they were mailed are mailed again', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  await sql`DELETE FROM product_notice`.execute(house());
  const mails = async () =>
    (await test.mails('agent@one.example')).filter((mail) => mail.occasion.startsWith('notice'));
  const before = (await mails()).length;
  const soldOut = (on: string | null) =>
    sql`UPDATE product SET next_on = ${on}::date WHERE product_id = ${id}`.execute(house());
  for (const round of [1, 2]) {
    await soldOut(null);
    expect((await ask('stock', '', agent)).data).toEqual({ state: 'waiting' });
    await soldOut('2099-01-01');
    await setPrice(9000);
    expect((await ask('price', '', agent)).data).toEqual({ state: 'waiting' });
    await setPrice(8000);
    expect(await queueAll()).toBe(2);
    const count = before + 2 * round;
    expect((await until(mails, (list) => list.length >= count)).length).toBe(count);
  }
});

it('§2 price alerts of a product that visitors do not see any more keep no others waiting', async () => {
  await sql`DELETE FROM product_notice`.execute(house());
  await setPrice(8000);
  await sql`INSERT INTO product_notice (owner_id, product_id, kind, email, language, from_minor, currency, state, changed_at)
    SELECT p.owner_id, p.product_id, 'price', 'waits' || n || '@example.com', 'en', 20000, p.currency, 'waiting', now()
    FROM product p, generate_series(1, 200) n WHERE p.owner_id = 1 AND p.key = 'hills'`.execute(house());
  await sql`INSERT INTO product_hide (owner_id, level, product_id) SELECT 1, 0, product_id FROM product
    WHERE owner_id = 1 AND key = 'hills'`.execute(house());
  await sql`INSERT INTO product_notice (owner_id, product_id, kind, email, language, from_minor, currency, state, changed_at)
    SELECT owner_id, product_id, 'price', 'seen@example.com', 'en', 20000, currency, 'waiting', now()
    FROM product WHERE product_id = ${id}`.execute(house());
  expect(await queueAll()).toBe(1);
  expect(await mailed('seen@example.com', 'noticePrice')).toHaveLength(1);
  await sql`DELETE FROM product_hide`.execute(house());
  await sql`DELETE FROM product_notice`.execute(house());
});

it('an alert that nothing comes of ends after a year, with its address', async () => {
  await sql`DELETE FROM product_notice`.execute(house());
  const day = 86_400_000;
  await sql`INSERT INTO product_notice (owner_id, product_id, kind, email, language, from_minor, currency, state, changed_at)
    SELECT owner_id, product_id, 'price', s || '@example.com', 'en', 1, currency, s, now() - interval '12 hours'
    FROM product, unnest(ARRAY['asked', 'sent', 'waiting']) AS s WHERE product_id = ${id}`.execute(house());
  const left: number[] = [];
  for (const days of [0, 1, 29, 31, 360, 370]) {
    await forgetNotices(house(), new Date(Date.now() + days * day));
    left.push((await sql`SELECT 1 FROM product_notice`.execute(house())).rows.length);
  }
  expect(left).toEqual([3, 2, 2, 1, 1, 0]);
});
