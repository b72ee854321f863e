// What browsers and search engines ask every host for (§9): only of known hosts, with each host's own addresses and languages.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../domain/languages.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
}, 60_000);
afterAll(() => test?.close());

const read = async (path: string, host = 'one.test') => {
  const answer = await test.fetch(path, { host, redirect: 'manual' });
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text(), answer };
};

it('robots.txt keeps search engines out of everything personal and names the sitemap at the owner’s address', async () => {
  const { status, type, text } = await read('/robots.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const path of ['/console', '/uc', '/booking', '/api', '/completion', '/onlinequotation'])
    expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).toContain('Sitemap: http://one.test/sitemap.xml');
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('also-one.test', 1)`.execute(test.database.house);
  expect((await read('/robots.txt', 'also-one.test')).text).toContain('Sitemap: http://one.test/sitemap.xml');
  await sql`UPDATE owner SET address = NULL WHERE owner_id = 2`.execute(test.database.house);
  expect((await read('/robots.txt', 'two.test')).text).toContain('Sitemap: http://two.test/sitemap.xml');
});

it('each language has a sitemap of products on the shelf and pages, with their addresses in the others, and nothing else', async () => {
  const { database } = test;
  const tower = await findProduct(test, 'Silver Tower');
  const hills = await findProduct(test, 'Green Hills');
  await sql`UPDATE product SET on_shelf = false WHERE product_id = ${hills.id}`.execute(database.house);
  await sql`INSERT INTO custom_page (owner_id, titles, texts, active, in_footer)
    VALUES (1, '{"en": "Open"}', '{}', true, false), (1, '{"en": "Hidden"}', '{}', false, false)`.execute(
    database.house,
  );
  const index = await read('/sitemap.xml');
  expect([index.status, index.type]).toEqual([200, 'application/xml; charset=utf-8']);
  const { status, type, text } = await read('/sitemap/en-1.xml');
  expect(index.text).toContain('<sitemap><loc>http://one.test/sitemap/en-1.xml</loc></sitemap>');
  expect(index.text.match(/<loc>/g)).toHaveLength(languages.length);
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  // The address that the page itself gives as its canonical one.
  expect(text).toContain(`<loc>http://one.test${tower.path}?l=en</loc>`);
  expect((await read('/sitemap/fr_FR-1.xml')).text).toContain(`<loc>http://one.test${tower.path}?l=fr_FR</loc>`);
  expect(text).toContain(`hreflang="zh-CN" href="http://one.test${tower.path}?l=zh_CN"`);
  expect(text).toContain(`hreflang="id" href="http://one.test${tower.path}?l=in"`);
  expect(text).toContain(`hreflang="x-default" href="http://one.test${tower.path}"`);
  expect(text).not.toContain(hills.path);
  // So is what there is in a city, of a category, and of both.
  const [, city = ''] = /^\/tours\/[^/]+\/([^/]+)/.exec(tower.path) ?? [];
  for (const query of [`city=${city}`, `type=${tower.type}`, `type=${tower.type}&amp;city=${city}`])
    expect(text).toContain(`<loc>http://one.test/search?${query}&amp;l=en</loc>`);
  expect(text).toContain(`hreflang="en" href="http://one.test/search?city=${city}&amp;l=en"`);
  expect(text.match(/customPage/g)?.length).toBe(text.match(/customPage\/1[?"<]/g)?.length);
  expect(text).not.toMatch(/console|\/uc|booking/);
  // Each page is there to be read.
  for (const other of ['en-0', 'en-2', 'xx-1', 'en', '1'])
    expect((await read(`/sitemap/${other}.xml`)).status, other).toBe(404);
});

it('a large catalogue is split into parts that together hold every address once', async () => {
  const { house } = test.database;
  await sql`INSERT INTO product SELECT (jsonb_populate_record(p, jsonb_build_object('product_id', 910000 + n, 'key', 'copy-' || n))).*
    FROM product p, generate_series(1, 2100) n WHERE p.owner_id = 2 AND p.key = 'tower'`.execute(house);
  const index = (await read('/sitemap.xml', 'two.test')).text;
  expect(index.match(/<loc>[^<]*\/en-\d+\.xml/g)).toHaveLength(2);
  const parts = await Promise.all([1, 2].map((at) => read(`/sitemap/en-${at}.xml`, 'two.test')));
  const addresses = parts.flatMap(({ text }) => [...text.matchAll(/<loc>([^<]*)/g)].map((one) => one[1]));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.filter((one) => one?.includes('/tours/')).length).toBe(2109);
  expect((await read('/sitemap/en-3.xml', 'two.test')).status).toBe(404);
});

it('the manifest and the icon are the owner’s, in the language of its address', async () => {
  expect(JSON.parse((await read('/manifest.webmanifest?l=en')).text)).toMatchObject({ name: 'Shop one', lang: 'en' });
  const manifest = await read('/manifest.webmanifest');
  expect(manifest.type).toContain('application/manifest+json');
  expect(JSON.parse(manifest.text)).toMatchObject({ name: '商店 one', lang: 'zh-CN', start_url: '/pass/' });
  const start = await test.fetch('/pass/', { redirect: 'manual' });
  expect([start.status, start.headers.get('location')]).toEqual([302, '/']);
  const drawn = await read('/favicon.ico');
  expect([drawn.status, drawn.type]).toEqual([200, 'image/png']);
  expect((await read('/icon.svg')).text).toContain('<svg');
  const listed = (JSON.parse(manifest.text) as { icons: { src: string; type: string }[] }).icons;
  expect(listed).toHaveLength(3);
  for (const { src, type } of listed) expect(await read(src)).toMatchObject({ status: 200, type });
  await sql`UPDATE web_setting SET favicon = '/api/ucenter/picture/7' WHERE owner_id = 2`.execute(test.database.house);
  const own = await read('/favicon.ico', 'two.test');
  expect([own.status, own.answer.headers.get('location')]).toEqual([302, '/api/ucenter/picture/7']);
});

it.each(['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/favicon.ico', '/icon.svg'])(
  '%s is there for known hosts only',
  async (path) => {
    expect((await read(path, 'nobody.test')).status).toBe(404);
  },
);
