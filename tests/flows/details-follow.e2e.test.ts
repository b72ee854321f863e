// Details that follow and pick-ups that wait, in a real browser from scratch (§4 booking completion, §5): the owner lets the flight
// follow and sets pick-up hours; a visitor checks an address; a member books, at a free time; the agent makes one link for two orders, a
// guest fills it in on a phone; operations remind, and approve an address with an additional payment.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
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
import { fillOrder, findProduct, newKey } from '../build/place-orders.ts';
import { buyDoubtful, makeRoom } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
});

const sound = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function carId(): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT product_id::text AS id FROM product WHERE owner_id = 1 AND key = 'car'`.execute(test.database.house);
  return rows[0]?.id ?? '';
}

it('the owner lets the flight follow and sets pick-up hours in the editor', { timeout: 120_000 }, async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  const id = await carId();
  await visit(page, `/console/products/${id}?tab=rules`);
  await page.getByRole('checkbox', { name: 'Nothing of the order may follow' }).uncheck();
  const follow = page.locator('fieldset[data-path="laterOrderFields"]');
  await follow.getByRole('checkbox', { name: 'Flight number' }).check();
  await follow.getByRole('checkbox', { name: 'Flight arrival time' }).check();
  await page.getByLabel('May follow until, hours before').fill('48');
  await sound(page);
  await press(page, 'Save');
  await page.getByText('Everything is saved').waitFor();
  await visit(page, `/console/products/${id}?tab=packages`);
  await press(page, 'Add hours');
  await page.getByLabel('Hours ahead').first().fill('4');
  await sound(page);
  await press(page, 'Save');
  await page.getByText('Everything is saved').waitFor();
  const token = await test.signIn('content@one.example', 'content-2026');
  const saved = async () => (await test.call('consoleProduct', { id }, { token })).data.document;
  await expect
    .poll(async () => (await saved()).packages[0]?.pickupTimes, { timeout: 10_000 })
    .toEqual(['06:00-22:00/4']);
  expect(await saved()).toMatchObject({ laterOrderFields: [406, 913], completionHours: 48 });
});

it('a member books without the flight, at one of the nearest free times', { timeout: 120_000 }, async () => {
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  const sku = (await findProduct(test, 'Airport Car')).packages[0]?.skus[0]?.id;
  await visit(page, `/booking/order?lines=${sku}:${playOn}::1`);
  await page
    .getByText(/May follow until/)
    .first()
    .waitFor();
  await fillIn(page, {
    'orderFields.flightArrivalTime': '23:40',
    'orderFields.passengerCount': '2',
    'orderFields.luggageCount': '1',
    'orderFields.403': 'Harbour Hotel',
  });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await press(page, 'Continue to payment');
  await expect
    .poll(() => problemsOn(page), { timeout: 10_000 })
    .toEqual([
      ['orderFields.flightArrivalTime', 'The pickup time you selected is not available, please change the time'],
    ]);
  await sound(page);
  await press(page, '22:00');
  expect(await page.locator('[name="orderFields.flightArrivalTime"]').inputValue()).toBe('22:00');
  await press(page, 'Continue to payment');
  await page.waitForURL(/\/booking\/pay/);
});

it('one link for two orders of an agent is filled in on a phone, at one of the nearest free times', {
  timeout: 120_000,
}, async () => {
  const placed: string[] = [];
  for (const _ of [1, 2]) {
    const input = await fillOrder(test, agent, { product: 'Airport Car' });
    const { 406: _flight, flightArrivalTime: _lands, flightDepartureTime: _leaves, ...orderFields } = input.orderFields;
    const answer = await test.call('createOrder', { ...input, orderFields }, { token: agent, key: newKey() });
    placed.push(answer.data.orderNo);
  }
  const desk = await browser.open(1440);
  await enterShop(desk, 'agent@one.example', 'agent-2026');
  await visit(desk, '/uc/order');
  await press(desk, 'Link to complete orders');
  for (const orderNo of placed) await desk.getByRole('checkbox', { name: new RegExp(orderNo) }).check();
  await press(desk, 'Copy link');
  const field = desk.locator('input[readonly]');
  await field.waitFor();
  await sound(desk);
  const address = new URL(await field.inputValue());
  expect(address.pathname).toBe('/completion/list');
  const phone = await browser.open(390);
  await visit(phone, `${address.pathname}${address.search}&l=zh_CN`);
  await phone.getByRole('link', { name: '填写信息' }).first().click();
  await phone.waitForURL(/\/completion\?token=/);
  await phone.locator('[name="orderFields.406"]').waitFor();
  await fillIn(phone, { 'orderFields.406': 'SQ 321', 'orderFields.flightArrivalTime': '23:40', notes: '请带儿童座椅' });
  await press(phone, '完成');
  await phone.getByText('您选择的接送时间不可用，请更换时间').first().waitFor();
  await sound(phone);
  await press(phone, '22:00');
  await press(phone, '完成');
  await phone.waitForURL(/\/completion\/list/);
  const stored = await sql<{
    fields: Record<string, string>;
    completion_notes: string;
  }>`SELECT fields, completion_notes FROM purchase
    WHERE fields_done_at IS NOT NULL AND order_no = ANY(${placed})`.execute(test.database.house);
  expect(stored.rows).toMatchObject([
    { fields: { '406': 'SQ 321', flightArrivalTime: '22:00' }, completion_notes: '请带儿童座椅' },
  ]);
});

it('operations see what is missing and remind, and approve a doubtful pick-up', { timeout: 120_000 }, async () => {
  await sql`UPDATE product SET later_order_fields = NULL WHERE key = 'car'`.execute(test.database.house);
  const doubtful = await buyDoubtful(test, agent);
  const page = await browser.open(1440);
  await enterConsole(page, 'operations@one.example', 'operations-2026');
  await visit(page, '/console/incomplete');
  await page.getByText('Flight number').first().waitFor();
  await sound(page);
  await visit(page, `/console/orders/${doubtful}`);
  await press(page, 'Approve with additional payment');
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name="supplementMinor"]').fill('50');
  await dialog.locator('[name="text"]').fill('Forty kilometres more');
  await sound(page);
  await dialog.getByRole('button', { name: 'Approve with additional payment' }).click();
  await page.getByText('Verified', { exact: true }).waitFor();
  const { data } = await test.call('orderDetail', { id: doubtful }, { token: agent });
  expect([data.status, data.supplements[0]?.state]).toEqual([1003, 'open']);
});

it('a visitor checks an address on the page of the transfer, before any sign-in (§1 range check)', {
  timeout: 120_000,
}, async () => {
  const page = await browser.open(390);
  const { path } = await findProduct(test, 'Airport Car');
  await visit(page, `${path}?l=en`);
  await press(page, 'Check an address');
  await page.getByRole('combobox', { name: 'Pick-up address' }).waitFor();
  await sound(page);
});
