// The booking form in a real browser, on a phone and on a desktop: a transfer with a pick-up that a person must check, and a group
// of five from a pasted list; no typed value is lost, the first error has the focus.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterShop,
  fillIn,
  problemsOn,
  reload,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
const lines: Record<string, string> = {};

openFlow(async (flow) => {
  ({ test, browser } = flow);
  for (const [name, quantity] of [
    ['Airport Car', 1],
    ['Green Hills', 5],
  ] as const) {
    const sku = (await findProduct(test, name)).packages[0]?.skus[0]?.id;
    lines[name] = `/booking/order?lines=${sku}:${playOn}::${quantity}`;
  }
  const house = test.database.house;
  const ring = '[[101,3],[102,3],[102,4],[101,4]]';
  const made = await sql<{ area_id: number }>`INSERT INTO pickup_area (owner_id, names, ring)
    VALUES (1, '{"en": "Square"}', ${ring}::jsonb) RETURNING area_id`.execute(house);
  await sql`INSERT INTO product_area (owner_id, product_id, area_id) SELECT 1, product_id, ${made.rows[0]?.area_id}
    FROM product WHERE owner_id = 1 AND key = 'car'`.execute(house);
  await sql`UPDATE product SET traveller_fields = '{102,202,206,104,103,109}' WHERE owner_id = 1 AND key = 'hills'`.execute(
    house,
  );
});

const toPay = (page: Page) => page.getByRole('button', { name: 'Continue to payment' }).click();
const agree = (page: Page) => page.getByRole('checkbox', { name: /booking agreement/ }).check();

async function newestOrder() {
  const found = await sql<{
    second_check: string | null;
    pickup: { address: string; inside: boolean } | null;
    fields: Record<string, string>;
    travellers: Record<string, string>[];
    notify: { to: string; email: string; language: string }[];
  }>`SELECT p.second_check, p.pickup, p.fields, s.travellers, p.notify FROM purchase p JOIN sub_order s USING (owner_id, order_no)
    ORDER BY p.placed_at DESC LIMIT 1`.execute(test.database.house);
  return found.rows[0];
}

