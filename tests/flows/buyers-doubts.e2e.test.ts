// What a buyer reads before a decision fits what follows, in a real browser: that a person looks at a pick-up first (§5), and what of an order
// is cancelled when the rest of it was used (§4).
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterShop, fillIn, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buyOnTwoDays, findProduct, placeOrder } from '../build/place-orders.ts';
import { adjust, findAgency } from '../build/set-balances.ts';
import { placeDoubtful } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

it('§5 pick-up: who names a hotel alone, or a place that is not known to be inside, reads that a person looks at it first', {
  timeout: 90_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  // It makes an area for the car.
  const doubtful = await placeDoubtful(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const { path, packages } = await findProduct(test, 'Airport Car');
  const line = `${packages[0]?.skus[0]?.id}:${playOn}::1`;
  expect(path).toBeTruthy();
  await visit(page, `/booking/order?lines=${encodeURIComponent(line)}&l=en`);
  const atOnce = page.getByText('It is confirmed at once after payment.');
  const checked = page.getByText('After payment a person checks the pick-up place');
  await atOnce.waitFor();
  await fillIn(page, { 'orderFields.403': 'Sea Hotel' });
  await checked.waitFor();
  expect(await atOnce.count()).toBe(0);
  const box = page.locator('input[role=combobox]').first();
  await box.fill('petronas twin towers');
  await page.locator('[role=listbox] [role=option]').first().click();
  await atOnce.waitFor();
  expect(await checked.count()).toBe(0);
  await box.fill('Somewhere else');
  await checked.waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await test.call('paying', { id: doubtful, channel: 'deposit' }, { token: agent, key: 'pay-doubtful' });
  await visit(page, `/booking/complete?order=${doubtful}`);
  await page.getByText('A person is still checking the pick-up address.').waitFor();
  expect(await page.getByText('checking with the provider').count()).toBe(0);
  await checkAxe(page);
});

it('§4 cancelling: what is left of an order whose other line was used is named before it is cancelled', {
  timeout: 60_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const desk = await test.signIn('operations@one.example', 'operations-2026');
  const orderNo = await buyOnTwoDays(test, agent, { adult: playOn, child: playOn });
  expect((await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: desk })).code).toBe(200);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, `/uc/order/${orderNo}?l=en`);
  await page.getByRole('button', { name: 'Cancel …' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Child .* ×\s2$/)
    .waitFor();
  expect(await page.getByRole('dialog').getByText(/Adult/).count()).toBe(0);
  await checkAxe(page);
});

it('§2 header: a buyer without an account finds the way to an order, on a desktop beside signing in, and at the foot of every page', async () => {
  const desk = await browser.open(1440);
  await visit(desk, '/?l=en');
  await desk.getByRole('banner').getByRole('link', { name: 'Find an order' }).click();
  await desk.waitForURL('/wechat/orderOne');
  await desk.getByRole('heading', { name: 'Find an order' }).waitFor();
  const phone = await browser.open(390);
  await visit(phone, '/search?l=zh_CN');
  const link = phone.getByRole('contentinfo').getByRole('link', { name: '查找订单' });
  await checkWidth(phone);
  await link.click();
  await phone.waitForURL('/wechat/orderOne');
}, 60_000);

it('§4 status: an order that was closed unpaid is closed, and no longer says that its payment failed', {
  timeout: 60_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent);
  const fail = sql`UPDATE purchase SET pay_status = 104 WHERE order_no = ${orderNo}`;
  await fail.execute(test.database.house);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const failed = page.getByText('Payment failed', { exact: true });
  await visit(page, `/uc/order/${orderNo}?l=en`);
  await failed.first().waitFor();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('Closed', { exact: true }).first().waitFor();
  expect(await failed.count()).toBe(0);
  await visit(page, `/uc/order?l=en`);
  await page.getByText(orderNo).first().waitFor();
  expect(
    await page.locator('main article, main li').filter({ hasText: orderNo }).getByText('Payment failed').count(),
  ).toBe(0);
  await page.context().close();
});

