// Mozio's transfers in a real browser, from nothing (decision 0685): an admin connects the account of a new supplier, asks what Mozio offers,
// takes a vehicle over and ties the package; a paid order is then confirmed with Mozio's number.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { serveMozio } from '../../sandbox/mozio/serve-mozio.ts';
import { controlFake, controlToken } from '../build/gateways/control-fake.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  openBrowser,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { makeRoom } from '../build/set-up-desk.ts';
import { today } from '../build/small-seed.ts';

const apiKey = 'key-of-the-shop-at-mozio';
let test: TestHouse;
let browser: TestBrowser;
let fake: Awaited<ReturnType<typeof serveMozio>>;
beforeAll(async () => {
  fake = await serveMozio({ port: 0, apiKey, controlToken });
  test = await openTestHouse({ screens: true, env: { HOOKS_PRIVATELY: '1' } });
  await makeRoom(test);
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  await fake?.close();
  expect(browser?.problems).toEqual([]);
});

const look = async (page: Page) => {
  await settle(page);
  await checkAxe(page);
  await checkWidth(page);
};
const dialog = (page: Page) => page.getByRole('dialog');

async function connect(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Mozio transfers' }).click();
  await page.waitForURL(/\/mozio$/);
  await page.getByText('Never tried against the real Mozio').waitFor();
  await page.locator('[name="endpoint"]').fill(fake.url);
  await page.locator('[name="key"]').fill('made-up');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The supplier does not accept this key').waitFor();
  await look(page);
  await page.locator('[name="key"]').fill(apiKey);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mozio answered. The connection is saved.').waitFor();
  await page.getByText('Mozio carries out no package yet.').waitFor();
}

/** The question that Mozio has nothing for, one that it cannot answer, and one with vehicles. */
async function askAndTake(page: Page): Promise<void> {
  const form = dialog(page);
  await form.getByLabel('Package').selectOption({ index: 1 });
  expect(await form.getByLabel('Date').inputValue()).toBe(addDays(today, 15));
  await form.getByLabel('From').fill('KUL');
  await form.getByLabel('Example of a traveller’s address').fill('1 Beach Road');
  await controlFake(fake.url, 'settings', { vehicles: [], pollsBefore: 0 });
  await form.getByRole('button', { name: 'Ask Mozio' }).click();
  await form.getByText('Mozio offers no vehicle for this journey.').waitFor();
  await controlFake(fake.url, 'faults', { mode: 'error', times: 1 });
  await form.getByRole('button', { name: 'Ask Mozio' }).click();
  await form.getByText('The supplier does not answer').waitFor();
  await controlFake(fake.url, 'settings/usual', {});
  await form.getByRole('button', { name: 'Ask Mozio' }).click();
  await form.getByText('Mozio is searching…').waitFor();
  await form.getByText(/Sedan · MYR\s95\.50/).waitFor();
  await form.getByRole('button', { name: 'Use', exact: true }).first().click();
  await look(page);
  expect(await form.getByLabel('Vehicle class at Mozio').first().inputValue()).toBe('Sedan');
  expect(await form.getByLabel('Mozio may cost at most').first().inputValue()).toBe('95.50');
  await form.getByRole('button', { name: 'Have Mozio carry it out' }).click();
  await form.getByText('This field is required').waitFor();
  await form.getByLabel('Mozio may cost at most').nth(1).fill('200');
  await form.getByRole('button', { name: 'Have Mozio carry it out' }).click();
}

it('an admin connects Mozio and ties a package, and its order is confirmed with Mozio’s number (§3 order source)', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const made = await test.call(
    'consoleSupplierSave',
    {
      ...{ name: 'Mozio', contacts: [], language: 'en', zone: 'Asia/Kuala_Lumpur', address: '', note: '' },
      ...{ active: true, keepsStock: false, getsMails: false },
    },
    { token: admin },
  );
  await visit(page, `/console/suppliers/${made.data.id}`);
  await connect(page);
  // Late in the evening of Greenwich it is the next day at the shop.
  const evening = Date.parse(`${today}T18:00:00Z`);
  await page.evaluate((at) => Object.assign(Date, { now: () => at }), evening);
  await page.getByRole('button', { name: 'Have Mozio carry it out' }).click();
  await askAndTake(page);
  await page.getByText('KUL → traveller’s address').waitFor();
  await look(page);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await placeOrder(test, agent, { product: 'Airport Car' });
  const info = await test.call('payInfo', { id: orderNo }, { token: agent });
  const seen = info.data.channels.find(({ channel }) => channel === 'deposit')?.payable;
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit', seen } as never, {
    token: agent,
    key: `mozio-${orderNo}`,
  });
  expect(paid.code).toBe(200);
  const number = page.getByText(/MOZ\d{6}/);
  for (let tries = 0; tries < 20 && !(await number.isVisible()); tries += 1) {
    await page.waitForTimeout(1000);
    await visit(page, '/console/supplies');
  }
  await number.waitFor();
  await look(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [head = '', line = ''] = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(head).toMatch(/^\W*Order,Product,Supplier,/);
  expect(line).toContain(`${orderNo},Airport Car · one-way,Mozio,MOZ`);
  await page.getByRole('link', { name: orderNo }).waitFor();
});
