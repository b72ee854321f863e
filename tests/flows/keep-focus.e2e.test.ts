// The focus of the keyboard in a real browser: it stays in the filter whose Enter loads a list, goes to the next row when its row is
// removed, and to the name of an order when that was cancelled.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { enterConsole, enterShop, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buyOnTwoDays, findProduct, placeOrder } from '../build/place-orders.ts';
import { buy } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
});

/** What a screen reader would read of the focused element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Enter loads the list of another address; then going back shows the earlier words. */
async function filter(page: Page, path: string): Promise<void> {
  await visit(page, `${path}?query=Seats`);
  const field = page.getByRole('search').getByRole('searchbox').first();
  await field.fill('Tower');
  await field.press('Enter');
  await page.waitForURL(/query=Tower/);
  await settle(page);
  expect(await field.evaluate((element) => element === document.activeElement), path).toBe(true);
  await page.goBack();
  await settle(page);
  expect(await field.inputValue(), path).toBe('Seats');
}

it('Enter in the filter of a list keeps the focus there, and going back shows the earlier words', async () => {
  const agent = await browser.open(1440);
  await enterShop(agent, 'agent@one.example', 'agent-2026');
  for (const path of ['/uc/order', '/uc/quotation']) await filter(agent, path);
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  for (const path of ['/console/orders', '/console/partners']) await filter(desk, path);
});

it('clearing the filters empties their fields', async () => {
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, '/console/orders?query=Tower&unread=1');
  await desk.getByRole('link', { name: 'Clear filters' }).click();
  await desk.waitForURL(/orders$/);
  await settle(desk);
  expect(await desk.getByRole('search').getByRole('searchbox').first().inputValue()).toBe('');
});

it('a removed line of a quotation passes the focus to the next, the previous, and then to the search for products', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/quotation/new');
  for (const name of ['Silver Tower', 'Few Seats', 'Free Walk']) {
    await page.getByLabel('Find a product').fill(name);
    await page.getByRole('button', { name: `Add to the quotation: ${name}` }).click();
    await page.getByRole('heading', { name, exact: true }).waitFor();
  }
  await settle(page);
  const within = () =>
    page.evaluate(() => document.activeElement?.closest('section')?.querySelector('h2')?.textContent ?? '');
  const removeIn = (name: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name, exact: true }) })
      .getByRole('button', { name: 'Remove' })
      .press('Enter');
  await removeIn('Silver Tower');
  await expect.poll(within).toBe('Few Seats');
  await removeIn('Free Walk');
  await expect.poll(within).toBe('Few Seats');
  await removeIn('Few Seats');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('search');
});

