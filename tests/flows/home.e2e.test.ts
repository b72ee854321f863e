// The home page and search in a real browser, on a phone and on a desktop: suggestions by keyboard, recent searches, recently seen,
// an empty result, banners and announcements, and the back office that edits them.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, formatShortDay } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  reload,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;

openFlow((flow) => {
  ({ test, browser } = flow);
});

/** Pages of visitors are cached for five seconds. */
const outwaitCache = () => new Promise((resolve) => setTimeout(resolve, 5200));
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const chosen = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? (document.getElementById(id)?.textContent ?? '') : null;
  });

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('suggestions appear while typing, can be chosen by keyboard, and searches are remembered', async () => {
    const page = await browser.open(width);
    await visit(page, '/?l=en');
    // No product is both in the window and in an automatic row, or in two rows.
    const rows = ['Popular right now', 'Best sellers', 'New in the shop'].map((name) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) }),
    );
    const inRows = await Promise.all(rows.map((row) => row.getByRole('article').getByRole('link').allTextContents()));
    const window = page.locator('section').filter({ has: page.getByRole('heading', { level: 1 }) });
    const tiles = await window.locator('a > span > span:first-child').allTextContents();
    expect(tiles).toHaveLength(5);
    const shown = [...tiles, ...inRows.flat()];
    expect(shown.length).toBeGreaterThan(7);
    expect(new Set(shown).size).toBe(shown.length);
    await searchBox(page).pressSequentially('testv', { delay: 30 });
    await page.getByRole('option', { name: /Testville, Malaysia/ }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    expect(await chosen(page)).toBeNull();
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).toContain('Testville, Malaysia');
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page)).toBeNull();
    await page.keyboard.press('Escape');
    expect(await searchBox(page).getAttribute('aria-expanded')).toBe('false');
    expect(await searchBox(page).inputValue()).toBe('testv');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?city=testville/);
    // The box of the new page, not the one that is about to go.
    await until(
      () => searchBox(page).inputValue(),
      (typed) => typed === '',
    );
    await searchBox(page).fill('silver');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?query=silver/);
    await visit(page, '/');
    await searchBox(page).click();
    await page.getByRole('listbox').getByRole('option', { name: 'silver' }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await page.context().close();
  }, 60_000);

  it('viewed products are shown on the home page, with the current language and price (§9 local storage)', async () => {
    const page = await browser.open(width);
    await visit(page, '/?l=en');
    expect(await page.getByRole('heading', { name: 'You looked at' }).count()).toBe(0);
    await visit(page, '/search?query=silver');
    await page.getByRole('link', { name: 'Silver Tower' }).click();
    await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
    await visit(page, '/?l=zh_CN&c=CNY');
    const seen = page.locator('section').filter({ hasText: '银塔观景台' }).last();
    await seen.getByText('161.29').waitFor();
    expect(await page.evaluate(() => localStorage.getItem('seen-products'))).not.toContain('Tower');
    await page.evaluate(() => {
      const [one] = JSON.parse(localStorage.getItem('seen-products') ?? '[]');
      localStorage.setItem('seen-products', JSON.stringify([{ ...one, at: Date.now() - 8 * 86_400_000 }]));
    });
    await visit(page, '/?l=en');
    expect(await page.getByRole('heading', { name: 'You looked at' }).count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('an empty result offers other words, categories, cities, nearby products (§8 no matching result)', async () => {
    const page = await browser.open(width);
    await visit(page, '/search?l=en&query=silvar+qqqqqqq');
    await page.getByRole('heading', { name: 'No matching result' }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    for (const name of ['Categories', 'Pick a city', 'Perhaps one of these'])
      await page.getByRole('heading', { name }).waitFor();
    await page.getByRole('link', { name: /“silver”/ }).click();
    await page.getByRole('link', { name: 'Silver Tower' }).waitFor();
    await page.context().close();
  }, 60_000);

  it('scripts start after the first paint, and earlier clicks take effect then (decision 0550)', async () => {
    const page = await browser.open(width);
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/assets/entry.client-*.js', (route) => held.then(() => route.continue()));
    await page.goto('/search?l=en&query=silver+tower');
    const button = page.locator('main button', { hasText: width < 1024 ? 'Filters' : 'More filters' }).first();
    await button.dispatchEvent('click');
    release();
    await page.getByRole('dialog').waitFor();
    const [paint, script] = await page.evaluate(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      return [performance.getEntriesByType('paint')[0]?.startTime, Math.min(...scripts.map((one) => one.startTime))];
    });
    expect(script).toBeGreaterThan(paint ?? Number.POSITIVE_INFINITY);
    await page.context().close();
  });

  it.each(['/search?query=silver+tower', '/login?x=1'])(
    'language and currency are switched before the scripts of a page have come, and after: %s (decision 0576)',
    async (path) => {
      const page = await browser.open(width);
      let held = true;
      // Requests of the page that was left end with it.
      await page.route('**/assets/*.js', (route) => !held && route.continue());
      const address = (more: string) => (url: URL) =>
        url.search === new URL(`${path}&${more}`, url).search && url.pathname === path.split('?')[0];
      // Tests see nothing of a page before its scripts have come; its visitors do.
      const choose = (name: string, value: string) =>
        page.locator(`header select[name=${name}]`).selectOption(value, { force: true });
      await page.goto(path, { waitUntil: 'commit' });
      await choose('l', 'th');
      await page.waitForURL(address('l=th'), { waitUntil: 'commit' });
      await page.locator('html[lang=th]').waitFor({ state: 'attached' });
      expect(await page.locator('html[data-hydrated]').count()).toBe(0);
      held = false;
      await page.reload();
      await page.locator('html[data-hydrated]').waitFor();
      await choose('l', 'en');
      await page.locator('html[lang=en][data-hydrated]').waitFor();
      if (path.startsWith('/search')) {
        await choose('c', 'USD');
        await page.locator('html[data-currency=USD]').waitFor();
      }
      await page.context().close();
    },
  );

  it('days in the query are a chip, and more filters lead to an address (§2 search)', async () => {
    const page = await browser.open(width);
    const [from, to] = [playOn, addDays(playOn, 1)].map((day) => formatShortDay(day, 'en', Date.now()));
    await visit(page, `/search?l=en&query=${encodeURIComponent(`silver tower ${from}`)}`);
    await page.getByRole('link', { name: 'Silver Tower', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Remove “silver tower”' }).waitFor();
    await page.getByRole('link', { name: `Remove ${from}` }).click();
    await page.waitForURL(/query=silver\+tower$/);
    await page.goBack();
    await page.getByRole('link', { name: `Remove ${from}` }).waitFor();
    const openMore = async () => {
      if (width < 1024) await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('button', { name: 'More filters' }).click();
    };
    const dialog = page.getByRole('dialog', { name: 'More filters' });
    // The day of the words is in the fields, and what is changed there counts.
    await openMore();
    for (const label of ['First day', 'Last day'])
      expect(await dialog.getByLabel(label).inputValue(), label).toBe(playOn);
    await dialog.getByLabel('Last day').fill(addDays(playOn, 1));
    await dialog.getByRole('button', { name: 'Show results' }).click();
    await page.getByRole('link', { name: `Remove ${from} – ${to}` }).click();
    await page.waitForURL(/query=silver\+tower$/);
    await openMore();
    await dialog.getByLabel('First day').fill(addDays(playOn, 1));
    await dialog.getByLabel('Last day').fill(playOn);
    await dialog.getByRole('button', { name: 'Show results' }).click();
    await dialog.getByText('The last day comes before the first.').waitFor();
    await dialog.getByLabel('First day').fill(playOn);
    await dialog.getByLabel('Last day').fill(addDays(playOn, 1));
    await dialog.getByLabel('Price up to').fill('5000');
    await page.evaluate(() => {
      const coords = { latitude: 3.14, longitude: 101.69 };
      navigator.geolocation.getCurrentPosition = (found) => found({ coords } as GeolocationPosition);
    });
    await dialog.getByRole('button', { name: 'Near me' }).click();
    await dialog.getByLabel('Near you').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Show results' }).click();
    await page.waitForURL(/sort=distance/);
    await page.getByRole('link', { name: `Remove ${from} – ${to}` }).waitFor();
    await page.getByText(/ (km|m) · /).waitFor();
    // The chosen order is in sight, also where a phone shows only some of them.
    await page.waitForFunction(() => {
      const chosen = document.querySelector('.sort-link[aria-current]');
      const [inner, outer] = [chosen, chosen?.parentElement].map((one) => one?.getBoundingClientRect());
      return inner && outer && inner.left >= outer.left && inner.right <= outer.right;
    });
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.waitForURL(/view=map/);
    // Products at one place are a group; the list is beside the map.
    await page.getByRole('link', { name: 'Silver Tower', exact: true }).waitFor();
    // Also where a visit begins with it; what a page complains about is looked at in the end.
    await reload(page);
    if (await page.evaluate(() => Boolean(document.createElement('canvas').getContext('webgl2'))))
      await page.getByRole('button', { name: 'Silver Tower', exact: true }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await page.waitForURL((url) => !url.search.includes('view='));
    await page.reload();
    await page.getByRole('link', { name: 'Remove Near you' }).click();
    await page.waitForURL((url) => !url.search.includes('lat='));
    await page.goBack();
    await page.waitForURL(/sort=distance/);
    await page.context().close();
  }, 60_000);

  it('content staff create a group and a banner, and visitors see them', async () => {
    await sql`DELETE FROM banner WHERE owner_id = 1`.execute(test.database.house);
    const page = await browser.open(width);
    await enterConsole(page, 'content@one.example', 'content-2026');
    await visit(page, '/console/promotions');
    await checkAxe(page);
    await page.getByRole('button', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByText('Choose products, a city or a category').waitFor();
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(`Rainy days ${width}`);
    await dialog.getByLabel('Search for a product to add').fill('evening');
    await dialog.getByRole('button', { name: 'Add Evening Show' }).click();
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `Rainy days ${width}` }).waitFor();
    await page.getByRole('button', { name: `Move Rainy days ${width} up` }).click();
    await page.getByText(`Rainy days ${width} is now at place`).waitFor({ state: 'attached' });
    await checkWidth(page);
    await page.getByRole('link', { name: 'Limited offers' }).click();
    await page.getByRole('heading', { name: 'No offers yet' }).waitFor();
    await page.getByRole('button', { name: 'New offer' }).click();
    await dialog.getByRole('textbox', { name: 'Name (for your staff)' }).fill('Show week');
    await dialog.getByRole('textbox', { name: 'Percent off' }).fill('95');
    await dialog.getByLabel('Begins').fill('2026-01-01T00:00');
    await dialog.getByRole('searchbox', { name: 'Search for a product to add' }).fill('green');
    await dialog.getByRole('button', { name: 'Add Green Hills Day Tour' }).click();
    await dialog.getByText('Time zone: Malaysia Time').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Ends').fill('2035-12-01T00:00');
    // Both times are as wide as their column, also where the browser would write them wider.
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await dialog.getByRole('textbox', { name: 'Percent off' }).fill('25');
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Running').waitFor();
    await page.getByText('Dec 1, 2035 00:00 (Malaysia Time)').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'Banners' }).click();
    await page.getByRole('group', { name: 'How announcements run' }).waitFor();
    await page.getByRole('button', { name: 'New banner' }).click();
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(`Islands ${width}`);
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://elsewhere.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Link' }).fill('/search?type=3');
    await dialog.getByLabel('Scene').selectOption('island');
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: `Islands ${width}` }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
    // A second one, to turn to.
    await sql`INSERT INTO banner (owner_id, titles, link, position)
      VALUES (1, '{"en": "Hills"}', '/search?type=1', 1000)`.execute(test.database.house);
    const shop = await browser.open(width);
    await shop.emulateMedia({ reducedMotion: 'no-preference' });
    await outwaitCache();
    await visit(shop, '/?l=en');
    await shop.getByRole('heading', { name: `Rainy days ${width}` }).waitFor();
    const offers = shop.locator('section').filter({ has: shop.getByRole('heading', { name: 'Limited offers' }) });
    await offers.getByText('25% off until Nov 30').waitFor();
    await offers.locator('del').waitFor();
    const path = (await offers.getByRole('link').first().getAttribute('href')) ?? '';
    expect(await (await test.fetch(path, { host: 'one.test' })).text()).toContain('"priceValidUntil":"2035-11-30"');
    // No product is in two rows, automatic or chosen.
    const names = await shop.locator('section article :is(h2, h3)').allTextContents();
    expect(new Set(names).size).toBe(names.length);
    const carousel = shop.getByRole('region', { name: 'Highlights' });
    await carousel.waitFor();
    if (width === 1440) {
      await carousel.getByRole('button', { name: 'Pause' }).click();
      const shown = carousel.locator('[aria-roledescription=slide]:not([inert]) a');
      expect(await shown.count()).toBe(1);
      expect(await shown.getAttribute('href')).toBe('/search?type=3');
      await carousel.getByText('1 / 2').waitFor();
      await carousel.getByRole('button', { name: 'Next' }).click();
      await carousel.getByText('2 / 2').waitFor();
      await carousel.getByRole('button', { name: 'Play' }).waitFor();
    }
    await checkAxe(shop);
    await checkWidth(shop);
    // In Korean "from" follows the price: the earlier price is above it, not right before it.
    await visit(shop, '/?l=ko_KR');
    const card = shop.locator('article').filter({ has: shop.locator('del') });
    const [before, after] = await Promise.all(['del', 'strong'].map((of) => card.locator(of).first().boundingBox()));
    expect((before?.y ?? 0) + (before?.height ?? 0)).toBeLessThanOrEqual((after?.y ?? 0) + 2);
    await visit(shop, '/?l=en');
    // The form and the order of it show the same steps.
    const { rows } = await sql<{ id: number }>`SELECT sku_id AS id FROM sku JOIN package USING (owner_id, package_id)
      JOIN product USING (owner_id, product_id) WHERE product.names ->> 'en' LIKE 'Green Hills%'`.execute(
      test.database.house,
    );
    await visit(shop, `/booking/order?lines=${rows[0]?.id}:${playOn}::2`);
    const steps = await shop.locator('dl').filter({ hasText: 'To pay' }).locator('dd').allTextContents();
    expect(steps.map((step) => step.replace(/\s/g, ' '))).toEqual(['MYR 200.00', '-MYR 50.00', 'MYR 150.00']);
    await shop.getByText('Limited offer', { exact: true }).waitFor();
    await shop.context().close();
  }, 90_000);
});