/** Nothing covers its middle. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

describe.each(atWidths(390))('at %i wide', (width) => {
  it('a transfer asks for flight, passengers and one place; a doubtful address is checked by a person', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    await visit(page, lines['Airport Car'] ?? '');
    await toPay(page);
    const missing = (await problemsOn(page)).map(([name]) => name);
    expect(missing.slice(0, 2)).toEqual(['orderFields.406', 'orderFields.flightArrivalTime']);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('orderFields.406');
    await checkAxe(page);
    await fillIn(page, {
      'orderFields.406': 'MH 123',
      'orderFields.flightArrivalTime': '13:45',
      'orderFields.passengerCount': '5',
      'orderFields.luggageCount': '2',
    });
    await page.getByText('Please enter a number from 1 to 4').waitFor();
    await fillIn(page, { 'orderFields.passengerCount': '4' });
    await page.getByRole('combobox', { name: 'Pick-up address' }).fill('Somewhere on the beach');
    await page.getByRole('checkbox', { name: 'Another address' }).check();
    await page.locator('[name="notify.other"]').fill('desk@example.com');
    await page.getByLabel('Language for: Another address').selectOption('th');
    await reload(page);
    expect(await page.locator('[name="orderFields.406"]').inputValue()).toBe('MH 123');
    expect(await page.getByRole('combobox', { name: 'Pick-up address' }).inputValue()).toBe('Somewhere on the beach');
    expect(await page.locator('[name="notify.other"]').inputValue()).toBe('desk@example.com');
    await checkWidth(page);
    await agree(page);
    await toPay(page);
    await page.waitForURL(/\/booking\/pay/);
    expect(await newestOrder()).toMatchObject({
      second_check: 'waiting',
      pickup: { address: 'Somewhere on the beach', inside: false },
      fields: { '406': 'MH 123', flightArrivalTime: '13:45', passengerCount: '4' },
      notify: [{ to: 'contact' }, { to: 'other', email: 'desk@example.com', language: 'th' }],
    });
    await page.context().close();
  }, 120_000);

  it('an extra that went off sale is left out, and what was typed, in full width, stays (§5 add-ons; §5 fields)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const [seat] = (await findProduct(test, 'Airport Car')).addOns;
    const setShelf = (onShelf: boolean) =>
      sql`UPDATE add_on SET on_shelf = ${onShelf} WHERE add_on_id = ${seat?.id}`.execute(test.database.house);
    await visit(page, `${lines['Airport Car']}&extras=${seat?.id}:1`);
    await fillIn(page, {
      'orderFields.406': 'ＭＨ　１２３',
      'orderFields.flightArrivalTime': '13:45',
      'orderFields.passengerCount': '2',
      'orderFields.luggageCount': '1',
    });
    await page.getByRole('combobox', { name: 'Pick-up address' }).fill('Somewhere on the beach');
    await agree(page);
    await setShelf(false);
    await toPay(page);
    await page.getByText('An extra that you chose is no longer on sale.').first().waitFor();
    const total = page.getByRole('complementary').getByText(/90\.00/);
    await total.first().waitFor();
    await reload(page);
    await page.getByText('An extra that you chose is no longer on sale.').first().waitFor();
    expect(await page.locator('[name="orderFields.406"]').inputValue()).toBe('MH 123');
    await agree(page);
    await toPay(page);
    await page.waitForURL(/\/booking\/pay/);
    await setShelf(true);
    await page.context().close();
  }, 120_000);

  it('a promo code takes off the price without the extras, in the form as in the order (§3 promo codes)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const [seat] = (await findProduct(test, 'Airport Car')).addOns;
    await visit(page, `${lines['Airport Car']}&extras=${seat?.id}:1`);
    await fillIn(page, {
      'orderFields.406': 'MH 123',
      'orderFields.flightArrivalTime': '13:45',
      'orderFields.passengerCount': '2',
      'orderFields.luggageCount': '1',
    });
    await page.getByRole('combobox', { name: 'Pick-up address' }).fill('Somewhere on the beach');
    await page.getByLabel('Promo code').fill('TEN');
    await page.getByRole('button', { name: 'Apply' }).click();
    // A tenth of the car's 90.00; the seat costs 25.00.
    await page
      .getByRole('complementary')
      .getByText(/106\.00/)
      .first()
      .waitFor();
    await agree(page);
    await toPay(page);
    await page.waitForURL(/\/booking\/pay/);
    await page
      .getByText(/106\.00/)
      .first()
      .waitFor();
    // By its letters, here and on the order.
    await page.getByText('Promo code TEN', { exact: true }).waitFor();
    await visit(page, `/uc/order/${new URL(page.url()).searchParams.get('order')}`);
    await page.getByText('Promo code TEN', { exact: true }).waitFor();
    await page.context().close();
  }, 120_000);

  it('a promo code that was typed and never applied counts all the same, and a wrong one stops the order (§3 promo codes)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
    await visit(page, `/booking/order?lines=${sku}:${playOn}::1`);
    await agree(page);
    await page.getByLabel('Promo code').fill('NOPE');
    await toPay(page);
    await page.getByText('We do not know this promo code').waitFor();
    expect(await page.getByLabel('Promo code').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Promo code').fill('TEN');
    // Enter is about the code alone.
    await page.keyboard.press('Enter');
    await page.getByText('You save MYR 10.00').waitFor();
    await reload(page);
    expect(await page.getByLabel('Promo code').inputValue()).toBe('TEN');
    await agree(page);
    await toPay(page);
    await page.waitForURL(/\/booking\/pay/);
    await page.getByRole('button', { name: 'Pay MYR 90.00' }).waitFor();
    await page.context().close();
  }, 120_000);

  it('a promo code that is changed before the answer takes nothing off (§3 promo codes)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
    await visit(page, `/booking/order?lines=${sku}:${playOn}::1`);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/marketing/coupon/TEN', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Promo code').fill('TEN');
    await page.keyboard.press('Enter');
    await page.getByLabel('Promo code').fill('TENFOLD');
    const answered = page.waitForResponse(/marketing\/coupon\/TEN$/);
    answer();
    await answered;
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('We do not know this promo code').waitFor();
    expect(await page.getByText('You save').count()).toBe(0);
    await page.context().close();
  }, 120_000);

  it('a promo code that the buyer’s own unpaid order has leads to its payment (§3 promo codes)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
    await sql`INSERT INTO coupon (owner_id, code, type, type_value, currency, use_limit)
      VALUES (1, ${`SINGLE${width}`}, 1, '500', 'MYR', 1)`.execute(test.database.house);
    await visit(page, `/booking/order?lines=${sku}:${playOn}::1`);
    await page.getByLabel('Promo code').fill(`SINGLE${width}`);
    await agree(page);
    await toPay(page);
    await page.getByRole('button', { name: 'Pay MYR 95.00' }).waitFor();
    const orderNo = new URL(page.url()).searchParams.get('order') ?? '';
    await visit(page, `/booking/order?lines=${sku}:${playOn}::1`);
    await page.getByLabel('Promo code').fill(`SINGLE${width}`);
    await page.keyboard.press('Enter');
    await page.getByText(`Your order ${orderNo} already has this promo code`).waitFor();
    const link = page.getByRole('link', { name: 'Pay now' });
    // The bar at the foot of a phone covers no answer.
    await expect.poll(() => link.evaluate(isOnTop)).toBe(true);
    await link.click();
    await page.getByRole('button', { name: 'Pay MYR 95.00' }).waitFor();
    await page.context().close();
  }, 120_000);

  it('a promo code whose last use went meanwhile takes nothing off any more, and the order goes on without it (§3 promo codes)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
    await visit(page, `/booking/order?lines=${sku}:${playOn}::1`);
    const house = test.database.house;
    await sql`INSERT INTO coupon (owner_id, code, type, type_value, currency) VALUES (1, ${`LAST${width}`}, 1, '1000', 'MYR')`.execute(
      house,
    );
    await page.getByLabel('Promo code').fill(`LAST${width}`);
    await page.keyboard.press('Enter');
    await page.getByText('You save MYR 10.00').waitFor();
    await sql`UPDATE coupon SET use_limit = 1, used = 1 WHERE owner_id = 1 AND code = ${`LAST${width}`}`.execute(house);
    await agree(page);
    await toPay(page);
    await page.getByText('This promo code has been used up').waitFor();
    expect(await page.getByLabel('Promo code').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByText('You save').count()).toBe(0);
    await page
      .getByRole('complementary')
      .getByText(/100\.00/)
      .first()
      .waitFor();
    await checkAxe(page);
    await page.getByLabel('Promo code').fill('');
    await toPay(page);
    await page.waitForURL(/\/booking\/pay/);
    await page.getByRole('button', { name: 'Pay MYR 100.00' }).waitFor();
    await sql`DELETE FROM coupon WHERE owner_id = 1 AND code = ${`LAST${width}`}`.execute(house);
    await page.context().close();
  }, 120_000);

  it('a buyer whose places were sold while the form was filled in is led to another date', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    const tower = await findProduct(test, 'Silver Tower');
    await visit(page, `/booking/order?lines=${tower.packages[0]?.skus[0]?.id}:${playOn}::1`);
    await agree(page);
    const setFree = (places: number) =>
      sql`UPDATE departure SET capacity = held + sold + ${places} WHERE owner_id = 1 AND play_on = ${playOn}
        AND package_id = ${tower.packages[0]?.id}`.execute(test.database.house);
    await setFree(0);
    await toPay(page);
    await page.getByText('Sold out on that day.').waitFor();
    await checkAxe(page);
    await page.getByRole('alert').getByRole('link', { name: 'Choose another date' }).click();
    await page.waitForURL(/\/tours\//);
    // The same choice again, as from a mail or after a reload.
    await visit(page, `/booking/order?lines=${tower.packages[0]?.skus[0]?.id}:${playOn}::1`);
    await page.getByText('Sold out on that day.').waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Choose another date' }).click();
    await page.waitForURL(/\/tours\//);
    browser.forget(/status of 422/);
    await setFree(20);
    await page.context().close();
  }, 120_000);

  it('five travellers come from a pasted list; values that were not recognised are listed and corrected (§3 local storage)', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    await visit(page, lines['Green Hills'] ?? '');
    await page.getByRole('button', { name: 'Paste or import a list' }).click();
    const soon = new Date(Date.parse(playOn) + 60 * 86_400_000).toISOString().slice(0, 10);
    const persons = ['Mei Tan', 'Li Wei', 'Ana Silva', 'Tom Lee', 'Eva Roth'].map((name, at) =>
      [name, `e${at}123`, at === 1 ? soon : '2099-01-31', '1990/5/7', at === 3 ? 'x' : 'F', 'Malaysia'].join('\t'),
    );
    const heads = ['Name in Latin letters', '202', 'Passport valid until', 'date of birth', 'Gender', 'nationality'];
    const file = page.getByLabel('Or a file (CSV or text)');
    const sheet = { name: 'x.xlsx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\u0000\u0000') };
    await file.setInputFiles(sheet);
    await page.getByText('This file is not text.').waitFor();
    expect(await page.getByLabel('List of travellers').inputValue()).toBe('');
    // As spreadsheets save "Unicode text".
    const utf16 = Buffer.from(`\ufeff${[heads.join('\t'), ...persons].join('\r\n')}`, 'utf16le');
    await file.setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: utf16 });
    await page.getByText('5 travellers read').waitFor();
    expect(await page.getByText('This file is not text.').count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Use this list' }).click();
    await page.getByText('Filled in 5 travellers').waitFor();
    await page.getByText('Ends within six months after the trip').waitFor();
    expect(await page.locator('[name="travellers.4.102"]').inputValue()).toBe('Eva Roth');
    expect(await page.locator('[name="travellers.4.202"]').inputValue()).toBe('E4123');
    await fillIn(page, { 'travellers.0.104': '2999-01-01', 'orderFields.403': 'Sea Hotel' });
    await page.getByText('This day cannot be in the future').waitFor();
    await fillIn(page, { 'travellers.0.104': '1990-05-07' });
    await agree(page);
    await toPay(page);
    expect(await problemsOn(page)).toEqual([['travellers.3.103', 'This field is required']]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('travellers.3.103');
    await fillIn(page, { 'travellers.3.103': '1' });
    await checkAxe(page);
    await toPay(page);
    await page.waitForURL(/\/booking\/pay/);
    const kept = await newestOrder();
    expect(kept?.travellers).toHaveLength(5);
    expect(kept?.travellers[3]).toEqual({
      '102': 'Tom Lee',
      '103': '1',
      '104': '1990-05-07',
      '109': 'MY',
      '202': 'E3123',
      '206': '2099-01-31',
    });
    const remembered = await page.evaluate(() => localStorage.getItem('recent persons') ?? '');
    expect(remembered).toContain('Tom Lee');
    expect(remembered).not.toContain('E3123');
    await visit(page, lines['Green Hills'] ?? '');
    expect(await page.locator('[name="travellers.0.102"]').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Recent travellers' }).first().click();
    await page.getByRole('button', { name: 'Delete Eva Roth' }).click();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Mei Tan', exact: true }).click();
    expect(await page.locator('[name="travellers.0.104"]').inputValue()).toBe('1990-05-07');
    await page.getByRole('button', { name: 'Recent hotels' }).click();
    await page.getByRole('button', { name: 'Sea Hotel · Testville', exact: true }).click();
    expect(await page.locator('[name="orderFields.403"]').inputValue()).toBe('Sea Hotel');
    await page.context().close();
  }, 120_000);
});
