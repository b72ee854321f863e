// Reviews (§7 product, decision 0420): only of a redeemed line, by its link or by who sees the order, once and for good; asked for a day after the
// use, looked at by the owner, counted on cards and pages.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownName } from '../../domain/review-rules.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, type Wanted } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy as buyAny, makeRoom } from '../../tests/build/set-up-desk.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { type Jobs, startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { auditHouse } from '../upkeep/audit-house.ts';
import { askForReviews } from './review.jobs.ts';

let test: TestHouse;
let agent: string;
let desk: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  desk = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  await makeRoom(test);
  jobs = await startJobs(test.databaseUrl, makeLog('silent'));
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(house());
  await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(house());
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

const house = () => test.database.house;
const buy = async (wanted: Wanted = {}) => `${await buyAny(test, agent, wanted)}-1`;
const redeem = (line: string) => test.call('consoleVoucherRedeem', { text: line }, { token: desk });
const used = async (wanted: Wanted = {}) => {
  const line = await buy(wanted);
  expect((await redeem(line)).code).toBe(200);
  return line;
};
type Door = { line?: string; token?: string };
const send = (door: Door, stars = 5, body = 'A quiet place.', token = agent, host?: string) =>
  test.call('reviewSend', { ...door, stars, body, language: 'en' }, { token, host });
const idOf = async (line: string) =>
  (await test.call('consoleReviews', { query: line.slice(0, -2) }, { token: desk })).data.list[0]?.id ?? '';
const decide = async (line: string, act: 'publish' | 'hide' | 'erase', why = '') =>
  test.call('consoleReviewDecide', { id: await idOf(line), act, why }, { token: desk });
const product = (name = 'Silver Tower') => findProduct(test, name);

