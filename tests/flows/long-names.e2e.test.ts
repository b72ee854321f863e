// Long names and addresses without a space on a phone, in a real browser: nothing is wider than the screen.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { checkWidth, enterConsole, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: Page;
let staff: Page;
let orderNo: string;
let partner: string;

const name = 'Maximiliana Phattharanawaphinitsakulchai';
const words =
  'Full-Day Tour to Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch with Lunch and an English-Speaking Guide';

openFlow(async (flow) => {
  ({ test, browser } = flow);
  const admin = { token: await test.signIn('admin@one.example', 'admin-2026') };
  partner = (await test.call('consoleBalances', { query: 'Agency' }, admin)).data.list[0]?.id ?? '';
  [agent, staff] = [await browser.open(390), await browser.open(390)];
  await enterShop(agent, 'agent@one.example', 'agent-2026');
  await enterConsole(staff, 'admin@one.example', 'admin-2026');
  const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
  await run(sql`UPDATE product SET names = jsonb_build_object('en', ${words}::text) WHERE owner_id = 1`);
  await run(sql`UPDATE sku SET names = jsonb_build_object('en', ${words}::text) WHERE owner_id = 1`);
  await run(sql`UPDATE package SET names = jsonb_build_object('en', ${`${words} by Boat`}::text) WHERE owner_id = 1`);
  orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
  await run(sql`UPDATE account SET name = ${name},
    email = 'maximiliana.phattharanawaphinitsakulchai.' || account_id || '@reservations.example-travel-company.com'`);
  await run(sql`UPDATE purchase SET contact = contact || jsonb_build_object('name', ${`${name} A`}::text)`);
});

/** All that are too wide are named at once. */
async function checkEach(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await visit(page, path);
    await expect.soft(checkWidth(page), path).resolves.toBeUndefined();
  }
}

it('in the shop', async () => {
  const product = await findProduct(test, 'Silver Tower').catch(() => findProduct(test, 'Full-Day'));
  const skuId = product.packages[0]?.skus[0]?.id;
  const paths = ['/uc/order', `/uc/order/${orderNo}`, `/booking/pay?order=${orderNo}`, '/wechat/user'];
  paths.push('/uc/account/profile', `/booking/order?lines=${skuId}:${playOn}::2`, `/calPrice/${product.id}`);
  paths.push(
    '/',
    '/search?query=',
    `/tours/x/y/${product.id}`,
    `/booking/complete?order=${orderNo}`,
    '/uc/account/store',
  );
  await checkEach(agent, paths);
  // The only package of a product has a name, too.
  await visit(agent, `/tours/x/y/${product.id}?l=en`);
  await agent.locator('#book').getByText(`${words} by Boat`).waitFor();
}, 60_000);

it('in the history of an order beside its lines', async () => {
  const word = 'Wolfeschlegelsteinhausenbergerdorffwelchevorals';
  await sql`UPDATE order_event SET actor_name = ${word} WHERE order_no = ${orderNo}`.execute(test.database.house);
  await staff.setViewportSize({ width: 1440, height: 900 });
  await visit(staff, `/console/orders/${orderNo}`);
  await staff.getByText(word).last().waitFor();
  await checkWidth(staff);
  await staff.setViewportSize({ width: 390, height: 844 });
}, 60_000);

it('in the back office', async () => {
  const lists = [
    'company',
    'orders',
    'products',
    'partners',
    'guests',
    'balances',
    'transfers',
    'agent-prices',
    'settlement',
  ];
  const parts = [`partners/${partner}`, `orders/${orderNo}`];
  for (const part of ['', '/calendar', '/prices', '?tab=texts', '?tab=packages']) parts.push(`products/1${part}`);
  await checkEach(
    staff,
    [...lists, ...parts].map((path) => `/console/${path}`),
  );
}, 60_000);

it('the name of the shop leaves room for what is beside it on a desktop', async () => {
  const page = await browser.open(1440);
  await visit(page, '/?l=en');
  const header = page.getByRole('banner');
  const title = header.getByRole('link').filter({ hasText: /\S/ }).nth(1).locator('span');
  await title.evaluate((element, name) => {
    element.textContent = name;
  }, 'Borneo Holidays and Experiences '.repeat(4));
  await checkWidth(page);
  const box = await header.getByRole('link', { name: 'Sign in' }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1440);
});
