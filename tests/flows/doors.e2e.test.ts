// Addresses that a visitor types or finds in a mail: pages that need a session lead to the sign-in and back, and each step of signing up
// opens (§2 booking, uc, signup).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
});
afterAll(() => test.close());

const open = (path: string) => test.fetch(path, { redirect: 'manual', headers: { accept: 'text/html' } });

it('who has a password and opens the page for a first one is led to its change (§2 uc setPassword)', async () => {
  const token = await test.signIn('member@one.example', 'member-2026');
  const headers = { accept: 'text/html', cookie: `kb=${token}` };
  const answer = await test.fetch('/uc/setPassword', { redirect: 'manual', headers });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/uc/reset']);
});

it.each([
  ...[
    ['/booking', '/search'],
    ['/booking/order', '/search'],
  ],
  ...['pay', 'alipay', 'complete', 'offlinePay', 'offlinePayInfo'].map((step) => [`/booking/${step}`, '/uc/order']),
])('who is signed in and opens %s without a choice or an order is led to %s (§2 booking)', async (path, to) => {
  const headers = { accept: 'text/html', cookie: `kb=${await test.signIn('member@one.example', 'member-2026')}` };
  const answer = await test.fetch(path, { redirect: 'manual', headers });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
});

describe('a visitor', () => {
  it.each([
    ...['/booking', '/booking/order', '/booking/pay', '/booking/alipay', '/booking/complete'],
    ...['/booking/offlinePay', '/booking/offlinePayInfo', '/booking/pay?order=AAAAAAAAAA'],
    ...['/uc/order', '/uc/order/AAAAAAAAAA', '/uc/balance', '/uc/account', '/uc/reset', '/uc/setPassword'],
  ])('who opens %s signs in first', async (path) => {
    const answer = await open(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/login?go=${encodeURIComponent(path)}`]);
  });

  it('of the back office is led to its sign-in, which says that it leads back', async () => {
    const answer = await open('/console/orders?status=1002&l=en');
    const go = answer.headers.get('location') ?? '';
    expect([answer.status, go]).toEqual([302, expect.stringMatching(/^\/console\/login\?go=%2Fconsole%2Forders/)]);
    const words = 'Sign in to go on. You will be back where you were.';
    expect(await (await open(`${go}&l=en`)).text()).toContain(words);
    expect(await (await open('/console/login?l=en')).text()).not.toContain(words);
  });

  it.each(['', '?waits=1', '?of=else'])(
    'who opens /login/complete%s by itself is told nothing and signs in (§2 login/complete)',
    async (query) => {
      const answer = await open(`/login/complete${query}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login']);
      expect(await (await open('/login/complete?of=active&l=en')).text()).toContain('Your e-mail is activated');
    },
  );

  it('whom a gateway leads back on another device reads where the result is (§2 payment result)', async () => {
    const words = 'If you have just paid: the page where you began shows the result';
    const answer = await open('/booking/complete?order=AAAAAAAAAA&sandbox=paid');
    const go = answer.headers.get('location') ?? '';
    expect(await (await open(`${go}&l=en`)).text()).toContain(words);
    const other = `/login?go=${encodeURIComponent('/booking/completed')}&l=en`;
    expect(await (await open(other)).text()).not.toContain(words);
  });

  it('fills in the booking of what was chosen without a session', async () => {
    const { packages } = await findProduct(test, 'Silver Tower');
    const answer = await open(`/booking/order?lines=${packages[0]?.skus[0]?.id}:${playOn}::1&l=en`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Silver Tower')]);
  });

  it.each(['/signup', '/account/signup'])('finds each step of signing up under %s', async (base) => {
    for (const [step, title] of [
      ['', 'Create an account'],
      ['/user', 'Create an account'],
      ['/personal', 'Personal distributor'],
      ['/personal?as=individual', 'Individual member'],
      ['/company', 'Corporate distributor'],
      ['/email', ''],
      ['/complete', ''],
    ] as const) {
      const answer = await open(`${base}${step}${step.includes('?') ? '&' : '?'}l=en`);
      expect([step, answer.status, await answer.text()]).toEqual([step, 200, expect.stringContaining(`${title}</h1>`)]);
    }
  });

  it.each([
    ['/tours/testland', '/search?country=testland'],
    ['/tours/testland/testville', '/search?city=testville'],
  ])('who shortens the address of a product to %s sees what is sold there', async (path, list) => {
    const answer = await open(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, list]);
    expect(await (await open(`${list}&l=en`)).text()).toContain('Silver Tower');
  });
});
