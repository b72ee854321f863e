// Pages that fail: for every error people read what to do in their language, with the header and a link back, and never code.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { atWidths, checkAxe, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

const open = async (width: number) => {
  const page = await browser.open(width);
  page.setDefaultTimeout(20_000);
  page.setDefaultNavigationTimeout(30_000);
  return page;
};
const readsLikeCode = /\bat \S+ \(|\.tsx?:|\.js:\d|TypeError|Error:/;
const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

it('going back over a change of language shows each page entirely in its language', async () => {
  const page = await open(1440);
  await visit(page, '/search?l=en&query=silver');
  await page.getByRole('link', { name: 'Silver Tower' }).click();
  await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ja_JP');
  await page.waitForURL(/l=ja_JP/);
  await settle(page);
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('l='));
  await page.waitForFunction(() => document.documentElement.lang === 'ja-JP');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Results for “silver”' }).waitFor();
  expect(await language(page)).toBe('en');
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(readsLikeCode);
  await page.context().close();
});

it('going back before the scripts of a page have loaded shows the page of that address', async () => {
  const page = await open(1440);
  await visit(page, '/search?l=en&query=silver');
  await page.getByRole('link', { name: 'Silver Tower' }).click();
  await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
  const held = Promise.withResolvers<void>();
  const isScript = (url: URL) => url.pathname.endsWith('.js');
  await page.route(isScript, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Silver Tower');
  const loaded = page.waitForEvent('framenavigated');
  await page.evaluate(() => history.back());
  await loaded;
  held.resolve();
  await page.getByRole('heading', { level: 1, name: 'Results for “silver”' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
  await page.unroute(isScript);
  await page.context().close();
});

it('a language chosen in another tab applies to the next page of this one', async () => {
  const page = await open(1440);
  await visit(page, '/?l=en');
  const other = await page.context().newPage();
  await visit(other, '/?l=fr_FR');
  await page.getByRole('link', { name: 'Silver Tower' }).first().click();
  await page.waitForURL(/tours/);
  await page.waitForFunction(() => document.documentElement.lang === 'fr-FR');
  await page.getByRole('navigation', { name: 'Compte' }).waitFor();
  await page.context().close();
});

describe.each([
  ['/nowhere/at/all', 404, 'We cannot find this page'],
  ['/404', 404, 'We cannot find this page'],
  ['/search/987654321', 404, 'We cannot find this page'],
])('%s', (path, status, heading) => {
  it.each(atWidths(390))(
    'keeps header, title and a way back at %i pixels (§2 any other; §8 page not found)',
    async (width) => {
      const page = await open(width);
      const answer = await page.goto(`${path}?l=en`);
      await settle(page);
      expect(answer?.status()).toBe(status);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      const header = page.getByRole('banner');
      await header.getByRole(width < 768 ? 'link' : 'combobox', { name: 'Search' }).waitFor();
      expect(await page.title()).toContain(heading);
      await checkAxe(page);
      await page.getByRole('link', { name: 'Go to home' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      browser.forget(/404 \(Not Found\)/);
      await page.context().close();
    },
  );
});

it('a page whose data cannot be read says so inside the frame, in the reader’s language', async () => {
  const { house } = test.database;
  await sql`ALTER TABLE announcement RENAME TO announcement_away`.execute(house);
  try {
    const page = await open(390);
    await visit(page, '/search?l=it_IT');
    const answer = await page.goto('/notice');
    await settle(page);
    expect(answer?.status()).toBe(500);
    await page.getByRole('heading', { level: 1, name: 'Qualcosa è andato storto' }).waitFor();
    await page.getByRole('button', { name: 'Riprova' }).waitFor();
    await page.getByRole('banner').waitFor();
    expect(await page.content()).not.toMatch(readsLikeCode);
    browser.forget(/500 \(|Unexpected Server Error/);
    await page.context().close();
  } finally {
    await sql`ALTER TABLE announcement_away RENAME TO announcement`.execute(house);
  }
});

it('if no page can be rendered, a plain one is shown with a link back', async () => {
  const { house } = test.database;
  await sql`ALTER TABLE hostname RENAME TO hostname_away`.execute(house);
  try {
    const headers = { cookie: 'lang=fr_FR', accept: 'text/html' };
    const answer = await test.fetch('/search', { host: 'not-looked-up-yet.test', headers });
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(text).toContain('lang="fr-FR"');
    expect(text).toContain('href="/"');
    expect(text).not.toMatch(readsLikeCode);
  } finally {
    await sql`ALTER TABLE hostname_away RENAME TO hostname`.execute(house);
  }
});

it('an address that holds what nothing can have is a page that does not exist', async () => {
  for (const path of ['/pass/xx', '/review?line=nonsense']) {
    const answer = await test.fetch(path, { headers: { accept: 'text/html', cookie: 'lang=en' } });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain('We cannot find this page');
  }
});

it.each([
  ['finance', ['/console/partners', '/console/suppliers/new', '/console/systems', '/console/orders/import']],
  ['content', ['/console/orders', '/console/suppliers/new', '/console/settings', '/console/coupons/new']],
  ['operations', ['/console/products/new', '/console/staff', '/console/refunds', '/console/owners']],
])('%s reads of the screens of other roles that they may be for other roles (§6 roles)', async (role, paths) => {
  const token = await test.signIn(`${role}@one.example`, `${role}-2026`);
  for (const path of paths) {
    const answer = await test.fetch(path, { headers: { accept: 'text/html', cookie: `kbs=${token}; lang=en` } });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain('it is not for your role');
  }
});
