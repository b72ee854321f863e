// A card that is collected and may be sent, in a real browser (decisions 0305 and 0750): staff choose a table of delivery prices for it,
// and what was sent has no place where it is used.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeEditor, newDocument, newPackage, newSku } from '../build/edit-products.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

const sound = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('what is collected can be sent once staff choose a table, and then it has no place', {
  timeout: 120_000,
}, async () => {
  const content = { token: await test.signIn('content@one.example', 'content-2026') };
  const editor = makeEditor(test, content);
  const zone = {
    ...{ countries: ['SG'], postcodes: [], by: 'piece' as const, freeFromMinor: null, daysFrom: 2, daysUntil: 4 },
    ...{ firstUnits: 1, firstMinor: 1250, stepUnits: 1, stepMinor: 400 },
  };
  const table = {
    name: 'By courier',
    currency: 'MYR' as const,
    zones: [zone, { ...zone, countries: ['MY'], firstMinor: 800 }],
  };
  expect((await test.call('consoleFreightSave', table, content)).code).toBe(200);
  const pack = newPackage({
    ...{ key: 'card', names: { en: 'Card' } },
    skus: [newSku({ ticketType: null, minAge: 0, names: { en: 'Card' }, weightGrams: 20, priceMinor: 1500 })],
  });
  const card = await editor.create(
    newDocument({
      ...{ key: 'card', type: 10, subtype: 1002, redemption: 'collect', names: { en: 'Tower SIM' } },
      packages: [pack],
    }),
  );
  const saved = (await editor.open(card)).document.packages[0];
  await editor.calendar(saved?.id ?? '', [
    { on: playOn, session: '', capacity: 5, wasCapacity: null, prices: [], limits: [] },
  ]);
  const desk = await browser.open(1440);
  await enterConsole(desk, 'content@one.example', 'content-2026');
  await visit(desk, `/console/products/${card}?tab=rules`);
  const choice = desk.locator('[data-path="freightId"]');
  expect(await choice.locator('option:checked').innerText()).toBe('Not delivered, only collected');
  await choice.selectOption({ label: 'By courier' });
  await desk.getByText('As usual for this category: How to receive it, Delivery address').waitFor();
  await sound(desk);
  await press(desk, 'Save');
  await desk.getByText('Everything is saved').waitFor();
  await editor.state(card, 'published');
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const { path } = await findProduct(test, 'Tower SIM');
  await visit(page, `${path}?on=${playOn}`);
  await press(page, 'Book now');
  await page.waitForURL(/\/booking\/order/);
  await page.locator('[name="orderFields.handOver"]').selectOption('delivery');
  await page.locator('[name="orderFields.deliveryCountry"]').selectOption('SG');
  const contact = { 'contact.name': 'Mei Tan', 'contact.email': 'mei@example.com' };
  await fillIn(page, { 'orderFields.401': '1 Beach Road', ...contact });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await press(page, 'Continue to payment');
  await page.waitForURL(/\/booking\/pay/);
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  const token = await test.signIn('agent@one.example', 'agent-2026');
  await test.call('paying', { id, channel: 'deposit' }, { token, key: 'pay-for-card-1' });
  await visit(page, `/pass/${id}`);
  await page.getByText('Sent to your address').waitFor();
  expect(await page.getByRole('heading', { name: 'Where', exact: true }).count()).toBe(0);
  await sound(page);
  await visit(page, `/uc/order/${id}`);
  const day = page.getByRole('heading', { name: 'On the day' }).locator('xpath=..');
  await day.getByText('Sent to your address').waitFor();
  expect(await day.innerText()).not.toContain('Tower SIM ·');
  await sound(page);
  // Staff see what another address costs before and after they save it.
  const operations = await browser.open(390);
  await enterConsole(operations, 'operations@one.example', 'operations-2026');
  await visit(operations, `/console/orders/${id}`);
  await press(operations, 'Change travellers and journey');
  const country = operations.locator('[name="values.deliveryCountry"]');
  expect(await country.locator('option').count()).toBe(3);
  await country.selectOption('MY');
  const note =
    'Delivery to this address costs MYR 8.00; MYR 12.50 was charged. Saving does not give the difference of MYR 4.50 back.';
  await operations.getByText(note).waitFor();
  await sound(operations);
  await country.selectOption('SG');
  await operations.getByText(note).waitFor({ state: 'detached' });
  await country.selectOption('MY');
  await operations.locator('form', { has: country }).getByRole('button', { name: 'Save', exact: true }).click();
  await operations.getByText('The changes are saved').waitFor();
  await operations.getByText(note).waitFor();
});
