// Pages of visitors: one is made where many ask at once, and each answer carries a nonce of its own, packed or not.
import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cutPage, fillPage, fillPagePacked, makePageCache, noncePlace } from './page-cache.ts';

const page = `<html><script nonce="${noncePlace}">1</script>${'ทัวร์ 东京 '.repeat(3000)}<script nonce="${noncePlace}">2</script></html>`;

describe('a page asked for by many at once', () => {
  const askers = <Result>(count: number, ask: () => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, () => ask()));

  it('is made once, and kept', async () => {
    const cache = makePageCache(5);
    let made = 0;
    const ask = () =>
      cache.share('home', async () => {
        made += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { keep: page };
      });
    const answers = await askers(40, ask);
    expect(made).toBe(1);
    expect(answers.map((one) => 'kept' in one && one.shared).filter(Boolean)).toHaveLength(39);
    await ask();
    expect(made).toBe(1);
    cache.clear();
    await ask();
    expect(made).toBe(2);
  });

  it('goes to its asker alone where it must not be kept', async () => {
    const cache = makePageCache(5);
    let made = 0;
    const answers = await askers(20, () =>
      cache.share('order', async () => {
        made += 1;
        const mine = made;
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { once: mine };
      }),
    );
    expect(new Set(answers.map((one) => ('once' in one ? one.once : 0)))).toEqual(
      new Set(Array.from({ length: 20 }, (_, at) => at + 1)),
    );
  });

  it('is tried again by the others where making it fails', async () => {
    const cache = makePageCache(5);
    let tries = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        cache.share('home', async () => {
          tries += 1;
          const first = tries === 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          if (first) throw new Error('the database went away');
          return { keep: page };
        }),
      ),
    );
    expect(answers.filter((one) => one.status === 'rejected')).toHaveLength(1);
    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(19);
  });
});

describe('a kept page', () => {
  it.each([page, page.replaceAll(noncePlace, ''), `${noncePlace}x${noncePlace}`])(
    'is the same packed and plain, whatever the nonce (%#)',
    (text) => {
      const kept = cutPage(text);
      for (let tries = 0; tries < 300; tries += 1) {
        const nonce = randomBytes(18).toString('base64');
        const whole = text.replaceAll(noncePlace, nonce);
        expect(fillPage(kept, nonce).toString() === whole).toBe(true);
        // It throws where the checksum is not that of the text.
        expect(gunzipSync(fillPagePacked(kept, nonce)).toString() === whole).toBe(true);
      }
    },
  );
});
