// Announcements and own pages in a real browser (§2 notice, customPage): written in the back office, read in the shop, unread
// until opened, and rolled on the home page.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

/** A thing of the page's data for search engines. */
async function readThing<Thing>(page: Page, type: string): Promise<Thing | undefined> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text)).find((thing) => thing['@type'] === type);
}

async function readQuestions(page: Page) {
  type Asked = { mainEntity?: { name: string; acceptedAnswer: { text: string } }[] };
  const asked = await readThing<Asked>(page, 'FAQPage');
  return asked?.mainEntity?.map(({ name, acceptedAnswer }) => ({ name, answer: acceptedAnswer.text }));
}

async function readCrumbs(page: Page) {
  type Crumbs = { itemListElement: { position: number; name: string; item: string }[] };
  const crumbs = await readThing<Crumbs>(page, 'BreadcrumbList');
  return crumbs?.itemListElement.map(({ position, name, item }) => [
    position,
    name,
    item.replace(/^https?:\/\/[^/]+/, ''),
  ]);
}

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('an announcement for members is written, only a member can read it, and its unread mark disappears', async () => {
    const title = `Ferry timetable of ${width}`;
    const desk = await browser.open(width);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, '/console/announcements');
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('link', { name: 'New announcement' }).click();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByText('This field is required').first().waitFor();
    await checkAxe(desk);
    await desk.getByLabel('Title').fill(title);
    await desk
      .getByLabel('Text')
      .fill('# From 1 December\n\nFerries leave at 08:00.\n\n- Bring a passport\n<script>alert(1)</script>');
    await desk.getByRole('heading', { name: 'From 1 December' }).waitFor();
    await desk.getByLabel('Who sees it').selectOption('members');
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.waitForURL(/\/console\/announcements$/);
    await desk.getByRole('heading', { name: title }).waitFor();
    await desk.context().close();

    const guest = await browser.open(width);
    await visit(guest, '/notice');
    await checkAxe(guest);
    expect(await guest.getByText(title).count()).toBe(0);
    await enterShop(guest, 'member@one.example', 'member-2026');
    await visit(guest, '/notice');
    await guest.getByText('New', { exact: true }).first().waitFor();
    await checkAxe(guest);
    await checkWidth(guest);
    await guest.getByRole('link', { name: title }).click();
    await guest.getByRole('heading', { name: 'From 1 December' }).waitFor();
    await guest.getByText('<script>alert(1)</script>').waitFor();
    await settle(guest);
    await checkAxe(guest);
    await checkWidth(guest);
    await visit(guest, '/notice');
    await guest.getByRole('link', { name: title }).waitFor();
    expect(await guest.locator('li', { hasText: title }).getByText('New', { exact: true }).count()).toBe(0);
    await guest.context().close();
  });

  it('a page of the owner is published, linked in the footer, and withdrawn', async () => {
    const title = `About us ${width}`;
    const desk = await browser.open(width);
    await enterConsole(desk, 'content@one.example', 'content-2026');
    await visit(desk, '/console/pages');
    await desk.getByRole('link', { name: 'New page' }).click();
    await desk.getByLabel('Title').fill(title);
    await desk.getByLabel('Text').fill('We have sailed since 1998.');
    await desk.getByRole('main').getByLabel('Language').selectOption('zh_CN');
    await desk.getByLabel('Title').fill(`关于我们 ${width}`);
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByText('This field is required').first().waitFor();
    await desk.getByLabel('Text').fill('我们自1998年起出海。\n\n# 怎么付款？\n刷卡或转账。');
    await desk.getByRole('checkbox', { name: /footer/i }).check();
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByRole('heading', { name: title }).waitFor();
    await checkAxe(desk);
    const path = await desk
      .locator('li', { hasText: title })
      .getByRole('link', { name: /^Open the page/ })
      .getAttribute('href');

    const guest = await browser.open(width);
    await visit(guest, `${path}?l=zh_CN`);
    await guest.getByText('我们自1998年起出海。').waitFor();
    expect(await readQuestions(guest)).toEqual([{ name: '怎么付款？', answer: '刷卡或转账。' }]);
    await checkAxe(guest);
    await checkWidth(guest);
    await guest
      .getByRole('contentinfo')
      .getByRole('link', { name: `关于我们 ${width}` })
      .waitFor();

    await desk.locator('li', { hasText: title }).getByRole('link', { name: /^Edit/ }).click();
    await desk.getByRole('checkbox', { name: 'Visible to visitors' }).uncheck();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.locator('li', { hasText: title }).getByText('Hidden').waitFor();
    // Pages of visitors are cached for five seconds.
    await guest.waitForTimeout(5500);
    expect((await guest.goto(path ?? ''))?.status()).toBe(404);
    browser.forget(/404/);
    // The same words above the list of a city, whose country has one too (decision 0472).
    await desk.locator('li', { hasText: title }).getByRole('link', { name: /^Edit/ }).click();
    await desk.getByRole('checkbox', { name: 'Visible to visitors' }).check();
    await desk.getByLabel('Shown above the list of').selectOption('city:testville');
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.locator('li', { hasText: title }).getByText('/search?city=testville').waitFor();
    await visit(guest, '/search?city=testville&l=zh_CN');
    await guest.getByRole('heading', { level: 1, name: `关于我们 ${width}` }).waitFor();
    await guest.getByText('我们自1998年起出海。').waitFor();
    expect(await guest.title()).toContain(`关于我们 ${width}`);
    expect(await guest.locator('link[rel=canonical]').getAttribute('href')).toMatch(/search\?city=testville&l=zh_CN$/);
    const picture = await guest.locator('meta[property="og:image"]').getAttribute('content');
    expect(picture).toMatch(/\/pictures\/share\/zh_CN\/city-testville$/);
    const canonical = await guest.locator('link[rel=canonical]').getAttribute('href');
    expect(await guest.locator('meta[property="og:url"]').getAttribute('content')).toBe(canonical);
    expect(await guest.locator('meta[name="twitter:card"]').getAttribute('content')).toBe('summary_large_image');
    const above = [
      [1, '首页', '/'],
      [2, '马来西亚', '/search?country=malaysia'],
      [3, '试城', '/search?city=testville'],
    ];
    expect(await readCrumbs(guest)).toEqual(above);
    await checkAxe(guest);
    await checkWidth(guest);
    await desk.locator('li', { hasText: title }).getByRole('link', { name: /^Edit/ }).click();
    await guest.getByRole('link', { name: '马来西亚', exact: false }).first().click();
    await guest.waitForURL(/country=malaysia/);
    await guest.getByRole('heading', { level: 1, name: /马来西亚/ }).waitFor();
    await visit(guest, '/search?type=2&city=testville&l=zh_CN');
    expect(await readCrumbs(guest)).toEqual([...above, [4, '活动体验', '/search?type=2&city=testville']]);
    await visit(guest, '/search?query=tower&type=2&l=zh_CN');
    expect(await readCrumbs(guest)).toBeUndefined();
    await guest.context().close();
    await desk.context().close();
  });
});

