// The catalogue in a real browser (rules §10): products of every kind created from scratch, stock filled, published and found;
// no typed value is lost, and two people at once do not overwrite each other.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { consolePaths } from '../../domain/console-paths.ts';
import { addDays } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { sql } from '../../server/platform/db.ts';
import { newDocument } from '../build/edit-products.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  reload,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn, today } from '../build/small-seed.ts';
import { enterAsContent, field, fillDays, make, openCalendar, saveStock, tab } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
let content: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  content = await test.signIn('content@one.example', 'content-2026');
});

const nextMonth = addDays(`${today.slice(0, 7)}-01`, 31).slice(0, 7);
async function publish(page: Page, id: string): Promise<void> {
  await visit(page, `/console/products/${id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('The product is published').waitFor();
}

async function findInShop(page: Page, name: string): Promise<void> {
  await visit(page, `/search?query=${encodeURIComponent(name)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForURL(/\/tours\/malaysia\/testville\//);
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

const calendarOf = async (id: string, from: string, to: string) => {
  const answer = await test.call('consoleProduct', { id }, { token: content });
  const packageId = answer.data.document.packages[0]?.id ?? '';
  return (await test.call('consoleCalendar', { packageId, from, to }, { token: content })).data;
};

describe('created from scratch', () => {
  it('a day tour: stock filled over months, one dearer day, published and found', async () => {
    const page = await enterAsContent(browser, 1440);
    const id = await make(page, {
      type: 'Tours',
      name: 'Misty Hills Walk',
      chinese: '雾山徒步',
      package: { 'names.en': 'Small group', minQuantity: '1', maxQuantity: '12' },
      skus: [
        { ticketType: 'Adult', minAge: '13', priceMinor: '1,200.50' },
        { ticketType: 'Child', minAge: '4', maxAge: '12', priceMinor: '600' },
      ],
    });
    await checkAxe(page);
    // After a reload the page no longer says that it was saved, because the server cannot know it.
    await reload(page);
    expect(await page.getByText('The product is saved').count()).toBe(0);
    await openCalendar(page, nextMonth);
    const to = addDays(`${nextMonth}-01`, 40);
    await fillDays(page, { value: '12', from: `${nextMonth}-01`, to });
    await page.getByText('Also changed, not saved yet').getByRole('link').click();
    await page.waitForURL(new RegExp(`month=${to.slice(0, 7)}`));
    await page.getByText('Also changed, not saved yet').getByRole('link').click();
    await page.waitForURL(new RegExp(`month=${nextMonth}`));
    await fillDays(page, { what: 'Price: Adult', value: '1500', from: `${nextMonth}-06`, to: `${nextMonth}-06` });
    await checkAxe(page);
    await saveStock(page);
    const { days, skus } = await calendarOf(id, `${nextMonth}-01`, to);
    expect(days).toHaveLength(41);
    expect(days.every((day) => day.capacity === 12)).toBe(true);
    expect(skus.map((sku) => sku.priceMinor)).toEqual([120_050, 60_000]);
    expect(days.find((day) => day.on === `${nextMonth}-06`)?.prices).toEqual([
      { skuId: skus[0]?.id, priceMinor: 150_000 },
    ]);
    await publish(page, id);
    await findInShop(page, 'Misty Hills Walk');
    await page.context().close();
  }, 90_000);

  it('a ticket with sessions: typed, pasted, undone and redone by keyboard', async () => {
    const page = await enterAsContent(browser, 1440);
    const id = await make(page, {
      type: 'Attraction tickets',
      name: 'Crystal Dome',
      chinese: '水晶穹顶',
      package: { 'names.en': 'Entry' },
      skus: [{ ticketType: 'Adult', priceMinor: '88' }],
    });
    await openCalendar(page, nextMonth);
    for (const time of ['10:00', '14:00']) {
      await page.getByRole('button', { name: 'New session time' }).click();
      await page.getByRole('dialog').getByLabel('Time').fill(time);
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    }
    const cell = (day: string, rest: string) => page.locator(`[data-cell="${nextMonth}-${day}|${rest}"]`);
    await cell('01', '10:00|capacity').click();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await page.keyboard.type('40');
    await page.keyboard.press('Tab');
    await page.keyboard.type('45');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 cell changed').waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('2 cells changed').waitFor();
    await cell('02', '10:00|capacity').click();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, '31\t32\n41\tx\n99\t');
    await page.getByText('7 cells changed').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Please check the marked fields' }).waitFor();
    expect(await cell('03', '14:00|capacity').getAttribute('aria-invalid')).toBe('true');
    await page.keyboard.press('Delete');
    await checkAxe(page);
    await saveStock(page);
    const { days } = await calendarOf(id, `${nextMonth}-01`, `${nextMonth}-28`);
    expect(days.map((day) => [day.on.slice(8), day.session, day.capacity, day.prices[0]?.priceMinor])).toEqual([
      ['01', '10:00', 30, undefined],
      ['01', '14:00', 40, undefined],
      ['02', '10:00', 31, 9900],
      ['02', '14:00', 41, 9900],
      ['03', '10:00', 32, undefined],
    ]);
    await publish(page, id);
    await findInShop(page, 'Crystal Dome');
    await page.context().close();
  }, 90_000);

  it('a transfer by car, on a phone', async () => {
    const page = await enterAsContent(browser, 390);
    const id = await make(page, {
      type: 'Transfers and car hire',
      name: 'Harbour Transfer',
      chinese: '港口接送',
      package: { 'names.en': 'One way' },
      skus: [{ carType: 'Van', seatClass: '9 seats', luggage: '6', priceMinor: '240' }],
    });
    expect(await field(page, 'packages.0.skus.0.seats').inputValue()).toBe('9');
    await openCalendar(page, nextMonth);
    await page
      .getByRole('listitem')
      .filter({ hasText: /not on sale/ })
      .first()
      .getByRole('button')
      .click();
    await page.getByLabel('Whole day: Places').fill('3');
    await page.getByLabel('Price: Van, 9 seats').fill('260');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await checkAxe(page);
    await checkWidth(page);
    await saveStock(page);
    const { days } = await calendarOf(id, `${nextMonth}-01`, `${nextMonth}-28`);
    expect(days).toMatchObject([{ on: `${nextMonth}-01`, capacity: 3, prices: [{ priceMinor: 26_000 }] }]);
    await publish(page, id);
    await findInShop(page, 'Harbour Transfer');
    await page.context().close();
  }, 90_000);

  it('a hotel by nights, its month copied into the next', async () => {
    const page = await enterAsContent(browser, 1440);
    const id = await make(page, {
      type: 'Hotels and stays',
      name: 'Lakeside House',
      chinese: '湖畔小屋',
      package: { 'names.en': 'Breakfast included', minNights: '2', maxNights: '14' },
      skus: [{ 'names.en': 'Lake room', priceMinor: '320' }],
    });
    const tenth = `${nextMonth}-10`;
    await openCalendar(page, nextMonth);
    await page.getByRole('rowheader', { name: /^Each night/ }).waitFor();
    await fillDays(page, { value: '5', from: tenth, to: tenth });
    await fillDays(page, { what: 'Price: Lake room', value: '350', from: tenth, to: tenth });
    await page.getByRole('button', { name: 'Copy to next month' }).click();
    await page.waitForURL((url) => !url.search.includes(nextMonth));
    await settle(page);
    await saveStock(page);
    const { days } = await calendarOf(id, tenth, addDays(tenth, 40));
    expect(days.map((day) => day.on)).toEqual([tenth, addDays(tenth, 28)]);
    for (const day of days) expect(day).toMatchObject({ capacity: 5, prices: [{ priceMinor: 35_000 }] });
    await publish(page, id);
    const shown = await findProduct(test, 'Lakeside');
    expect(shown.packages[0]).toMatchObject({ minNights: 2, maxNights: 14 });
    await findInShop(page, 'Lakeside House');
    await page.context().close();
  }, 90_000);
});

describe('a product being edited', () => {
  it('lists missing values before it is published, and links to them', async () => {
    const page = await enterAsContent(browser, 1440);
    await visit(page, '/console/products/new');
    await page.getByText('A place that is not in the list can be added under “Cities”.').waitFor();
    expect(await field(page, 'playUnit').locator('option').allInnerTexts()).toEqual(['Days', 'Hours', 'Minutes']);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'Please check the marked fields' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Package 1, Row 1, Price' }).click();
    await page.waitForURL(/tab=packages/);
    await page.locator('[data-path="packages.0.skus.0.priceMinor"]:focus').waitFor();
    // No choice of a language is on this page: its texts say in which one they are, whatever the staff reads.
    await page.getByLabel('Name · English').waitFor();
    await page.getByRole('columnheader', { name: 'Own name · English' }).waitFor();
    const id = await make(page, {
      type: 'Food and dining',
      name: 'River Supper',
      chinese: '河畔晚餐',
      package: { 'names.en': 'Table' },
      skus: [{ ticketType: 'Own name', 'names.en': 'Set menu', priceMinor: '75' }],
    });
    // Saved from within a field, which keeps the focus.
    await field(page, 'packages.0.names.en').fill('Table for two');
    await page.keyboard.press('Control+s');
    const savedName = async () =>
      (await test.call('consoleProduct', { id }, { token: content })).data.document.packages[0]?.names.en;
    await expect.poll(savedName, { timeout: 20_000 }).toBe('Table for two');
    await page.getByText('The product is saved').waitFor();
    await page.locator('[data-path="packages.0.names.en"]:focus').waitFor();
    // Tabs open at once: the frame of the page is not loaded again.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await tab(page, 'Rules');
    await tab(page, 'Texts');
    expect(asked.filter((path) => path.endsWith('.data'))).toEqual([]);
    await field(page, 'overviews.en').fill('');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('This cannot be published yet').waitFor();
    await page.getByRole('link', { name: 'Dates and places on sale' }).waitFor();
    await page.getByRole('link', { name: 'Overview, English' }).click();
    await page.locator('[data-path="overviews.en"]:focus').waitFor();
    expect((await test.call('consoleProduct', { id }, { token: content })).data.state).toBe('draft');
    await page.context().close();
  }, 60_000);

  it('names a session without a price when it is saved, and keeps it once it has one', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Silver Tower');
    await visit(page, `${consolePaths.product(id)}?tab=packages`);
    const save = () => page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Time', { exact: true }).fill('19:30');
    await page.getByRole('button', { name: 'Add price for this time' }).click();
    await page.getByRole('rowheader', { name: '19:30' }).waitFor();
    await save();
    await page.getByRole('cell').getByText('Please enter a price in one of the columns').waitFor();
    await page.getByRole('link', { name: /Prices by session 1, Price/ }).waitFor();
    await settle(page);
    await checkAxe(page);
    await page.getByRole('cell').getByLabel('Child, 19:30').fill('45');
    await save();
    await page.getByText('The product is saved').waitFor();
    await page.reload();
    await page.getByRole('rowheader', { name: '19:30' }).waitFor();
    expect(await page.getByLabel('Child, 19:30').inputValue()).toBe('45.00');
    expect(await page.getByLabel('Adult, 19:30').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Delete 19:30' }).click();
    await save();
    await page.getByText('The product is saved').waitFor();
    expect(await field(page, 'packages.0.skus.1.sessionPrices.0.priceMinor').count()).toBe(0);
    await page.context().close();
  }, 90_000);

  it('keeps typed values over a reload, and asks before it is left', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Silver');
    await visit(page, `/console/products/${id}?tab=texts`);
    await field(page, 'traffic.en').fill('Take the blue line.');
    await tab(page, 'Rules');
    await page.getByLabel('Own cancellation fees by days or hours').check();
    await page.getByText('Cancelled less than 7 days before: 50% is kept').waitFor();
    await checkAxe(page);
    await reload(page);
    await page.getByText('What you typed before and did not save is still here.').waitFor();
    await page.getByText('Cancelled less than 7 days before: 50% is kept').waitFor();
    await tab(page, 'Texts');
    expect(await field(page, 'traffic.en').inputValue()).toBe('Take the blue line.');
    await page.getByRole('link', { name: 'Back to all products' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    const answer = await test.call('consoleProduct', { id }, { token: content });
    expect(answer.data.document.traffic.en).toBe('Take the blue line.');
    expect(answer.data.document.refundRules).toEqual([{ daysBefore: 7, hoursBefore: null, feePercent: 50 }]);
    await page.getByRole('link', { name: 'Back to all products' }).click();
    await page.waitForURL('/console/products');
    await page.context().close();
  }, 60_000);

  it('shows its minimum age: in the log, on its page, and as a condition that the buyer accepts', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id, path, packages } = await findProduct(test, 'Few Seats');
    await visit(page, `/console/products/${id}`);
    const age = page.getByLabel('Minimum age of the person who books');
    await age.fill('100');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter a number from 0 to 99').first().waitFor();
    await page.getByRole('link', { name: 'Minimum age of the person who books' }).click();
    await age.fill('18');
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    await page.context().close();

    const admin = await browser.open(1440);
    await enterConsole(admin, 'admin@one.example', 'admin-2026');
    await visit(admin, '/console/log');
    await admin.locator('main details summary').first().click();
    await admin.getByRole('rowheader', { name: 'Minimum age of the person who books' }).waitFor();
    await admin.context().close();

    const shop = await browser.open(390);
    await enterShop(shop, 'member@one.example', 'member-2026', path);
    await shop.getByText('The person who books must be 18 or older').waitFor();
    await visit(shop, paths.booking({ lines: `${packages[0]?.skus[0]?.id}:${playOn}::1` }));
    await shop.getByLabel(/I am 18 or older, and I have read and accept/).waitFor();
    await checkAxe(shop);
    await checkWidth(shop);
    await shop.context().close();
  }, 60_000);

  it('by two people at once loses no change of either', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Green Hills');
    await visit(page, `/console/products/${id}?tab=texts`);
    await field(page, 'names.en').fill('Green Hills Day Tour with lunch');
    await page.getByRole('link', { name: 'Basics', exact: true }).click();
    await field(page, 'minBookerAge').fill('21');
    await page.getByRole('link', { name: 'Texts', exact: true }).click();
    const { data } = await test.call('consoleProduct', { id }, { token: content });
    const { document: known } = data;
    const traffic = { en: 'Pick-up at the station' };
    const document = { ...known, names: { ...known.names, en: 'Green Hills on foot' }, traffic, minBookerAge: 16 };
    await test.call('consoleProductSave', { id, revision: data.revision, document }, { token: content });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Load the newest' }).click();
    await page.getByText('The newest version is loaded and your changes are kept').waitFor();
    expect(await field(page, 'traffic.en').inputValue()).toBe('Pick-up at the station');
    await page.getByText('Somebody else changed this to “Green Hills on foot”').first().waitFor();
    // Of another tab, too, which is marked.
    await page.getByText('Minimum age of the person who books').waitFor();
    await page.getByText('Somebody else changed this to “16”').waitFor();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    const now = await test.call('consoleProduct', { id }, { token: content });
    expect(now.data.document.names.en).toBe('Green Hills Day Tour with lunch');
    expect(now.data.document.traffic.en).toBe('Pick-up at the station');
    await page.context().close();
  }, 60_000);

  it('as drafts are deleted together, from a page or all that are found; one that a promo code names stays', async () => {
    const make = async (key: string) =>
      (
        await test.call(
          'consoleProductSave',
          { document: newDocument({ key, names: { en: key } }) },
          { token: content },
        )
      ).data.id;
    for (let count = 1; count <= 24; count += 1) await make(`drafted-${count}`);
    const house = test.database.house;
    await sql`UPDATE coupon SET product_keys = ARRAY['drafted-7'] WHERE owner_id = 1 AND code = (SELECT min(code) FROM coupon)`.execute(
      house,
    );
    const page = await enterAsContent(browser, 390);
    await visit(page, consolePaths.products({ query: 'drafted-', state: 'draft' }));
    const dialog = page.getByRole('dialog');
    for (const name of ['drafted-24', 'drafted-23'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByText('2 selected').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('gone for good').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('2 drafts deleted').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await page.getByLabel('Select all drafts of this page').check();
    await page.getByRole('button', { name: 'Delete all 22 drafts found' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog.getByText('21 drafts deleted').waitFor();
    await dialog.getByText('1 draft stays').waitFor();
    await dialog.getByText('orders, quotations, promotions, promo codes or marketplaces refer to it').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'drafted-7', exact: true }).waitFor();
    await page.context().close();
  }, 60_000);
});
