// Costs and margins in a real browser (rules §10, decision 0310): entered in the editor and the calendar, shown where a price is explained,
// on an order, and in the settlement with what was paid of it; never on a page of buyers.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import {
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
import { findProduct } from '../build/place-orders.ts';
import { buy, giveToSupplier } from '../build/set-up-desk.ts';
import { makeSecondSupplier } from '../build/set-up-supply.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent, saveStock } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  await giveToSupplier(test, 'tower');
});

/** Figures that nothing else has: 77.03 for everybody, 66.17 on one day. */
const canaries = /(?<![\d.])(7703|77\.03|6617|66\.17)(?!\d)/;

async function lookAt(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);
  }
}

it('are entered, give margins, and are stored in the order; buyers see none of it', async () => {
  const { id, path } = await findProduct(test, 'Silver Tower').then((one) => ({ id: one.id, path: one.path }));
  const page = await enterAsContent(browser, 1440);
  await visit(page, `/console/products/${id}?tab=packages`);
  const cost = page.locator('[data-path="packages.0.skus.0.costMinor"]');
  await cost.fill('abc');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Please enter').first().waitFor();
  await cost.fill('77.03');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The product is saved').waitFor();

  await visit(page, `/console/products/${id}/calendar?month=${playOn.slice(0, 7)}`);
  const cell = page.locator(`[data-cell^="${playOn}||cost:"]`).first();
  await cell.click();
  await page.keyboard.type('66.17');
  await page.keyboard.press('Enter');
  await page.getByText('33.83').first().waitFor();
  await saveStock(page);
  await page.getByText('33.8%').first().waitFor();
  await lookAt(page);

  await visit(page, `/console/products/${id}/prices`);
  await page.getByText('Choose a product to see its price').waitFor();
  await page.getByLabel('Product', { exact: true }).selectOption({ index: 1 });
  await page.getByText('You keep', { exact: true }).waitFor();
  await lookAt(page);

  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await buy(test, agent, { quantity: 2 });
  const finance = await browser.open(1440);
  await enterConsole(finance, 'finance@one.example', 'finance-2026');
  await visit(finance, `/console/orders/${orderNo}`);
  await finance.getByRole('heading', { name: 'Cost and margin' }).waitFor();
  await finance.getByText('132.34').waitFor();
  await lookAt(finance);
  await visit(finance, `/console/settlement?from=${playOn}&to=${playOn}`);
  await finance.getByText('132.34').first().waitFor();
  await lookAt(finance);
  const [file] = await Promise.all([
    finance.waitForEvent('download'),
    finance.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [head, line] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toContain(',Product,Package,For whom,');
  expect(line).toContain(',Silver Tower,standard,Adult,');
  // A part of the price is kept of a cancelled one (decision 0720).
  const cancelled = await buy(test, agent);
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const half = {
    id: cancelled,
    subOrderNo: `${cancelled}-1`,
    remark: 'Late',
    refund: 'own' as const,
    refundMinor: 5_000,
  };
  const { requests } = (await test.call('consoleCancelApply', half, { token: staff })).data;
  await test.call('consoleCancelDecide', { id: requests[0]?.id ?? '', approve: true }, { token: staff });
  await visit(finance, `/console/settlement?from=${playOn}&to=${playOn}`);
  await finance.getByText(/33\.09 of it for cancelled units/).waitFor();
  await lookAt(finance);
  const supplier = await browser.open(1440);
  await enterConsole(supplier, 'supplier@one.example', 'supplier-2026');
  await supplier.getByRole('link', { name: 'Settlement' }).click();
  await visit(supplier, `/console/settlement?from=${playOn}&to=${playOn}`);
  await supplier.getByText('132.34').first().waitFor();
  await visit(supplier, `/console/orders/${orderNo}`);
  await supplier.getByText(/You get .*132\.34/).waitFor();
  await visit(supplier, `/console/orders/${cancelled}`);
  await supplier.getByText(/33\.09 of it for cancelled units/).waitFor();

  const buyer = await browser.open(1440);
  await enterShop(buyer, 'agent@one.example', 'agent-2026');
  for (const one of ['/', path, `/search?query=Silver`, `/uc/order/${orderNo}`]) {
    const source = (await (await buyer.goto(one))?.text()) ?? '';
    expect(source.length).toBeGreaterThan(1000);
    expect(source).not.toMatch(canaries);
  }
  expect((await (await finance.goto(`/console/orders/${orderNo}`))?.text()) ?? '').toMatch(/132\.34|13234/);
}, 180_000);

it('have their payments recorded and withdrawn by finance, and the supplier reads them (decision 0784)', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  await buy(test, agent, { quantity: 1 });
  const finance = await browser.open(1440);
  await enterConsole(finance, 'finance@one.example', 'finance-2026');
  await visit(finance, `/console/settlement?from=${playOn}&to=${playOn}`);
  const row = finance.getByRole('table', { name: 'Paid and outstanding' }).getByRole('row').last();
  const rest = (await row.getByRole('cell').nth(3).textContent()) ?? '';
  expect(rest).toMatch(/\d/);
  await finance.getByText('No payment is recorded for these days').waitFor();
  await row.getByRole('button', { name: /^Record a payment/ }).click();
  const dialog = finance.getByRole('dialog');
  // Filled in: what is outstanding, for the days that are shown.
  expect(rest).toContain(await dialog.getByLabel(/^Amount in/).inputValue());
  await dialog.getByLabel(/^Amount in/).fill('12,5x');
  await dialog.getByRole('button', { name: 'Record a payment' }).click();
  await dialog.getByText(/Please enter an amount/).waitFor();
  await dialog.getByLabel(/^Amount in/).fill('10');
  await dialog.getByLabel('Bank reference').fill('TT-2026-77');
  await lookAt(finance);
  await dialog.getByRole('button', { name: 'Record a payment' }).click();
  await finance.getByText('Bank reference TT-2026-77').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await row.getByRole('cell').nth(2).textContent()).toContain('10.00');
  expect(await row.getByRole('cell').nth(3).textContent()).not.toBe(rest);
  await lookAt(finance);
  const supplier = await browser.open(390);
  await enterConsole(supplier, 'supplier@one.example', 'supplier-2026');
  await visit(supplier, `/console/settlement?from=${playOn}&to=${playOn}`);
  await supplier.getByText('Bank reference TT-2026-77').waitFor();
  expect(await supplier.getByRole('button', { name: /Record a payment|Withdraw/ }).count()).toBe(0);
  await finance.getByRole('button', { name: 'Withdraw' }).click();
  await finance.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await finance.getByText('Withdrawn', { exact: true }).waitFor();
  expect(await row.getByRole('cell').nth(3).textContent()).toBe(rest);
}, 120_000);

