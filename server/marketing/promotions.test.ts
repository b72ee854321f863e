// Promotion groups, banners and the roll type (§2 home, §7 getrolltype) as content staff keep them and visitors see them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let token: string;
let ids: Record<string, string>;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  const { list } = (await test.call('searchProducts', {})).data;
  ids = Object.fromEntries(list.map((item) => [item.name, item.id]));
});
afterAll(() => test.close());

const idOf = (name: string) => ids[name] ?? '';
const rows = async (language = 'en') =>
  (await test.call('promotions', {}, { language })).data.rows.map((row) => [
    row.title,
    row.products.map((product) => product.name),
  ]);
const groups = async () => (await test.call('consolePromotions', {}, { token })).data.list;
const save = (input: InputOf<'consolePromotionSave'>) => test.call('consolePromotionSave', input, { token });
const lastAct = async () =>
  (
    await sql<{
      act: string;
      subject: string;
      before: unknown;
      after: Record<string, unknown>;
    }>`SELECT act, subject, before, after
      FROM audit_log WHERE owner_id = 1 ORDER BY entry_id DESC LIMIT 1`.execute(test.database.house)
  ).rows[0];

describe('promotion groups', () => {
  it('are shown in the owner’s order with their products in theirs, and each action is logged', async () => {
    const made = await save({
      titles: { en: ' For rainy days ', zh_CN: '雨天去处' },
      productIds: [idOf('Evening Show'), idOf('Silver Tower')],
      active: true,
      place: 1,
    });
    expect(made.code).toBe(200);
    expect(await rows()).toEqual([
      ['For rainy days', ['Evening Show', 'Silver Tower']],
      ['This month', ['Silver Tower']],
    ]);
    expect((await rows('zh_CN'))[0]).toEqual(['雨天去处', ['Evening Show', '银塔观景台']]);
    expect(await lastAct()).toMatchObject({ act: 'promotion-saved', subject: `promotion ${made.data.id}` });
  });

  it('change places by one step, and what was changed meanwhile is refused', async () => {
    const [first] = await groups();
    if (!first) throw new Error('no group');
    const { id, revision, titles, active } = first;
    const content = { id, titles, active, productIds: first.products.map((product) => product.id) };
    expect((await save({ ...content, revision, place: 2 })).data.revision).toBe(revision + 1);
    expect((await rows()).map(([title]) => title)).toEqual(['This month', 'For rainy days']);
    expect((await save({ ...content, revision, place: 1 })).code).toBe(200009);
    expect((await rows()).map(([title]) => title)).toEqual(['This month', 'For rainy days']);
  });

  it('that are hidden, and products off the shelf, are for staff only', async () => {
    const group = (await groups())[1];
    if (!group) throw new Error('no group');
    await sql`UPDATE product SET on_shelf = false WHERE owner_id = 1 AND key = 'yen-show'`.execute(test.database.house);
    expect((await rows())[1]).toEqual(['For rainy days', ['Silver Tower']]);
    expect((await groups())[1]?.products.map((product) => product.onShelf)).toEqual([false, true]);
    const productIds = group.products.map((product) => product.id);
    const hidden = await save({
      id: group.id,
      revision: group.revision,
      titles: group.titles,
      productIds,
      active: false,
    });
    expect(hidden.code).toBe(200);
    expect((await rows()).map(([title]) => title)).toEqual(['This month']);
    await sql`UPDATE product SET on_shelf = true WHERE owner_id = 1 AND key = 'yen-show'`.execute(test.database.house);
  });

  it('need an English title and products of the owner', async () => {
    const other = (await test.call('searchProducts', { query: 'silver' }, { host: 'two.test' })).data.list[0]?.id ?? '';
    const empty = await save({ titles: { zh_CN: '标题' }, productIds: [], active: true });
    expect(empty.code).toBe(200001);
    expect(Object.keys((empty.data as unknown as { fields: object }).fields).sort()).toEqual([
      'productIds',
      'titles.en',
    ]);
    expect((await save({ titles: { en: 'X' }, productIds: [other], active: true })).code).toBe(200001);
  });

  it('fill up with popular products of a city or category, and are shown in their months alone (§2 home)', async () => {
    const month = Number(new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' }).slice(5, 7));
    const next = (by: number) => ((month - 1 + by) % 12) + 1;
    const { city } = (await test.call('productDetail', { id: idOf('Silver Tower') })).data;
    const content = { titles: { en: 'In the city' }, productIds: [idOf('Evening Show')], active: true, city: city.key };
    const fieldsOf = (answer: { data: unknown }) => Object.keys((answer.data as { fields: object }).fields);
    expect(fieldsOf(await save({ ...content, monthFrom: 3 }))).toEqual(['monthTo']);
    expect(fieldsOf(await save({ ...content, city: 'atlantis' }))).toEqual(['city']);
    expect(fieldsOf(await save({ ...content, city: null, type: 12, productIds: [] }))).toEqual(['type']);
    // Over the turn of the year: from this month to the one eleven months later is the whole year.
    const made = await save({ ...content, monthFrom: month, monthTo: next(11) });
    expect(made.code).toBe(200);
    const [, names = []] = (await rows()).find(([title]) => title === 'In the city') ?? [];
    expect(names[0]).toBe('Evening Show');
    expect(names).toContain('Silver Tower');
    expect(new Set(names).size).toBe(names.length);
    expect((await groups()).find(({ id }) => id === made.data.id)).toMatchObject({
      city: { key: city.key },
      type: null,
    });
    const change = { ...content, id: made.data.id, monthFrom: next(1), monthTo: next(3) };
    expect((await save({ ...change, revision: 1 })).code).toBe(200);
    expect((await rows()).map(([title]) => title)).not.toContain('In the city');
    expect((await test.call('consolePromotionDelete', { id: made.data.id, revision: 2 }, { token })).code).toBe(200);
  });

  it('made by many at once all get places of their own', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        save({ titles: { en: `Group ${at}` }, productIds: [idOf('Free Walk')], active: false, place: 1 }),
      ),
    );
    expect(made.every((answer) => answer.code === 200)).toBe(true);
    const { rows: places } = await sql<{
      position: number;
    }>`SELECT position FROM promotion WHERE owner_id = 1 ORDER BY position`.execute(test.database.house);
    expect(places.map((place) => place.position)).toEqual(places.map((_, at) => at + 1));
    for (const { data } of made)
      expect((await test.call('consolePromotionDelete', { id: data.id, revision: 1 }, { token })).code).toBe(200);
    expect((await groups()).length).toBe(2);
    expect(
      (await test.call('consolePromotionDelete', { id: made[0]?.data.id ?? '', revision: 1 }, { token })).code,
    ).toBe(200009);
  });
});

