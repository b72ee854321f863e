// Choosing on the product page and filling in the form, as people do: by keyboard, going back, in another currency, with friends.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays, formatShortDay } from '../../domain/dates.ts';
import { formatLocale } from '../../domain/languages.ts';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterShop, fillIn, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let tower: Awaited<ReturnType<typeof findProduct>>;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  tower = await findProduct(test, 'Silver Tower');
});

const open = async (width: number) => {
  const page = await browser.open(width);
  page.setDefaultTimeout(20_000);
  page.setDefaultNavigationTimeout(30_000);
  return page;
};
const dayCell = (page: Page, day: string) => page.locator(`#book [data-day="${day}"]`);
const focusedDay = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);
const perform = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
/** Pages of visitors are cached for five seconds. */
const outwaitCache = () => new Promise((resolve) => setTimeout(resolve, 5200));

it('a ticket for any day can be booked from every page that shows it', async () => {
  await perform(sql`UPDATE product SET free_cancel_days = 1 WHERE owner_id = 1 AND key = 'open-pass'`);
  const page = await open(390);
  await visit(page, '/search?l=en&query=open+rail');
  const card = page.getByRole('article').filter({ hasText: 'Open Rail Pass' });
  await card.getByText('No date needed').waitFor();
  expect(await card.getByText('Sold out').count()).toBe(0);
  await card.getByRole('link').click();
  await page.getByRole('button', { name: 'Book now' }).waitFor();
  // A ticket without a day is cancelled before its validity ends, not before a day.
  await page.getByText('Free cancellation up to 1 day before it expires').waitFor();
  await page.getByText('Cancelled less than 1 day before it expires: 100% is kept').waitFor();
  // As search engines read it, which follow no link within a page.
  await visit(page, new URL(page.url()).pathname);
  const things = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [product, crumbs] = things.map((text) => JSON.parse(text));
  expect(product.offers).toMatchObject({ availability: 'https://schema.org/InStock', seller: { name: 'Shop one' } });
  expect(crumbs.itemListElement.at(-1)).toMatchObject({ position: 4, name: product.name, item: product.offers.url });
  await perform(sql`UPDATE departure SET held = capacity WHERE play_on = '9999-12-31'`);
  await outwaitCache();
  await visit(page, new URL(page.url()).pathname);
  await page.getByText('Sold out for now').waitFor();
  await perform(sql`UPDATE departure SET held = 0 WHERE play_on = '9999-12-31'`);
  await page.context().close();
}, 60_000);

it('a search for one day shows that day on its cards, leads to it, and quotes the typed words as the language does (§2 search)', async () => {
  const page = await open(390);
  const day = addDays(playOn, 1);
  await visit(page, `/search?l=fr_FR&query=silver&from=${day}`);
  await page.getByRole('link', { name: /« silver »/ }).waitFor();
  const card = page.getByRole('article').filter({ hasText: 'Silver Tower' });
  // Not as the next one: there are earlier days.
  await card.getByText(formatShortDay(day, formatLocale('fr_FR'), Date.now()), { exact: true }).waitFor();
  await card.getByRole('link').click();
  await page.locator(`#book [data-day="${day}"][aria-pressed="true"]`).waitFor();
}, 60_000);

it('a show gives search engines its next day as an event, within its product (§2 product page)', async () => {
  const of = async (query: string) => {
    const { id } = await findProduct(test, query);
    const { path, nextOn } = (await test.call('productDetail', { id })).data;
    const text = await (await test.fetch(`${path}?l=en`)).text();
    const [, json = '{}'] = /<script type="application\/ld\+json"[^>]*>([^<]*"@type":"Product"[^<]*)/.exec(text) ?? [];
    return { thing: JSON.parse(json), nextOn };
  };
  const { thing: show, nextOn } = await of('Evening Show');
  expect(show.subjectOf).toMatchObject({
    '@type': 'Event',
    name: 'Evening Show',
    startDate: nextOn,
    location: { '@type': 'Place', address: { addressLocality: 'Testville', addressCountry: 'Malaysia' } },
    offers: { priceCurrency: 'JPY', price: '3500', url: show.offers.url },
  });
  const { thing: tower } = await of('Silver Tower');
  expect([tower.name, tower.subjectOf]).toEqual(['Silver Tower', undefined]);
});

it('the days of a stay read aloud count rooms, those of tickets count places (§9 languages)', async () => {
  const inn = await findProduct(test, 'Harbour Inn');
  const page = await open(390);
  const expected = {
    en: '3 rooms left',
    zh_CN: '剩余 3 间',
    zh_TW: '剩餘 3 間',
    ja_JP: '残り3室',
    ko_KR: '객실 3개 남음',
  };
  for (const [language, text] of Object.entries(expected)) {
    const { path } = (await test.call('productDetail', { id: inn.id })).data;
    await visit(page, `${path}?l=${language}`);
    await dayCell(page, playOn).filter({ hasText: text }).waitFor();
  }
  const { path } = (await test.call('productDetail', { id: tower.id })).data;
  await visit(page, `${path}?l=zh_CN`);
  await dayCell(page, playOn)
    .filter({ hasText: /余 \d+ 位/ })
    .waitFor();
  await page.context().close();
}, 60_000);

