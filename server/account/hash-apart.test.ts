// Hashing: in threads of its own, none for invented links, and codes of mails under the installation's own key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makeVault } from '../platform/vault.ts';
import { fitsPassword, hashCode, hashPassword } from './hash-password.ts';

/** For what does not depend on the work. */
const cheap = { memory: 64, passes: 1 };
/** Long enough that many of them are still under way when the next calls come. */
const slower = { memory: 4096, passes: 1 };

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

describe('hashing', () => {
  it('of many at once gives each their own', async () => {
    const words = Array.from({ length: 12 }, (_, at) => `password-${at}`);
    const hashes = await Promise.all(words.map((word) => hashPassword(word, cheap)));
    const fits = await Promise.all(words.flatMap((word) => hashes.map((hash) => fitsPassword(hash, word))));
    expect(fits.filter(Boolean)).toHaveLength(words.length);
    expect(await fitsPassword(null, 'password-1')).toBe(false);
  });

  it('takes 19 MiB and 2 passes, says so in the hash, and fits hashes from before that said nothing', async () => {
    const hash = await hashPassword('harbour-2026');
    expect(hash).toMatch(/^argon2id\$m=19456,t=2\$/);
    const older = hash.replace('m=19456,t=2$', '');
    expect([await fitsPassword(older, 'harbour-2026'), await fitsPassword(older, 'harbour-2027')]).toEqual([
      true,
      false,
    ]);
    const cheaper = await hashPassword('harbour-2026', cheap);
    expect([await fitsPassword(cheaper, 'harbour-2026'), await fitsPassword(cheaper, 'harbour-2027')]).toEqual([
      true,
      false,
    ]);
    // An unknown account costs the usual work, too (security rule 44): a cheap hash would take a hundredth of it.
    const fastest = async (known: string | null) => {
      const took: number[] = [];
      for (let tries = 0; tries < 4; tries += 1) {
        const began = performance.now();
        await fitsPassword(known, 'harbour-2026');
        took.push(performance.now() - began);
      }
      return Math.min(...took);
    };
    expect(await fastest(null)).toBeGreaterThan((await fastest(hash)) / 3);
  });

  it('is asked to come again once two hundred wait', async () => {
    const many = await Promise.allSettled(Array.from({ length: 230 }, () => hashPassword('x', cheap)));
    const refused = many.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(28);
    for (const result of refused) expect(result.reason).toMatchObject({ retryAfterSeconds: 2 });
  }, 120_000);

  it('is not done for a link to a new password that was never sent', async () => {
    const typed = { password: 'guessed-2026', confirmation: 'guessed-2026' };
    const reset = (tries: number) =>
      test.call('resetPasswordByToken', { token: `invented-${tries}`.padEnd(43, 'x'), ...typed });
    // Every place for hashing is taken: what would hash is sent away.
    const many = Promise.allSettled(Array.from({ length: 230 }, () => hashPassword('x', slower)));
    await expect(hashPassword('one more', cheap)).rejects.toMatchObject({ retryAfterSeconds: 2 });
    for (let tries = 0; tries < 5; tries += 1) expect((await reset(tries)).code).toBe(200107);
    await many;
  }, 120_000);

  it('of a code needs the key of the house: the database alone does not reveal it', async () => {
    const [one, other] = ['one', 'other'].map((key) => ({ vault: makeVault(key.repeat(16)) }));
    if (!one || !other) throw new Error('there are two');
    const hash = (await hashCode(one, 'AB7K', '1 mei@example.com flow')).toString('hex');
    expect((await hashCode(one, 'AB7K', '1 mei@example.com flow')).toString('hex')).toBe(hash);
    expect((await hashCode(other, 'AB7K', '1 mei@example.com flow')).toString('hex')).not.toBe(hash);
    expect((await hashCode(one, 'AB7K', '1 lee@example.com flow')).toString('hex')).not.toBe(hash);
  });
});
