// Billion Connect on screens (§3 pay channel 6; decision 0375): content maps a SKU to the supplier's plan, finance sets the keys and
// allows a partner, an agent pays on a phone, once refused and once with the eSIM on the order, and operations see it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../build/edit-products.ts';
import { controlFake } from '../build/gateways/control-fake.ts';
import { billionKeys, openBillion, planOfTests } from '../build/gateways/set-up-billion-connect.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  openBrowser,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { openRelay } from '../build/relay-gateway.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let editor: Editor;
let sim: string;
let fakeUrl: string;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const relay = await openRelay();
  test = await openTestHouse({ screens: true, env: { GATEWAY_BILLION_CONNECT_URL: relay.url } });
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('127.0.0.1', 1)`.execute(test.database.house);
  const fake = await openBillion(`${test.base}/api/pay/notify/billionConnect`, { balance: 1 });
  fakeUrl = fake.url;
  relay.to(fake.url);
  closing.push(fake.close, relay.close);
  browser = await openBrowser(test);
  editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const skus = [newSku({ ticketType: null, minAge: 0, names: { en: 'Seven days' }, priceMinor: 2500 })];
  sim = await editor.create(
    newDocument({
      ...{ key: 'sim', type: 10, subtype: 1002, names: { en: 'Roam SIM', zh_CN: '漫游卡' } },
      packages: [newPackage({ key: 'sim', names: { en: 'SIM' }, skus })],
    }),
  );
  const pack = (await editor.open(sim)).document.packages[0];
  await editor.calendar(pack?.id ?? '', [
    { on: playOn, session: '', capacity: 9, wasCapacity: null, prices: [], limits: [] },
  ]);
  await editor.state(sim, 'published');
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  for (const close of closing) await close();
  expect(browser?.problems).toEqual([]);
});

const sound = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};

it('content maps the SKU, finance sets the keys and allows a partner', { timeout: 120_000 }, async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, `/console/products/${sim}?tab=packages`);
  await page.locator('[data-path="packages.0.skus.0.planKind"]').selectOption({ label: 'eSIM' });
  await page.locator('[data-path="packages.0.skus.0.planSku"]').fill(planOfTests);
  await page.locator('[data-path="packages.0.skus.0.planCopies"]').fill('7');
  await sound(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Everything is saved').waitFor();
  const desk = await browser.open(390);
  await enterConsole(desk, 'finance@one.example', 'finance-2026');
  await visit(desk, '/console/channels?channel=billionConnect');
  await desk.getByLabel('Offer it to buyers').check();
  await fillIn(desk, {
    'keys.appKey': billionKeys.one.appKey,
    'keys.appSecret': billionKeys.one.appSecret,
    'options.lowBalance': '50',
  });
  await desk.getByRole('button', { name: 'Try the keys' }).click();
  await desk
    .getByText(/accepts the keys|takes the keys|keys work/i)
    .first()
    .waitFor();
  await desk
    .getByLabel(/Find a partner|partner/i)
    .last()
    .fill('Agency');
  await desk.getByRole('button', { name: 'Agency' }).click();
  await sound(desk);
  await desk.getByRole('button', { name: 'Save' }).click();
  await desk.getByText(/ is saved$/).waitFor();
  await visit(desk, '/console/channels?channel=billionConnect');
  await desk.getByRole('button', { name: 'Ask for the balance' }).click();
  await desk.getByText('USD 1.00 can be spent there').waitFor();
  await desk.getByText('Low balance at a supplier').waitFor();
});

it('an agent pays on a phone: refused, then ordered at once with its eSIM', { timeout: 120_000 }, async () => {
  const orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'), { product: 'Roam SIM' });
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026');
  const choose = async () => {
    await visit(page, `/booking/pay?order=${orderNo}`);
    await page.getByRole('radio', { name: /Billion Connect/ }).check();
    await sound(page);
    await page.getByRole('button', { name: /^Pay / }).click();
  };
  await choose();
  await page.getByRole('alert').first().waitFor();
  expect(await page.content()).not.toContain('余额不足');
  await controlFake(fakeUrl, 'settings', { balance: 1000 });
  await choose();
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  await expect
    .poll(
      async () => {
        await visit(page, `/uc/order/${orderNo}`);
        return page.getByText('SMDP.STAND-IN.EXAMPLE').count();
      },
      { timeout: 20_000 },
    )
    .toBe(1);
  await page.getByRole('img', { name: /Your eSIM/ }).waitFor();
  await sound(page);
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, `/console/orders/${orderNo}`);
  await desk.getByText('SMDP.STAND-IN.EXAMPLE').waitFor();
  await sound(desk);
});