it('a list of results and the few places left on a day fit on a phone in languages with long words (§9 languages)', async () => {
  const page = await open(390);
  await perform(sql`UPDATE departure SET capacity = held + sold + 3 WHERE play_on = ${playOn}`);
  for (const language of ['en', 'es_ES', 'fr_FR', 'it_IT', 'ms', 'pt_PT', 'th', 'vi']) {
    await visit(page, `/search?l=${language}&query=silver`);
    await checkWidth(page);
    await visit(page, `${tower.path}?l=${language}&on=${playOn}`);
    await checkWidth(page);
    const cut = await dayCell(page, playOn).evaluate((cell) =>
      [...cell.querySelectorAll<HTMLElement>('[aria-hidden]')]
        .filter((text) => text.scrollWidth > text.clientWidth)
        .map((text) => text.innerText),
    );
    expect(cut, language).toEqual([]);
    expect(await dayCell(page, playOn).innerText(), language).toContain('3');
  }
  await perform(sql`UPDATE departure SET capacity = 20 WHERE play_on = ${playOn}`);
  await page.context().close();
}, 60_000);

it('day, people and extras are restored after going back, after a reload and from a shared address', async () => {
  const page = await open(1440);
  await enterShop(page, 'member@one.example', 'member-2026');
  await visit(page, tower.path);
  while (!(await dayCell(page, playOn).isVisible())) await page.getByRole('button', { name: 'Next month' }).click();
  await dayCell(page, playOn).click();
  await page.getByRole('button', { name: 'Child: one more' }).click();
  await page.getByRole('button', { name: 'Child: one more' }).click();
  await page.getByText('Free cancellation until').waitFor();
  const chosen = async () => {
    await page.locator(`[data-day="${playOn}"][aria-pressed="true"]`).waitFor();
    await page.getByText('MYR 181.00').waitFor();
  };
  await chosen();
  await page.getByRole('button', { name: 'Book now' }).click();
  await page.waitForURL(/booking\/order/);
  await page.goBack();
  await chosen();
  await page.reload();
  await chosen();
  const address = new URL(page.url());
  await visit(page, '/');
  await visit(page, address.pathname + address.search);
  await chosen();
  await page.context().close();
}, 60_000);

it('arrow keys move through the days, including those that are not sold, and into the next month', async () => {
  const page = await open(1440);
  await visit(page, `${tower.path}?l=en&on=${playOn}`);
  await dayCell(page, playOn).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focusedDay(page)).toBe(addDays(playOn, 1));
  await page.keyboard.press('ArrowRight');
  expect(await focusedDay(page)).toBe(addDays(playOn, 2));
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('not available');
  await page.keyboard.press('Enter');
  expect(await dayCell(page, addDays(playOn, 2)).getAttribute('aria-pressed')).toBe('false');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  expect(await dayCell(page, addDays(playOn, 1)).getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('PageDown');
  await page.waitForFunction(
    (month) => (document.activeElement as HTMLElement).dataset.day?.startsWith(month),
    nextMonth(),
  );
  expect(await page.locator('#book [data-day][tabindex="0"]').count()).toBe(1);
  await checkAxe(page);
  await page.context().close();
}, 60_000);

const nextMonth = () => addDays(`${addDays(playOn, 1).slice(0, 7)}-01`, 31).slice(0, 7);

it('a sold-out day can be the check-out, and is read out as that', async () => {
  const inn = await findProduct(test, 'Harbour Inn');
  const leave = addDays(playOn, 2);
  await perform(sql`UPDATE departure SET sold = capacity WHERE play_on = ${leave}
    AND package_id = ${inn.packages[0]?.id}`);
  const page = await open(390);
  await visit(page, `${inn.path}?l=en&on=${playOn}`);
  if (!(await dayCell(page, leave).isVisible())) await page.getByRole('button', { name: 'Next month' }).click();
  await page
    .getByRole('button', { name: /possible check-out day$/ })
    .first()
    .waitFor();
  expect(await dayCell(page, leave).textContent()).toContain('possible check-out day');
  // No stay goes over a night that is sold out: the day after it begins another one.
  await dayCell(page, addDays(leave, 1)).click();
  await page.waitForURL((url) => url.searchParams.get('on') === addDays(leave, 1));
  expect(new URL(page.url()).searchParams.has('until')).toBe(false);
  await dayCell(page, playOn).click();
  await dayCell(page, leave).click();
  expect(await dayCell(page, leave).getAttribute('aria-pressed')).toBe('true');
  expect(await dayCell(page, leave).textContent()).not.toContain('not available');
  await perform(sql`UPDATE departure SET sold = 0 WHERE play_on = ${leave} AND package_id = ${inn.packages[0]?.id}`);
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
}, 60_000);

