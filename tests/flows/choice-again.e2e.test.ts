// A booking form whose day is lost, or that is left for its product: the rest of the choice stands on the page of the product again (§8).
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import { enterShop, fillIn, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(
  (flow) => {
    ({ test, browser } = flow);
  },
  { expected: /status of 422/ },
);

const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
const otherDay = (page: Page) => page.getByRole('link', { name: 'Choose another date' });
const bookButton = (page: Page) => page.getByRole('button', { name: 'Book now' });
const dayCell = (page: Page, day: string) => page.locator(`#book [data-day="${day}"]`);

it('a transfer whose day was closed is booked on the next one with its car, direction and extras (§8 no stock on that day)', async () => {
  const car = await findProduct(test, 'Airport Car');
  const [pack] = car.packages;
  const large = pack?.skus[1]?.id;
  const [seat] = car.addOns;
  const setDays = (directions: string[], places: number) =>
    run(sql`WITH day AS (UPDATE departure SET capacity = held + sold + ${places} WHERE owner_id = 1 AND play_on = ${playOn}
        AND package_id = ${pack?.id}::bigint)
      UPDATE package SET directions = ${directions} WHERE owner_id = 1 AND package_id = ${pack?.id}::bigint`);
  await setDays(['toHotel', 'fromHotel'], 20);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  const form = `/booking/order?lines=${large}:${playOn}::1&extras=${seat?.id}:2&direction=fromHotel`;
  await visit(page, form);
  await fillIn(page, { 'contact.name': 'Mei Tan Sri' });
  await setDays(['toHotel', 'fromHotel'], 0);
  await visit(page, form);
  await otherDay(page).click();
  await page.waitForURL(/\/tours\//);
  await settle(page);
  const next = addDays(playOn, 1);
  await dayCell(page, next).click();
  await bookButton(page).click();
  await page.waitForURL(/\/booking\/order/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    lines: `${large}:${next}::1`,
    extras: `${seat?.id}:2`,
    direction: 'fromHotel',
  });
  await settle(page);
  expect(await page.locator('[name="contact.name"]').inputValue()).toBe('Mei Tan Sri');
  await setDays([], 20);
  await page.context().close();
}, 60_000);

it('a stay of which a night was sold keeps its rooms and their guests (§8)', async () => {
  const inn = await findProduct(test, 'Harbour Inn');
  const [pack] = inn.packages;
  await run(sql`UPDATE package SET max_adults = 4, max_children = 2, included_guests = 2, extra_adult_minor = 3000
    WHERE owner_id = 1 AND package_id = ${pack?.id}::bigint`);
  const left = (places: number) =>
    run(sql`UPDATE departure SET capacity = held + sold + ${places}
      WHERE owner_id = 1 AND package_id = ${pack?.id}::bigint AND play_on = ${addDays(playOn, 1)}`);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  const sku = pack?.skus[0]?.id;
  await left(0);
  await visit(page, `/booking/order?lines=${sku}:${playOn}::2:${addDays(playOn, 3)}:3%2B1`);
  await otherDay(page).click();
  await page.waitForURL(/\/tours\//);
  await settle(page);
  const chosen = new URL(page.url()).searchParams;
  expect(chosen.get('guests')).toBe(`${sku}:3+1/3+1`);
  expect(chosen.get('on')).toBe(playOn);
  // Two nights later there is the whole stay.
  await dayCell(page, addDays(playOn, 2)).click();
  await dayCell(page, addDays(playOn, 5)).click();
  await bookButton(page).click();
  await page.waitForURL(/\/booking\/order/);
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('lines')).toBe(`${sku}:${addDays(playOn, 2)}::2:${addDays(playOn, 5)}:3+1`);
  await left(5);
  await page.context().close();
}, 60_000);
