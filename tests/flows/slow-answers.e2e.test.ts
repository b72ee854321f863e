// A slow network, or a wrong clock, in a real browser: an answer that arrives late, or a choice made while one is awaited, changes nothing
// that was typed or chosen since.
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { closeOverdue } from '../../server/order/close-order.ts';
import { sql } from '../../server/platform/db.ts';
import { holdBack } from '../build/hold-back.ts';
import { enterConsole, enterShop, fillIn, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent, make, tab } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

it('a month that was left does not empty the month that is shown', async () => {
  const page = await browser.open(390);
  const { path } = await findProduct(test, 'Silver Tower');
  const later = addDays(`${playOn.slice(0, 7)}-01`, 31).slice(0, 7);
  const held = await holdBack(page, '**/inventories*', (request) =>
    Boolean(request.postData()?.includes(`"from":"${playOn.slice(0, 7)}`)),
  );
  await page.goto(`${path}?l=en`);
  await expect.poll(held.count, { timeout: 10_000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next month' }).click();
  const grid = page.locator('#book table[role=grid]');
  await page.locator(`#book [data-day="${later}-15"]`).waitFor();
  await page.waitForFunction(() => !document.querySelector('#book table[aria-busy]'));
  held.release();
  await settle(page);
  expect(await grid.getAttribute('aria-busy')).toBeNull();
  await page.context().close();
});

it.each(['Silver Tower', 'Open Rail Pass'])('“Book now” waits for the days of %s, and then goes on', async (name) => {
  const page = await browser.open(390);
  const { path } = await findProduct(test, name);
  const held = await holdBack(page, '**/inventories*');
  await page.goto(`${path}?on=${playOn}&l=en`);
  await expect.poll(held.count, { timeout: 10_000 }).toBeGreaterThan(0);
  const button = page.getByRole('button', { name: 'Book now' });
  await button.click();
  await page.locator('button[aria-disabled]', { hasText: 'Book now' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  held.release();
  await page.waitForURL(/\/booking\/order\?lines=/);
  await page.context().close();
});

it('Enter chooses nothing from a list that was found for an earlier text', async () => {
  const page = await enterAsContent(browser, 1440);
  await visit(page, '/console/products/new');
  const city = page.getByRole('combobox', { name: 'City' });
  await city.fill('pa');
  await page.locator('[role=listbox] [role=option]').nth(2).waitFor();
  await city.press('ArrowDown');
  await city.press('ArrowDown');
  const held = await holdBack(page, '**/searchRegion*');
  await city.fill('testville');
  await city.press('Enter');
  expect(await city.inputValue()).toBe('testville');
  held.release();
  await page.getByRole('option', { name: /Testville/ }).waitFor();
  expect(await city.getAttribute('aria-activedescendant')).toBeNull();
  await city.press('Enter');
  expect(await city.inputValue()).toContain('Testville');
  await page.context().close();
});

it('a product search takes no hit of an earlier text', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/quotation/new');
  const field = page.getByLabel('Find a product');
  await field.fill('Few');
  await page.getByRole('button', { name: 'Add to the quotation: Few Seats' }).waitFor();
  const held = await holdBack(page, '**/keyQuery*');
  await field.fill('Silver Tower');
  await field.press('Enter');
  held.release();
  await page.getByRole('button', { name: 'Add to the quotation: Silver Tower' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Few Seats' }).count()).toBe(0);
  await field.press('Enter');
  await page.getByRole('heading', { name: 'Silver Tower', exact: true }).waitFor();
  await page.context().close();
});

it('the price calculator shows no price of another quantity', async () => {
  const page = await browser.open(390);
  const { id } = await findProduct(test, 'Silver Tower');
  await visit(page, `/calPrice/${id}?l=en`);
  await page.getByText('MYR 100.00').first().waitFor();
  const held = await holdBack(page, '**/bookCheck');
  await page.getByLabel('How many').fill('3');
  await expect.poll(held.count, { timeout: 10_000 }).toBe(1);
  expect(await page.getByText('MYR 100.00').count()).toBe(0);
  held.release();
  await page.getByText('MYR 300.00').first().waitFor();
  await page.context().close();
});

it('what is typed into a quotation while it is saved stays', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/quotation/new');
  const held = await holdBack(page, 'quotation');
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Three days');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(held.count, { timeout: 10_000 }).toBe(1);
  const isOpen = await title.isEditable();
  if (isOpen) await title.fill('Four days');
  held.release();
  await page.waitForURL(/quotation\/\d+/);
  await settle(page);
  expect(await title.inputValue()).toBe(isOpen ? 'Four days' : 'Three days');
  await page.context().close();
});

it('a product is saved once, however long the keys for saving are held', async () => {
  const page = await enterAsContent(browser, 1440);
  await make(page, {
    type: 'Food and dining',
    name: 'Quiet Supper',
    package: { 'names.en': 'Table' },
    skus: [{ ticketType: 'Own name', 'names.en': 'Set menu', priceMinor: '75' }],
  });
  const held = await holdBack(page, 'console/products');
  await tab(page, 'Packages');
  await page.locator('[data-path="packages.0.names.en"]').fill('Table for two');
  await page.keyboard.down('Control');
  for (let times = 0; times < 3; times += 1) await page.keyboard.down('s');
  await page.keyboard.up('Control');
  held.release();
  await page.getByText('The product is saved').waitFor();
  await settle(page);
  expect(held.count()).toBe(1);
  await page.context().close();
});

it('a sheet of stock takes no edits while its edits are saved', async () => {
  const page = await enterAsContent(browser, 1440);
  const { id } = await findProduct(test, 'Silver Tower');
  await visit(page, `/console/products/${id}/calendar?month=${playOn.slice(0, 7)}`);
  const held = await holdBack(page, 'console/calendar');
  const cell = page.locator(`[data-cell="${playOn}||capacity"]`);
  const type = async (text: string) => {
    await cell.click({ timeout: 2000 });
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await type('31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(held.count, { timeout: 10_000 }).toBe(1);
  const isTyped = await type('32').then(
    () => true,
    () => false,
  );
  held.release();
  await page.getByText('Prices and places are saved').waitFor();
  await expect.poll(() => cell.textContent()).toContain(isTyped ? '32' : '31');
  await type('33');
  await expect.poll(() => cell.textContent()).toContain('33');
  await page.context().close();
});

it('the answer about an address removes nothing that was typed meanwhile into a completion form', async () => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
  await run(sql`UPDATE product SET later_order_fields = '{402,403,406}' WHERE key = 'car'`);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const input = await fillOrder(test, agent, { product: 'Airport Car' });
  const { 402: _address, 403: _hotel, 406: _flight, ...orderFields } = input.orderFields;
  const placed = await test.call('createOrder', { ...input, orderFields }, { token: agent, key: newKey() });
  await run(sql`WITH made AS (INSERT INTO pickup_area (owner_id, names, ring)
      VALUES (1, '{"en": "Square"}', '[[101,3],[102,3],[102,4],[101,4]]') RETURNING area_id)
    INSERT INTO product_area (owner_id, product_id, area_id)
    SELECT 1, product_id, area_id FROM product, made WHERE owner_id = 1 AND key = 'car'`);
  const link = await test.call('completionLink', { orderNos: [placed.data.orderNo] }, { token: agent });
  const { pathname, search } = new URL(link.data.address);
  const page = await browser.open(390);
  await visit(page, `${pathname}${search}&l=en`);
  const held = await holdBack(page, '**/search_in_area');
  const box = page.locator('input[role=combobox]').first();
  await box.fill('petronas twin towers');
  await page.locator('[role=listbox] [role=option]').first().click();
  await expect.poll(held.count, { timeout: 10_000 }).toBe(1);
  await fillIn(page, { 'orderFields.406': 'MH 123' });
  held.release();
  await page.getByText('The address is inside the transfer range').waitFor();
  expect(await page.locator('[name="orderFields.406"]').inputValue()).toBe('MH 123');
  await page.context().close();
});

it('a late answer about the wish list removes no product that was saved since', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026', '/search?l=en');
  const few = (await findProduct(test, 'Few Seats')).id;
  const held = await holdBack(page, '**/wishes', (request) => !request.postData()?.includes(`"${few}"`));
  const heart = (name: string) => page.getByRole('button', { name: `Save: ${name}` });
  await heart('Silver Tower').click();
  await expect.poll(held.count, { timeout: 10_000 }).toBe(1);
  await Promise.all([page.waitForResponse('**/wishes'), heart('Few Seats').click()]);
  held.release();
  await settle(page);
  for (const name of ['Silver Tower', 'Few Seats'])
    expect([name, await heart(name).getAttribute('aria-pressed')]).toEqual([name, 'true']);
  await page.context().close();
});

it('a dialog that is closed by its button returns the focus', async () => {
  const page = await browser.open(1440);
  await visit(page, '/search?l=en');
  await page.getByRole('button', { name: 'More filters' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('More filters');
  await page.context().close();
});

it('a page with the time to pay shows that the order was closed, some seconds after its end', async () => {
  const member = await test.signIn('member@one.example', 'member-2026', '127.0.0.1');
  const orderNo = await placeOrder(test, member);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  await sql`UPDATE purchase SET pay_by = now() + interval '4 seconds' WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  await visit(page, `/booking/pay?order=${orderNo}`);
  // The page looks at once when the time is over; the order is closed after that.
  await page.waitForTimeout(5500);
  await closeOverdue(test.database, () => new Date());
  await page.waitForURL(/\/booking\/complete/);
  await page.context().close();
}, 60_000);

it('the time left to pay is the server’s on a device whose clock is two hours ahead', async () => {
  const member = await test.signIn('member@one.example', 'member-2026', '127.0.0.1');
  const orderNo = await placeOrder(test, member);
  const page = await browser.open(390);
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 7_200_000;
  });
  await enterShop(page, 'member@one.example', 'member-2026');
  await visit(page, `/booking/pay?order=${orderNo}`);
  await page.getByText(/^[1-9]\d:\d\d$/).waitFor();
  await page.context().close();
}, 60_000);

it('an order that is closed while its payment is awaited is not offered for payment', async () => {
  const member = await test.signIn('member@one.example', 'member-2026', '127.0.0.1');
  const orderNo = await placeOrder(test, member);
  const put = (status: number, payStatus: number) =>
    sql`UPDATE purchase SET status = ${status}, pay_status = ${payStatus} WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
  await put(OrderStatus.unpaid, PaymentStatus.paying);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026', `/booking/complete?order=${orderNo}`);
  await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
  await put(OrderStatus.closedForTimeout, PaymentStatus.failed);
  await page.getByRole('heading', { name: 'This order is closed' }).waitFor();
  expect(await page.getByRole('link', { name: /^Pay/ }).count()).toBe(0);
  await put(OrderStatus.unpaid, PaymentStatus.pending);
  await page.context().close();
}, 60_000);

it('a note whose answer got lost is written once, however often it is sent again', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent);
  const page = await browser.open(1440);
  await enterConsole(page, 'operations@one.example', 'operations-2026');
  await visit(page, `/console/orders/${orderNo}`);
  let lost = 0;
  await page.route('**/notes', async (route) => {
    if (route.request().method() !== 'POST' || lost === 2) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  const add = page.getByRole('button', { name: 'Add note' });
  await page.getByLabel('Note', { exact: true }).fill('The guide speaks Thai');
  for (let sent = 1; sent <= 3; sent += 1) {
    await add.click();
    if (sent < 3) await page.getByText('No connection').waitFor();
    await settle(page);
  }
  await page.getByRole('listitem').filter({ hasText: 'The guide speaks Thai' }).waitFor();
  expect(lost).toBe(2);
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  const { list } = (await test.call('consoleNotes', { id: orderNo }, { token: operations })).data;
  expect(list.map(({ text }) => text)).toEqual(['The guide speaks Thai']);
  browser.forget(/\/console\/orders\/.*ERR_FAILED/);
  await page.context().close();
});