it('a month that is nearly over is shown with the next one, so that a stay over its end is chosen at once (§2 product)', async () => {
  const inn = await findProduct(test, 'Harbour Inn');
  const months = [playOn, addDays(`${playOn.slice(0, 7)}-01`, 31)].map((day) => day.slice(0, 7));
  const last = addDays(`${months[1]}-01`, -1);
  const sellOut = (sold: ReturnType<typeof sql>) =>
    perform(sql`UPDATE departure SET sold = ${sold} WHERE play_on < ${last} AND package_id = ${inn.packages[0]?.id}`);
  await sellOut(sql`capacity`);
  await outwaitCache();
  const page = await open(390);
  await visit(page, `${inn.path}?l=en`);
  await dayCell(page, last).click();
  await dayCell(page, addDays(last, 2)).click();
  expect(await page.getByRole('grid').count()).toBe(2);
  await page.waitForURL((url) => url.searchParams.get('until') === addDays(last, 2));
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect.poll(() => page.getByRole('grid').count()).toBe(1);
  await page.getByRole('button', { name: 'Previous month' }).click();
  await dayCell(page, last).focus();
  await page.keyboard.press('ArrowRight');
  expect(await focusedDay(page)).toBe(`${months[1]}-01`);
  expect(await page.getByRole('grid').count()).toBe(2);
  await sellOut(sql`0`);
  await page.context().close();
}, 60_000);

it('displayed prices add up in every currency: each unit is rounded once', async () => {
  const page = await open(1440);
  const [adult, child] = tower.packages[0]?.skus ?? [];
  await visit(page, `${tower.path}?l=en&c=CNY&on=${playOn}&units=${adult?.id}:16,${child?.id}:1`);
  // 16 × 161.29 + 65.32; converted as a whole it was 2,645.97.
  await page.getByText('CNY 2,645.96').waitFor();
  await page.context().close();
});

it('“from” is the price of the first kind of ticket, on cards and beside packages', async () => {
  await perform(sql`INSERT INTO package SELECT (jsonb_populate_record(k, '{"package_id": 900001, "key": "second", "position": 9}')).*
    FROM package k WHERE k.owner_id = 1 AND k.package_id = ${tower.packages[0]?.id}`);
  await perform(sql`INSERT INTO sku SELECT (jsonb_populate_record(s, jsonb_build_object('sku_id', s.sku_id + 900000, 'package_id', 900001))).*
    FROM sku s WHERE s.owner_id = 1 AND s.package_id = ${tower.packages[0]?.id}`);
  try {
    const page = await open(390);
    await visit(page, '/search?l=en&query=silver&c=MYR');
    const card = page.getByRole('article').filter({ hasText: 'Silver Tower' });
    expect(await card.locator('strong').textContent()).toContain('100.00');
    await outwaitCache();
    await visit(page, `${tower.path}?l=en`);
    for (const price of await page.locator('#book fieldset').first().locator('strong').allTextContents())
      expect(price).toContain('100.00');
    await page.context().close();
  } finally {
    await perform(sql`DELETE FROM sku WHERE package_id = 900001`);
    await perform(sql`DELETE FROM package WHERE package_id = 900001`);
  }
}, 60_000);

it('free cancellation is shown only as long as it is possible', async () => {
  const page = await open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  const form = `/booking/order?lines=${tower.packages[0]?.skus[0]?.id}:${playOn}::1`;
  await visit(page, form);
  await page.getByText(/^Free cancellation until/).waitFor();
  await perform(
    sql`UPDATE product SET refund_rules = '[{"daysBefore": 30, "feePercent": 40}]' WHERE product_id = ${tower.id}`,
  );
  await visit(page, form);
  await page.getByText('It is too late for free cancellation: if you cancel now, 40% of the price is kept.').waitFor();
  expect(await page.getByText(/Free cancellation until|free of charge/).count()).toBe(0);
  await perform(sql`UPDATE product SET refund_rules = NULL WHERE product_id = ${tower.id}`);
  await page.context().close();
}, 60_000);