describe('§7 review: only a redeemed line can be reviewed', () => {
  it('not before the voucher is redeemed', async () => {
    const line = await buy();
    expect((await test.call('review', { line }, { token: agent })).data).toMatchObject({
      state: 'notUsed',
      usedOn: null,
    });
    expect((await send({ line })).code).toBe(201001);
    await redeem(line);
    expect((await test.call('review', { line }, { token: agent })).data).toMatchObject({
      state: 'open',
      productName: 'Silver Tower',
      author: 'Mei T.',
    });
    expect((await send({ line })).data).toEqual({ state: 'waiting' });
  });

  it('not of another person’s order, without a sign-in, with a wrong link, or at another owner', async () => {
    const line = await used();
    const member = await test.signIn('member@one.example', 'member-2026');
    const two = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    expect((await send({ line }, 5, '', member)).http).toBe(421);
    expect((await test.call('reviewSend', { line, stars: 5, body: '', language: 'en' })).http).toBe(421);
    expect((await send({ token: 'x'.repeat(43) })).code).toBe(200107);
    expect((await send({ line }, 5, '', two, 'two.test')).http).toBe(421);
    expect((await send({ line }, 5, '', agent)).code).toBe(200);
  });

  it('not twice, and not again after it was erased; nothing is left of that one', async () => {
    const line = await used();
    const isWritten = async () => {
      const { data } = await test.call('orderDetail', { id: line.slice(0, -2) }, { token: agent });
      return data.lines.map(({ reviewed }) => reviewed);
    };
    expect(await isWritten()).toEqual([false]);
    expect((await send({ line }, 1, 'Very private words')).code).toBe(200);
    expect((await send({ line })).code).toBe(201002);
    expect(await isWritten()).toEqual([true]);
    expect((await test.call('reviewErase', { line }, { token: agent })).code).toBe(200);
    expect((await send({ line })).code).toBe(201002);
    expect((await test.call('review', { line }, { token: agent })).data).toMatchObject({
      state: 'erased',
      written: null,
    });
    expect((await decide(line, 'publish')).code).toBe(200302);
    const { rows } = await sql<{
      text: string;
    }>`SELECT row_to_json(v)::text AS text FROM review v WHERE sub_order_no = ${line}`.execute(house());
    expect(rows[0]?.text).not.toMatch(/private words|Mei/);
  });

  it('with wrong stars, too many letters or too many pictures is refused by field', async () => {
    const line = await used();
    expect((await send({ line }, 6)).code).not.toBe(200);
    for (const letters of [2001, 5000])
      expect((await send({ line }, 5, 'a'.repeat(letters))).data).toMatchObject({
        fields: { body: expect.stringContaining('2,000') },
      });
    const pictures = Array.from({ length: 6 }, () => 'abcdefghijkl');
    const input = { line, stars: 5, body: '', language: 'en' as const, pictures };
    expect((await test.call('reviewSend', input, { token: agent })).code).not.toBe(200);
  });

  it('of twenty at the same moment one is written, and all of them without the guard', async () => {
    const line = await used();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send({ line })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(19).fill(201002)]);
    const other = await used();
    const insert = (module: typeof import('./review.sql.ts')) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          inTransaction(test.database.forOwner(1), (owner) =>
            module.insertReview(owner, {
              subOrderNo: other,
              stars: 5,
              body: '',
              language: 'en',
              author: 'M',
              now: new Date(),
            }),
          ),
        ),
      );
    await sql`ALTER TABLE review DROP CONSTRAINT review_owner_id_sub_order_no_key`.execute(house());
    await withoutGuard<typeof import('./review.sql.ts')>(
      'review/review.sql.ts',
      [['ON CONFLICT (owner_id, sub_order_no) DO NOTHING RETURNING state', 'RETURNING state']],
      async (module) => expect((await insert(module)).filter(Boolean)).toHaveLength(20),
    );
    const broken = (await auditHouse(test.database)).filter(({ violations }) => violations.length);
    expect(broken.map(({ invariant }) => invariant)).toEqual([
      'reviews: each is of a redeemed line of its product, the only one of it',
    ]);
    await sql`DELETE FROM review WHERE sub_order_no = ${other}`.execute(house());
    await sql`ALTER TABLE review ADD CONSTRAINT review_owner_id_sub_order_no_key UNIQUE (owner_id, sub_order_no)`.execute(
      house(),
    );
    expect((await insert(await import('./review.sql.ts'))).filter(Boolean)).toHaveLength(1);
  });

  it('the shown name is a first name and an initial', () => {
    expect(['Mei Tan', ' Ana  de la Cruz ', '陈美丽', 'Cher', ''].map(shownName)).toEqual([
      ...['Mei T.', 'Ana C.', '陈**', 'Cher', ''],
    ]);
  });
});

