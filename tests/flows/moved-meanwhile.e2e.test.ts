// What changes under an open page: a buyer reads what it is now, which day it is about, and goes on (§4 cancelling, §8).
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterShop, fillIn, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, newKey, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(
  (flow) => {
    ({ test, browser } = flow);
  },
  { expected: /status of 422/ },
);

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);

const second = addDays(playOn, 1);

/** The stay of three nights of which the second one changes. */
async function openStay(width: number) {
  const { packages } = await findProduct(test, 'Harbour Inn');
  const [pack] = packages;
  const left = (places: number) =>
    run(sql`UPDATE departure SET capacity = held + sold + ${places}
      WHERE owner_id = 1 AND package_id = ${pack?.id ?? ''}::bigint AND play_on = ${second}`);
  await left(5);
  const page = await browser.open(width);
  await enterShop(page, 'member@one.example', 'member-2026');
  const line = `${pack?.skus[0]?.id}:${playOn}::1:${addDays(playOn, 3)}`;
  const address = `/booking/order?lines=${encodeURIComponent(line)}&l=en`;
  await visit(page, address);
  return { page, address, pack, left };
}

it('§8 no stock on that day: of a stay the night is named that was sold while the form was filled in', {
  timeout: 60_000,
}, async () => {
  const { page, address, left } = await openStay(390);
  for (const name of await page.getByLabel(/Name in Latin letters/).all()) await name.fill('Mei Tan');
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await left(0);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Sold out on that day.' });
  await alert.waitFor();
  const night = await page.evaluate(
    (day) =>
      new Intl.DateTimeFormat('en', {
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(day)),
    second,
  );
  expect(plain(await alert.innerText())).toContain(night);
  await checkAxe(page);
  await checkWidth(page);
  // Opened anew, and where the day is not on sale at all.
  await visit(page, address);
  await page.getByRole('heading', { name: night }).waitFor();
  await page.getByText('Sold out on that day.').waitFor();
  await page.context().close();
});

it('§8 200203: a buyer who accepted a new price reads why the booking is refused all the same', {
  timeout: 60_000,
}, async () => {
  const { page, pack, left } = await openStay(1440);
  for (const name of await page.getByLabel(/Name in Latin letters/).all()) await name.fill('Mei Tan');
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await run(sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
    VALUES (1, ${pack?.skus[0]?.id ?? ''}::bigint, ${second}, 99900)`);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByText(/You saw/).waitFor();
  await left(0);
  await page.getByRole('button', { name: /^Accept/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Sold out on that day.').waitFor();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.locator('main').getByText('Sold out on that day.').waitFor();
  // The buyer accepted the price: a notice about it would seem to be what refuses.
  expect(await page.getByText('The price has changed').count()).toBe(0);
  await left(5);
  await page.getByRole('button', { name: /^Accept/ }).click();
  await page.waitForURL(/\/booking\/pay/);
  await page.context().close();
});

async function buy(token: string): Promise<string> {
  const id = await placeOrder(test, token);
  await test.call('paying', { id, channel: 'deposit' }, { token, key: newKey() });
  return id;
}

it('§4 cancelling: a fee that began while the dialog was open is read before anything is requested', {
  timeout: 60_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const id = await buy(agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${id}`);
  await page.getByRole('button', { name: 'Cancel …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('You get back').waitFor();
  await run(sql`UPDATE sub_order SET terms = jsonb_set(terms, '{refundRules}', '[{"daysBefore": 900, "feePercent": 40}]')
    WHERE owner_id = 1 AND order_no = ${id}`);
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  const changed = dialog.getByRole('alert').filter({ hasText: 'What you get back has changed' });
  await changed.waitFor();
  expect(plain(await changed.innerText())).toContain('you saw MYR 100.00; it is now MYR 60.00.');
  expect(plain(await dialog.locator('dl').innerText())).toMatch(/Cancellation fee\s+MYR 40\.00/);
  await checkAxe(page);
  await checkWidth(page);
  expect((await test.call('cancelRequests', { query: id }, { token: agent })).data.list).toEqual([]);
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Cancellation requested').first().waitFor();
  await page.context().close();
});

it('§4 cancelling: an order that was paid in another tab is not cancelled by the button for unpaid ones', {
  timeout: 60_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const id = await placeOrder(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${id}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await page
    .getByText(/something has changed meanwhile/)
    .first()
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep the order' }).click();
  // The page shows the order as it is now, with what can be done about it.
  await page.getByText('Confirmed', { exact: true }).first().waitFor();
  expect((await test.call('orderDetail', { id }, { token: agent })).data.status).toBe(1003);
  await page.context().close();
});

it('§8 200203: a payment page whose amount changed stays a page when the new amount is paid', {
  timeout: 60_000,
}, async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const id = await placeOrder(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, `/booking/pay?order=${id}&channel=sandbox&l=en`);
  await run(sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'sandbox', true, 10, '{}') ON CONFLICT (owner_id, channel) DO UPDATE SET fee_percent = 10`);
  await page.getByRole('button', { name: /^Pay MYR/ }).click();
  await page.getByText(/You saw MYR\s100\.00; it is now MYR\s110\.00\./).waitFor();
  // The notice goes when the button is pressed again, and what showed it leaves nothing behind.
  const answer = page.waitForResponse('**/paying');
  await page.getByRole('button', { name: /^Pay MYR\s110/ }).click();
  await answer;
  await settle(page);
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  await page.context().close();
});

it('a buyer reads whose price changed, and where else to choose once the package is gone (§8 200203; §8 out of stock)', async () => {
  const car = await findProduct(test, 'Airport Car');
  const [seat] = car.addOns;
  const [pack] = car.packages;
  const setPrice = (minor: number) =>
    run(sql`UPDATE add_on SET price_minor = ${minor} WHERE add_on_id = ${seat?.id}::bigint`);
  const setShelf = (onShelf: boolean) =>
    run(sql`UPDATE package SET on_shelf = ${onShelf} WHERE owner_id = 1 AND package_id = ${pack?.id}::bigint`);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  await visit(page, `/booking/order?lines=${pack?.skus[0]?.id}:${playOn}::1&extras=${seat?.id}:2&l=en`);
  await fillIn(page, {
    'orderFields.406': 'MH 123',
    'orderFields.flightArrivalTime': '13:45',
    'orderFields.passengerCount': '2',
    'orderFields.luggageCount': '1',
    'orderFields.402': '1 Beach Road',
  });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await setPrice(3000);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'The price has changed' });
  await notice.waitFor();
  const words = plain(await notice.innerText());
  expect(words).toContain('You saw MYR 140.00; it is now MYR 150.00.');
  expect(words).toContain('Child seat × 2 · You saw MYR 50.00; it is now MYR 60.00.');
  expect(words).not.toContain('90.00');
  await checkWidth(page);
  await setShelf(false);
  await page.getByRole('button', { name: /Accept/ }).click();
  const other = page.getByRole('link', { name: 'See what is still on sale' });
  await other.waitFor();
  await setShelf(true);
  await other.click();
  await page.waitForURL(/\/tours\//);
  expect(new URL(page.url()).searchParams.get('extras')).toBe(`${seat?.id}:2`);
  await setPrice(2500);
  await page.context().close();
}, 60_000);
