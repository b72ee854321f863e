// Announcements and own pages over HTTP (§2 notice and customPage): audience and window apply to the list, its counts and the detail;
// each account has its own read marks; staff write under a revision.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { forgetSitemaps } from '../catalog/serve-site-files.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
let admin: string;
let member: string;
let agent: string;
let sub: string;
let guest: string;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  sub = await test.signIn('sub@one.example', 'sub-2026');
  guest = await enterAsGuest(test, 'guest-of-news@one.example');
});
afterAll(() => test.close());

type News = InputOf<'consoleAnnouncementSave'>;
const changes = (title: string, more: Partial<News> = {}): News => ({
  titles: { en: title },
  texts: { en: `About ${title}` },
  audience: 'everyone',
  publishedAt: null,
  endsAt: null,
  rolls: true,
  ...more,
});
const announce = (title: string, more: Partial<News> = {}) =>
  test.call('consoleAnnouncementSave', changes(title, more), { token: content });
const list = (token?: string, input: InputOf<'notifications'> = {}) =>
  test.call('notifications', input, { token }).then((answer) => answer.data);
const titlesOf = async (token?: string) => (await list(token)).list.map((item) => item.title);
const detail = (id: string, token?: string, host?: string) => test.call('notification', { id }, { token, host });

describe('an announcement', () => {
  it('comes on pages of the size that is asked for, by both its names (§7 paging)', async () => {
    for (const title of ['One more', 'And one']) await announce(title);
    const { total } = await list();
    expect(await list(undefined, { page: 2, size: 1 })).toMatchObject({ total, page: 2, pages: total });
    const answer = await test.fetch('/api/ucenter/websetting/notification?page=1&limit=2');
    expect((await answer.json()).data).toMatchObject({ page: 1, pages: Math.ceil(total / 2), list: { length: 2 } });
    await sql`DELETE FROM announcement WHERE title ->> 'en' IN ('One more', 'And one')`.execute(test.database.house);
  });

  it('reaches its audience only: in the list, in its counts and by its number (§1 announcements)', async () => {
    const members = (await announce('For members', { audience: 'members' })).data.id;
    const partners = (await announce('For partners', { audience: 'partners' })).data.id;
    const readers = { nobody: undefined, guest, member, agent, sub, content };
    const seen: Record<string, unknown> = {};
    for (const [name, token] of Object.entries(readers)) {
      const answer = await list(token);
      expect(answer.total, name).toBe(answer.list.length);
      const byNumber = [(await detail(members, token)).http, (await detail(partners, token)).http];
      seen[name] = [answer.list.map((item) => item.title), answer.unread, byNumber];
    }
    expect(seen).toEqual({
      nobody: [['Hello'], 0, [421, 421]],
      guest: [['Hello'], 1, [421, 421]],
      member: [['For members', 'Hello'], 2, [200, 421]],
      agent: [['For partners', 'Hello'], 2, [421, 200]],
      sub: [['For partners', 'Hello'], 2, [421, 200]],
      content: [['Hello'], 0, [421, 421]],
    });
    for (const token of [undefined, member])
      expect((await test.call('notificationRead', { id: partners }, { token })).http).toBe(421);
    expect((await detail(members, undefined, 'two.test')).http).toBe(421);
  });

  it('for partners is not for one who is not approved', async () => {
    const { rows } = await sql<{ approval: string; partner_id: number }>`SELECT p.approval, p.partner_id FROM partner p
      JOIN account a USING (owner_id, partner_id) WHERE p.owner_id = 1 AND a.email = 'agent@one.example'`.execute(
      test.database.house,
    );
    const set = (approval: string | undefined) =>
      sql`UPDATE partner SET approval = ${approval} WHERE owner_id = 1 AND partner_id = ${rows[0]?.partner_id}`.execute(
        test.database.house,
      );
    await set('waiting');
    expect(await titlesOf(agent)).not.toContain('For partners');
    await set(rows[0]?.approval);
    expect(await titlesOf(agent)).toContain('For partners');
  });

  it('is there from its start until its end on the owner’s clock, and nowhere before or after', async () => {
    const { id, revision } = (await announce('Later', { publishedAt: '2999-01-01T09:30' })).data;
    expect([await titlesOf(), (await detail(id)).http]).toEqual([['Hello'], 421]);
    const stored = (await test.call('consoleAnnouncements', {}, { token: content })).data;
    expect(stored.list[0]).toMatchObject({ id, publishedAt: '2999-01-01T09:30', endsAt: null, state: 'planned' });
    const window = { publishedAt: '2020-01-01T00:00', endsAt: '2999-01-01T00:00' };
    await announce('Now', { id, revision, ...window });
    expect([await titlesOf(), (await detail(id)).data.text]).toEqual([['Hello', 'Now'], 'About Now']);
    await announce('Over', { id, revision: revision + 1, ...window, endsAt: '2020-01-02T00:00' });
    expect([await titlesOf(), (await detail(id)).http]).toEqual([['Hello'], 421]);
    expect((await list()).total).toBe(1);
  });

  it('§2 notice: has the day of its start on the owner’s clock, in the list and by itself', async () => {
    const { id, revision } = (await announce('Early', { publishedAt: '2026-01-02T04:00' })).data;
    expect((await list()).list.find((item) => item.id === id)).toMatchObject({ on: '2026-01-02' });
    expect((await detail(id)).data).toMatchObject({ at: '2026-01-01T20:00:00.000Z', on: '2026-01-02' });
    const planned = { ...changes('Early', { publishedAt: '2999-01-01T00:00' }), id, revision };
    expect((await test.call('consoleAnnouncementSave', planned, { token: content })).code).toBe(200);
  });

  it('is read once by an account, and stays unread for the others', async () => {
    const { id } = (await announce('Read me')).data;
    const unread = async (token: string) => (await list(token)).list.find((item) => item.id === id)?.unread;
    const before = (await list(agent)).unread;
    expect((await detail(id, agent)).data.unread).toBe(true);
    await Promise.all(Array.from({ length: 20 }, () => test.call('notificationRead', { id }, { token: agent })));
    expect([await unread(agent), await unread(sub), await unread(member)]).toEqual([false, true, true]);
    expect((await list(agent)).unread).toBe(before - 1);
    expect((await test.call('notificationRead', { id })).code).toBe(200);
    expect((await list()).unread).toBe(0);
  });

  it('that does not roll is in the list but not in the line of the home page', async () => {
    await announce('Quiet', { rolls: false });
    const line = await list(undefined, { rolls: 'true' });
    expect(line.list.map((item) => item.title)).not.toContain('Quiet');
    expect(line.total).toBe((await list()).total - 1);
    expect(await titlesOf()).toContain('Quiet');
  });

  it('is shown in the reader’s language, with English where there is none', async () => {
    const { id } = (
      await announce('Holiday', { titles: { en: 'Holiday', vi: 'Nghỉ lễ' }, texts: { en: 'Closed', vi: '  ' } })
    ).data;
    const answer = await test.call('notification', { id }, { language: 'vi' });
    expect(answer.data).toMatchObject({ title: 'Nghỉ lễ', text: 'Closed' });
  });

  it('is refused by field, and written by one of twenty who looked at the same', async () => {
    const bad = await announce('x', {
      titles: { en: ' ' },
      texts: { vi: 'no title' },
      publishedAt: '2026-02-30T10:00',
    });
    expect(Object.keys((bad.data as unknown as { fields: object }).fields).sort()).toEqual([
      'publishedAt',
      'titles.en',
      'titles.vi',
    ]);
    const ends = await announce('x', { publishedAt: '2026-03-01T10:00', endsAt: '2026-03-01T10:00' });
    expect(Object.keys((ends.data as unknown as { fields: object }).fields)).toEqual(['endsAt']);
    const { id, revision } = (await announce('Race', { publishedAt: '2020-01-01T00:00' })).data;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => announce(`Race ${at}`, { id, revision, publishedAt: '2020-01-01T00:00' })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    const [logged] = (await test.call('consoleLog', { act: 'announcement-saved' }, { token: admin })).data.list;
    expect(logged).toMatchObject({ subject: `announcement ${id}`, before: { title: { en: 'Race' } } });
    const other = await test.signIn('content@two.example', 'content-2026', 'two.test');
    const stolen = await test.call('consoleAnnouncementSave', changes('Stolen', { id, revision: revision + 1 }), {
      token: other,
      host: 'two.test',
    });
    expect(stolen.code).toBe(200009);
  });

  it('comes in pages of twenty', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => announce(`Many ${at}`)));
    const [first, last] = [await list(), await list(undefined, { page: 2 })];
    expect([first.list.length, first.pages, first.total]).toEqual([20, 2, 20 + last.list.length]);
    const ids = [...first.list, ...last.list].map((item) => item.id);
    expect(new Set(ids).size).toBe(first.total);
    expect((await list(undefined, { page: 9 })).list).toEqual([]);
  });
});

