// Pick-up areas: edited by staff under revisions, checked for products and buyers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

type Ring = [number, number][];
const square = (lng: number, lat: number, size = 1): Ring => [
  [lng, lat],
  [lng + size, lat],
  [lng + size, lat + size],
  [lng, lat + size],
];
const save = (input: object, token = content, host = 'one.test') =>
  test.call('consoleAreaSave', { names: { en: 'Klang Valley' }, ring: square(101, 3), ...input } as never, {
    token,
    host,
  });
const listed = async () => (await test.call('consoleAreas', {}, { token: content })).data.list;

describe('an area', () => {
  it('is created, listed, changed under its revision, and each action is logged', async () => {
    const names = { en: 'Klang Valley', zh_CN: '巴生谷', th: '  ' };
    const made = await save({ names });
    expect(made.data.revision).toBe(1);
    const { id } = made.data;
    const shown = {
      id,
      names: { en: 'Klang Valley', zh_CN: '巴生谷' },
      ring: square(101, 3),
      revision: 1,
      products: 0,
    };
    expect(await listed()).toContainEqual(shown);
    const wider = square(100.5, 2.5, 2);
    expect((await save({ id, revision: 1, names, ring: wider })).data).toEqual({ id, revision: 2 });
    expect((await save({ id, revision: 1, names })).code).toBe(200009);
    expect((await listed()).find((item) => item.id === id)).toMatchObject({ ring: wider, revision: 2 });
    const acts = await sql<{ act: string; before: { ring: Ring } | null; after: { ring: Ring } }>`
      SELECT act, before, after FROM audit_log WHERE subject = ${`area ${id}`} ORDER BY entry_id`.execute(
      test.database.house,
    );
    expect(acts.rows.map((row) => row.act)).toEqual(['area-saved', 'area-saved']);
    expect(acts.rows[1]?.before?.ring).toEqual(square(101, 3));
    expect(acts.rows[1]?.after.ring).toEqual(wider);
  });

  it('of two who change it at once is changed by one', async () => {
    const { id } = (await save({})).data;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => save({ id, revision: 1, names: { en: `Name ${at}` } })),
    );
    expect(answers.filter((answer) => answer.code === 200).length).toBe(1);
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([200, 200009]));
  });

  it.each([
    ['names.en', { names: { zh_CN: '无英文名' } }, 'This field is required'],
    ['ring', { ring: square(101, 3).slice(0, 2) }, 'The outline needs 3 to 200 points'],
    [
      'ring',
      {
        ring: [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ],
      },
      'The outline must not cross itself',
    ],
    ['ring', { ring: Array.from({ length: 201 }, (_, at) => [at / 10, at * at * 0.001]) }, '3 to 200'],
  ])('is refused with a wrong %s', async (field, input, words) => {
    const answer = await save(input);
    expect(answer.code).toBe(200001);
    const { fields } = answer.data as unknown as { fields: Record<string, string> };
    expect(fields[field]).toContain(words.replace(' points', ''));
  });

  it('is not written where coordinates are none', async () => {
    expect(
      (
        await save({
          ring: [
            [500, 0],
            [1, 1],
            [2, 0],
          ],
        })
      ).code,
    ).toBe(200001);
    expect((await save({ ring: 'everywhere' })).code).toBe(200001);
    expect((await save({ id: '1', names: { en: 'x' } })).code).toBe(200001);
  });

  it('may be closed as GeoJSON closes rings, and is stored open', async () => {
    const { id } = (await save({ ring: [...square(10, 10), [10, 10]] })).data;
    expect((await listed()).find((item) => item.id === id)?.ring).toEqual(square(10, 10));
  });

  it('is deleted unless a product is picked up in it or it was changed meanwhile', async () => {
    const { id } = (await save({ names: { en: 'In use' } })).data;
    const product = await findProduct(test, 'Silver');
    await sql`INSERT INTO product_area (owner_id, product_id, area_id) VALUES (1, ${product.id}, ${id})`.execute(
      test.database.house,
    );
    const remove = (revision: number) => test.call('consoleAreaDelete', { id, revision }, { token: content });
    const answer = await remove(1);
    expect(answer.code).toBe(200701);
    expect(answer.msg).toContain('Products still use');
    expect((await listed()).find((item) => item.id === id)?.products).toBe(1);
    await sql`DELETE FROM product_area WHERE area_id = ${id}`.execute(test.database.house);
    expect((await remove(7)).code).toBe(200009);
    expect((await remove(1)).code).toBe(200);
    expect((await remove(1)).http).toBe(421);
    const acts = await sql`SELECT 1 FROM audit_log WHERE act = 'area-deleted' AND subject = ${`area ${id}`}`.execute(
      test.database.house,
    );
    expect(acts.rows.length).toBe(1);
  });
});

