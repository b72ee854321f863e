// Pictures that the portal draws: only for names of its catalogue, limited for each source and on disk, and never delaying a person who
// signs in.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { storeDrawings } from './store-drawings.ts';

const folder = mkdtempSync(join(tmpdir(), 'kembara-pictures-'));
let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse({ env: { DATA_FOLDER: folder } });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const files = (of = join(folder, 'pictures')): string[] => {
  try {
    return readdirSync(of, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(of, name)).isFile());
  } catch {
    return [];
  }
};
const ask = (path: string, source = '203.0.113.1', host = 'one.test', accept = 'image/webp') =>
  test.fetch(path, { host, headers: { 'x-forwarded-for': source, accept } });

describe('a drawn picture', () => {
  it('of a product, a banner and a place is shown, and drawn once', async () => {
    for (const path of [
      '/pictures/skyline/dusk/tower-0?w=160',
      '/pictures/beach/day/banner-beach-0?w=160',
      '/pictures/map/3.150/101.700',
    ]) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path)));
      expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]));
      expect(answers[0]?.headers.get('content-type')).toMatch(/^image\//);
    }
    expect(files()).toHaveLength(3);
  });

  it('of a place shows the way of the itinerary that a product there has, and no other (§2 product page)', async () => {
    const steps = [
      { time: '', title: { en: 'A' }, lat: 3.15, lng: 101.7 },
      { time: '', title: { en: 'B' } },
      { time: '', title: { en: 'C' }, lat: 3.2, lng: 101.75 },
    ];
    await sql`UPDATE product SET content = jsonb_set(content, '{itinerary}', ${JSON.stringify(steps)}::jsonb)
      WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    const { id } = await findProduct(test, 'Silver Tower');
    const { map } = (await test.call('productDetail', { id })).data.place;
    expect(map).toBe('/pictures/map/3.150/101.700?route=3.150%2C101.700%3B3.200%2C101.750');
    const drawn = await ask(map, '203.0.113.7');
    expect((await drawn.text()).match(/<circle/g)).toHaveLength(2);
    expect((await ask(map.replace('3.200', '3.300'), '203.0.113.7')).status).toBe(404);
  });

  it.each([
    '/pictures/skyline/dusk/invented-name-0',
    '/pictures/skyline/dusk/banner-beach-0',
    '/pictures/skyline/dusk/tower-4',
    '/pictures/skyline/noon/tower-0',
    '/pictures/nothing/dusk/tower-0',
    '/pictures/skyline/dusk/..%2f..%2fhouse-key-0',
    '/pictures/map/12.345/67.890',
    '/pictures/map/3.15/101.7',
    '/pictures/map/99.000/101.700',
  ])('%s is nobody’s: 404 in the envelope, and nothing is kept', async (path) => {
    const before = files().length;
    const answer = await ask(path, '203.0.113.2');
    expect([answer.status, (await answer.json()).code]).toEqual([404, 404]);
    expect(files()).toHaveLength(before);
  });

  it('on an unknown host is refused before any look-up', async () => {
    expect((await ask('/pictures/skyline/dusk/tower-0?w=160', '203.0.113.3', 'nobody.test')).status).toBe(421);
  });

  it('is not drawn without end for one source, and others go on', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 300; at += 20) {
      const paths = Array.from({ length: 20 }, (_, more) => `/pictures/skyline/dusk/guess-${at + more}-0`);
      statuses.push(...(await Promise.all(paths.map((path) => ask(path, '203.0.113.4')))).map((one) => one.status));
    }
    expect(statuses.filter((one) => one === 404)).toHaveLength(240);
    expect(statuses.filter((one) => one === 503)).toHaveLength(60);
    const refused = await ask('/pictures/skyline/dusk/guess-999-0', '203.0.113.4');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect((await ask('/pictures/skyline/dusk/tower-0?w=160', '203.0.113.4')).status).toBe(200);
    expect((await ask('/pictures/skyline/dusk/tower-1?w=160', '203.0.113.5')).status).toBe(200);
  });

  it('does not make anybody wait who signs in', async () => {
    const keys = ['tower', 'few-seats', 'hills', 'overbook', 'yen-show'];
    const paths = keys.flatMap((key) =>
      [0, 1, 2, 3].map((variant) => `/pictures/skyline/dusk/${key}-${variant}?w=800`),
    );
    let drawn = 0;
    const pictures = paths.map((path, at) =>
      ask(path, `203.0.114.${at}`, 'one.test', 'image/webp').then((one) => {
        drawn += 1;
        return one.status;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (let tries = 0; tries < 4; tries += 1) await test.signIn('member@one.example', 'member-2026');
    // They were still being drawn, and each sign-in was done meanwhile.
    expect(drawn).toBeLessThan(paths.length);
    expect(new Set(await Promise.all(pictures))).toEqual(new Set([200]));
  }, 120_000);
});

describe('cached drawings', () => {
  const small = join(folder, 'small');
  const limits = { diskBytes: 5_500, memoryBytes: 2_000 };
  const parts = { clock: () => new Date(), log: makeLog('silent') };
  const none = async () => undefined;
  const draw = async () => Buffer.alloc(1000, 1);

  it('take no more room than they may, also after a restart; what was asked for last stays', async () => {
    const first = storeDrawings(small, parts, limits);
    for (let at = 0; at < 12; at += 1) {
      await first.find(`picture ${at}`, none, draw);
      // The order of use is read from the files' times after a restart; a file system counts in steps of some milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(files(small)).toHaveLength(5);
    const second = storeDrawings(small, parts, { ...limits, diskBytes: 3_500 });
    let made = 0;
    const again = async () => {
      made += 1;
      return draw();
    };
    await second.find('picture 11', none, again);
    expect(made).toBe(0);
    await second.find('picture 12', none, again);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(made).toBe(1);
    expect(files(small)).toHaveLength(3);
  });

  it('are made once for many, and asked whether they may be made only when they must', async () => {
    const drawings = storeDrawings(join(folder, 'once'), parts, limits);
    let [made, admitted] = [0, 0];
    const find = () =>
      drawings.find(
        'one',
        async () => {
          admitted += 1;
        },
        async () => {
          made += 1;
          return draw();
        },
      );
    await Promise.all(Array.from({ length: 30 }, find));
    await Promise.all(Array.from({ length: 30 }, find));
    expect(made).toBe(1);
    expect(admitted).toBeLessThanOrEqual(30);
    const refused = drawings.find('two', () => Promise.reject(new Error('no')), draw);
    await expect(refused).rejects.toThrow('no');
  });
});

describe('a folder that cannot be written', () => {
  it('hinders no one who looks at pictures', async () => {
    const blocked = mkdtempSync(join(tmpdir(), 'kembara-blocked-'));
    // Where the folders would be there are files: a disk that is full or read-only fails in the same place.
    for (const name of ['pictures', 'share']) writeFileSync(join(blocked, name), '');
    const house = await openTestHouse({ env: { DATA_FOLDER: blocked } });
    try {
      for (const path of ['/pictures/skyline/dusk/tower-0?w=160', '/pictures/share/en/home'])
        for (const times of [1, 2]) {
          const answer = await house.fetch(path, { headers: { accept: 'image/webp' } });
          expect([path, times, answer.status]).toEqual([path, times, 200]);
          expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
        }
    } finally {
      await house.close();
      rmSync(blocked, { recursive: true, force: true });
    }
  });
});

describe('the picture beside a link (decision 0471)', () => {
  const kept = () => files(join(folder, 'share')).length;

  it('shows the shop, a product or a list in any language, is drawn once for what it says, and is the picture that pages name', async () => {
    const { id = '' } = (await test.call('searchProducts', { query: 'silver' })).data.list[0] ?? {};
    for (const what of [`product-${id}`, 'city-testville', 'type-1', 'city-testville-type-1', 'home']) {
      const answers = await Promise.all([1, 2, 3].map(() => ask(`/pictures/share/en/${what}`)));
      expect(answers.map((one) => [one.status, one.headers.get('content-type')])).toEqual(
        Array(3).fill([200, 'image/jpeg']),
      );
      const { width, height } = await sharp(Buffer.from(await (answers[0] as Response).arrayBuffer())).metadata();
      expect([width, height]).toEqual([1200, 630]);
    }
    expect(kept()).toBe(5);
    const [thai, chinese] = await Promise.all(
      ['th', 'zh_CN'].map((one) => ask(`/pictures/share/${one}/product-${id}`)),
    );
    expect([thai?.status, chinese?.status]).toEqual([200, 200]);
    expect(kept()).toBe(7);
    // Another name is another picture.
    await sql`UPDATE product SET names = names || '{"en": "Silver Spire"}' WHERE product_id = ${id}`.execute(
      test.database.house,
    );
    await new Promise((resolve) => setTimeout(resolve, 3100));
    expect((await ask(`/pictures/share/en/product-${id}`)).status).toBe(200);
    expect(kept()).toBe(8);
  });

  it('is there for nothing that visitors do not see', async () => {
    const before = kept();
    for (const what of ['product-999999', 'city-nowhere', 'type-77', 'city-', 'other', '..%2fx'])
      expect((await ask(`/pictures/share/en/${what}`, '203.0.113.77')).status).toBe(404);
    expect((await ask('/pictures/share/xx/type-1', '203.0.113.77')).status).toBe(404);
    expect(kept()).toBe(before);
  });
});
