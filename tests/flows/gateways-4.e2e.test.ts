// Paying at Midtrans, Telr and LianLian in a real browser at 390 pixels, under the pages' own policy: to the gateway's page and back, paid or
// declined (§3 channels 7, 12 and 13).
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lianLianKeys, setUpLianLian } from '../build/gateways/set-up-lianlian.ts';
import { midtransKeys, setUpMidtrans } from '../build/gateways/set-up-midtrans.ts';
import { setUpTelr, telrKeys } from '../build/gateways/set-up-telr.ts';
import { checkAxe, checkWidth, enterShop, openBrowser, type TestBrowser, visit } from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { setUp } from '../build/set-up-channels.ts';

let test: TestHouse;
let browser: TestBrowser;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const midtrans = await setUpMidtrans.open('');
  const telr = await setUpTelr.open('');
  const lianLian = await setUpLianLian.open('');
  closing.push(midtrans.close, telr.close, lianLian.close);
  const env = { GATEWAY_MIDTRANS_URL: midtrans.url, GATEWAY_TELR_URL: telr.url, GATEWAY_LIAN_LIAN_URL: lianLian.url };
  test = await openTestHouse({ screens: true, env });
  await setUp(test, 'midtrans', 'one', midtransKeys.one);
  await setUp(test, 'telr', 'one', telrKeys.one, { options: { environment: 'sandbox' } });
  await setUp(test, 'lianLian', 'one', lianLianKeys.one);
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  for (const close of closing) await close();
  expect(browser?.problems).toEqual([]);
});

async function begin(page: Page, way: RegExp, gateway: RegExp): Promise<string> {
  const token = await test.signIn('member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, token);
  await visit(page, `/booking/pay?order=${orderNo}`);
  await page.getByRole('radio', { name: way }).check();
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.waitForURL(gateway);
  return orderNo;
}

describe.each([
  ['Midtrans', /Midtrans/, /\/snap\/v4\/redirection\//],
  ['Telr', /Telr/, /\/gateway\/process\.html/],
  ['LianLian', /LianLian/, /\/checkout\//],
])('at %s', (_, way, gateway) => {
  it('paid and confirmed; declined, the buyer may choose again', async () => {
    const page = await browser.open(390);
    await enterShop(page, 'member@one.example', 'member-2026');
    const paid = await begin(page, way, gateway);
    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.waitForURL(new RegExp(`/booking/complete\\?order=${paid}`));
    await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
    const declined = await begin(page, way, gateway);
    await page.getByRole('button', { name: 'Let the payment be declined' }).click();
    if (new URL(page.url()).pathname.startsWith('/snap/'))
      await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL(new RegExp(`order=${declined}`));
    const token = await test.signIn('member@one.example', 'member-2026');
    const stateOf = async () => (await test.call('isPaySuccess', { id: declined }, { token })).data.payStatus;
    await expect.poll(stateOf, { timeout: 20_000 }).toBe(104);
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);
});
