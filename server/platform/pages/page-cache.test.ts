// Pages of visitors: one is made where many ask at once, and each answer carries a nonce of its own, packed or not.
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FoundSite } from '../context.ts';
import { borrowPacked, cutPage, fillPage, fillPagePacked, givePackedBack, makePageCache } from './page-cache.ts';
import { type HouseParts, keyOf, makeSharedContext, SharedPage, type SharedVisit } from './share-page.ts';

const write = (nonce: string) =>
  `<html><script nonce="${nonce}">1</script>${'ทัวร์ 东京 '.repeat(3000)}<script nonce="${nonce}">2</script></html>`;

const visitTo = (address: string): SharedVisit => ({
  site: { ownerId: 1 } as FoundSite,
  origin: 'http://one.test',
  address,
  language: 'en',
  currency: 'MYR',
  proposed: null,
});
const [home, order] = [visitTo('/'), visitTo('/order')];

async function makePage(visit: SharedVisit, text = write): Promise<SharedPage> {
  const made = await SharedPage.render(visit, makeSharedContext(visit, {} as HouseParts), async (_, __, nonce) => {
    const headers = new Headers({ 'content-type': 'text/html' });
    return { status: 200, headers, nonce, page: text(nonce), bytes: undefined };
  });
  if (!made || !SharedPage.isMade(made)) throw new Error('no page came of it');
  return made;
}

describe('a page asked for by many at once', () => {
  const askers = <Result>(count: number, ask: () => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, () => ask()));

  it('is made once, and cached', async () => {
    const cache = makePageCache(5);
    let made = 0;
    const ask = () =>
      cache.share(keyOf(home), async () => {
        made += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return makePage(home);
      });
    const answers = await askers(40, ask);
    expect(made).toBe(1);
    expect(answers.filter((one) => 'cached' in one)).toHaveLength(40);
    await ask();
    expect(made).toBe(1);
    cache.clear();
    await ask();
    expect(made).toBe(2);
  });

  it('is sent to one caller only if it must not be cached', async () => {
    const cache = makePageCache(5);
    let made = 0;
    const answers = await askers(20, () =>
      cache.share(keyOf(order), async () => {
        made += 1;
        const mine = made;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { mine };
      }),
    );
    expect(new Set(answers.map((one) => ('once' in one ? one.once.mine : 0)))).toEqual(
      new Set(Array.from({ length: 20 }, (_, at) => at + 1)),
    );
  });

  it('is tried again by the others where making it fails', async () => {
    const cache = makePageCache(5);
    let tries = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        cache.share(keyOf(home), async () => {
          tries += 1;
          const first = tries === 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (first) throw new Error('the database went away');
          return makePage(home);
        }),
      ),
    );
    expect(answers.filter((one) => one.status === 'rejected')).toHaveLength(1);
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(19);
  });
});

describe('a cached page', () => {
  it.each([write, () => write(''), (nonce: string) => `${nonce}x${nonce}`])(
    'is the same packed and plain, whatever the nonce (%#)',
    async (text) => {
      const cached = cutPage(await makePage(home, text));
      for (let tries = 0; tries < 300; tries += 1) {
        const nonce = randomBytes(18).toString('base64url');
        const whole = text(nonce);
        expect(fillPage(cached, nonce).toString() === whole).toBe(true);
        // It throws where the checksum is not that of the text.
        expect(gunzipSync(fillPagePacked(cached, nonce)).toString() === whole).toBe(true);
        const borrowed = [borrowPacked(cached, nonce), borrowPacked(cached, nonce)];
        for (const one of borrowed) expect(gunzipSync(one).toString() === whole).toBe(true);
        for (const one of borrowed) givePackedBack(cached, one);
      }
    },
  );

  it('is over when something that it shows ends, however long pages are cached (decision 0470)', async () => {
    const cache = makePageCache(5);
    const clock = () => new Date();
    const until = Date.now() + 600;
    const made = await SharedPage.render(
      home,
      makeSharedContext(home, { clock } as HouseParts),
      async (_, context, nonce) => {
        context.holdsUntil?.(until + 60_000);
        context.holdsUntil?.(until);
        return { status: 200, headers: new Headers(), nonce, page: write(nonce), bytes: undefined };
      },
    );
    await cache.share(keyOf(home), async () => made);
    expect(cache.find(keyOf(home))).toBeDefined();
    await new Promise((resolve) => setTimeout(resolve, until - Date.now() + 50));
    expect(cache.find(keyOf(home))).toBeUndefined();
  });

  it('uses no more memory than its size', async () => {
    const cached = cutPage(await makePage(home));
    const { packed, plain, spare, size } = cached;
    const nonce = () => randomBytes(18).toString('base64url');
    const under = Array.from({ length: 20 }, () => borrowPacked(cached, nonce()));
    expect(new Set(under).size).toBe(20);
    for (const one of under) givePackedBack(cached, one);
    expect(spare).toHaveLength(4);
    const held = packed.reduce((sum, piece) => sum + piece.buffer.byteLength, 0);
    expect(held * 5 + plain.reduce((sum, piece) => sum + piece.length, 1)).toBe(size);
  });

  it('is only ever one that was made from its own key', async () => {
    const cache = makePageCache(5);
    await expect(cache.share(keyOf(home), () => makePage(order))).rejects.toThrow('another visit');
  });
});
