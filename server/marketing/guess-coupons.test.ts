// Promo codes cannot be guessed (security rule 47): unknown codes count against their source and account, right ones against nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TooFrequent } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import type { Context } from '../platform/context.ts';

let test: TestHouse;
let productId: string;
const tokens: Record<string, string> = {};
const amount = { amountMinor: 10_000, currency: 'MYR' as const };
const most = limits.couponGuessesPerAccountHour;

beforeAll(async () => {
  test = await openTestHouse();
  for (const name of ['member', 'agent', 'sub'])
    tokens[name] = await test.signIn(`${name}@one.example`, `${name}-2026`);
  productId = String((await findProduct(test, 'Silver Tower')).id);
});
afterAll(() => test.close());

async function check(code: string, name: string, source: string) {
  const headers = { 'x-forwarded-for': source };
  return (await test.call('checkCoupon', { code, productId, amount }, { token: tokens[name] ?? '', headers })).code;
}

it('a buyer who mistypes a few times, and one who asks for a right code often, are not held back', async () => {
  for (let at = 0; at < 5; at += 1) expect(await check(`TNE${at}`, 'member', '10.8.0.1')).toBe(200601);
  for (let at = 0; at < most + 5; at += 1) expect(await check('TEN', 'member', '10.8.0.1')).toBe(200);
});

it('an account that guesses at once, from several sources, is answered twenty times, and then not for a right code either', async () => {
  const guess = (at: number) => check(`GUESS${at}`, 'agent', `10.8.1.${at % 5}`);
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => guess(at)));
  expect(answers.filter((code) => code === 200601)).toHaveLength(most);
  expect(answers.filter((code) => code === 503)).toHaveLength(60 - most);
  expect(await check('TEN', 'agent', '10.8.1.9')).toBe(503);
  expect(await check('TEN', 'member', '10.8.1.0')).toBe(200);
});

it('a source that guesses by many accounts is held back, and the accounts elsewhere are not', async () => {
  const perHour = limits.couponGuessesPerSourceHour;
  const { judgeCoupon } = await import('./judge-coupon.ts');
  const found = await guessMany(judgeCoupon, perHour + 20, (at) => at);
  expect(found).toBe(perHour);
  expect(await check('TEN', 'sub', guessers)).toBe(503);
  expect(await check('TEN', 'sub', '10.8.2.2')).toBe(200);
});

it('without the guard every guess is answered', async () => {
  await withoutGuard<typeof import('./judge-coupon.ts')>(
    'marketing/judge-coupon.ts',
    [['  await limitAttempts(context, guesses);\n', '']],
    async ({ judgeCoupon }) => expect(await guessMany(judgeCoupon, 60, () => 1)).toBe(60),
  );
});

const guessers = '10.8.2.1';
type Judge = typeof import('./judge-coupon.ts').judgeCoupon;

/** How many of these codes, all asked at once, are answered as unknown. */
async function guessMany(judge: Judge, count: number, accountOf: (at: number) => number): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const visitor = { accountId: 900_000 + accountOf(at), partnerId: 1, level: 0 };
      const parts = { owner: test.database.forOwner(1), visitor, source: guessers, now: new Date() };
      return judge(parts as unknown as Context, `MANY${at}`, productId, amount).catch((error: unknown) => error);
    }),
  );
  return answers.filter((answer) => !(answer instanceof TooFrequent)).length;
}
