// Drivers (§2 wechat/driverinfo) in a real browser, on a phone and on a desktop: the supplier enters one, wrong fields are marked, the
// buyer sees the driver on the order with a number to call and gets a mail; operations changes the driver by keyboard and removes it.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
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
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buy, giveToSupplier, makeRoom } from '../build/set-up-desk.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  await makeRoom(test);
  await giveToSupplier(test, 'car');
  agent = await test.signIn('agent@one.example', 'agent-2026');
});

const sound = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
const card = (page: Page) => page.locator('section').filter({ has: page.getByRole('heading', { name: 'Drivers' }) });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');
const press = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true }).click();

describe.each(atWidths(390))('at %i pixels', { timeout: 120_000 }, (width) => {
  it('the supplier enters a driver, and the buyer sees the driver on the order and in the mail', async () => {
    const orderNo = await buy(test, agent, { product: 'Airport Car', quantity: 2 });
    const desk = await browser.open(width);
    await enterConsole(desk, 'supplier@one.example', 'supplier-2026');
    await visit(desk, `/console/orders/${orderNo}`);
    await card(desk).getByText('No driver named yet').waitFor();
    await press(desk, 'Name the drivers');
    await expect.poll(() => focusedName(desk), { timeout: 10_000 }).toBe('drivers.0.name');
    await fillIn(desk, { 'drivers.0.phone': '81 x' });
    await press(desk, 'Save');
    await expect
      .poll(() => problemsOn(desk), { timeout: 10_000 })
      .toEqual([
        ['drivers.0.name', 'This field is required'],
        ['drivers.0.areaCode', 'Please choose one'],
        ['drivers.0.phone', 'Digits only, at most 20'],
      ]);
    expect(await focusedName(desk)).toBe('drivers.0.name');
    await sound(desk);
    await fillIn(desk, {
      'drivers.0.name': 'Somchai Jaidee',
      'drivers.0.plate': '1กก 4821',
      'drivers.0.areaCode': '66',
      'drivers.0.phone': '812345678',
      'drivers.0.car': 'Toyota Camry, white',
      'drivers.0.remark': 'Waits at gate 3',
    });
    expect(await problemsOn(desk)).toEqual([]);
    await press(desk, 'Add a driver');
    await expect.poll(() => focusedName(desk), { timeout: 10_000 }).toBe('drivers.1.name');
    // One a car: there is no third.
    expect(await card(desk).getByRole('button', { name: 'Add a driver' }).count()).toBe(0);
    await fillIn(desk, {
      'drivers.1.name': 'A name of forty letters that has no space',
      'drivers.1.areaCode': '66',
      'drivers.1.phone': '898765432',
    });
    await sound(desk);
    await press(desk, 'Save');
    await card(desk).getByText('The drivers are saved').waitFor();
    await card(desk).getByText('Toyota Camry, white').waitFor();
    expect(await desk.evaluate(() => document.activeElement?.textContent)).toBe('Change the drivers');
    await sound(desk);
    await desk.context().close();

    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByText('Somchai Jaidee').waitFor();
    const call = page.getByRole('link', { name: '+66 812345678' });
    expect(await call.getAttribute('href')).toBe('tel:+66812345678');
    await page.getByText('1กก 4821 · Toyota Camry, white').waitFor();
    await page.getByText('Waits at gate 3').waitFor();
    await page.getByText('Driver details updated').waitFor();
    await sound(page);
    await page.context().close();

    const [mail] = await until(
      async () =>
        (
          await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail
            WHERE occasion LIKE ${`order ${orderNo} driver:%`}`.execute(test.database.house)
        ).rows,
      (list) => list.length > 0,
    );
    expect(mail?.subject).toBe(`Order ${orderNo}: your driver for Airport Car`);
    expect(mail?.body).toContain('Somchai Jaidee · +66 812345678 · 1กก 4821 · Toyota Camry, white');
  });

  it('operations changes the driver by keyboard only and removes it', async () => {
    const orderNo = await buy(test, agent, { product: 'Airport Car', quantity: 2 });
    const page = await browser.open(width);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await visit(page, `/console/orders/${orderNo}`);
    await card(page).getByRole('button', { name: 'Name the drivers' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page), { timeout: 10_000 }).toBe('drivers.0.name');
    await page.keyboard.type('Prasert');
    await page.keyboard.press('Tab');
    await page.keyboard.type('BKK 12');
    // The country's code is chosen by its first letters, as in any list; guests need a number to call.
    await page.keyboard.press('Tab');
    await page.keyboard.type('Thailand');
    await page.keyboard.press('Tab');
    await page.keyboard.type('812345678');
    await page.keyboard.press('Enter');
    await card(page).getByText('The drivers are saved').waitFor();
    await card(page).getByText('BKK 12').waitFor();
    await sound(page);
    await page.keyboard.press('Enter');
    await card(page).getByRole('button', { name: 'Remove driver 1' }).press('Enter');
    await card(page).getByText('No driver: once saved').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add a driver');
    await sound(page);
    await press(page, 'Save');
    await card(page).getByText('No driver named yet').waitFor();
    const { stops } = (await test.call('journeyOf', { orderNo }, { token: agent })).data;
    expect(stops.map((one) => one.drivers)).toEqual([[]]);
    await page.context().close();
  });

  it('a past line shows its driver without a form; a tour has no drivers', async () => {
    const orderNo = await buy(test, agent, { product: 'Airport Car' });
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const answer = {
      id: orderNo,
      subOrderNo: `${orderNo}-1`,
      drivers: [{ name: 'Aree', areaCode: '66', phone: '898765432' }],
    };
    expect((await test.call('consoleDriver', answer as never, { token: operations })).code).toBe(200);
    await sql`UPDATE sub_order SET status = 4005 WHERE order_no = ${orderNo}`.execute(test.database.house);
    const page = await browser.open(width);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await visit(page, `/console/orders/${orderNo}`);
    await card(page).getByText('Aree').waitFor();
    expect(await card(page).getByRole('button').count()).toBe(0);
    await sql`UPDATE sub_order SET status = 1003 WHERE order_no = ${orderNo}`.execute(test.database.house);
    await visit(page, `/console/orders/${await buy(test, agent, { product: 'Silver Tower' })}`);
    expect(await card(page).count()).toBe(0);
    await page.context().close();
  });
});