it('§8 200203: an offer that is over while the form is filled in leaves one notice, and parts that make the new total', {
  timeout: 90_000,
}, async () => {
  const { path, packages } = await findProduct(test, 'Silver Tower');
  const asContent = { token: await test.signIn('content@one.example', 'content-2026') };
  const id = String(path).split('/').at(-1) ?? '';
  const offer = { name: 'Rain', percent: 20, active: true, productIds: [id] };
  const between = { startsAt: '2026-01-01T00:00', endsAt: '2035-01-01T00:00' };
  const saved = await test.call('consoleOfferSave', { ...offer, ...between }, asContent);
  const finance = { token: await test.signIn('finance@one.example', 'finance-2026') };
  const limits = { startsAt: null, endsAt: null, useLimit: null, userLimit: null, productIds: null };
  const tenth = { ...limits, type: 2, percent: '10', amountMinor: null, minimumMinor: null, mostMinor: null };
  await test.call('consoleCouponSave', { code: 'TENTH', currency: 'MYR', ...tenth }, finance);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  // The page of the product shows the price before beside the total, as its card does.
  await visit(page, `${path}?l=en`);
  await page.locator('.foot-bar del').getByText('MYR 100.00').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  const line = `${packages[0]?.skus[0]?.id}:${playOn}::1`;
  await visit(page, `/booking/order?lines=${encodeURIComponent(line)}&l=en`);
  const steps = async () =>
    (await page.locator('dl').filter({ hasText: 'To pay' }).locator('dd').allTextContents()).map((step) =>
      step.replace(/\s/g, ' '),
    );
  await page.getByLabel('Promo code').fill('TENTH');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(steps).toEqual(['MYR 100.00', '-MYR 20.00', '-MYR 8.00', 'MYR 72.00']);
  await test.call('consoleOfferDelete', { id: saved.data.id, revision: saved.data.revision }, asContent);
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  // The button is at the foot of the form and the words at its head: they are brought to where the buyer looks.
  const both = page.getByText('You saw MYR 72.00; it is now MYR 90.00.');
  await both.waitFor();
  await expect.poll(() => isInView(both)).toBe(true);
  expect(await page.getByText(/price has changed/).count()).toBe(1);
  expect(await steps()).toEqual(['MYR 100.00', '-MYR 10.00', 'MYR 90.00']);
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: 'Accept MYR 90.00 and continue' }).click();
  await page.waitForURL(/\/booking\/pay/);
  await page.context().close();
});

it('§8 200203: an offer that ends while the page of its product is open is named on the form, with the amount of that page', {
  timeout: 60_000,
}, async () => {
  const { path, packages } = await findProduct(test, 'Silver Tower');
  const asContent = { token: await test.signIn('content@one.example', 'content-2026') };
  const offer = { name: 'Sun', percent: 20, active: true, productIds: [String(path).split('/').at(-1) ?? ''] };
  const between = { startsAt: '2026-01-01T00:00', endsAt: '2035-01-01T00:00' };
  const saved = await test.call('consoleOfferSave', { ...offer, ...between }, asContent);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  const choice = new URLSearchParams({ l: 'en', on: playOn, units: `${packages[0]?.skus[0]?.id}:1` });
  const book = async () => {
    await visit(page, `${path}?${choice}`);
    await page.locator('.foot-bar').getByText('MYR 80.00').first().waitFor();
    await page.getByRole('button', { name: /Book now/ }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).waitFor();
  };
  const both = page.getByText('You saw MYR 80.00; it is now MYR 100.00.');
  await book();
  expect(await page.getByText(/price has changed/).count()).toBe(0);
  await visit(page, `${path}?${choice}`);
  await page.locator('.foot-bar').getByText('MYR 80.00').first().waitFor();
  await test.call('consoleOfferDelete', { id: saved.data.id, revision: saved.data.revision }, asContent);
  await page.getByRole('button', { name: /Book now/ }).click();
  await both.waitFor();
  expect(await isInView(both)).toBe(true);
  await checkAxe(page);
  await checkWidth(page);
  // Also after a reload; typing does not bring the buyer back to it.
  await page.reload();
  await both.waitFor();
  const remark = page.getByLabel('Remarks');
  await remark.scrollIntoViewIfNeeded();
  await remark.fill('Two umbrellas');
  expect(await isInView(remark)).toBe(true);
  await page.context().close();
});

it('§8 200203: a fee that changes while a payment page is open is refused with the old and the new amount', {
  timeout: 60_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent);
  const fee = (percent: string) =>
    sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
      VALUES (1, 'sandbox', true, ${percent}, '{}') ON CONFLICT (owner_id, channel) DO UPDATE SET fee_percent = ${percent}`.execute(
      test.database.house,
    );
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, `/booking/pay?order=${orderNo}&channel=sandbox&l=en`);
  const button = page.getByRole('button', { name: /^Pay MYR/ });
  const before = (await button.textContent())?.match(/MYR\s([\d.]+)/)?.[1];
  await fee('10');
  await button.click();
  const both = page.getByText(new RegExp(`You saw MYR\\s${before}; it is now MYR\\s110\\.00\\.`));
  await both.waitFor();
  await expect.poll(() => isInView(both)).toBe(true);
  await page.getByRole('button', { name: /^Pay MYR\s110/ }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await fee('0');
});

const isInView = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