it('another supplier chosen in the form brings its own amount; one that was typed stays (decision 0784)', async () => {
  const other = await makeSecondSupplier(test);
  const finance = await browser.open(390);
  await enterConsole(finance, 'finance@one.example', 'finance-2026');
  await visit(finance, `/console/settlement?from=${playOn}&to=${playOn}`);
  await finance
    .getByRole('button', { name: /^Record a payment: / })
    .first()
    .click();
  const dialog = finance.getByRole('dialog');
  const amount = dialog.getByLabel(/^Amount in/);
  const supplier = dialog.locator('select[name="supplier"]');
  const own = await supplier.inputValue();
  const rest = await amount.inputValue();
  expect(rest).toMatch(/\d/);
  // Nothing is outstanding for it: the amount was that of the first.
  await supplier.selectOption(other.id);
  expect(await amount.inputValue()).toBe('');
  await supplier.selectOption(own);
  expect(await amount.inputValue()).toBe(rest);
  await amount.fill('12.34');
  await supplier.selectOption(other.id);
  expect(await amount.inputValue()).toBe('12.34');
  // For other days nothing is known.
  await supplier.selectOption(own);
  await amount.fill('');
  await dialog.getByLabel('For services until').fill(addDays(playOn, 3));
  await supplier.selectOption(other.id);
  await supplier.selectOption(own);
  expect(await amount.inputValue()).toBe('');
}, 120_000);
