// Delivery and rental in a real browser, from an empty list of tables (§3 additional freight, §5, decisions 0305–0308): content says what delivery
// costs and which product it is for; an agent rents a device for some days, sees freight come and go with the address, and pays; operations
// send it, and the agent reads the number. A transfer asks its direction first.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../build/edit-products.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  problemsOn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let editor: Editor;
let wifi: string;
const lastDay = addDays(playOn, 2);
/** Within the days that delivery takes. */
const soon = addDays(playOn, -6);
const counter = 'KLIA2 arrivals, counter 5 · daily 08:00–22:00';

openFlow(async (flow) => {
  ({ test, browser } = flow);
  editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const pack = newPackage({
    ...{ key: 'wifi', names: { en: 'Device' }, byDay: true, maxNights: 10 },
    skus: [newSku({ ticketType: null, minAge: 0, names: { en: 'Pocket router' }, weightGrams: 300, priceMinor: 1500 })],
  });
  wifi = await editor.create(
    newDocument({
      ...{ key: 'wifi', type: 10, subtype: 1001, names: { en: 'Pocket Wi-Fi', zh_CN: '随身 Wi-Fi' }, packages: [pack] },
      ...{ collectPoints: [{ en: counter }], returnPoints: [{ en: counter }], deposits: { en: 'MYR 200 in cash' } },
    }),
  );
  const saved = (await editor.open(wifi)).document.packages[0];
  const days = Array.from({ length: 5 }, (_, at) => addDays(playOn, at));
  await editor.calendar(
    saved?.id ?? '',
    [soon, ...days].map((on) => ({ on, session: '', capacity: 5, wasCapacity: null, prices: [], limits: [] })),
  );
  await editor.state(wifi, 'published');
});

const sound = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

it('content staff create a freight table and choose it for a product', { timeout: 120_000 }, async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, '/console/freight');
  await page.getByText('No delivery prices yet').waitFor();
  await sound(page);
  await page.getByRole('link', { name: 'New table' }).click();
  await page.getByLabel('Add a country').or(page.locator('[name="zones.0.countries"]')).first().waitFor();
  await press(page, 'Save');
  await expect
    .poll(async () => (await problemsOn(page)).map(([name]) => name))
    .toEqual(['name', 'zones.0.firstMinor', 'zones.0.stepMinor']);
  await page.locator('[name="zones.0.countries"]').selectOption('MY');
  await fillIn(page, {
    name: 'By courier',
    'zones.0.firstMinor': '8',
    'zones.0.stepMinor': '3',
    'zones.0.postcodes': '5, 6',
  });
  await press(page, 'Add region');
  await page.locator('[name="zones.1.countries"]').selectOption('SG');
  await page.locator('[name="zones.1.by"]').selectOption('piece');
  await fillIn(page, { 'zones.1.firstMinor': '12.50', 'zones.1.stepMinor': '4' });
  await sound(page);
  await press(page, 'Save');
  await page.getByText('“By courier” is saved').waitFor();
  await visit(page, `/console/products/${wifi}?tab=rules`);
  await page.locator('[data-path="freightId"]').selectOption({ label: 'By courier' });
  await press(page, 'Save');
  await page.getByText('Everything is saved').waitFor();
  await visit(page, `/console/products/${wifi}?tab=packages`);
  expect(await page.locator('[data-path="packages.0.skus.0.weightGrams"]').inputValue()).toBe('300');
  await sound(page);
});

it('what one person typed for a freight table stays when a colleague saved it meanwhile', {
  timeout: 120_000,
}, async () => {
  const token = await test.signIn('content@one.example', 'content-2026');
  const find = async () => (await test.call('consoleFreight', {}, { token })).data.list[0];
  const table = await find();
  if (!table) throw new Error('no freight table');
  const { products: _, ...theirs } = table;
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, `/console/freight?table=${table.id}`);
  await page.locator('[name="zones.0.stepMinor"]').fill('3.50');
  const saved = await test.call('consoleFreightSave', { ...theirs, name: 'By van' }, { token });
  expect(saved.code).toBe(200);
  await press(page, 'Save');
  await press(page, 'Load the newest');
  await page.getByText('The newest version is loaded and your changes are kept').waitFor();
  expect(await page.locator('[name="zones.0.stepMinor"]').inputValue()).toBe('3.50');
  await checkAxe(page);
  await press(page, 'Save');
  await page.getByText('“By van” is saved').waitFor();
  expect(await find()).toMatchObject({ name: 'By van', zones: [{ stepMinor: 350 }, { by: 'piece' }] });
  await test.call('consoleFreightSave', { ...theirs, revision: (await find())?.revision ?? 0 }, { token });
  await page.context().close();
});

