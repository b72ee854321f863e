// Additional payments and the owner's mail texts in a real browser, on a phone and on a desktop: added in the back office, paid by the
// buyer from the order, one withdrawn; a mail's words changed with the look of it beside.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  openBrowser,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('the owner adds extra time, and the buyer pays it from the order', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    await visit(desk, `/console/orders/${orderNo}`);
    const add = async (amount: string, reason: string) => {
      await desk.getByRole('button', { name: 'Add a payment' }).click();
      const dialog = desk.getByRole('dialog');
      await dialog.getByLabel('Amount (MYR)').fill(amount);
      await dialog.getByRole('button', { name: 'Add a payment' }).click();
      await dialog.getByText('This field is required').waitFor();
      await checkAxe(desk);
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Add a payment' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await desk.locator('li').getByText(reason).waitFor();
    };
    await add('45.5', 'Two hours more');
    await add('9', 'A mistake');
    await desk.getByRole('button', { name: 'Withdraw' }).last().click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await desk.getByText('Withdrawn').waitFor();
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.context().close();

    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByText('Two hours more').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: /Pay .*45\.50/ }).click();
    await page.waitForURL(/supplement=/);
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('radio', { name: /Deposit/ }).check();
    await page.getByRole('button', { name: /Pay.*45\.50/ }).click();
    await page.waitForURL(`/uc/order/${orderNo}`);
    expect(await page.getByRole('link', { name: /Pay .*45\.50/ }).count()).toBe(0);
    await page.context().close();
  }, 120_000);

  it('the owner changes what a mail says and sees it', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'content@one.example', 'content-2026');
    await visit(page, '/console/mail-texts?mail=confirmed&in=en');
    await checkAxe(page);
    await checkWidth(page);
    await page.getByLabel('Subject').fill(`See you at {nowhere} ${width}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A blank in braces is not known here').waitFor();
    await page.getByLabel('Subject').fill(`See you soon, {name} ${width}`);
    await page.getByText(`See you soon, Mei Tan ${width}`).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The next mail uses it.').waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Back to the standard text' }).click();
    await page.getByRole('button', { name: 'Back to the standard text' }).waitFor({ state: 'detached' });
    await page.context().close();
  }, 120_000);
});
