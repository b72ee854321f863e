// A payment whose result is not known for a long time: what its buyer reads meanwhile, beyond the deadline too, until the answer is there.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway, type TestGateway } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let gateway: TestGateway;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  gateway = await openGateway(test);
  flow.atEnd(gateway.close);
});

async function begin() {
  const token = await test.signIn('member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, token);
  const { data } = await test.call('paying', { id: orderNo, channel: 'sandbox' }, { token, key: newKey() });
  return { token, orderNo, gatewayId: String(data.redirectUrl).split('/').at(-1) ?? '' };
}

const notice = (page: Page) => page.getByRole('main').getByText('If you have paid, there is nothing more to do');
const check = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};

it('§2 payment result: the order, the list and the ways to pay say that it is awaited, and go on by themselves', async () => {
  const { orderNo, gatewayId } = await begin();
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026', '/uc/order');
  await page.getByRole('listitem').filter({ hasText: orderNo }).getByText('Payment under way').waitFor();
  await visit(page, `/uc/order/${orderNo}`);
  await notice(page).waitFor();
  await page.getByText('Please pay within').waitFor();
  await check(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('We first ask the payment provider to end it').waitFor();
  expect(await dialog.getByText('Nothing was paid yet').count()).toBe(0);
  await check(page);
  await dialog.getByRole('button', { name: 'Keep the order' }).click();
  const paying = await page.context().newPage();
  await visit(paying, `/booking/pay?order=${orderNo}`);
  await notice(paying).waitFor();
  await check(paying);
  await gateway.act(gatewayId, 'pay');
  await paying.waitForURL(/\/booking\/complete/, { timeout: 30_000 });
  await paying.close();
  await page.getByText('Confirmed', { exact: true }).first().waitFor({ timeout: 30_000 });
  expect(await notice(page).count()).toBe(0);
});

it('§5 payment deadline: an answer that is awaited beyond it leaves no time to pay within, and the places held', async () => {
  const { token, orderNo, gatewayId } = await begin();
  await gateway.act(gatewayId, 'unknown', { delaySeconds: 3600 });
  await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  const { data } = await test.call('orderDetail', { id: orderNo }, { token });
  expect(data).toMatchObject({ status: 1001, payStatus: 102, payBy: null });
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026', `/uc/order/${orderNo}`);
  for (const path of [`/uc/order/${orderNo}`, `/booking/pay?order=${orderNo}`]) {
    await visit(page, path);
    await notice(page).waitFor();
    expect(await page.getByText('Please pay within').count()).toBe(0);
    await checkWidth(page);
  }
});