describe('§7 review: asked for by mail', () => {
  const day = 86_400_000;
  const ask = (after: number) =>
    askForReviews({
      house: house(),
      forOwner: (id) => test.database.forOwner(id),
      jobs,
      now: new Date(Date.now() + after),
    });
  const mails = async (orderNo: string) =>
    (await test.mails('mei@example.com')).filter(({ occasion }) => occasion.startsWith(`review ${orderNo} `));

  it('a day after the use, once, with a link that opens this review alone and needs no sign-in', async () => {
    await ask(15 * day);
    await sql`DELETE FROM review_ask`.execute(house());
    await sql`UPDATE redemption SET at = now() - interval '20 days'`.execute(house());
    const line = await used();
    const orderNo = line.slice(0, -2);
    expect(await ask(0)).toBe(0);
    await sql`UPDATE owner SET review_asks = false WHERE owner_id = 1`.execute(house());
    expect(await ask(day + 1000)).toBe(0);
    await sql`UPDATE owner SET review_asks = true WHERE owner_id = 1`.execute(house());
    const asked = await Promise.all(Array.from({ length: 10 }, () => ask(day + 1000)));
    expect(asked.reduce((sum, value) => sum + value, 0)).toBe(1);
    const [mail] = await until(
      () => mails(orderNo),
      (list) => list.length > 0,
    );
    expect(mail?.subject).toContain('Silver Tower');
    const token = /review\?token=([\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? '';
    const opened = await test.call('review', { token });
    expect(opened.data).toMatchObject({ state: 'open', productName: 'Silver Tower' });
    expect(JSON.stringify(opened.data)).not.toContain(orderNo);
    expect((await test.call('review', { token }, { host: 'two.test' })).code).toBe(200107);
    expect((await test.call('reviewSend', { token, stars: 4, body: 'By link', language: 'en' })).code).toBe(200);
    expect((await test.call('reviewSend', { token, stars: 4, body: 'Again', language: 'en' })).code).toBe(201002);
    expect(await ask(3 * day)).toBe(0);
    expect(await mails(orderNo)).toHaveLength(1);
  });
});

describe('§7 review: asked for of another contact', () => {
  it('once staff replace the contact, the old link opens nothing, and the new contact is asked', async () => {
    const line = await used();
    const id = line.slice(0, -2);
    const linkTo = async (email: string) => {
      const find = async () =>
        (await test.mails(email))
          .filter(({ occasion }) => occasion.startsWith(`review ${id} `))
          .map(({ html }) => /review\?token=([\w-]{43})/.exec(html)?.[1])
          .find(Boolean) ?? '';
      return until(find, Boolean);
    };
    const ask = () =>
      askForReviews({
        ...{ house: house(), forOwner: (id: number) => test.database.forOwner(id), jobs },
        now: new Date(Date.now() + 86_401_000),
      });
    await ask();
    const old = await linkTo('mei@example.com');
    expect((await test.call('review', { token: old })).code).toBe(200);
    const { contact } = (await test.call('consoleOrder', { id }, { token: desk })).data;
    const seen = { name: contact.name, email: contact.email, areaCode: contact.areaCode, phone: contact.phone };
    const change = { id, seen, ...seen, email: 'may@example.com' };
    expect((await test.call('consoleContact', change, { token: desk })).code).toBe(200);
    expect((await test.call('review', { token: old })).code).toBe(200107);
    await ask();
    expect((await test.call('review', { token: await linkTo('may@example.com') })).code).toBe(200);
  });
});

describe('§7 review: looked at, shown and counted', () => {
  it('waits for the owner, counts once it is published, and no more when it is hidden or erased', async () => {
    const name = 'Green Hills Day Tour';
    const line = await buy({ product: name, quantity: 2 });
    expect((await test.call('consoleConfirm', { id: line.slice(0, -2) }, { token: desk })).code).toBe(200);
    expect((await redeem(line)).code).toBe(200);
    const before = (await test.call('consoleQueues', {}, { token: desk })).data.list.find(
      ({ key }) => key === 'reviews',
    );
    await send({ line }, 4, 'Green indeed');
    const queue = (await test.call('consoleQueues', {}, { token: desk })).data.list.find(
      ({ key }) => key === 'reviews',
    );
    expect((queue?.count ?? 0) - (before?.count ?? 0)).toBe(1);
    expect((await product(name)).rating).toBeNull();
    expect((await decide(line, 'publish')).code).toBe(200);
    const shown = await product(name);
    expect(shown.rating).toEqual({ mean: 4, count: 1 });
    expect(shown.newestReviews).toMatchObject([{ stars: 4, body: 'Green indeed', author: 'Mei T.', language: 'en' }]);
    const card = (await test.call('searchProducts', { query: 'hills', sort: 'rating' })).data.list[0];
    expect(card?.rating).toEqual({ mean: 4, count: 1 });
    const best = (await test.call('searchProducts', { sort: 'rating' })).data.list;
    expect(best[0]?.name).toBe(name);
    const answer = async (text: string, was: string) =>
      (await test.call('consoleReviewAnswer', { id: await idOf(line), text, was }, { token: desk })).code;
    expect(await answer('Thank you, Mei', '')).toBe(200);
    // Another person opened it before, and does not replace what was written meanwhile unseen.
    expect(await answer('Thanks', '')).toBe(200009);
    expect(await answer('Thank you very much, Mei', 'Thank you, Mei')).toBe(200);
    expect(await answer('Thank you, Mei', 'Thank you very much, Mei')).toBe(200);
    const page = (await test.call('productReviews', { id: shown.id })).data;
    expect(page).toMatchObject({ total: 1, counts: [0, 0, 0, 1, 0], languages: [{ key: 'en', count: 1 }] });
    expect(page.list[0]).toMatchObject({ answer: 'Thank you, Mei', pictures: [] });
    expect((await test.call('productReviews', { id: shown.id, language: 'th' })).data.total).toBe(0);
    expect((await decide(line, 'hide')).data).toMatchObject({ fields: { why: expect.any(String) } });
    expect((await decide(line, 'hide', 'Names a guide')).code).toBe(200);
    expect((await product(name)).rating).toBeNull();
    expect((await test.call('productReviews', { id: shown.id })).data.total).toBe(0);
    expect((await decide(line, 'publish')).code).toBe(200);
    expect((await decide(line, 'erase')).code).toBe(200);
    expect((await product(name)).rating).toBeNull();
  });

  it('is published at once where the owner wants it so, sorted by stars, reported once by each reader, and decided by the owner', async () => {
    await sql`UPDATE owner SET review_at_once = true WHERE owner_id = 1`.execute(house());
    const lines = [await used(), await used(), await used()];
    for (const [at, line] of lines.entries())
      expect((await send({ line }, [2, 5, 4][at], `Number ${at}`)).data).toEqual({ state: 'published' });
    await sql`UPDATE owner SET review_at_once = false WHERE owner_id = 1`.execute(house());
    const { id } = await product();
    const list = async (sort: 'newest' | 'highest' | 'lowest') =>
      (await test.call('productReviews', { id, sort })).data.list.map(({ stars }) => stars).slice(0, 3);
    expect([await list('newest'), await list('highest'), await list('lowest')]).toEqual([
      ...[
        [4, 5, 2],
        [5, 4, 2],
        [2, 4, 5],
      ],
    ]);
    const review = await idOf(lines[0] ?? '');
    const report = (source: string) =>
      test.call('reviewReport', { id: review, reason: 'false' }, { headers: { 'x-forwarded-for': source } });
    for (const source of ['10.1.1.1', '10.1.1.1', '10.1.1.2']) expect((await report(source)).code).toBe(200);
    const reported = async () => (await test.call('consoleReviews', { state: 'reported' }, { token: desk })).data.list;
    expect((await reported())[0]).toMatchObject({ id: review, reports: [{ reason: 'false', count: 2 }] });
    expect((await decide(lines[0] ?? '', 'publish')).code).toBe(200);
    expect(await reported()).toEqual([]);
    expect((await test.call('reviewReport', { id: '999999', reason: 'false' })).http).toBe(421);
  });

  it('has up to five pictures, re-encoded, only of its own line, and deleted with it', async () => {
    const line = await used();
    const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a7' } })
      .jpeg()
      .toBuffer();
    const upload = async (place: number, bytes: Buffer = photo, as = agent) => {
      const headers = { 'content-type': 'image/jpeg', token: as, l: 'en' };
      const path = `/api/review/picture?line=${line}&place=${place}`;
      const answer = await test.fetch(path, { method: 'POST', headers, body: new Uint8Array(bytes) });
      const body = (await answer.json()) as { code: number; data: { id: string; address: string } };
      return { http: answer.status, ...body };
    };
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await upload(0, photo, member)).http).toBe(421);
    expect((await upload(5)).http).toBe(421);
    // A page of another site in the browser of who is signed in.
    const headers = { cookie: `kb=${agent}`, 'content-type': 'image/jpeg', origin: 'http://other.test' };
    const strange = { method: 'POST', headers, body: new Uint8Array(photo) };
    expect(await (await test.fetch(`/api/review/picture?line=${line}&place=0`, strange)).json()).toMatchObject({
      code: 200005,
    });
    expect((await upload(0, Buffer.from('<svg/>'))).code).toBe(200501);
    const [first, second] = [await upload(0), await upload(1)];
    const address = first.data.address;
    const shown = await test.fetch(address, { headers: { accept: 'image/webp' } });
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const input = { line, stars: 5, body: '', language: 'en' as const, pictures: [first.data.id] };
    expect((await test.call('reviewSend', input, { token: agent })).code).toBe(200);
    expect((await test.fetch(second.data.address)).status).toBe(421);
    expect((await upload(2)).code).toBe(201002);
    await decide(line, 'publish');
    const { id } = await product();
    expect((await test.call('productReviews', { id })).data.list[0]?.pictures).toEqual([
      { id: first.data.id, src: address },
    ]);
    // Nothing between us and a reader may show it from its memory once it is gone.
    const open = await test.fetch(address, { headers: { accept: 'image/webp' } });
    const tag = open.headers.get('etag') ?? '';
    expect(open.headers.get('cache-control')).toBe('public, no-cache');
    const again = () => test.fetch(address, { headers: { accept: 'image/webp', 'if-none-match': tag } });
    expect((await again()).status).toBe(304);
    await decide(line, 'hide', 'Shows a stranger');
    for (const path of [address, `${address}?w=160`]) expect((await test.fetch(path)).status, path).toBe(421);
    expect((await again()).status).toBe(421);
    expect((await test.call('review', { line }, { token: agent })).data).toMatchObject({
      state: 'hidden',
      pictures: [],
    });
    const listed = (await test.call('consoleReviews', { state: 'hidden' }, { token: desk })).data.list;
    const src = listed.find((one) => one.pictures[0]?.id === first.data.id)?.pictures[0]?.src ?? '';
    const seen = (token: string) => test.fetch(`${src}?w=160`, { headers: { token, accept: 'image/webp' } });
    expect([(await seen(desk)).status, (await seen(desk)).headers.get('cache-control')]).toEqual([
      200,
      'private, no-store',
    ]);
    const content = await test.signIn('content@one.example', 'content-2026');
    expect([(await seen(content)).status, (await test.fetch(src)).status]).toEqual([421, 401]);
    await decide(line, 'publish');
    expect((await again()).status).toBe(304);
    expect((await test.call('reviewErase', { line }, { token: agent })).code).toBe(200);
    for (const path of [address, `${address}?w=160`]) expect((await test.fetch(path)).status, path).toBe(421);
    expect((await seen(desk)).status).toBe(421);
  });

  it('keeps one picture in each place, of several that come at once too, and nothing of those before', async () => {
    const line = await used();
    const photo = (level: number) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: { r: level, g: 90, b: 40 } } })
        .png()
        .toBuffer();
    const upload = async (level: number) => {
      const headers = { 'content-type': 'image/png', token: agent };
      const path = `/api/review/picture?line=${line}&place=0`;
      const answer = await test.fetch(path, { method: 'POST', headers, body: new Uint8Array(await photo(level)) });
      return ((await answer.json()) as { data: { id: string; address: string } }).data;
    };
    const before = await upload(10);
    const all = [before, ...(await Promise.all([40, 80, 120, 160, 200].map(upload)))];
    const seen = await Promise.all(all.map(async ({ address }) => (await test.fetch(address)).status));
    expect(seen.filter((status) => status === 200)).toHaveLength(1);
    const { pictures } = (await test.call('review', { line }, { token: agent })).data;
    expect(pictures.map(({ id }) => id)).toEqual([all[seen.indexOf(200)]?.id]);
  });
});