it('what one person typed for a page stays when a colleague saved it meanwhile', async () => {
  const token = await test.signIn('admin@one.example', 'admin-2026');
  const page = { active: false, inFooter: false, above: { country: null, city: null, type: null } };
  const texts = { titles: { en: 'Terms' }, texts: { en: 'First text' } };
  expect((await test.call('consolePageSave', { ...page, ...texts }, { token })).code).toBe(200);
  const find = async () =>
    (await test.call('consolePages', {}, { token })).data.list.find((one) => one.titles.en === 'Terms');
  const { id = '', revision = 0 } = (await find()) ?? {};
  const desk = await browser.open(1440);
  await enterConsole(desk, 'content@one.example', 'content-2026');
  await visit(desk, `/console/pages?edit=${id}`);
  await desk.getByLabel('Text').fill('My long text');
  const theirs = { titles: { en: 'Terms', th: 'ข้อกำหนด' }, texts: { en: 'Their text', th: 'ข้อความ' } };
  expect((await test.call('consolePageSave', { ...page, ...theirs, id, revision }, { token })).code).toBe(200);
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByText('Somebody changed this since you opened it').waitFor();
  await desk.getByRole('button', { name: 'Load the newest' }).click();
  await desk.getByText('The newest version is loaded and your changes are kept').waitFor();
  expect(await desk.getByLabel('Text').inputValue()).toBe('My long text');
  await checkAxe(desk);
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.waitForURL(/\/console\/pages$/);
  expect(await find()).toMatchObject({
    titles: { en: 'Terms', th: 'ข้อกำหนด' },
    texts: { en: 'My long text', th: 'ข้อความ' },
  });
  await desk.context().close();
});

it('the footer of the shop leads to the privacy policy once there is one', async () => {
  const page = await browser.open(390);
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'How we treat your data' });
  await visit(page, '/login?l=en');
  expect(await link.count()).toBe(0);
  const policy = { kind: 'privacy', titles: { en: 'How we treat your data' }, texts: { en: 'With care.' } } as const;
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  expect((await test.call('consoleAgreementPublish', policy, { token: admin })).code).toBe(200);
  await visit(page, '/login');
  await link.click();
  await page.getByText('With care.').waitFor();
  await page.context().close();
});

it('§2 public routes: the list of bookings to complete opens for everyone; the end of signing up not for who has a session', async () => {
  const open = (path: string, token = '') =>
    test.fetch(path, { redirect: 'manual', headers: { accept: 'text/html', cookie: `kb=${token}; lang=en` } });
  const answer = await open('/completion/list');
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('sign in to see what is still missing'),
  ]);
  expect((await open('/completion')).headers.get('location')).toBe('/completion/list');
  expect((await open('/signup/complete')).status).toBe(200);
  const member = await test.signIn('member@one.example', 'member-2026');
  expect((await open('/signup/complete', member)).status).toBe(302);
});
