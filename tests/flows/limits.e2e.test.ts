// Places of one ticket type in a real browser (rules §6): the owner sets a separate limit, by day and over a range, and cannot lower
// it below the places in use; the buyer's counter stops there. On a phone and on a desktop.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { atWidths, checkAxe, checkWidth, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent, fillDays, saveStock } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
let content: string;
let tower: { id: string; packageId: string; child: string };

openFlow(async (flow) => {
  ({ test, browser } = flow);
  content = await test.signIn('content@one.example', 'content-2026');
  const { id, packages } = await findProduct(test, 'Silver Tower');
  tower = { id, packageId: packages[0]?.id ?? '', child: packages[0]?.skus[1]?.id ?? '' };
});

const next = addDays(playOn, 1);
const limits = async () => {
  const input = { packageId: tower.packageId, from: playOn, to: next };
  const { days } = (await test.call('consoleCalendar', input, { token: content })).data;
  return days.map((day) => day.limits.map((one) => [one.capacity, one.held, one.sold]));
};
const calendar = (month: string) => `/console/products/${tower.id}/calendar?month=${month.slice(0, 7)}`;
const type = async (page: Page, text: string) => {
  await page.locator(`[data-cell="${playOn}||limit:${tower.child}"]`).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

describe('the owner', () => {
  it('sets a separate limit for a ticket type by day and over a range', async () => {
    const page = await enterAsContent(browser, 1440);
    await visit(page, calendar(playOn));
    await page.getByRole('button', { name: 'Places per ticket' }).click();
    await page.getByRole('rowheader', { name: /Child.*own limit/ }).waitFor();
    await type(page, '3');
    await checkAxe(page);
    await checkWidth(page);
    await saveStock(page);
    expect(await limits()).toEqual([[[3, 0, 0]], []]);
    await fillDays(page, { what: 'Places: Child', value: '6', from: playOn, to: next });
    await page.getByText('2 cells changed').waitFor();
    await saveStock(page);
    expect(await limits()).toEqual([[[6, 0, 0]], [[6, 0, 0]]]);
    await page.context().close();
  }, 60_000);

  it('sees its held places, cannot go below them, and removes a limit by clearing it', async () => {
    const member = await test.signIn('member@one.example', 'member-2026', '127.0.0.1');
    await placeOrder(test, member, { sku: 1, quantity: 2 });
    const page = await enterAsContent(browser, 1440);
    await visit(page, calendar(playOn));
    await page.locator(`[data-cell="${playOn}||limit:${tower.child}"]`).getByText('2 held').waitFor();
    await type(page, '1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Capacity cannot be lower than what is held and sold').waitFor();
    await page.getByText(/Places: Child: now 6/).waitFor();
    await page.getByText('(2 held and sold)').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Take all of theirs' }).click();
    await type(page, '4');
    await fillDays(page, { what: 'Places: Child', value: '', from: next, to: next });
    await saveStock(page);
    expect(await limits()).toEqual([[[4, 2, 0]], []]);
    await page.context().close();
  }, 60_000);

  it('does the same on a phone, day by day', async () => {
    const page = await enterAsContent(browser, 390);
    await visit(page, calendar(playOn));
    await page.getByRole('button', { name: /Places: 20 · 2 held/ }).click();
    const dialog = page.getByRole('dialog');
    const places = dialog.getByLabel(/Places: Child/);
    expect(await places.inputValue()).toBe('4');
    await dialog.getByText('Empty: no limit of its own. · 2 held').waitFor();
    await places.fill('5');
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await saveStock(page);
    expect((await limits())[0]).toEqual([[5, 2, 0]]);
    await page.context().close();
  }, 60_000);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('the buyer sees how few are left, and the counter stops there', async () => {
    const page = await browser.open(width);
    await visit(page, '/search?query=silver&l=en');
    await page.getByRole('link', { name: 'Silver Tower' }).click();
    await page.waitForURL(/\/tours\//);
    await page.locator('#book button[aria-pressed]:not([aria-disabled])').first().click();
    await page.getByText('Only 3 places left').waitFor();
    const more = page.getByRole('button', { name: 'Child: one more' });
    for (let count = 0; count < 3; count += 1) await more.click();
    expect(await more.isDisabled()).toBe(true);
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await page.getByRole('button', { name: 'Adult: one more' }).isDisabled()).toBe(false);
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 60_000);
});
