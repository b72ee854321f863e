// Paying in two places at once, and links about orders that the wrong person opens, in a real browser: a code that can no longer be paid
// says so, an order of another account says what to do, and reads like one that does not exist.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paths } from '../../domain/paths.ts';
import { enterAsGuest } from '../build/enter-as-guest.ts';
import { atWidths, checkAxe, checkWidth, enterShop, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder, placeWithAddedPayment } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(
  async (flow) => {
    ({ test, browser } = flow);
    flow.atEnd((await openGateway(test)).close);
  },
  // Pages of orders that are not the reader's are answered with this status.
  { expected: /status of 404/ },
);

const agentMail = 'agent@one.example';

/** Opens the code of the test gateway for an order. */
async function openCode(page: Page, path: string): Promise<void> {
  await enterShop(page, agentMail, 'agent-2026', path);
  await page.getByRole('radio', { name: /Test gateway/ }).check();
  await page.getByRole('button', { name: /^Pay MYR/ }).click();
  await page.getByRole('dialog').getByText('Waiting for the payment').waitFor();
}

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('§2 a QR code whose payment continued elsewhere says so, and the page below goes on from there', async () => {
    const agent = await test.signIn(agentMail, 'agent-2026');
    // More than the deposit has.
    const orderNo = await placeOrder(test, agent, { quantity: 12 });
    const page = await browser.open(width);
    await openCode(page, paths.payment('pay', orderNo));
    const share = { id: orderNo, channel: 'deposit', share: { amountMinor: 1_000 } };
    expect((await test.call('paying', share, { token: agent, key: newKey() })).code).toBe(200);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This payment was continued in another window or on another device.').waitFor();
    expect(await dialog.locator('img').count()).toBe(0);
    expect(await dialog.getByRole('link', { name: 'Open the payment page' }).count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByRole('button', { name: 'Choose another way to pay' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Set aside for this order').waitFor();
    await page.context().close();
  }, 120_000);

  it('§3 the code of an additional payment closes when its order is cancelled meanwhile', async () => {
    const { orderNo, supplementNo, staff } = await placeWithAddedPayment(test);
    const page = await browser.open(width);
    await openCode(page, paths.payment('pay', orderNo, { supplement: supplementNo }));
    const wholly = { id: orderNo, subOrderNo: `${orderNo}-1`, remark: 'Storm', refund: 'full' as const };
    const { requests } = (await test.call('consoleCancelApply', wholly, { token: staff })).data;
    await test.call('consoleCancelDecide', { id: requests[0]?.id ?? '', approve: true }, { token: staff });
    await page.waitForURL(new RegExp(paths.order(orderNo)));
    await page.getByText('Additional payment · Extra time: Withdrawn').waitFor();
    await page.context().close();
  }, 120_000);

  it('§2 a link about an order of another account says whose orders open, and leads on', async () => {
    const orderNo = await placeOrder(test, await test.signIn(agentMail, 'agent-2026'));
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026', paths.payment('pay', orderNo));
    const shown = async (path: string) => {
      await visit(page, path);
      await page.getByRole('heading', { name: 'No such order in your account' }).waitFor();
      return page.locator('main').innerText();
    };
    const words = await shown(paths.payment('pay', orderNo));
    expect(words).toContain('You are signed in as member@one.example.');
    await checkAxe(page);
    await checkWidth(page);
    // One that does not exist reads the same.
    expect(await shown(paths.payment('pay', `${orderNo}9`))).toBe(words);
    for (const path of [paths.order(orderNo), paths.payment('complete', orderNo), paths.payment('offlinePay', orderNo)])
      expect(await shown(path), path).toContain('You are signed in as member@one.example.');
    await visit(page, paths.payment('pay', orderNo));
    await page.getByRole('button', { name: 'Sign in with another account' }).click();
    await page.waitForURL(/\/login/);
    await settle(page);
    await page.getByLabel('E-mail or username').fill(agentMail);
    await page.getByLabel('Password').fill('agent-2026');
    await page.getByRole('button', { name: 'Sign in' }).last().click();
    await page.waitForURL(paths.payment('pay', orderNo));
    await page.getByRole('button', { name: /^Pay MYR/ }).waitFor();
    await page.context().close();
  }, 120_000);

  it('§1 a guest who comes again by a code reads why an earlier order does not open', async () => {
    const email = `again${width}@example.com`;
    const orderNo = await placeOrder(test, await enterAsGuest(test, email));
    const page = await browser.open(width);
    await page.context().addCookies([{ name: 'kb', value: await enterAsGuest(test, email), url: test.base }]);
    await visit(page, `${paths.payment('pay', orderNo)}&l=en`);
    await page.getByText('With a code you can open only the orders placed since then, on this device.').waitFor();
    await page.getByRole('link', { name: 'Set a password' }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);
});
