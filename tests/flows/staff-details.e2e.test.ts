// What staff look at closely, in a real browser: a copied month leaves days that are over, a long name keeps the amounts in sight, words
// are those of staff and not of a buyer, and a key of the wrong length says how long it is.
import { expect, it } from 'vitest';
import { addDays, todayIn } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterConsole, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, newKey } from '../build/place-orders.ts';
import { buy } from '../build/set-up-desk.ts';
import { enterAsContent } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
let orderNo: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  orderNo = await buy(test, await test.signIn('agent@one.example', 'agent-2026'));
});

it('a month copied into the present one leaves the days that are over', async () => {
  const page = await enterAsContent(browser, 1440);
  const { id } = await findProduct(test, 'Popular Hike');
  const token = await test.signIn('content@one.example', 'content-2026');
  const { document, zone } = (await test.call('consoleProduct', { id }, { token })).data;
  const packageId = document.packages[0]?.id ?? '';
  const today = todayIn(zone, Date.now());
  const before = `${addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
  const changes = Array.from({ length: 28 }, (_, at) => ({
    ...{ on: addDays(before, at), session: '', capacity: 7, wasCapacity: null },
  }));
  expect((await test.call('consoleCalendarSave', { packageId, changes }, { token })).code).toBe(200);
  await visit(page, `/console/products/${id}/calendar?month=${before.slice(0, 7)}`);
  await page.getByRole('button', { name: 'Copy to next month' }).click();
  await page.waitForURL((url) => url.search.includes(today.slice(0, 7)));
  await page
    .locator(`[data-cell^="${today.slice(0, 7)}"]`)
    .first()
    .waitFor();
  const filled = await page
    .locator(`[data-cell^="${today.slice(0, 7)}"][data-cell$="|capacity"]`)
    .evaluateAll((all) =>
      all
        .filter((cell) => cell.querySelector('span')?.textContent === '7')
        .map((cell) => cell.getAttribute('data-cell')),
    );
  expect(filled.length).toBeGreaterThan(0);
  expect(filled.filter((key) => key === null || key.slice(0, 10) < today)).toEqual([]);
  await page.context().close();
}, 60_000);

it('a long name without a space leaves the amounts of the list on the screen', async () => {
  const house = test.database.house;
  await sql`UPDATE purchase SET contact = contact || '{"name": "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren"}'
    WHERE order_no = ${orderNo}`.execute(house);
  const page = await browser.open(1280);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/orders');
  const table = page.getByRole('table');
  await table.getByText('Wolfeschlegel').waitFor();
  const hidden = await table.evaluate((found) => found.scrollWidth - (found.parentElement?.clientWidth ?? 0));
  expect(hidden).toBeLessThanOrEqual(0);
  await page.context().close();
}, 60_000);

it('an order and the export name the reference of the buyer as staff would', async () => {
  const house = test.database.house;
  await sql`UPDATE purchase SET agent_reference = 'AG-77' WHERE order_no = ${orderNo}`.execute(house);
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, `/console/orders/${orderNo}`);
  await page.getByText('Buyer’s booking reference: AG-77').waitFor();
  expect(await page.getByText('Your booking reference').count()).toBe(0);
  const token = await test.signIn('admin@one.example', 'admin-2026');
  const file = await test.fetch('/api/console/export/lines?format=csv', { headers: { token, l: 'en' } });
  const [heading = ''] = (await file.text()).split('\n');
  expect(heading).toContain('Buyer’s booking reference');
  await page.context().close();
}, 60_000);

it('the list of orders says how much went back of an order', async () => {
  const token = await test.signIn('operations@one.example', 'operations-2026');
  const given = { id: orderNo, amountMinor: 1200, reason: 'The bus was late' };
  const answer = await test.call('consoleGoodwillGive', given, { token, key: newKey() });
  expect(answer.code).toBe(200);
  const page = await browser.open(390);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, `/console/orders?query=${orderNo}`);
  await page.getByText('MYR 12.00 given back').waitFor();
  await checkWidth(page);
  await page.context().close();
  const supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  const seen = (await test.call('consoleOrders', {}, { token: supplier })).data.list;
  expect(seen.filter(({ refunded }) => refunded)).toEqual([]);
}, 60_000);

it('a key of the wrong length says how long it is', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/marketplaces');
  await page.getByRole('button', { name: /^Connect an account: Ctrip/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Partner that pays for the orders').selectOption({ index: 1 });
  await dialog.getByLabel('Account (accountId)').fill('ctrip-1');
  await dialog.getByLabel('Key (aesIv)').fill('1234567890123456');
  await dialog.getByLabel('Key (signKey)').fill('sign');
  await dialog.getByLabel('Key (aesKey)').fill('too short');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').filter({ hasText: '16 characters' }).waitFor();
  await checkAxe(page);
  await page.context().close();
}, 60_000);