describe('banners', () => {
  const minute = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000)
      .toLocaleString('sv-SE', { timeZone: 'Asia/Kuala_Lumpur' })
      .slice(0, 16)
      .replace(' ', 'T');
  const banner = (title: string, more: Partial<InputOf<'consoleBannerSave'>> = {}) =>
    test.call(
      'consoleBannerSave',
      {
        titles: { en: title },
        texts: {},
        link: '/search?type=3',
        active: true,
        startsAt: null,
        endsAt: null,
        pictureId: null,
        scene: { kind: 'beach', time: 'dusk' },
        ...more,
      },
      { token },
    );
  const seen = async () => (await test.call('banners', {})).data.list;

  it('are seen when active and inside their window on the owner’s clock', async () => {
    await banner('Now', { startsAt: minute(-1), endsAt: minute(1), texts: { en: 'Until tonight' } });
    await banner('Later', { startsAt: minute(1) });
    await banner('Earlier', { endsAt: minute(-1) });
    await banner('Kept back', { active: false });
    await banner('Always', { place: 1, scene: { kind: 'snow', time: 'night' } });
    expect((await seen()).map((item) => [item.title, item.text, item.link])).toEqual([
      ['Always', '', '/search?type=3'],
      ['Now', 'Until tonight', '/search?type=3'],
    ]);
    expect((await seen())[0]?.picture.src).toBe('/pictures/snow/night/banner-snow-0');
    const all = (await test.call('consoleBanners', {}, { token })).data;
    expect(all.list.map((item) => item.state)).toEqual(['shown', 'shown', 'planned', 'over', 'off']);
    expect([all.zone, all.list[1]?.endsAt]).toEqual(['Asia/Kuala_Lumpur', minute(1)]);
    await sql`UPDATE banner SET starts_at = now() - interval '2 hours', ends_at = now() WHERE titles ->> 'en' = 'Now'`.execute(
      test.database.house,
    );
    expect((await seen()).map((item) => item.title)).toEqual(['Always']);
    expect((await test.call('banners', {}, { host: 'two.test' })).data.list).toEqual([]);
  });

  it('show an uploaded picture of the owner, and no other', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const answer = await test.fetch('/api/console/pictures', {
      method: 'POST',
      headers: { token, 'content-type': 'image/png' },
      body: Buffer.from(pixel, 'base64'),
    });
    const { id, address } = ((await answer.json()) as { data: { id: string; address: string } }).data;
    const made = await banner('Own picture', { pictureId: id, scene: null });
    expect(made.code).toBe(200);
    expect((await seen()).at(-1)?.picture.src).toBe(address);
    const shown = await test.fetch(address, { headers: { accept: 'image/webp' } });
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect((await banner('X', { pictureId: 'not-a-picture-of-ours', scene: null })).code).toBe(200001);
    expect((await banner('X', { pictureId: id })).code).toBe(200001);
    expect((await banner('X', { scene: null })).code).toBe(200001);
  });

  it.each([
    ['https://elsewhere.example/', 'link'],
    ['//elsewhere.example/', 'link'],
    ['/\\elsewhere.example', 'link'],
    ['search', 'link'],
    ['/console/orders', 'link'],
    ['/api/search', 'link'],
  ])('lead to the own site only: %s is refused', async (link, field) => {
    const result = await banner('X', { link });
    expect(result.code).toBe(200001);
    expect(Object.keys((result.data as unknown as { fields: object }).fields)).toEqual([field]);
  });

  it('refuse a day that does not exist and an end before the start', async () => {
    expect((await banner('X', { startsAt: '2026-02-31T10:00' })).code).toBe(200001);
    expect((await banner('X', { startsAt: '2026-03-01T24:30' })).code).toBe(200001);
    expect((await banner('X', { startsAt: '2026-03-02T10:00', endsAt: '2026-03-01T10:00' })).code).toBe(200001);
  });

  it('are changed under their revision and deleted once', async () => {
    const { list } = (await test.call('consoleBanners', {}, { token })).data;
    const { id = '', revision = 0, titles = {} } = list.find((item) => item.titles.en === 'Later') ?? {};
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        banner(`Later ${at}`, { id, revision, titles: { ...titles, en: `Later ${at}` } }),
      ),
    );
    expect(tries.filter((answer) => answer.code === 200).length).toBe(1);
    expect(tries.filter((answer) => answer.code === 200009).length).toBe(19);
    const gone = await Promise.all(
      [1, 2, 3].map(() => test.call('consoleBannerDelete', { id, revision: revision + 1 }, { token })),
    );
    expect(gone.filter((answer) => answer.code === 200).length).toBe(1);
    expect(await lastAct()).toMatchObject({ act: 'banner-saved', subject: `banner ${id}`, after: { removed: true } });
  });
});

describe('the roll type', () => {
  it('is 1 at first, shown to all visitors, and changed by content staff who saw the current one', async () => {
    const result = async () => (await test.call('rollType', {})).data.rollType;
    expect(await result()).toBe(1);
    expect((await test.call('consoleRollType', { rollType: 2, was: 1 }, { token })).code).toBe(200);
    expect(await result()).toBe(2);
    expect(await lastAct()).toMatchObject({ act: 'settings-saved', before: { rollType: 1 }, after: { rollType: 2 } });
    expect((await test.call('consoleRollType', { rollType: 3, was: 1 }, { token })).code).toBe(200009);
    expect((await test.call('consoleRollType', { rollType: 4, was: 2 }, { token })).code).toBe(200001);
    expect((await test.call('rollType', {}, { host: 'two.test' })).data.rollType).toBe(1);
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    expect((await test.call('consoleRollType', { rollType: 1, was: 2 }, { token: finance })).http).toBe(421);
  });
});