it('a removed filter passes the focus to the next one', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  for (const name of ['First', 'Second']) {
    await visit(page, `/uc/order?query=${name}`);
    await page.getByRole('button', { name: 'Save this filter' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name, exact: true }).waitFor();
  }
  await settle(page);
  await page.getByRole('button', { name: 'Delete the filter First' }).press('Enter');
  await page.getByRole('link', { name: 'First', exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toMatch(/Second/);
  await page.getByRole('button', { name: 'Delete the filter Second' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Save this filter');
});

it('a product that is removed from an offer passes the focus to the next one', async () => {
  const page = await enterAsContent(browser, 1440);
  await visit(page, '/console/promotions');
  await page.getByRole('button', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Silver Tower', 'Few Seats']) {
    await dialog.getByRole('searchbox').fill(name);
    await dialog.getByRole('button', { name: `Add ${name}` }).click();
  }
  await dialog.getByRole('button', { name: 'Remove Silver Tower' }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Remove Few Seats');
  await dialog.getByRole('button', { name: 'Remove Few Seats' }).press('Enter');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('search');
});

it('a quotation with unsaved changes asks before it is left', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/quotation/new');
  const menu = page.getByRole('navigation', { name: 'My account' });
  const leave = () => menu.getByRole('link', { name: 'Orders' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Three days');
  await leave();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Save and calculate' }).click();
  await page.waitForURL(/quotation\/\d+/);
  await settle(page);
  expect(await dialog.count()).toBe(0);
  await page.getByLabel('Title', { exact: true }).fill('Four days');
  await leave();
  await dialog.getByRole('button', { name: 'Leave' }).dblclick();
  await page.waitForURL(/uc\/order/);
});

it('an order that is cancelled passes the focus to its name, below its new state (§4 cancellation)', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const cancel = async (orderNo: string, open: string, act: string) => {
    await visit(page, `/uc/order/${orderNo}`);
    const opener = page.getByRole('main').getByRole('button', { name: open }).first();
    await opener.click();
    await page.getByRole('dialog').getByRole('button', { name: act }).click();
    await opener.waitFor({ state: 'detached' });
  };
  await cancel(await placeOrder(test, agent), 'Cancel order', 'Cancel order');
  await expect.poll(() => focused(page)).toBe('Silver Tower');
  await cancel(await buy(test, agent), 'Cancel …', 'Send the request');
  await expect.poll(() => focused(page)).toBe('Silver Tower');
  // The button stays for the other line, at the end of the page.
  await visit(page, `/uc/order/${await buyOnTwoDays(test, agent, { adult: playOn, child: playOn })}`);
  const opener = page.getByRole('main').getByRole('button', { name: 'Cancel …' });
  await opener.click();
  await page.getByRole('dialog').getByRole('radio').nth(1).check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Send the request|Cancel now/ })
    .click();
  await expect.poll(() => focused(page)).toBe('Silver Tower');
  expect(await opener.count()).toBe(1);
});

it('what the keyboard reaches in a row that scrolls comes wholly into view on a phone (WCAG 2.4.11)', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, '/uc/balance');
  const links = page.getByRole('navigation', { name: 'My account' }).getByRole('link');
  const count = await links.count();
  expect(count).toBeGreaterThan(4);
  await page.getByRole('link', { name: 'Wish list' }).first().focus();
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.press('Tab');
    const [left, right, isLink] = await links.nth(at).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [Math.round(left), Math.round(right), element === document.activeElement];
    });
    expect([isLink, left >= 0, right <= 390], `${at}: ${left} to ${right}`).toEqual([true, true, true]);
  }
});

it('the heart on the wish list passes the focus to the button that brings the product back', async () => {
  const page = await browser.open(1440);
  const { id } = await findProduct(test, 'Silver Tower');
  await visit(page, '/wishes?l=en');
  await page.evaluate((saved) => localStorage.setItem('wish-list', JSON.stringify([saved])), id);
  await visit(page, '/wishes');
  await page.getByRole('button', { name: /Silver Tower/, pressed: true }).press('Enter');
  await page.getByRole('heading', { name: 'Silver Tower' }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Undo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
});

it('a product that is withdrawn keeps the focus on its row, and one that leaves the list passes it to the heading', async () => {
  const page = await enterAsContent(browser, 1440);
  await visit(page, '/console/products?query=Few');
  const withdraw = async () => {
    await page.getByRole('button', { name: /Withdraw.*Few Seats/ }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
    await page.getByRole('button', { name: /Withdraw.*Few Seats/ }).waitFor({ state: 'detached' });
  };
  await withdraw();
  await expect.poll(() => focused(page)).toBe('Few Seats');
  await page.getByRole('button', { name: /Publish.*Few Seats/ }).press('Enter');
  await expect.poll(() => focused(page)).toBe('Few Seats');
  await visit(page, '/console/products?state=published&query=Few');
  await withdraw();
  await expect.poll(() => focused(page)).toBe('Products');
  await visit(page, '/console/products?query=Few');
  await page.getByRole('button', { name: /Publish.*Few Seats/ }).press('Enter');
  await page.getByRole('button', { name: /Withdraw.*Few Seats/ }).waitFor();
});

it('drafts that are deleted together pass the focus to the heading, because their bar is gone', async () => {
  const page = await enterAsContent(browser, 1440);
  await visit(page, '/console/products?query=Few');
  await page.getByRole('button', { name: /Copy.*Few Seats/ }).press('Enter');
  await page.waitForURL(/products\/\d+/);
  await visit(page, '/console/products?state=draft');
  await page.getByRole('checkbox', { name: /Few Seats/ }).press('Space');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
  await expect.poll(() => focused(page)).toBe('Products');
});
