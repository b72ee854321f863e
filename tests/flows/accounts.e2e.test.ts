// Accounts in a real browser (§1, §2 signup, login and uc): members and guests sign in, forget passwords, main accounts manage
// sub-accounts, and every sign-in leads to the right page.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { languageTags } from '../../domain/languages.ts';
import { wordsIn } from '../../locales/index.ts';
import { sql } from '../../server/platform/db.ts';
import { enterAsGuest } from '../build/enter-as-guest.ts';
import {
  checkAxe,
  enterShop,
  fillIn,
  mailedLink,
  newestCode,
  problemsOn,
  settle,
  solvePuzzle,
  type TestBrowser,
  typeImage,
  typeLogin,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { solveImage } from '../build/solve-images.ts';

let test: TestHouse;
let browser: TestBrowser;

openFlow((flow) => {
  ({ test, browser } = flow);
});

const password = 'harbour-2026';
const goOf = (page: Page) => new URL(page.url()).searchParams.get('go');
const agent = ['agent@one.example', 'agent-2026'] as const;

describe('members', () => {
  it('sign up on a phone, open the mailed link, sign in and land where they wanted to go', async () => {
    const page = await browser.open(390);
    const email = 'lim@example.com';
    await visit(page, '/?l=en');
    await visit(page, '/uc/order');
    const asked = page.url();
    expect(goOf(page)).toBe('/uc/order');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('link', { name: /^Individual member/ }).click();
    await page.waitForURL('/signup/personal?as=individual');
    await settle(page);
    await fillIn(page, { email, password, confirmation: password, name: 'Lim Wei' });
    await page.getByRole('checkbox', { name: /registration agreement/ }).check();
    await typeImage(test, page);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`We have sent a mail to ${email}.`).waitFor();
    await checkAxe(page);
    const link = await mailedLink(test, email, '/login/active?token=');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your e-mail is activated' }).waitFor();
    await page.getByText('You can sign in now.').waitFor();
    await visit(page, asked);
    await typeLogin(page, email, password);
    await page.waitForURL('/uc/order');
    await page.getByText('No orders yet').waitFor();
    await visit(page, link);
    await page.getByText('This link has expired, was used already').waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Sign in' }).getAttribute('href')).toContain(
      '/login',
    );
    await page.context().close();
  }, 120_000);

  it('whose sign-up waits for its password hear the question: the focus goes to it (decision 0779)', async () => {
    const email = 'asked@example.com';
    await enterAsGuest(test, email);
    const typed = { email, name: 'Asked', password, confirmation: password, agreed: true, flow: 'flow-of-asked' };
    const image = await solveImage(test);
    expect((await test.call('register', { registrant: 'individual', ...typed, ...image })).code).toBe(200);
    const page = await browser.open(390);
    await visit(page, await mailedLink(test, email, '/login/active?token='));
    const question = page.getByRole('heading', {
      name: 'Please enter the password that you chose when you signed up.',
    });
    await question.waitFor();
    await until(
      () => question.evaluate((heading) => document.activeElement === heading),
      (focused) => focused,
    );
    await checkAxe(page);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your e-mail is activated' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('a device that does not know its visitor offers a code first for a mailed order, a password for the account (§1 guests)', async () => {
    const page = await browser.open(390);
    for (const [path, way] of [
      ['/uc/order/1234567890', 'Book as a guest'],
      ['/uc/order', 'Sign in'],
    ] as const) {
      await visit(page, `${path}?l=en`);
      await page.waitForURL(/\/login\?/);
      await page.getByRole('tab', { name: way, selected: true }).waitFor();
    }
    await page.context().close();
  });

  it('get a new image and lose no typed value after a wrong image code', async () => {
    const page = await browser.open(390);
    await visit(page, '/signup/personal?as=individual&l=en');
    await fillIn(page, { email: 'tan@example.com', password, confirmation: password, name: 'Tan', imageCode: '0000' });
    await page.getByRole('checkbox', { name: /registration agreement/ }).check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('The code is not right').waitFor();
    await settle(page);
    expect(await page.locator('[name=password]').inputValue()).toBe(password);
    await typeImage(test, page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL('/signup/email');
    await page.context().close();
  });

  it('who forgot their password set a new one by mail, and their other browser has to sign in again (§2 login/mail; §2 login/complete)', async () => {
    const other = await browser.open(1440);
    await enterShop(other, 'member@one.example', 'member-2026', '/uc/order');
    const page = await browser.open(390);
    await visit(page, '/login?l=en');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.waitForURL('/login/retrieve');
    await settle(page);
    await fillIn(page, { email: 'member@one.example' });
    await typeImage(test, page);
    await page.getByRole('button', { name: 'Send me the mail' }).click();
    await page.getByText('If there is an account for member@one.example').waitFor();
    const link = await mailedLink(test, 'member@one.example', '/login/reset?token=');
    await visit(page, link);
    await fillIn(page, { password: 'short', confirmation: 'other' });
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.locator('[name=password]:focus').waitFor();
    expect(await problemsOn(page)).toEqual([
      ['password', '6 to 20 characters with a letter and a digit or symbol'],
      ['confirmation', 'The passwords entered twice are not consistent'],
    ]);
    await fillIn(page, { password, confirmation: password });
    await page.getByRole('button', { name: 'Save the new password' }).click();
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    // Opened again, the link says before anything is typed that it is over, and leads to another one.
    await visit(page, link);
    await page.getByText('This link has expired, was used already').waitFor();
    expect(await page.locator('[name=password]').count()).toBe(0);
    await checkAxe(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.waitForURL('/login/retrieve');
    await settle(page);
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: 'Your password has been changed' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('/login');
    await settle(page);
    await typeLogin(page, 'member@one.example', 'member-2026');
    await page.getByText('Account or password is not right.').waitFor();
    await typeLogin(page, 'member@one.example', password);
    await page.waitForURL('/');
    await other.getByRole('link', { name: 'Profile' }).click();
    await other.waitForURL(/\/login\?/);
    expect(goOf(other)).toBe('/uc/account/profile');
    await Promise.all([page.context().close(), other.context().close()]);
  }, 120_000);
});

describe('sub-accounts', () => {
  const subs = [
    { name: 'Aisyah', username: 'aisyah01', email: 'aisyah@one.example', sees: 'Shared' },
    { name: 'Bala', username: 'bala2026', email: 'bala@one.example', sees: 'Own only' },
  ];
  const ordersOn = async (page: Page) => {
    await visit(page, '/uc/order');
    const links = page.locator('main li a[href^="/uc/order/"]');
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    return hrefs.map((href) => href.replace('/uc/order/', '')).sort();
  };

  it('are created by the main account, see only the orders they should, and are signed out when disabled (§1 sub-accounts; §2 uc account/store; §6 main account)', async () => {
    const main = await browser.open(1440);
    await enterShop(main, ...agent, '/uc/account/subreset');
    for (const { name, username, email, sees } of subs) {
      await main.getByRole('link', { name: 'New sub-account' }).click();
      await main.getByRole('radio', { name: sees }).check();
      await fillIn(main, { name, username, email, password, confirmation: password });
      await main.getByRole('link', { name: 'Cancel', exact: true }).click();
      await main.getByRole('dialog').getByText('Leave without saving?').waitFor();
      await main.getByRole('button', { name: 'Stay here' }).click();
      await main.getByRole('button', { name: 'Create' }).click();
      await main.getByText(`The sub-account for ${name} is ready`).waitFor();
    }
    const [shared, own] = await Promise.all(
      subs.map(async ({ username }) => {
        const page = await browser.open(390);
        await enterShop(page, username, password, '/uc');
        return page;
      }),
    );
    if (!shared || !own) throw new Error('no sub-accounts');
    const accounts = [agent, [subs[0]?.username ?? '', password], [subs[1]?.username ?? '', password]] as const;
    const orders: string[] = [];
    for (const [account, typed] of accounts)
      orders.push(await placeOrder(test, await test.signIn(account, typed), { product: 'Silver Tower' }));
    const [ofMain = '', ofShared = '', ofOwn = ''] = orders;
    expect(await ordersOn(main)).toEqual([ofMain, ofShared, ofOwn].sort());
    await main.getByRole('listitem').filter({ hasText: ofOwn }).getByText('Placed by: Bala').waitFor();
    expect(await ordersOn(shared)).toEqual([ofMain, ofShared].sort());
    expect(await ordersOn(own)).toEqual([ofOwn]);
    await visit(main, '/uc/account/subreset');
    await main.getByRole('button', { name: 'Disable: Bala' }).click();
    await main.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await main.getByRole('button', { name: 'Enable: Bala' }).waitFor();
    await own.getByRole('navigation', { name: 'My account' }).getByRole('link', { name: 'Profile' }).click();
    await own.waitForURL(/\/login\?/);
    expect(goOf(own)).toBe('/uc/account/profile');
    expect(await ordersOn(shared)).toEqual([ofMain, ofShared].sort());
    await Promise.all([main, shared, own].map((page) => page.context().close()));
  }, 120_000);
});

describe('guests', () => {
  it('sign in with a code and skip the password; if the owner sets it so, they have no user centre (§2 verLoginFlag)', async () => {
    const page = await browser.open(390);
    await visit(page, '/login?go=/uc&l=en');
    await page.getByText('Sign in to go on. You will be back where you were.').waitFor();
    await page.getByRole('tab', { name: 'Book as a guest' }).click();
    await page.getByLabel('E-mail').fill('guest@example.com');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await solvePuzzle(test, page);
    await page.getByLabel('Code').fill(await newestCode(test, 'guest@example.com'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Skip for now' }).click();
    await page.waitForURL('/uc');
    await page.getByText('You came in with a code').waitFor();
    await checkAxe(page);
    const omit = (value: number) =>
      sql`UPDATE owner SET omit_ver_code_type = ${value} WHERE owner_id = 1`.execute(test.database.house);
    await omit(1);
    // The site is known for some seconds.
    const status = await until(
      async () => (await page.goto('/uc'))?.status(),
      (found) => found === 404,
    );
    expect([status, new URL(page.url()).pathname]).toEqual([404, '/404']);
    await omit(0);
    browser.forget(/404/);
    await page.context().close();
  }, 120_000);
});

describe('the login page', () => {
  it('redirects a user who is already signed in, and only within the shop (§2 login and signup)', async () => {
    const page = await browser.open(1440);
    await enterShop(page, ...agent, '/uc/order');
    // Without a target it is one step back, from signing up too; at home where nothing of the shop led here.
    for (const door of ['/login', '/signup', '/account/signup/company']) {
      await page.goto(door, { referer: `${test.base}/search?query=tower` });
      expect(page.url(), door).toBe(`${test.base}/search?query=tower`);
    }
    for (const referer of ['https://evil.example/search', `${test.base}/signup`]) {
      await page.goto('/login', { referer });
      expect(page.url(), referer).toBe(`${test.base}/`);
    }
    await page.goto('/login?go=/uc/account%3Fedit%3D1');
    await page.waitForURL('/uc/account?edit=1');
    for (const go of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`/login?go=${encodeURIComponent(go)}`);
      expect(page.url()).toBe(`${test.base}/`);
    }
    await page.context().close();
  });

  it.each(['https://evil.example', '//evil.example'])('lands in the shop after signing in with go=%s', async (go) => {
    const page = await browser.open(390);
    await visit(page, `/login?l=en&go=${encodeURIComponent(go)}`);
    await typeLogin(page, ...agent);
    await page.waitForURL('/');
    await page.context().close();
  });
});

describe('languages', () => {
  const keys = [
    'title',
    'lead',
    'individual',
    'individualText',
    'personal',
    'personalText',
    'corporate',
    'corporateText',
  ];
  it.each([
    ['zh_CN', wordsIn('zh_CN')],
    ['th', wordsIn('th')],
  ] as const)('signing up speaks %s to the end', async (language, words: Record<string, string>) => {
    const page = await browser.open(390);
    await visit(page, `/signup?l=${language}`);
    expect(await page.locator('html').getAttribute('lang')).toBe(languageTags[language]);
    const shown = await page.getByRole('main').innerText();
    for (const key of [
      ...keys.map((one) => `account.signup.${one}`),
      'account.signup.haveAccount',
      'account.login.go',
      'account.signup.step1',
    ]) {
      expect(shown).toContain(words[key]);
      expect(shown).not.toContain(wordsIn('en')[key]);
    }
    expect(shown).not.toMatch(/[A-Za-z]{2}/);
    expect(await page.title()).toContain(words['account.signup.title']);
    await visit(page, '/signup/personal?as=individual');
    // Typed in full width, as an Asian keyboard writes it.
    const email = page.locator('[name=email]');
    await email.fill('ｍｅｉ＠ｅｘａｍｐｌｅ．ｃｏｍ');
    await email.blur();
    await expect.poll(() => email.inputValue()).toBe('mei@example.com');
    await email.fill('');
    await page.getByRole('button', { name: words['account.signup.submit'] ?? '-' }).click();
    await page
      .getByText(words['ui.field.required'] ?? '-')
      .first()
      .waitFor();
    await page.getByText(words['ui.field.agree'] ?? '-').waitFor();
    await page.context().close();
  });
});