describe('announcements', () => {
  it('are animated as the owner chose, stop on request, and do not move for readers who ask for reduced motion', async () => {
    await sql`INSERT INTO announcement (owner_id, title, published_at) VALUES (1, '{"en": "Second news"}', now() - interval '1 day')`.execute(
      test.database.house,
    );
    await sql`UPDATE web_setting SET roll_type = 2 WHERE owner_id = 1`.execute(test.database.house);
    await outwaitCache();
    const page = await browser.open(1440);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit(page, '/?l=en');
    const line = page.getByRole('region', { name: 'Announcements' });
    const place = () =>
      line
        .getByRole('link')
        .first()
        .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).e);
    const from = await place();
    await page.waitForTimeout(400);
    expect(await place()).toBeLessThan(from);
    await line.getByRole('button', { name: 'Pause' }).click();
    // A browser ends a pause with its next picture; a busy one takes its time for it.
    await line
      .getByRole('link')
      .first()
      .evaluate((element) => Promise.all(element.getAnimations().map((moving) => moving.ready)).then(() => undefined));
    const stopped = await place();
    await page.waitForTimeout(300);
    expect(await place()).toBe(stopped);
    await checkAxe(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(page, '/');
    expect(await line.getByRole('button').count()).toBe(0);
    expect(await place()).toBe(0);
    await line.getByText('Second news').waitFor();
    await sql`UPDATE web_setting SET roll_type = 3 WHERE owner_id = 1`.execute(test.database.house);
    await outwaitCache();
    await visit(page, '/');
    await line.getByText('Hello').waitFor();
    expect(await line.getByText('Second news').count()).toBe(0);
    await page.context().close();
  }, 60_000);
});