it('numbers may be written in groups, and only shared values of travellers are copied', async () => {
  const hills = await findProduct(test, 'Green Hills');
  await perform(sql`UPDATE product SET traveller_fields = '{102,202,104,109,301}' WHERE product_id = ${hills.id}`);
  const page = await open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  await visit(page, `/booking/order?lines=${hills.packages[0]?.skus[0]?.id}:${playOn}::2`);
  const phone = page.locator('[name="contact.phone"]');
  await phone.pressSequentially('0170 123 4567');
  await phone.blur();
  expect(await phone.inputValue()).toBe('01701234567');
  expect(await phone.getAttribute('aria-invalid')).toBeNull();
  // A name without a surname beside it is filled in whole by a browser, not only its first part.
  expect(await page.locator('[name="travellers.0.102"]').getAttribute('autocomplete')).toBe('section-traveller1 name');
  await fillIn(page, {
    ...{ 'travellers.0.102': 'Mei Tan', 'travellers.0.202': 'K1234567', 'travellers.0.104': '1990-05-17' },
    ...{ 'travellers.0.areaCode': '60', 'travellers.0.301': '(012) 345-6789' },
  });
  // §7 nationality/search: found by a part of its name, chosen by keyboard; or typed in full.
  const nation = page.getByRole('combobox', { name: /Nationality/ }).first();
  await nation.fill('malay');
  await page.getByRole('listbox', { name: 'Nationality' }).getByRole('option', { name: 'Malaysia' }).waitFor();
  await checkAxe(page);
  await nation.press('ArrowDown');
  await nation.press('Enter');
  expect(await nation.inputValue()).toBe('Malaysia');
  await nation.fill('singapore');
  await nation.blur();
  await expect.poll(() => nation.inputValue()).toBe('Singapore');
  // What names nothing stays where it was typed, is refused there, and nothing is chosen in its place.
  await nation.fill('Nowhere');
  await nation.blur();
  await page.getByText('“Nowhere” was not recognised. Please choose from the list.').waitFor();
  expect(await nation.inputValue()).toBe('Nowhere');
  await checkAxe(page);
  // A link in another language than the traveller's: a whole name counts as it is spelled there.
  await nation.fill('新加坡');
  await nation.blur();
  await expect.poll(() => nation.inputValue()).toBe('Singapore');
  await page.getByRole('button', { name: 'Copy from above' }).click();
  const typedIn = (name: string) => page.locator(`[name="travellers.1.${name}"]`).inputValue();
  expect(await typedIn('301')).toBe('123456789');
  expect(await typedIn('109')).toBe('Singapore');
  for (const name of ['102', '202', '104']) expect(await typedIn(name)).toBe('');
  await page.context().close();
}, 60_000);

it('the current page of a list is announced, and no heading is without content', async () => {
  await perform(sql`INSERT INTO product SELECT (jsonb_populate_record(p, jsonb_build_object('product_id', 910000 + n, 'key', 'copy-' || n))).*
    FROM product p, generate_series(1, 20) n WHERE p.owner_id = 1 AND p.key = 'overbook'`);
  await perform(sql`UPDATE product SET overviews = '{}', content = content || '{"included": [], "excluded": []}'
    WHERE owner_id = 1 AND key = 'overbook'`);
  try {
    const page = await open(1440);
    await visit(page, '/search?l=en&page=2');
    const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]');
    const [colour, ground] = await current.evaluate((element) => {
      const style = getComputedStyle(element);
      return [style.color, style.backgroundColor];
    });
    expect(ground).not.toBe(colour);
    await checkAxe(page);
    const hike = await findProduct(test, 'Popular Hike');
    await visit(page, hike.path);
    const empty = await page
      .locator('main section')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              one.querySelector('h2') && one.textContent?.trim() === one.querySelector('h2')?.textContent?.trim(),
          )
          .map((one) => one.textContent),
      );
    expect(empty).toEqual([]);
    expect(await page.getByRole('heading', { name: 'What is included' }).count()).toBe(0);
    await page.context().close();
  } finally {
    await perform(sql`DELETE FROM product WHERE product_id > 910000`);
  }
}, 60_000);

it('on a phone, booking without a time leads to the times below the calendar (§2 product)', async () => {
  for (const session of ['09:00', '15:00'])
    await perform(sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
      SELECT owner_id, package_id, play_on, ${session}, 9 FROM departure
      WHERE owner_id = 1 AND package_id = ${tower.packages[0]?.id} AND play_on = ${playOn} AND session = ''`);
  await perform(sql`DELETE FROM departure WHERE owner_id = 1 AND package_id = ${tower.packages[0]?.id}
    AND play_on = ${playOn} AND session = ''`);
  await outwaitCache();
  const page = await open(390);
  await visit(
    page,
    `/tours/malaysia/testville/${tower.id}?l=en&on=${playOn}&units=${tower.packages[0]?.skus[0]?.id}%3A1`,
  );
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.getByText('Please choose a time.').waitFor();
  await page.getByRole('radio', { name: /09:00/ }).and(page.locator(':focus')).waitFor();
  const box = await page.getByRole('radio', { name: /09:00/ }).boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  expect(box?.y).toBeLessThan(844 - 150);
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.waitForURL(/\/booking\/order/);
  await page.context().close();
}, 60_000);
