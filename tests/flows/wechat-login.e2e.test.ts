// The mobile group's sign-in (§2 wechat/wlogin, user, agreement) in a browser that identifies as WeChat's: through WeChat and back, linking
// an account once and one tap from then on; a session that ends in the middle of work leads through WeChat back to it (§4).
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import { sql } from '../../server/platform/db.ts';
import { enterAsGuest } from '../build/enter-as-guest.ts';
import { appSecret, openWechat, wechatKeys } from '../build/gateways/set-up-wechat.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  openBrowser,
  reload,
  settle,
  type TestBrowser,
  typeLogin,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { setUp } from '../build/set-up-channels.ts';
import { beHeldBy, insideWechat } from '../build/wechat-phone.ts';

const agreements = { booking: 'How to book', registration: 'Who may join', privacy: 'What we keep' };

let test: TestHouse;
let fake: WechatFake;
let browser: TestBrowser;
beforeAll(async () => {
  fake = await openWechat();
  const env = { GATEWAY_WECHAT_URL: fake.url, GATEWAY_WECHAT_OPEN_URL: fake.url, GATEWAY_WECHAT_API_URL: fake.url };
  test = await openTestHouse({ screens: true, env });
  browser = await openBrowser(test);
  await setUp(test, 'wechat', 'one', { ...wechatKeys.one, appSecret });
  const token = await test.signIn('admin@one.example', 'admin-2026');
  for (const [kind, title] of Object.entries(agreements)) {
    const publish = { kind: kind as keyof typeof agreements, titles: { en: title }, texts: { en: '# One\n\nTwo.' } };
    expect((await test.call('consoleAgreementPublish', publish, { token })).code).toBe(200);
  }
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fake?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

async function openInside(width: number): Promise<Page> {
  const page = await browser.open(width);
  await page.setExtraHTTPHeaders({ 'user-agent': insideWechat });
  return page;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
const wechatButton = (page: Page) => page.getByRole('button', { name: 'Go on with WeChat' });
const unknown = (page: Page) => page.getByText('Your WeChat does not open an account here yet');
const opens = (page: Page) => page.getByRole('heading', { name: 'WeChat opens this account' });
const hello = (page: Page) => page.getByRole('heading', { name: /^Hello, / });

async function checkLook(page: Page): Promise<void> {
  await checkAxe(page);
  await checkWidth(page);
}

/** Signed in and linked, on the page of the account. */
async function openLinked(width: number, openid: string): Promise<Page> {
  await beHeldBy(fake.url, openid);
  const page = await openInside(width);
  await visit(page, '/wechat/user?l=en');
  await wechatButton(page).click();
  await unknown(page).waitFor();
  await page.getByRole('checkbox', { name: 'Let WeChat open this account from now on' }).check();
  await typeLogin(page, 'member@one.example', 'member-2026');
  await opens(page).waitFor();
  return page;
}

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('the first visit signs in by password and links; after signing out one tap is enough, until it is unlinked', async () => {
    await beHeldBy(fake.url, `oFirstVisitAt${width}pixels`);
    const page = await openInside(width);
    await visit(page, '/wechat/user?l=en');
    expect(pathOf(page)).toBe('/wechat/wlogin');
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    const places = page.getByRole('navigation', { name: 'Main' });
    expect(await places.getByRole('link').allInnerTexts()).toEqual(['Orders', 'Find', 'Me']);
    await wechatButton(page).waitFor();
    await checkLook(page);
    await wechatButton(page).click();
    await unknown(page).waitFor();
    expect(page.url()).not.toMatch(/code=|state=/);
    const box = page.getByRole('checkbox', { name: 'Let WeChat open this account from now on' });
    // Whose phone it is only the person knows.
    expect(await box.isChecked()).toBe(false);
    await checkLook(page);
    // A refresh repeats nothing: it is the first visit again.
    await reload(page);
    expect([await unknown(page).count(), await box.count()]).toEqual([0, 0]);
    await wechatButton(page).click();
    await box.check();
    await typeLogin(page, 'member@one.example', 'member-2026');
    await opens(page).waitFor();
    expect(pathOf(page)).toBe('/wechat/user');
    await page.getByText(/^Linked since /).waitFor();
    await page.getByText('Shown in English, prices in MYR.').waitFor();
    await checkLook(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('/wechat/wlogin');
    await wechatButton(page).click();
    await page.waitForURL('/wechat/order');
    await visit(page, '/wechat/wlogin?go=/wechat/user');
    await opens(page).waitFor();
    await settle(page);
    expect(pathOf(page), 'signed in already').toBe('/wechat/user');
    await page.getByRole('button', { name: 'Unlink WeChat' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unlink WeChat from this account?' });
    await dialog.getByText('WeChat will not sign you in here any more').waitFor();
    await checkLook(page);
    await dialog.getByRole('button', { name: 'Unlink WeChat' }).click();
    await page.getByText('WeChat is unlinked from this account').waitFor();
    await page.getByRole('heading', { name: 'WeChat does not open this account' }).waitFor();
    await checkLook(page);
    await page.context().close();
  }, 120_000);

  it('the agreements link to each other (§2 wechat agreement; §2 wechat showBookDeclare)', async () => {
    const page = await openInside(width);
    await visit(page, '/wechat/agreement?l=en');
    const kinds = page.getByRole('navigation', { name: 'Agreements' });
    const titleOf = (name: string) => page.getByRole('article').getByRole('heading', { level: 1, name });
    await titleOf(agreements.booking).waitFor();
    for (const [kind, title] of [
      ['Registration agreement', agreements.registration],
      ['Privacy policy', agreements.privacy],
      ['Booking agreement', agreements.booking],
    ] as const) {
      await kinds.getByRole('link', { name: kind }).click();
      await titleOf(title).waitFor();
      expect(await kinds.locator('[aria-current=page]').innerText()).toBe(kind);
      await checkLook(page);
    }
    await page.context().close();
  }, 60_000);
});

it('a session that ends in the middle of work leads through WeChat back to the same page, signed in', async () => {
  const page = await openLinked(390, 'oInTheMiddleOfWork0001');
  const went: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && went.push(new URL(request.url()).pathname));
  await sql`DELETE FROM login_session WHERE owner_id = 1`.execute(test.database.house);
  await page.getByRole('button', { name: 'Unlink WeChat' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink WeChat' }).click();
  await page.waitForURL('/wechat/user?l=en');
  await expect.poll(() => page.getByRole('dialog').count(), { timeout: 15_000 }).toBe(0);
  await opens(page).waitFor();
  expect(went).toEqual(['/connect/oauth2/authorize', '/wechat/wlogin', '/wechat/user']);
  // Going back does not repeat what WeChat said.
  await page.goBack();
  await hello(page).waitFor();
  expect(page.url()).not.toMatch(/code=|state=/);
  await page.context().close();
}, 60_000);

it('outside WeChat it leads to the form and back; the frame of the shop has its usual sign-in', async () => {
  const page = await browser.open(1440);
  await visit(page, '/wechat/user?l=en');
  expect(await wechatButton(page).count()).toBe(0);
  await typeLogin(page, 'agent@one.example', 'agent-2026');
  await page.getByRole('heading', { name: 'WeChat does not open this account' }).waitFor();
  const pages = page.getByRole('main').getByRole('listitem').getByRole('link');
  expect(await pages.allInnerTexts()).toEqual(['Orders', 'Partner info', 'Balance', 'Agreements']);
  await page.getByText('Agency', { exact: true }).waitFor();
  await sql`DELETE FROM login_session WHERE owner_id = 1`.execute(test.database.house);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Me' }).click();
  await page.waitForURL(/\/wechat\/wlogin\?go=%2Fwechat%2Fuser$/);
  await typeLogin(page, 'agent@one.example', 'agent-2026');
  await hello(page).waitFor();
  await page.context().close();
}, 60_000);

it('a user who declines, or has the code of another person, sees a message and signs in another way', async () => {
  await beHeldBy(fake.url, '');
  const page = await openInside(390);
  await visit(page, '/wechat/user?l=en');
  await wechatButton(page).click();
  const answer = page.getByText('WeChat did not confirm who you are. Please start again with WeChat.');
  await answer.waitFor();
  await checkLook(page);
  await visit(page, `/wechat/wlogin?go=/wechat/user&code=somebodys&state=${'0'.repeat(80)}`);
  await answer.waitFor();
  expect(page.url()).not.toMatch(/code=|state=/);
  await wechatButton(page).waitFor();
  await typeLogin(page, 'member@one.example', 'member-2026');
  await hello(page).waitFor();
  await page.context().close();
}, 60_000);

it('a user who signs in too late for linking sees a message, is still signed in and continues', async () => {
  await beHeldBy(fake.url, 'oTooLateForLinking0001');
  const page = await openInside(390);
  await visit(page, '/wechat/user?l=en');
  await wechatButton(page).click();
  await page.getByRole('checkbox', { name: 'Let WeChat open this account from now on' }).check();
  // The mark of the browser has run out.
  await page.context().clearCookies({ name: 'kbw' });
  await typeLogin(page, 'member@one.example', 'member-2026');
  await page.getByText('You are signed in, but WeChat was not linked').waitFor();
  await checkLook(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await hello(page).waitFor();
  await page.context().close();
}, 60_000);

it('guests see what applies to them (§2 wechat user)', async () => {
  const value = await enterAsGuest(test, 'guest@one.example', '127.0.0.1');
  const page = await openInside(390);
  await page.context().addCookies([{ name: 'kb', value, url: test.base }]);
  await visit(page, '/wechat/user?l=en');
  await page.getByText('You came in with a code').waitFor();
  expect(await page.getByRole('main').getByRole('listitem').allInnerTexts()).toEqual(['Orders', 'Agreements']);
  expect(await page.getByText(/WeChat (opens|does not open) this account/).count()).toBe(0);
  await checkLook(page);
  await page.context().close();
}, 60_000);