describe('pages cached for visitors', () => {
  it('never show one reader’s language or currency to another, and still count as views', async () => {
    const { data } = await test.call('searchProducts', { query: 'silver' });
    const { id = '', path = '' } = data.list[0] ?? {};
    const names = { en: 'Silver Tower', zh_CN: '银塔观景台', vi: 'Tháp Bạc' };
    const prices = { MYR: '100.00', CNY: '161.29', USD: '22.62' };
    const ask = async (language: keyof typeof names, currency: keyof typeof prices, address: string) => {
      const answer = await test.fetch(address, {
        headers: { cookie: `lang=${language}; c=${currency}`, 'user-agent': 'Firefox' },
      });
      const text = await answer.text();
      expect(text).toContain(`data-language="${language}"`);
      expect(text).toContain(`data-currency="${currency}"`);
      expect(text).toContain(names[language]);
      expect(text.replaceAll(',', '.')).toContain(prices[currency]);
      return text;
    };
    const { addViews } = await import('../../server/catalog/count-views.ts');
    const views = async () => {
      await addViews();
      const found = await sql<{ views: number }>`SELECT views FROM product WHERE product_id = ${id}`.execute(
        test.database.house,
      );
      return found.rows[0]?.views ?? 0;
    };
    const before = await views();
    const rounds = [1, 2, 3];
    for (const _ of rounds)
      for (const language of ['en', 'zh_CN', 'vi'] as const)
        for (const currency of ['MYR', 'CNY', 'USD'] as const)
          await Promise.all(['/search?query=silver', path, '/'].map((address) => ask(language, currency, address)));
    expect((await views()) - before).toBe(rounds.length * 9);
  }, 60_000);
});
