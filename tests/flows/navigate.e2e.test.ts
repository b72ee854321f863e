// Going from page to page: progress is shown, the focus moves to the new page, and every page has a title.
import { expect, it } from 'vitest';
import { checkAxe, checkWidth, enterConsole, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
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

it('the focus moves to the main heading of the new page, also when going back (§2 navigation)', async () => {
  const page = await open(1440);
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await visit(page, '/search?l=en&query=silver');
  expect(await focused()).toBe('BODY');
  await page.getByRole('link', { name: 'Silver Tower' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/tours/);
  // The link that was followed has the same words: the heading is waited for.
  await page.waitForFunction(() => document.activeElement?.matches('h1'));
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Silver Tower');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Results for'));
  expect(await focused()).toBe('H1');
  await page.context().close();
});

it('a page begins at its top at once, and going back is at once where the reader was; only ways within a page glide (§2 navigation)', async () => {
  const page = await open(390);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/search?l=en');
  /** How far down each frame is from the moment that a heading with these words is there. */
  const watch = (words: string) =>
    page.evaluate((text) => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      const look = () => {
        if (document.querySelector('h1')?.textContent?.startsWith(text)) seen.push(Math.round(scrollY));
        if (seen.length < 30) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, words);
  const frames = async () => {
    const done = await page.waitForFunction(() => (window as never as { seen: number[] }).seen.length >= 30);
    await done.dispose();
    return page.evaluate(() => [...new Set((window as never as { seen: number[] }).seen.slice(1))]);
  };
  const last = page.getByRole('main').locator('a[href^="/tours/"]').last();
  await last.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => scrollY > 300);
  const before = await page.evaluate(() => Math.round(scrollY));
  await watch((await last.textContent()) ?? '');
  await last.click();
  expect(await frames()).toEqual([0]);
  await watch('Things to do');
  await page.goBack();
  expect(await frames()).toEqual([before]);
  await last.click();
  await page.getByRole('link', { name: 'Overview', exact: true }).waitFor();
  await watch('');
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  expect((await frames()).length).toBeGreaterThan(3);
  await page.context().close();
});

it('the focus moves to the main heading where what had it is gone (§2 navigation)', async () => {
  const staff = await open(1440);
  await enterConsole(staff, 'admin@one.example', 'admin-2026');
  // A list and the form of one of its items have the same path.
  await visit(staff, '/console/announcements');
  await staff.getByRole('link', { name: 'New announcement' }).click();
  const back = staff.getByRole('main').getByRole('link', { name: 'All announcements' });
  await back.focus();
  await staff.keyboard.press('Enter');
  await back.waitFor({ state: 'detached' });
  await staff.waitForFunction(() => document.activeElement?.matches('h1'));
  await staff.context().close();
});

it('on a phone the header is one row; its search opens over the page, and Escape, going back and its cross close it (§2 navigation)', async () => {
  const page = await open(390);
  for (const language of ['fr_FR', 'th', 'en']) {
    await visit(page, `/notice?l=${language}`);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThanOrEqual(64);
    await checkWidth(page);
  }
  const before = page.url();
  const opener = page.getByRole('banner').getByRole('link', { name: 'Search' });
  const box = page.getByRole('dialog').getByRole('combobox', { name: 'Search' });
  const closings = [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
  ];
  for (const close of closings) {
    await opener.click();
    await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input[name=query]'));
    await close();
    await page.waitForURL(before);
    await box.waitFor({ state: 'detached' });
  }
  await opener.click();
  await checkAxe(page);
  const cross = await page.getByRole('dialog').getByRole('button', { name: 'Close' }).boundingBox();
  expect((cross?.x ?? 390) + (cross?.width ?? 0)).toBeLessThanOrEqual(390);
  await box.fill('silver');
  await page.getByRole('dialog').getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/query=silver/);
  await page.waitForFunction(() => document.activeElement?.matches('h1'));
  await box.waitFor({ state: 'detached' });
  // The step that opened the search is not one to go back to.
  await page.goBack();
  await page.waitForURL(before);
  await opener.waitFor();
  await page.context().close();
});

