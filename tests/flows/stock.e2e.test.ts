// Price and stock in a real browser (rules §10): a sheet by keyboard and mouse, refusals cell by cell, open tickets, agent prices;
// and every screen of the catalogue on a phone and on a desktop.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { openDay } from '../../domain/dates.ts';
import { atWidths, checkAxe, checkWidth, enterConsole, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent, field, saveStock, tab } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
let content: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  content = await test.signIn('content@one.example', 'content-2026');
});

const packageOf = async (id: string) =>
  (await test.call('consoleProduct', { id }, { token: content })).data.document.packages[0]?.id ?? '';
const calendarOf = async (id: string, from: string, to: string) =>
  (await test.call('consoleCalendar', { packageId: await packageOf(id), from, to }, { token: content })).data;

describe('price and stock', () => {
  it('times are offered for what is sold at times, not for nights', async () => {
    const page = await enterAsContent(browser, 1440);
    const buttons = async (name: string) => {
      await visit(page, `/console/products/${(await findProduct(test, name)).id}/calendar?month=${playOn.slice(0, 7)}`);
      await page.getByRole('button', { name: 'Fill days' }).waitFor();
      return page.getByRole('button', { name: 'New session time' }).count();
    };
    expect([await buttons('Popular Hike'), await buttons('Harbour Inn')]).toEqual([1, 0]);
    await page.context().close();
  });

  it('changed by another person meanwhile: reported cell by cell, and their values can be taken', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Popular Hike');
    const before = await calendarOf(id, playOn, playOn);
    const packageId =
      (await test.call('consoleProduct', { id }, { token: content })).data.document.packages[0]?.id ?? '';
    expect(before.days).toMatchObject([{ on: playOn, session: '', capacity: 1 }]);
    await visit(page, `/console/products/${id}/calendar?month=${playOn.slice(0, 7)}`);
    await page.getByText('local dates in Testville').waitFor();
    const cell = page.locator(`[data-cell="${playOn}||capacity"]`);
    const type = async (text: string) => {
      await cell.click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await type('9');
    const change = { on: playOn, session: '', capacity: 4, wasCapacity: 1 };
    await test.call('consoleCalendarSave', { packageId, changes: [change] }, { token: content });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody changed these cells since you opened them').waitFor();
    await page.getByText(/Places: now 4/).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await saveStock(page);
    expect((await calendarOf(id, playOn, playOn)).days[0]?.capacity).toBe(9);
    await type('8');
    const again = { ...change, capacity: 5, wasCapacity: 9 };
    await test.call('consoleCalendarSave', { packageId, changes: [again] }, { token: content });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Take theirs', exact: true }).click();
    await page.getByText('Somebody changed this').waitFor({ state: 'hidden' });
    await expect.poll(() => cell.textContent()).toBe('5');
    await page.context().close();
  }, 60_000);

  it('cannot go below held and sold places, but sell no more than them', async () => {
    const member = await test.signIn('member@one.example', 'member-2026', '127.0.0.1');
    await placeOrder(test, member, { product: 'Few Seats', quantity: 3 });
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Few Seats');
    const more = { packageId: await packageOf(id), changes: [{ on: playOn, session: '', capacity: 6 }] };
    expect((await test.call('consoleCalendarSave', more, { token: content })).code).toBe(200);
    await visit(page, `/console/products/${id}/calendar?month=${playOn.slice(0, 7)}`);
    const cell = page.locator(`[data-cell="${playOn}||capacity"]`);
    await cell.getByText('3 held').waitFor();
    await cell.click();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Capacity cannot be lower than what is held and sold').waitFor();
    await page.getByText('(3 held and sold)').waitFor();
    // Saving the same again would be refused again.
    expect(await page.getByRole('button', { name: 'Keep mine' }).count()).toBe(0);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Take all of theirs' }).click();
    await cell.getByText('3 held').waitFor();
    await cell.click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Set to 3' }).click();
    await saveStock(page);
    expect((await calendarOf(id, playOn, playOn)).days[0]?.capacity).toBe(3);
    expect((await test.call('consoleCalendarSave', more, { token: content })).code).toBe(200);
    await page.context().close();
  }, 60_000);

  it.each(atWidths(1440))(
    'a SKU whose separate places run out is listed by name, with a link to its month, at %i',
    async (width) => {
      const { id, packages } = await findProduct(test, 'Silver');
      const [pack] = packages;
      const [packageId, skuId] = [pack?.id ?? '', pack?.skus[0]?.id ?? ''];
      const limit = async (capacity: number | null, wasCapacity: number | null) => {
        const change = { on: playOn, session: '', limits: [{ skuId, capacity, wasCapacity }] };
        const saved = await test.call('consoleCalendarSave', { packageId, changes: [change] }, { token: content });
        expect(saved.code).toBe(200);
      };
      const member = await test.signIn('member@one.example', 'member-2026');
      await limit(3, null);
      const orderNo = await placeOrder(test, member, { product: 'Silver', quantity: 3 });
      try {
        const page = await enterAsContent(browser, width);
        await visit(page, '/console?queue=lowStock');
        const low = page.getByRole('link', { name: 'Silver Tower · Standard · Adult' });
        await low.waitFor();
        await page.getByText('0 of 3 left').waitFor();
        await checkAxe(page);
        await checkWidth(page);
        await low.click();
        await page.getByRole('heading', { name: 'Prices and places' }).waitFor();
        const { pathname, search } = new URL(page.url());
        expect(pathname + search).toBe(
          `/console/products/${id}/calendar?package=${packageId}&month=${playOn.slice(0, 7)}`,
        );
        await page.context().close();
      } finally {
        await test.call('cancelOrder', { orderNo }, { token: member });
        await limit(null, 3);
      }
    },
    60_000,
  );

  it('by mouse: selected, cleared, copied and pasted', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Silver');
    await visit(page, `/console/products/${id}/calendar?month=${playOn.slice(0, 7)}`);
    const spot = (row: number, col: number) => page.locator(`[data-spot="${row} ${col}"]`);
    const col = Number(playOn.slice(8)) - 1;
    await spot(0, col).hover();
    await page.mouse.down();
    await spot(1, col).hover();
    await page.mouse.up();
    expect(await page.locator('[aria-selected=true]').count()).toBe(2);
    await page.keyboard.type('77');
    await page.keyboard.press('Control+Enter');
    await page.getByText('2 cells changed').waitFor();
    const copied = await page.evaluate(() => {
      const data = new DataTransfer();
      document.activeElement?.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true }));
      return data.getData('text/plain');
    });
    expect(copied).toBe('77\n77');
    await page.keyboard.press('Control+z');
    await spot(2, col).click();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Delete');
    expect(await page.getByText(/cells? changed/).count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('an open ticket has places without a date', async () => {
    const page = await enterAsContent(browser, 1440);
    const { id } = await findProduct(test, 'Open Rail');
    await visit(page, `/console/products/${id}/calendar`);
    await page.getByRole('columnheader', { name: 'Open ticket' }).waitFor();
    await page.locator(`[data-cell="${openDay}||capacity"]`).click();
    await page.keyboard.type('321');
    await page.keyboard.press('Enter');
    await checkAxe(page);
    await checkWidth(page);
    await saveStock(page);
    expect((await calendarOf(id, openDay, openDay)).days).toMatchObject([{ on: openDay, capacity: 321 }]);
    await page.context().close();
  }, 60_000);

  it('agent prices by level and partner show the resulting price', async () => {
    const page = await browser.open(1440);
    await enterConsole(page, 'admin@one.example', 'admin-2026');
    const { id } = await findProduct(test, 'Silver');
    await visit(page, `/console/products/${id}/prices`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add an agent price' }).click();
    await dialog.getByLabel('For whom').selectOption({ label: 'Level 2' });
    await dialog.getByLabel('Value (%)').fill('12.5');
    await dialog.getByText('MYR 87.50').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: /MYR 87.50/ }).waitFor();
    await page.getByRole('button', { name: /Set a price.*Child, Level 2/ }).click();
    await dialog.getByLabel('How').selectOption({ label: 'Fixed price' });
    await dialog.getByLabel('Value (MYR)').fill('30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('fixed at MYR 30.00').waitFor();
    await page.getByRole('button', { name: 'Add an agent price' }).click();
    await dialog.getByLabel('For whom').selectOption({ label: 'One partner' });
    await dialog.getByLabel('Find the partner').fill('agen');
    await dialog.getByRole('radio', { name: /Agency/ }).check();
    await dialog.getByLabel('On what').selectOption({ label: 'standard › Adult' });
    await dialog.getByLabel('How').selectOption({ label: 'Amount off' });
    await dialog.getByLabel('Value (MYR)').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('listitem').filter({ hasText: 'MYR 80.00' }).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Remove standard › Child, Level 2' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('fixed at MYR 30.00', { exact: true }).waitFor({ state: 'hidden' });
    await page.context().close();
  }, 60_000);
});

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('every screen has no problems, and pictures (rules §13) are uploaded many at once, get texts and a focal point', async () => {
    const page = await enterAsContent(browser, width);
    await visit(page, '/console/products');
    await checkAxe(page);
    await checkWidth(page);
    const name = width === 390 ? 'Free Walk' : 'Few Seats';
    await page.getByLabel('Name or short name').fill(name);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/query=F/);
    await page.getByRole('button', { name: new RegExp(`^Copy.*${name}`) }).click();
    await page.waitForURL(/products\/\d+$/);
    for (const part of ['Basics', 'Texts', 'Packages', 'Extras', 'Rules', 'Pictures', 'Areas']) {
      await tab(page, part);
      if (part === 'Extras') await page.getByRole('button', { name: 'Add an extra' }).click();
      if (part === 'Texts') await page.getByRole('button', { name: 'Add a step' }).click();
      if (part === 'Rules') for (const box of await page.getByLabel(/^As usual/).all()) await box.uncheck();
      if (part === 'Pictures') await addPicture(page);
      await checkAxe(page);
      await checkWidth(page);
    }
    const id = /products\/(\d+)/.exec(page.url())?.[1];
    await tab(page, 'Extras');
    await field(page, 'addOns.0.names.en').fill('Photo');
    await field(page, 'addOns.0.priceMinor').fill('15');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The product is saved').waitFor();
    await visit(page, `/console/products/${id}/calendar`);
    await checkAxe(page);
    await checkWidth(page);
    await visit(page, `/console/products/${id}/prices`);
    await checkAxe(page);
    await checkWidth(page);
    const { document } = (await test.call('consoleProduct', { id: id ?? '' }, { token: content })).data;
    expect(document.pictures).toMatchObject([
      { alts: { en: 'The tower from below' }, focusX: 30, focusY: 0 },
      { focusX: 50 },
    ]);
    expect(document.addOns).toMatchObject([{ priceMinor: 1500, most: null }]);
    await page.context().close();
  }, 120_000);
});

async function addPicture(page: Page): Promise<void> {
  const paint = async (name: string, b: number) => {
    const background = { r: Math.floor(Math.random() * 200), g: 120, b };
    const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    return { name, mimeType: 'image/png', buffer };
  };
  const files = [await paint('roof.png', 10), await paint('tower.png', 140)];
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files, broken]);
  // Two stand in their order with the product's name as their first words; the third says why it does not.
  await expect.poll(() => field(page, 'pictures.1.alts.en').inputValue()).toMatch(/ \(2\)$/);
  const refused = page.getByRole('listitem').filter({ hasText: 'broken.png' });
  await refused.getByRole('alert').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Move up: Picture 2' }).click();
  await field(page, 'pictures.0.alts.en').fill('The tower from below');
  await page.getByRole('button', { name: 'Focal point: Picture 1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From the left').fill('30');
  await dialog.getByLabel('From the top').press('Home');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Use this point' }).click();
  await page.getByRole('button', { name: 'Remove Picture 2' }).click();
  await field(page, 'pictures.1.alts.en').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await field(page, 'pictures.1.alts.en').waitFor();
  await page.getByRole('button', { name: 'Remove the message: broken.png' }).click();
  await refused.waitFor({ state: 'hidden' });
}
