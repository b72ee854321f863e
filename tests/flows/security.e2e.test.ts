// Visible security in a real browser: first passwords and second factors of staff (ASVS 6.3.3, 6.4.1), names in passwords
// (6.2.11), and the data that signing out leaves on the device (14.3.1).
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { oneTimeCode } from '../../server/account/second-factor.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  settle,
  type TestBrowser,
  typeLogin,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';

let browser: TestBrowser;

openFlow((flow) => {
  ({ browser } = flow);
});

const password = 'harbour-2026';
const leave = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

/** Signs in at the back office, wherever that leads. */
async function signInStaff(page: Page, email: string, word: string): Promise<void> {
  await visit(page, '/console/login?l=en');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(word);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

describe('staff', { timeout: 120_000 }, () => {
  it('with a generated password can only open the page where they choose their own', async () => {
    const desk = await browser.open(1440);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, '/console/staff');
    await desk.getByRole('button', { name: 'New staff account' }).click();
    await fillIn(desk, { email: 'marina@one.example', name: 'Marina Costa' });
    await desk.getByRole('checkbox', { name: /^Content/ }).check();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByText('It is valid for 7 days. At the first sign-in, the person chooses a new one.').waitFor();
    const first = await desk.getByRole('dialog').getByLabel('New password').inputValue();
    expect(first).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    await desk.getByRole('button', { name: 'Done' }).click();
    await desk
      .getByRole('row', { name: /marina/ })
      .getByText(/^First password, until /)
      .waitFor();

    const page = await browser.open(390);
    await signInStaff(page, 'marina@one.example', first);
    await page.waitForURL('/console/security');
    await page.getByText('Please choose your own password to go on.').waitFor();
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);
    for (const path of ['/console', '/console/products', '/console/areas']) {
      await page.goto(path);
      await page.waitForURL('/console/security');
    }
    await settle(page);
    expect(await page.getByRole('navigation', { name: 'Back office' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Set up' }).count()).toBe(0);
    await fillIn(page, { current: first, password: 'marina-2026', confirmation: 'marina-2026' });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText(/^Please leave out your name, your e-mail name/).waitFor();
    await fillIn(page, { password, confirmation: password });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.waitForURL('/console');
    await visit(page, '/console/products');
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await leave(page, desk);
  });

  it('set up a second factor before anything else if the settings require one', async () => {
    const desk = await browser.open(1440);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, '/console/settings');
    await desk.getByRole('checkbox', { name: 'Staff need a second factor' }).check();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.waitForURL('/console/security');
    await setUpFactor(desk);
    await visit(desk, '/console/settings');
    expect(await desk.getByRole('checkbox', { name: 'Staff need a second factor' }).isChecked()).toBe(true);

    const page = await browser.open(390);
    await signInStaff(page, 'content@one.example', 'content-2026');
    await page.waitForURL('/console/security');
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);
    expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);
    await setUpFactor(page);
    await visit(page, '/console/products');
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await desk.getByRole('checkbox', { name: 'Staff need a second factor' }).uncheck();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByText('The settings are saved').waitFor();
    await leave(page, desk);
  });

  async function setUpFactor(page: Page): Promise<void> {
    await page.getByText('Please set up the second factor to go on.').waitFor();
    await page.getByRole('button', { name: 'Set up' }).click();
    const letters = (await page.locator('p.font-mono').innerText()).replace(/\s/g, '');
    const bits = [...letters].map((one) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(one).toString(2).padStart(5, '0'),
    );
    const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
    await page.getByLabel('6-digit code from your app').fill(oneTimeCode(secret, Math.floor(Date.now() / 30_000)));
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.waitForURL('/console');
  }
});

describe('signing out', { timeout: 120_000 }, () => {
  const stored = (page: Page) =>
    page.evaluate(() => ({
      lasting: Object.keys(localStorage).sort(),
      // The router writes where the tab was scrolled to; a page for signing in writes a fresh random flow.
      ofTab: Object.entries(sessionStorage)
        .filter(([key, value]) => !key.startsWith('react-router-scroll') && !(key === 'flow' && value.length === 32))
        .map(([key]) => key),
    }));
  /** Beside what the screens store themselves: one thing of each kind, and the two that belong to the device. */
  const fill = (page: Page) =>
    page.evaluate(() => {
      for (const key of ['recent persons', 'recent hotels', 'quotation-7', 'wechatFindOrderParam', 'read-notices'])
        localStorage.setItem(key, '[]');
      for (const key of ['console-theme', 'desk-keys']) localStorage.setItem(key, 'light');
      for (const key of ['draft', 'flow']) sessionStorage.setItem(key, 'Mei');
    });
  const device = { lasting: ['console-theme', 'desk-keys'], ofTab: [] };

  it('of the shop leaves no search, no product and no traveller on the device, but language and currency', async () => {
    const page = await browser.open(1440);
    await enterShop(page, 'member@one.example', 'member-2026');
    await page.getByRole('combobox', { name: 'Search' }).fill('silver');
    await page.keyboard.press('Enter');
    await page.waitForURL(/query=silver/);
    await page.getByRole('link', { name: 'Silver Tower' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
    await settle(page);
    await fill(page);
    expect((await stored(page)).lasting).toEqual(expect.arrayContaining(['recent-searches', 'seen-products']));
    await visit(page, '/uc/account/profile?l=fr_FR&c=EUR');
    await page.getByRole('button', { name: 'Se déconnecter' }).first().click();
    await page.waitForURL('/');
    await settle(page);
    expect(await stored(page)).toEqual(device);
    expect(await page.locator('html').getAttribute('lang')).toMatch(/^fr/);
    const names = (await page.context().cookies()).map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(['lang', 'c']));
    expect(names).not.toContain('kb');
    await leave(page);
  });

  it('of the mobile group leaves no found trip', async () => {
    const page = await browser.open(390);
    await visit(page, '/wechat/wlogin?l=en&go=/wechat/user');
    await typeLogin(page, 'member@one.example', 'member-2026');
    await page.waitForURL('/wechat/user');
    await settle(page);
    await fill(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/wechat/wlogin');
    await settle(page);
    expect(await stored(page)).toEqual(device);
    await leave(page);
  });

  it('of the back office leaves only its theme and its letter keys', async () => {
    const page = await browser.open(1440);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await fill(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/console/login');
    await settle(page);
    expect(await stored(page)).toEqual(device);
    await leave(page);
  });
});