it('an agent rents a device for three days, sees what delivery costs, and pays', { timeout: 120_000 }, async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const { path } = await findProduct(test, 'Pocket');
  await visit(page, `${path}?on=${playOn}&until=${lastDay}`);
  await page.getByText('Where to collect it').waitFor();
  await page.getByText('Collect it or have it sent to you').waitFor();
  const costs = await page.locator('#delivery li').allTextContents();
  expect(costs.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'Malaysia (some postcodes): from MYR 8.00 · Delivery takes 3–7 days',
    'Singapore: from MYR 12.50 · Delivery takes 3–7 days',
  ]);
  await sound(page);
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.waitForURL(/\/booking\/order/);
  await page.locator('[name="orderFields.handOver"]').selectOption('collect');
  // The only one is chosen already.
  expect(await page.locator('[name="orderFields.collectPoint"]').inputValue()).toBe(counter);
  await page.locator('[name="orderFields.handOver"]').selectOption('delivery');
  expect(await page.locator('[name="orderFields.collectPoint"]').count()).toBe(0);
  // Only where the table delivers, and the sentence for everyone else.
  expect(
    await page
      .locator('[name="orderFields.deliveryCountry"] option')
      .evaluateAll((list) => list.map((item) => (item as HTMLOptionElement).value)),
  ).toEqual(['', 'MY', 'SG']);
  await page
    .getByText('We deliver to the countries in this list only. If yours is missing, please collect it.')
    .waitFor();
  await page.locator('[name="orderFields.deliveryCountry"]').selectOption('MY');
  await page.locator('[name="orderFields.deliveryPostcode"]').fill('43000');
  await page.locator('[name="orderFields.deliveryPostcode"]').blur();
  await expect
    .poll(() => problemsOn(page))
    .toEqual([['orderFields.deliveryPostcode', 'We do not deliver there. Please choose another place or collect it.']]);
  await page.locator('[name="orderFields.deliveryPostcode"]').fill('');
  await page.locator('[name="orderFields.deliveryCountry"]').selectOption('SG');
  await page.getByText('MYR 57.50').first().waitFor();
  await page.getByText('Delivery takes 3–7 days').waitFor();
  expect(await page.getByText(/^It may arrive after/).count()).toBe(0);
  await page.locator('[name="orderFields.returnPoint"]').selectOption(counter);
  await fillIn(page, {
    'orderFields.401': '1 Beach Road',
    'contact.name': 'Mei Tan',
    'contact.email': 'mei@example.com',
  });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await sound(page);
  await press(page, 'Continue to payment');
  await page.waitForURL(/\/booking\/pay/);
  const token = await test.signIn('agent@one.example', 'agent-2026');
  const { list } = (await test.call('orderList', {}, { token })).data;
  const id = list[0]?.orderNo ?? '';
  await test.call('paying', { id, channel: 'deposit' }, { token, key: 'pay-for-wifi-1' });
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, '/console/orders?trouble=toSend');
  await desk.getByRole('link', { name: id }).first().click();
  await press(desk, 'Mark as sent');
  await fillIn(desk, { carrier: 'Pos Laju', trackingNumber: 'PL123' });
  await sound(desk);
  await press(desk, 'Save and tell the buyer');
  await desk.getByText('Pos Laju · PL123').waitFor();
  await press(desk, 'Change date or number');
  await desk.getByRole('dialog').getByLabel('Last day').waitFor();
  await visit(page, `/uc/order/${id}`);
  await page.getByText('Pos Laju · PL123').waitFor();
  await page.getByText('Deposit to leave on the spot: MYR 200 in cash').waitFor();
  await sound(page);
  await visit(page, `/pass/${id}`);
  const where = page.getByRole('heading', { name: 'Where', exact: true }).locator('xpath=..');
  await where.getByText(counter).waitFor();
  expect(await where.innerText()).not.toContain('Pocket');
  await visit(page, `/calPrice/${wifi}`);
  await page.getByLabel('First day').fill(playOn);
  await page.getByLabel('Last day').fill(lastDay);
  const offered = page
    .locator('[name=country] option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect(await offered).toEqual(['', 'MY', 'SG']);
  await page.getByText('We deliver to the countries in this list only.').waitFor();
  await page.locator('[name=country]').selectOption('SG');
  await page.getByText('MYR 12.50').waitFor();
  await sound(page);
});

it('who books for a day before it can arrive reads so (§3 additional freight)', { timeout: 60_000 }, async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const { packages } = await findProduct(test, 'Pocket');
  const line = `${packages[0]?.skus[0]?.id}:${soon}::1:${soon}`;
  await visit(page, `/booking/order?lines=${encodeURIComponent(line)}&l=en`);
  await page.locator('[name="orderFields.handOver"]').selectOption('delivery');
  await page.locator('[name="orderFields.deliveryCountry"]').selectOption('SG');
  await page.getByText(/^It may arrive after .*, the day it is booked from/).waitFor();
  await sound(page);
  await page.locator('[name="orderFields.handOver"]').selectOption('collect');
  await page.getByText(/^It may arrive after/).waitFor({ state: 'detached' });
});

