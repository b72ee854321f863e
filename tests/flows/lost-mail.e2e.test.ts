// A guest who lost the mail, and the order's number with it (§1 guests): the page for finding an order leads to a code by e-mail, and a
// password opens what was ordered before.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { enterAsGuest } from '../build/enter-as-guest.ts';
import { checkAxe, checkWidth, solvePuzzle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, newKey } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

const check = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};

it('a guest who lost the mail, and the number with it, sees the order again with a code to the address (§1 guests)', async () => {
  const email = 'lost@guest.example';
  const token = await enterAsGuest(test, email);
  const input = await fillOrder(test, token, {});
  const orderNo = (await test.call('createOrder', input, { token, key: newKey() })).data.orderNo;
  const page = await browser.open(390);
  await visit(page, '/wechat/orderOne?l=en');
  await check(page);
  await page.getByRole('link', { name: 'Send me a code' }).click();
  await page.getByRole('tab', { name: 'Book as a guest', selected: true }).waitFor();
  await check(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const codes = async () => (await test.mails(email)).filter((mail) => mail.occasion.startsWith('code '));
  await solvePuzzle(test, page);
  const [newest] = await until(codes, (list) => list.length > 1);
  await page.getByLabel('Code').fill(newest?.subject.slice(0, 4) ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await page.waitForURL('/wechat/order');
  // A code alone opens what was ordered with it; the page says so.
  await page.getByText('You came in with a code').waitFor();
  await check(page);
  expect(await page.getByText(orderNo).count()).toBe(0);
  await visit(page, '/uc/order');
  await page.getByText('You came in with a code').waitFor();
  await check(page);
  await page.getByRole('main').getByRole('link', { name: 'Set a password' }).last().click();
  await page.getByLabel('New password').waitFor();
  await check(page);
  await page.getByLabel('New password').fill('found-again-26');
  await page.getByLabel('Repeat the password').fill('found-again-26');
  await page.getByRole('button', { name: 'Set a password' }).click();
  await page.waitForURL(/\/uc(\/account)?$/);
  await visit(page, '/wechat/order');
  await page.getByRole('button', { name: 'Sign in with password' }).click();
  await page.waitForURL(/wlogin/);
  await page.getByLabel('E-mail or username').fill(email);
  await page.locator('input[type=password]').first().fill('found-again-26');
  await page.keyboard.press('Enter');
  await page.locator(`a[href*="${orderNo}"]`).filter({ visible: true }).first().waitFor();
  expect(await page.getByText('You came in with a code').count()).toBe(0);
  await check(page);
  await page.context().close();
}, 90_000);