it('a slow page shows progress and a placeholder (rules §13)', async () => {
  const page = await open(390);
  await visit(page, '/?l=en');
  await page.route(/\.data(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue();
  });
  await page.getByRole('link', { name: 'Orders' }).filter({ visible: true }).first().click();
  await page.getByRole('progressbar', { name: 'Loading the page' }).waitFor();
  // By its shape, until it is there.
  const shape = page.locator('[data-coming]');
  await shape.waitFor();
  await checkWidth(page);
  await page.waitForURL(/login/);
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  await shape.waitFor({ state: 'detached' });
  await page.context().close();
});

it('a page names the manifest of its language, which browsers ask for without cookies (§9)', async () => {
  const text = async (path: string) => (await test.fetch(path, { host: 'one.test' })).text();
  const named = /rel="manifest" href="([^"]*)"/.exec(await text('/notice?l=fr_FR'))?.[1] ?? '';
  expect(JSON.parse(await text(named))).toMatchObject({ name: 'Shop one', lang: 'fr-FR' });
});

it('every page of the shop has a title', async () => {
  const page = await open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const paths = [
    '/',
    '/search',
    '/search?type=3',
    '/search?city=testville',
    '/notice',
    '/googleMap',
    '/uc',
    '/uc/order',
  ];
  const more = ['/uc/balance', '/uc/account', '/uc/account/profile', '/uc/reset', '/onlinequotation'];
  const titles = new Map<string, string>();
  for (const path of [...paths, ...more]) {
    await page.goto(path, { waitUntil: 'domcontentloaded', timeout: 30_000 });
    const title = await page.title();
    expect(title, path).toMatch(/^[\p{L}].* · Shop one$/u);
    expect([...titles.values()], path).not.toContain(title);
    titles.set(path, title);
  }
  expect(titles.get('/')).toMatch(/^.+, .+,? and .+ · Shop one$/);
  expect(titles.get('/search')).toBe('Things to do · Shop one');
  expect(titles.get('/search?type=3')).toBe('Attraction tickets · Shop one');
  await page.context().close();
  const stranger = await open(390);
  await stranger.goto('/login?l=en');
  expect(await stranger.title()).toBe('Sign in · Shop one');
  await stranger.goto('/signup');
  expect(await stranger.title()).toBe('Create an account · Shop one');
  await stranger.goto('/console/login');
  expect(await stranger.title()).toBe('Sign in · Back office · Shop one');
  await stranger.context().close();
}, 60_000);

it('every page of the back office has a title', async () => {
  const page = await open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  const menu = page.getByRole('navigation', { name: 'Back office' }).getByRole('link');
  const paths = await menu.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(20);
  const titles = new Set<string>();
  for (const path of [...paths, '/console/products/1', '/console/products/1/calendar', '/console/partners/2']) {
    await page.goto(path, { waitUntil: 'domcontentloaded', timeout: 30_000 });
    const title = await page.title();
    expect(title, path).toMatch(/^.+ · Back office · Shop one$/);
    expect(title, path).toContain(await page.locator('main h1').first().innerText());
    expect(titles.has(title), `${path}: ${title}`).toBe(false);
    titles.add(title);
  }
  await page.context().close();
}, 90_000);

it('going back closes the menu of the back office on a phone', async () => {
  const page = await open(390);
  await enterConsole(page, 'operations@one.example', 'operations-2026');
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('link', { name: 'Partners', exact: true }).click();
  await page.waitForURL('**/console/partners');
  await menu.click();
  expect(await menu.getAttribute('aria-expanded')).toBe('true');
  await page.goBack();
  await page.waitForURL(/console$/);
  await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
  await page.context().close();
});