describe('a page of the owner', () => {
  type Page = InputOf<'consolePageSave'>;
  const write = (more: Partial<Page> = {}) =>
    test.call(
      'consolePageSave',
      { titles: { en: 'About us' }, texts: { en: 'We [walk](/search).' }, active: true, inFooter: true, ...more },
      { token: content },
    );
  const footer = async (host?: string) => (await test.call('webSettings', {}, { host })).data.pages;

  it('is shown to all visitors of its site while it is active, and is linked in the footer on request (§2 customPage/{id})', async () => {
    const { id, revision } = (await write()).data;
    expect((await test.call('customPage', { id })).data).toMatchObject({
      title: 'About us',
      text: 'We [walk](/search).',
    });
    expect(await footer()).toEqual([{ id, title: 'About us' }]);
    expect((await test.call('customPage', { id }, { host: 'two.test' })).http).toBe(421);
    expect(await footer('two.test')).toEqual([]);
    await write({ id, revision, inFooter: false });
    expect([await footer(), (await test.call('customPage', { id })).http]).toEqual([[], 200]);
    await write({ id, revision: revision + 1, active: false });
    expect([await footer(), (await test.call('customPage', { id })).http]).toEqual([[], 421]);
    const stored = (await test.call('consolePages', {}, { token: content })).data.list.find((item) => item.id === id);
    expect(stored).toMatchObject({ active: false, inFooter: true, revision: revision + 2 });
    const [logged] = (await test.call('consoleLog', { act: 'page-saved' }, { token: admin })).data.list;
    expect(logged).toMatchObject({ subject: `page ${id}`, before: { active: true }, after: { active: false } });
  });

  it('is refused by field, and written by one of twenty who looked at the same', async () => {
    const bad = await write({ titles: { en: 'x', ms: 'y' }, texts: {} });
    expect(Object.keys((bad.data as unknown as { fields: object }).fields).sort()).toEqual(['texts.en', 'texts.ms']);
    expect((await write({ texts: { en: 'a'.repeat(20_001) } })).code).toBe(200001);
    const { id, revision } = (await write({ inFooter: false })).data;
    const answers = await Promise.all(Array.from({ length: 20 }, () => write({ id, revision, inFooter: false })));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
  });

  it('may be as long as allowed in every language', async () => {
    const texts = Object.fromEntries(['en', 'zh_CN', 'th', 'ja_JP'].map((value) => [value, '字'.repeat(20_000)]));
    const titles = Object.fromEntries(Object.keys(texts).map((key) => [key, 'Long']));
    expect((await write({ titles, texts, inFooter: false })).code).toBe(200);
  });
});