describe('who may', () => {
  it('content and admins keep areas; other roles, buyers and strangers do not', async () => {
    for (const [who, http] of [
      ['admin', 200],
      ['operations', 421],
      ['finance', 421],
      ['supplier', 421],
    ] as const) {
      const token = await test.signIn(`${who}@one.example`, `${who}-2026`);
      expect((await test.call('consoleAreas', {}, { token })).http, who).toBe(http);
      expect((await save({}, token)).http, who).toBe(http);
    }
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await save({}, member)).http).toBe(401);
    expect((await test.call('consoleAreas', {})).http).toBe(401);
  });

  it('areas of another owner are not here, neither to read nor to change nor to hold a point', async () => {
    const { id } = (await save({ ring: square(50, 50) })).data;
    const stranger = await test.signIn('content@two.example', 'content-2026', 'two.test');
    expect((await save({ id, revision: 1 }, stranger, 'two.test')).http).toBe(421);
    const gone = await test.call('consoleAreaDelete', { id, revision: 1 }, { token: stranger, host: 'two.test' });
    expect(gone.http).toBe(421);
    expect((await test.call('consoleAreas', {}, { token: stranger, host: 'two.test' })).data.list).toEqual([]);
    expect((await test.call('regionAreasByIds', { areaIds: [id] }, { host: 'two.test' })).data.list).toEqual([]);
    const asked = await test.call('searchInArea', { lat: 50.5, lng: 50.5, areaIds: [id] }, { host: 'two.test' });
    expect(asked.data).toEqual({ inside: false, areas: [] });
  });
});

describe('a buyer', () => {
  it('sees the areas of a product in its language, and whether an address lies inside', async () => {
    const west = (await save({ names: { en: 'West', ja_JP: '西' }, ring: square(20, 0, 10) })).data.id;
    const east = (await save({ names: { en: 'East' }, ring: square(28, 0, 10) })).data.id;
    const areaIds = [west, east];
    const shown = await test.call('regionAreasByIds', { areaIds: [...areaIds, '999999'] }, { language: 'ja_JP' });
    expect(shown.data.list.map((item) => item.name)).toEqual(['西', 'East']);
    const ask = async (lat: number, lng: number, ids = areaIds) =>
      (await test.call('searchInArea', { lat, lng, areaIds: ids })).data;
    expect(await ask(5, 25)).toEqual({ inside: true, areas: ['West'] });
    expect(await ask(5, 29)).toEqual({ inside: true, areas: ['West', 'East'] });
    expect(await ask(0, 38)).toEqual({ inside: true, areas: ['East'] });
    expect(await ask(5, 39)).toEqual({ inside: false, areas: [] });
  });

  it('gets no match for unknown areas, and no limit without areas', async () => {
    const ask = (areaIds: string[]) => test.call('searchInArea', { lat: 1, lng: 1, areaIds });
    expect((await ask(['999999'])).data).toEqual({ inside: false, areas: [] });
    expect((await ask([])).data).toEqual({ inside: true, areas: [] });
    expect((await ask(['1; DROP TABLE'])).code).toBe(200001);
    expect((await test.call('searchInArea', { lat: 91, lng: 0, areaIds: [] })).code).toBe(200001);
  });
});
