// Paying on a phone by ChillPay, GB Prime Pay, iPay88 and Stripe (§3 pay channels), each once with success and once without, under the
// pages' own policy: a page of the gateway, a code, a form that one page of the portal posts; and a top-up by card.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStripe } from '../../sandbox/stripe/serve-stripe.ts';
import { toFifteen } from '../../server/payment/channels/short-number.ts';
import { controlFake } from '../build/gateways/control-fake.ts';
import { chillPayKeys, openChillPay } from '../build/gateways/set-up-chill-pay.ts';
import { gbPayKeys, openGbPay } from '../build/gateways/set-up-gb-pay.ts';
import { iPay88Keys, openIPay88 } from '../build/gateways/set-up-ipay88.ts';
import { stripeKeys } from '../build/gateways/set-up-stripe.ts';
import { checkAxe, checkWidth, enterShop, openBrowser, type TestBrowser, visit } from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { readAttempt, setUp } from '../build/set-up-channels.ts';

let test: TestHouse;
let browser: TestBrowser;
let page: Page;
let fakes: { chillPay: string; gbPay: string };
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const stripeFake = serveStripe({ port: 0, ...stripeKeys.one });
  const [chillPay, gbPay, iPay88, stripe] = await Promise.all([openChillPay(), openGbPay(), openIPay88(), stripeFake]);
  closing.push(chillPay.close, gbPay.close, iPay88.close, stripe.close);
  fakes = { chillPay: chillPay.url, gbPay: gbPay.url };
  const env = {
    ...{ GATEWAY_CHILL_PAY_URL: chillPay.url, GATEWAY_GB_PAY_URL: gbPay.url },
    ...{ GATEWAY_I_PAY88_URL: iPay88.url, GATEWAY_STRIPE_URL: stripe.url },
  };
  test = await openTestHouse({ screens: true, env });
  await setUp(test, 'chillPay', 'one', chillPayKeys.one);
  await setUp(test, 'gbPay', 'one', gbPayKeys.one);
  await setUp(test, 'iPay88', 'one', iPay88Keys.one);
  await setUp(test, 'stripe', 'one', stripeKeys.one);
  browser = await openBrowser(test);
  page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  // What the owner enters in ChillPay's dashboard.
  const returnUrl = `${new URL(page.url()).origin}/api/pay/return/chillPay`;
  await controlFake(chillPay.url, 'settings', { returnUrl, muted: true });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  for (const close of closing) await close();
  expect(browser?.problems).toEqual([]);
});

/** The data about the holder that a card's issuer gets. */
async function fillHolder(by: Locator | Page): Promise<void> {
  await by.getByLabel('E-mail').fill('mei@example.com');
  await by.getByLabel('Phone').fill('60123456789');
}

async function choose(name: RegExp, fill?: typeof fillHolder): Promise<string> {
  const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
  await visit(page, `/booking/pay?order=${orderNo}`);
  await page.getByRole('radio', { name }).check();
  await fill?.(page);
  await checkWidth(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  return orderNo;
}
const paid = () => page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
const failed = () =>
  page.getByRole('heading', { name: 'Sorry, your order payment failed' }).waitFor({ timeout: 20_000 });

describe('§3 ChillPay at 390 pixels', () => {
  it("leads to ChillPay's page and back by one address for all payments", async () => {
    const orderNo = await choose(/ChillPay/);
    await page.waitForURL(/\/Payment\//);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL(new RegExp(`/booking/complete\\?order=${orderNo}`));
    await paid();
  }, 60_000);

  it('a declined payment is reported, and can be paid in another way', async () => {
    await choose(/ChillPay/);
    await page.waitForURL(/\/Payment\//);
    await page.getByRole('button', { name: 'Let the payment be declined' }).click();
    await page.waitForURL(/\/booking\/complete/);
    await failed();
  }, 60_000);
});

describe('§3 GB Prime Pay at 390 pixels', () => {
  it('shows a code for bank apps, and detects the payment by polling', async () => {
    const orderNo = await choose(/PromptPay/);
    await page.getByRole('img', { name: /QR code for paying with PromptPay/ }).waitFor();
    await page.getByText('take a screenshot').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    const { paymentNo } = await readAttempt(test, orderNo);
    await controlFake(fakes.gbPay, `payments/${toFifteen(paymentNo)}`, { outcome: 'pay-silent' });
    await paid();
  }, 60_000);

  it('an unpaid code is replaced by another way', async () => {
    await choose(/PromptPay/);
    await page.getByRole('img', { name: /QR code for paying with PromptPay/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: /ChillPay/ }).check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(/\/Payment\//);
  }, 60_000);
});

describe('§3 iPay88 at 390 pixels', () => {
  it('is posted by a page of the portal, once, and returns by a posted result', async () => {
    const orderNo = await choose(/iPay88/);
    await page.waitForURL(/entry\.asp/);
    // The page of the installation leaves no step behind: going back leads to the ways to pay. Opened again, it posts nothing.
    await page.goBack();
    await page.waitForURL(/\/booking\/pay/);
    const { paymentNo } = await readAttempt(test, orderNo);
    await page.goto(`${new URL(page.url()).origin}/api/pay/form/${paymentNo}`);
    await page.getByRole('link', { name: 'Choose another way to pay' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await visit(page, `/booking/pay?order=${orderNo}`);
    await page.getByRole('radio', { name: /iPay88/ }).check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL(/entry\.asp/);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL(new RegExp(`/booking/complete\\?order=${orderNo}`));
    await paid();
  }, 60_000);

  it('a declined payment is reported', async () => {
    await choose(/iPay88/);
    await page.waitForURL(/entry\.asp/);
    await page.getByRole('button', { name: 'Let the payment be declined' }).click();
    await page.waitForURL(/\/booking\/complete/);
    await failed();
  }, 60_000);
});

describe('§3 Stripe at 390 pixels', () => {
  const payBy = async (by: Page, card: string) => {
    await by.waitForURL(/\/c\/pay\//);
    await by.getByLabel('Test card number').fill(card);
    await by.getByRole('button', { name: 'Pay', exact: true }).click();
  };

  it('a card that is declined can be followed by another on the same page', async () => {
    const orderNo = await choose(/Card \(Visa, Mastercard\)/, fillHolder);
    await payBy(page, '4000000000000002');
    await page.getByText(/declined/).waitFor();
    await payBy(page, '4242424242424242');
    await page.waitForURL(new RegExp(`/booking/complete\\?order=${orderNo}`));
    await paid();
  }, 60_000);

  it("raises an agent's deposit by card (§2 uc balance)", async () => {
    const agent = await browser.open(390);
    await enterShop(agent, 'agent@one.example', 'agent-2026', '/uc/balance');
    await agent.getByRole('button', { name: 'Top up' }).click();
    const dialog = agent.getByRole('dialog');
    await dialog.getByLabel('Amount (MYR)').fill('321');
    await dialog.getByRole('radio', { name: /Card \(Visa, Mastercard\)/ }).check();
    await fillHolder(dialog);
    await checkAxe(agent);
    await checkWidth(agent);
    await dialog.getByRole('button', { name: /^Pay MYR 321/ }).click();
    await payBy(agent, '4242424242424242');
    await agent.waitForURL(/recharge=R/);
    await agent.getByText('The deposit is topped up by MYR 321.00').waitFor({ timeout: 30_000 });
    await agent.context().close();
  }, 60_000);
});
