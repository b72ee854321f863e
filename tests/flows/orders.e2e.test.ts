// A buyer's orders in a real browser, on a phone and on a desktop: find, filter, save a filter, download a file, open, cancel a part, be
// refused and request again, and exchange remarks with the shop, which answers in the back office.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, formatDay } from '../../domain/dates.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  reload,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { newKey, placeOnTwoDays, placeOrder, type Wanted } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
let staff: string;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});

async function paid(product: string, quantity: number): Promise<string> {
  const orderNo = await placeOrder(test, agent, { product, quantity });
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}

async function look(page: Page): Promise<void> {
  await checkAxe(page);
  await checkWidth(page);
}

it('the page to pay says every day of an order with lines on several (§3 lines)', async () => {
  const days = { adult: playOn, child: addDays(playOn, 1) };
  const orderNo = await placeOnTwoDays(test, agent, days);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${orderNo}`);
  const summary = page.getByRole('complementary');
  for (const day of Object.values(days)) await summary.getByText(formatDay(day, 'en'), { exact: true }).waitFor();
  await look(page);
  await page.context().close();
}, 60_000);

it('a last day before the first is said at its field, for buyers and staff (§8)', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/order?playFrom=2026-12-20&playTo=2026-12-01');
  const problem = page.getByText('The last day comes before the first.');
  await problem.waitFor();
  expect(await page.getByLabel('Travel date to').getAttribute('aria-invalid')).toBe('true');
  await visit(page, '/uc/balance?from=2026-12-20&to=2026-12-01');
  await problem.waitFor();
  await visit(page, '/uc/balance?from=2026-12-01&to=2026-12-01');
  expect(await problem.count()).toBe(0);
  await page.context().close();
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, '/console/orders?placedFrom=2026-12-20&placedTo=2026-12-01');
  await desk.getByText('The last day comes before the first.').waitFor();
  await checkAxe(desk);
  await desk.context().close();
});

it('the list says how much of an order went back, and a traveller of whom nothing is known is left out (§2 uc order; §2 uc order/{orderNo})', async () => {
  const orderNo = await paid('Silver Tower', 2);
  const know = (travellers: object[]) =>
    sql`UPDATE sub_order SET travellers = ${JSON.stringify(travellers)}::jsonb WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(
      test.database.house,
    );
  await know([{}, {}]);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
  expect(await page.getByText('Travellers').count()).toBe(0);
  await know([{}, { '102': 'Grace Lim' }]);
  await reload(page);
  expect(await page.getByText(/^Travellers/).innerText()).toBe('Travellers: Grace Lim');
  await test.call('cancelOrder', { orderNo }, { token: agent });
  const { list } = (await test.call('consoleCancels', { orderNo }, { token: staff })).data;
  await test.call('consoleCancelDecide', { id: list[0]?.id ?? '', approve: true }, { token: staff });
  const back = async () => (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.refundTotal;
  await expect.poll(async () => (await back()).amountMinor, { timeout: 10_000 }).toBe(20_000);
  await visit(page, `/uc/order?query=${orderNo}`);
  await page.getByText('Refunded: MYR 200.00').waitFor();
  await look(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await visit(page, `/uc/order?query=${orderNo}&view=table`);
  await page.getByRole('table').getByText('Refunded: MYR 200.00').waitFor();
  await look(page);
  await page.context().close();
}, 60_000);

it('an order that is over leads to the same choice of its product, without days that are over (§2 uc order/{orderNo})', async () => {
  const days = { adult: playOn, child: playOn };
  const orderNo = await placeOnTwoDays(test, agent, days);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
  const again = page.getByRole('link', { name: 'Book again' });
  expect(await again.count()).toBe(0);
  await test.call('cancelOrder', { orderNo }, { token: agent });
  await reload(page);
  await again.waitFor();
  await look(page);
  await again.click();
  await page.locator(`#book [data-day="${playOn}"][aria-pressed="true"]`).waitFor();
  for (const [name, quantity] of [
    ['Adult', '1'],
    ['Child', '2'],
  ] as const)
    await expect.poll(() => page.getByRole('group', { name }).getByRole('status').textContent()).toBe(quantity);
  const over = new URL(page.url());
  over.searchParams.set('on', '2026-01-05');
  await visit(page, over.pathname + over.search);
  await page.locator('#book [data-day]').first().waitFor();
  expect(await page.locator('#book [data-day][aria-pressed="true"]').count()).toBe(0);
  expect(await page.getByText(formatDay('2026-01-05', 'en')).count()).toBe(0);
  await page.context().close();
}, 60_000);

it('what is to be paid is the sum of what stands above it, the fee of the way to pay too (§3 amounts)', async () => {
  const fee = (percent: number) =>
    sql`UPDATE channel_setting SET fee_percent = ${percent} WHERE owner_id = 1 AND channel = 'deposit'`.execute(
      test.database.house,
    );
  await fee(2);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const readTerms = async (wanted: Wanted) => {
    await visit(page, `/booking/pay?order=${await placeOrder(test, agent, wanted)}`);
    const terms = await page.getByRole('complementary').locator('dl').innerText();
    return terms.replaceAll('\u00a0', ' ').split(/\s*\n\s*/);
  };
  const tower = await readTerms({ product: 'Silver Tower' });
  const show = await readTerms({ product: 'Evening Show', session: '18:00' });
  await fee(0);
  expect(tower).toEqual(['Adult × 1', 'MYR 100.00', 'Payment fee', 'MYR 2.00', 'To pay', 'MYR 102.00']);
  // Sold in another currency than the one that is paid.
  expect(show).toEqual([
    ...['Adult × 1', 'JPY 3,500.00', '= JPY 3,500.00', 'MYR 102.20', 'Payment fee', 'MYR 2.04', 'To pay', 'MYR 104.24'],
  ]);
  await page.context().close();
}, 60_000);

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('a buyer finds an order, saves the filter, downloads the file, cancels part of it and writes to the shop (§2 uc order; §2 uc order/{orderNo})', async () => {
    const orderNo = await paid('Silver Tower', 2);
    const other = await placeOrder(test, agent, { product: 'Few Seats' });
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/order');
    await look(page);
    if (width > 1000) {
      await page.getByRole('link', { name: 'Table' }).click();
      await page.getByRole('table').waitFor();
      await look(page);
      await page.getByRole('link', { name: 'Cards' }).click();
      await page.getByRole('table').waitFor({ state: 'detached' });
    }
    await page.getByRole('searchbox').fill('silver tow');
    await page.getByRole('button', { name: 'Search' }).last().click();
    await page.waitForURL(/query=silver/);
    const cards = page.locator('main li a[href^="/uc/order/"]');
    await page.locator(`main a[href="/uc/order/${other}"]`).waitFor({ state: 'detached' });
    await page.getByText('More filters').click();
    await page.getByLabel('Payment').selectOption({ label: 'Paid' });
    await page.getByRole('button', { name: 'Search' }).last().click();
    await page.waitForURL(/payStatus=103/);
    await page.locator(`main a[href="/uc/order/${orderNo}"]`).first().waitFor();
    expect(await cards.count()).toBeGreaterThan(0);
    await look(page);
    await addFilter(page, `Towers ${width}`);
    await takeFile(page);
    await page.locator(`main a[href="/uc/order/${orderNo}"]`).first().click();
    await page.waitForURL(`/uc/order/${orderNo}`);
    await settle(page);
    await look(page);
    // Other changes are made by staff: the page leads to where they are asked.
    await page.getByRole('link', { name: 'Another day or other details? Write to us' }).click();
    await page.waitForURL(/#remarks$/);
    await page.getByLabel('Write a remark').waitFor();
    await cancelOne(page, orderNo);
    await talk(page, orderNo);
    await page.context().close();
  }, 120_000);

  it('if nothing would be refunded, the buyer writes to the shop instead, and the booking stays (§2 uc order/{orderNo})', async () => {
    const orderNo = await paid('Few Seats', 1);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByRole('button', { name: 'Cancel …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('nothing is given back any more').waitFor();
    expect(await dialog.getByRole('button', { name: /Send the request|Cancel now/ }).count()).toBe(0);
    const sending = dialog.getByRole('button', { name: 'Send', exact: true });
    await sending.click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Why?').fill('Our flight was cancelled');
    await look(page);
    await sending.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Our flight was cancelled').waitFor();
    await look(page);
    const { lines } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(lines.map((line) => [line.status, line.cancelledQuantity])).toEqual([[OrderStatus.confirmed, 0]]);
    const { list } = (await test.call('consoleCancels', {}, { token: staff })).data;
    expect(list.filter((one) => one.orderNo === orderNo)).toEqual([]);
    const read = await test.call('consoleRemarks', { id: orderNo, page: 1 }, { token: staff });
    expect(JSON.stringify(read.data)).toContain('Our flight was cancelled');
    await page.context().close();
  }, 60_000);
});

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save this filter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This field is required').waitFor();
  await dialog.getByLabel('Name').fill(name);
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.waitForURL(/\/uc\/order$/);
  await page.getByRole('link', { name, exact: true }).click();
  await page.waitForURL(/payStatus=103/);
  await page.getByRole('button', { name: `Delete the filter ${name}` }).waitFor();
}

async function takeFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  const save = dialog.getByRole('link', { name: 'Save the file' });
  await save.waitFor();
  await checkAxe(page);
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  expect(file.suggestedFilename()).toMatch(/^orders-.*\.csv$/);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** One of two: asked for, refused by the shop, asked for again. */
async function cancelOne(page: Page, orderNo: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Cancel …' }).click();
  await dialog.getByText('MYR 200.00').first().waitFor();
  await dialog.getByRole('button', { name: /one less/ }).click();
  await dialog.getByText('You get back').locator('xpath=..').getByText('MYR 100.00').waitFor();
  await dialog.getByLabel('Why?').fill('One of us is ill');
  await look(page);
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('In review').waitFor();
  await look(page);
  const { list } = (await test.call('consoleCancels', {}, { token: staff })).data;
  const id = list.find((one) => one.orderNo === orderNo)?.id ?? '';
  const no = { id, approve: false, reason: 3, text: 'you wrote otherwise' };
  expect((await test.call('consoleCancelDecide', no, { token: staff })).code).toBe(200);
  await reload(page);
  await page.getByText('you wrote otherwise').first().waitFor();
  await page.getByRole('button', { name: 'Apply again' }).click();
  await dialog.getByText('You get back').locator('xpath=..').getByText('MYR 100.00').waitFor();
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('In review').waitFor();
  const again = (await test.call('consoleCancels', {}, { token: staff })).data.list;
  const next = again.find((one) => one.orderNo === orderNo)?.id ?? '';
  await test.call('consoleCancelDecide', { id: next, approve: true }, { token: staff });
  await reload(page);
  await page.getByText('1 cancelled (MYR 100.00)').waitFor();
}

/** A question of the buyer, an answer of the shop, each marked new to the other. */
async function talk(page: Page, orderNo: string): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('This field is required').waitFor();
  await page.getByLabel('Write a remark').fill('Is there a lift?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.locator('#remarks li', { hasText: 'Is there a lift?' }).waitFor();
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, `/console/orders/${orderNo}`);
  const asked = desk.locator('#remarks li', { hasText: 'Is there a lift?' });
  await asked.getByText('New').waitFor();
  await desk.getByLabel('Write a remark').fill('Yes, two.');
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await desk.locator('#remarks li', { hasText: 'Yes, two.' }).waitFor();
  await checkAxe(desk);
  await desk.context().close();
  await visit(page, `/uc/order?query=${orderNo}`);
  await page.getByText('1 new remark').first().waitFor();
  await visit(page, `/uc/order/${orderNo}`);
  await page.locator('#remarks li', { hasText: 'Yes, two.' }).getByText('New').waitFor();
  await look(page);
}