describe('a page above a list (decision 0472)', () => {
  type Page = InputOf<'consolePageSave'>;
  const write = (above: Page['above'], more: Partial<Page> = {}) =>
    test.call(
      'consolePageSave',
      {
        ...{ titles: { en: 'Testville by day', zh_CN: '试城日游' }, texts: { en: 'All of it.', zh_CN: '全部。' } },
        ...{ active: true, inFooter: false, above, ...more },
      },
      { token: content },
    );
  const city = { country: null, city: 'testville', type: null };
  // It is cached for minutes, for the next file of this process too.
  const sitemap = async () => {
    forgetSitemaps();
    const text = await (await test.fetch('/sitemap/en-1.xml')).text();
    forgetSitemaps();
    return text;
  };
  const read = async (list: InputOf<'listPage'>, language = 'en') =>
    (await test.call('listPage', list, { language })).data;

  it('has the address of its list alone, in the reader’s language, and its place’s country (§2 search, §2 customPage)', async () => {
    expect(await read({ city: 'testville' })).toMatchObject({ title: '', text: '', country: { label: 'Malaysia' } });
    const { id, revision } = (await write(city)).data;
    expect(await read({ city: 'testville' })).toMatchObject({ title: 'Testville by day', text: 'All of it.' });
    expect((await read({ city: 'testville' }, 'zh_CN')).title).toBe('试城日游');
    // A language without a text has the English one, as other texts of the owner.
    expect((await read({ city: 'testville' }, 'fr_FR')).title).toBe('Testville by day');
    expect([(await read({ city: 'testville', type: 1 })).title, (await read({ type: 1 })).title]).toEqual(['', '']);
    expect((await test.call('customPage', { id })).http).toBe(421);
    expect(await sitemap()).not.toContain(`/customPage/${id}`);
    expect((await write(city, { id, revision, active: false })).code).toBe(200);
    expect((await read({ city: 'testville' })).title).toBe('');
  });

  it('is one for each list, of a place that there is, and of a country that searches narrow to', async () => {
    const pair = { country: 'malaysia', city: null, type: 1 };
    const both = await Promise.all([write(pair), write(pair)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 200001]);
    expect((await write({ country: null, city: 'nowhere', type: null })).code).toBe(200001);
    expect((await write({ country: 'malaysia', city: 'testville', type: null })).code).toBe(200001);
    expect((await read({ country: 'malaysia', type: 1 })).title).toBe('Testville by day');
    const found = async (country: string) => (await test.call('searchProducts', { country })).data.total;
    expect([(await found('malaysia')) > 0, await found('atlantis')]).toEqual([true, 0]);
    const map = await sitemap();
    expect(map).toContain('/search?country=malaysia&amp;l=en<');
    expect(map).toContain('/search?type=1&amp;country=malaysia&amp;l=en<');
  });
});