it('the voucher of a device that is collected names the counter as its place (§3 vouchers)', {
  timeout: 120_000,
}, async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const { path } = await findProduct(test, 'Pocket');
  await visit(page, `${path}?on=${playOn}&until=${lastDay}`);
  await press(page, 'Book now');
  await page.waitForURL(/\/booking\/order/);
  // Both days and the total are on the screen with letters twice as large, too (WCAG 1.4.4).
  await page.setViewportSize({ width: 195, height: 844 });
  const parts = page.locator('.foot-bar').locator('xpath=p[1]/*');
  await expect.poll(() => parts.count()).toBe(2);
  const beyond = await parts.evaluateAll((all) =>
    all.filter((part) => part.getBoundingClientRect().right > innerWidth || part.scrollWidth > part.clientWidth + 1),
  );
  expect(beyond.length).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[name="orderFields.handOver"]').selectOption('collect');
  await page.locator('[name="orderFields.returnPoint"]').selectOption(counter);
  await fillIn(page, { 'contact.name': 'Mei Tan', 'contact.email': 'mei@example.com' });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await press(page, 'Continue to payment');
  await page.waitForURL(/\/booking\/pay/);
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  const token = await test.signIn('agent@one.example', 'agent-2026');
  await test.call('paying', { id, channel: 'deposit' }, { token, key: 'pay-for-wifi-2' });
  await visit(page, `/pass/${id}`);
  const where = page.getByRole('heading', { name: 'Where', exact: true }).locator('xpath=..');
  expect((await where.innerText()).split('\n').filter(Boolean).slice(0, 3)).toEqual([
    'Where',
    'Collection point',
    counter,
  ]);
  await where.getByText('Return point').waitFor();
  // Not said a second time.
  expect(await page.getByText('Collection point').count()).toBe(1);
  await sound(page);
  // Its days are counted where it can be moved, too.
  await visit(page, `/uc/order/${id}`);
  await press(page, 'Change the day');
  const days = page.getByLabel('New day').locator('option');
  await expect.poll(() => days.count()).toBeGreaterThan(1);
  expect((await days.allInnerTexts()).slice(1).filter((text) => !text.includes('3 days'))).toEqual([]);
});

it('a transfer first asks its direction, and then the fields of that direction', { timeout: 120_000 }, async () => {
  const car = await findProduct(test, 'Airport Car');
  const { document } = await editor.open(car.id);
  const packages = document.packages.map((pack) => ({ ...pack, directions: ['toHotel', 'fromHotel', 'pointToPoint'] }));
  expect((await editor.change(car.id, { packages })).code).toBe(200);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  await visit(page, `${car.path}?on=${playOn}`);
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.getByText('Please choose which way you go.').waitFor();
  await page.getByRole('radio', { name: 'From the hotel' }).check();
  await page.getByText(/Have your hotel, the time to leave/).waitFor();
  await sound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.waitForURL(/\/booking\/order.*direction=fromHotel/);
  const names = () =>
    page
      .locator('[name^="orderFields."]')
      .evaluateAll((list) => list.map((one) => one.getAttribute('name')?.slice(12)));
  await page.locator('[name="orderFields.407"]').waitFor();
  expect((await names()).slice(0, 4)).toEqual(['direction', '403', '402', '407']);
  await page.locator('[name="orderFields.direction"]').selectOption('toHotel');
  await page.locator('[name="orderFields.flightArrivalTime"]').waitFor();
  expect(await names()).not.toContain('407');
  await sound(page);
});

it('§5 transfers: a flight that leaves before the drive to it is doubted beside its time, and may be one of the next day', {
  timeout: 60_000,
}, async () => {
  const car = await findProduct(test, 'Airport Car');
  const sku = car.packages[0]?.skus[0]?.id;
  const page = await browser.open(390);
  // Who has no form of this product begun, which would be filled in late.
  await enterShop(page, 'agent@one.example', 'agent-2026');
  await visit(page, `/booking/order?lines=${sku}:${playOn}::1&direction=fromHotel&l=en`);
  const doubt = page.getByText('By these times the flight leaves before you do');
  await page.locator('[name="orderFields.407"]').fill('14:00');
  await page.locator('[name="orderFields.flightDepartureTime"]').fill('12:30');
  await doubt.waitFor();
  await sound(page);
  await page.locator('[name="orderFields.flightDepartureTime"]').fill('17:30');
  await doubt.waitFor({ state: 'detached' });
  await page.locator('[name="orderFields.flightDepartureTime"]').fill('00:40');
  await doubt.waitFor();
});
