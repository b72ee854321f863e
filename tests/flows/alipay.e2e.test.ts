// Paying at Alipay in a real browser, under the pages' own policy: the code and the page on a desktop, Alipay's page and back on a phone,
// the step opened by its address, and the reason if no charge in yuan is possible.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone } from '../build/gateways/open-alipay.ts';
import { alipayKeys, controlAlipay, outNoOf, setUpAlipay } from '../build/gateways/set-up-alipay.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterShop,
  openBrowser,
  reload,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { readAttempt, setUp } from '../build/set-up-channels.ts';

let test: TestHouse;
let browser: TestBrowser;
let closeFake: () => Promise<void>;
beforeAll(async () => {
  const fake = await setUpAlipay.open('');
  closeFake = fake.close;
  test = await openTestHouse({ screens: true, env: { GATEWAY_ALIPAY_URL: fake.url } });
  await setUp(test, 'alipay', 'one', alipayKeys.one);
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  await closeFake?.();
  expect(browser?.problems).toEqual([]);
});

async function openOrder(width: number, agent?: string): Promise<{ page: Page; orderNo: string }> {
  const token = await test.signIn('member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, token);
  const page = await browser.open(width);
  if (agent) {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setUserAgentOverride', { userAgent: agent });
  }
  await enterShop(page, 'member@one.example', 'member-2026');
  return { page, orderNo };
}

const payAtCashier = (page: Page) => page.getByRole('button', { name: '确认付款' }).click();
const paidHeading = (page: Page) => page.getByRole('heading', { name: 'Paid and confirmed' });

describe('on a desktop', () => {
  it('a code to scan, or the page, and back to what was paid', async () => {
    const { page, orderNo } = await openOrder(1440);
    await visit(page, `/booking/pay?order=${orderNo}`);
    await page.getByRole('radio', { name: /Alipay/ }).check();
    await checkAxe(page);
    await page.getByRole('button', { name: /^Pay .*161\.29/ }).click();
    await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await page.waitForURL(/\/cashier\//);
    await payAtCashier(page);
    await page.waitForURL(new RegExp(`/booking/complete\\?order=${orderNo}`));
    await paidHeading(page).waitFor({ timeout: 20_000 });
    await page.context().close();
  }, 120_000);

  it('the step opened by its address starts nothing before a click, and then continues automatically', async () => {
    const { page, orderNo } = await openOrder(1440);
    await visit(page, `/booking/alipay?order=${orderNo}`);
    await page.getByRole('heading', { name: 'Alipay' }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    const token = await test.signIn('member@one.example', 'member-2026');
    const stateOf = async () => (await test.call('isPaySuccess', { id: orderNo }, { token })).data;
    expect(await stateOf()).toMatchObject({ payStatus: 101, channel: null });
    await page.getByRole('button', { name: /^Pay .*161\.29/ }).click();
    await page.getByRole('img', { name: 'QR code of the payment page' }).waitFor();
    await checkAxe(page);
    expect(await stateOf()).toMatchObject({ payStatus: 102, channel: 'alipay' });
    const { paymentNo } = await readAttempt(test, orderNo);
    await controlAlipay(`trades/${outNoOf({ paymentNo })}`, { outcome: 'pay' });
    await paidHeading(page).waitFor({ timeout: 20_000 });
    await visit(page, `/booking/alipay?order=${orderNo}`);
    expect(page.url()).toContain('/booking/complete');
    await page.context().close();
  }, 120_000);
});

describe('on a phone', () => {
  it("Alipay's page opens once: a buyer who comes back sees the payment being watched; an additional payment works the same way", async () => {
    const { page, orderNo } = await openOrder(390, phone);
    await visit(page, `/booking/pay?order=${orderNo}`);
    await page.getByRole('radio', { name: /Alipay/ }).check();
    await page.getByRole('button', { name: /^Pay .*161\.29/ }).click();
    await page.waitForURL(/\/cashier\//);
    const [, outNo = ''] = /cashier\/(\w+)/.exec(page.url()) ?? [];
    await page.goBack();
    await page.waitForURL(new RegExp(`/booking/alipay\\?order=${orderNo}`));
    await page.getByText('Waiting for the payment').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await reload(page);
    await page.getByText('Waiting for the payment').waitFor();
    expect(page.url()).toContain('/booking/alipay');
    await page.getByRole('link', { name: 'Choose another way to pay' }).click();
    await page.waitForURL(/\/booking\/pay/);
    await page.goBack();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await page.waitForURL(/\/cashier\//);
    await page.goBack();
    await controlAlipay(`trades/${outNo}`, { outcome: 'pay' });
    await paidHeading(page).waitFor({ timeout: 20_000 });

    const staff = await test.signIn('operations@one.example', 'operations-2026');
    const wish = { id: orderNo, kind: 'extraTime' as const, amountMinor: 2550, reason: 'Two hours more' };
    const { supplementNo } = (await test.call('consoleSupplementAdd', wish, { token: staff })).data;
    await visit(page, `/booking/alipay?order=${orderNo}&supplement=${supplementNo}`);
    await page.getByRole('button', { name: /^Pay .*41\.13/ }).click();
    await page.waitForURL(/\/cashier\//);
    await payAtCashier(page);
    await page.waitForURL(`/uc/order/${orderNo}?supplement=${supplementNo}`);
    const token = await test.signIn('member@one.example', 'member-2026');
    const tell = async () => (await test.call('orderDetail', { id: orderNo }, { token })).data.supplements;
    await expect.poll(tell, { timeout: 20_000 }).toMatchObject([{ supplementNo, state: 'paid' }]);
    await page.context().close();
  }, 120_000);
});

describe.each(atWidths(390))('without a rate into yuan, at %i pixels', (width) => {
  it('Alipay is shown with the reason and cannot be chosen', async () => {
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    const setRate = async (rate: string) => {
      const { revision, feed, margin } = (await test.call('consoleRates', {}, { token: finance })).data;
      const rates = [{ currency: 'CNY' as const, source: 'hand' as const, rate }];
      await test.call('consoleRatesSave', { revision, feed, margin, rates }, { token: finance });
    };
    const { page, orderNo } = await openOrder(width);
    await setRate('');
    await visit(page, `/booking/alipay?order=${orderNo}`);
    expect(page.url()).toContain('/booking/pay');
    await page.getByText('Takes CNY only').waitFor();
    expect(await page.getByRole('radio', { name: /Alipay/ }).isDisabled()).toBe(true);
    await checkAxe(page);
    await checkWidth(page);
    await setRate('0.62');
    await page.context().close();
  }, 120_000);
});
