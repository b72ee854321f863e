// A session that ends while a form is filled in, in a real browser (decision 0766): who signs in again finds what was typed, in the shop
// and in the back office; another person does not.
import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { enterConsole, enterShop, fillIn, settle, type TestBrowser, typeLogin, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});
afterEach(() => browser.forget(/401 \(Unauthorized\)/));

const endSessions = () => sql`DELETE FROM login_session`.execute(test.database.house);
const saveAgain = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first().click();

it('in the shop what was typed is there after signing in again, without the question before it is lost', async () => {
  const page = await browser.open(390);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/account/profile');
  const typedIn = (name: string) => page.locator(`[name="${name}"]`).inputValue();
  const mobile = await typedIn('mobile');
  await fillIn(page, { name: 'Mei Tan 😀', wechat: 'mei_tan_88' });
  await endSessions();
  await saveAgain(page);
  await page.waitForURL(/\/login\?/);
  await settle(page);
  await typeLogin(page, 'agent@one.example', 'agent-2026');
  await page.waitForURL(/profile/);
  await expect.poll(() => typedIn('name')).toBe('Mei Tan 😀');
  expect([await typedIn('wechat'), await typedIn('mobile')]).toEqual(['mei_tan_88', mobile]);
  expect(asked).toEqual([]);
  await settle(page);
  const saved = page.waitForResponse(/user\/update/);
  await saveAgain(page);
  expect(await (await saved).json()).toMatchObject({ code: 200 });
  await page.context().close();
}, 60_000);

it('another person who signs in does not read it', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/account/profile');
  const name = page.locator('[name=name]');
  await name.fill('Secret Name');
  await endSessions();
  await saveAgain(page);
  await page.waitForURL(/\/login\?/);
  await settle(page);
  await typeLogin(page, 'member@one.example', 'member-2026');
  await page.waitForURL(/profile/);
  await settle(page);
  expect(await name.inputValue()).not.toBe('Secret Name');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Secret Name');
  await page.context().close();
}, 60_000);

it('no secret is stored', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/channels');
  await page.getByRole('link', { name: 'Set up WeChat Pay' }).click();
  await page.getByRole('heading', { name: 'Do the keys work?' }).waitFor();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const ids = { 'keys.mchId': '1900000001', 'keys.appId': 'wx0000000000000001', 'keys.merchantSerial': '7'.repeat(40) };
  await fillIn(page, {
    ...ids,
    'keys.apiV3Key': 'apiV3KeyOfShopOne000000000000001',
    'keys.merchantKey': pem,
    leastMinor: '17',
  });
  await endSessions();
  await page.getByRole('button', { name: 'Try the keys' }).click();
  await page.waitForURL(/console\/login/);
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).toContain('leastMinor');
  for (const secret of ['PRIVATE KEY', 'apiV3KeyOfShopOne', '1900000001']) expect(stored).not.toContain(secret);
  await page.context().close();
}, 60_000);

it('in the back office, too', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, '/console/freight');
  await page.getByRole('link', { name: 'New table' }).click();
  await fillIn(page, { name: 'By courier', 'zones.0.firstMinor': '8' });
  await page.locator('[name="zones.0.countries"]').selectOption('MY');
  await endSessions();
  await fillIn(page, { 'zones.0.stepMinor': '3' });
  await saveAgain(page);
  await page.waitForURL(/console\/login/);
  await settle(page);
  await page.getByLabel('E-mail').fill('content@one.example');
  await page.getByLabel('Password').fill('content-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/console\/freight/);
  await expect.poll(() => page.locator('[name="zones.0.stepMinor"]').inputValue()).toBe('3');
  expect(await page.locator('[name=name]').inputValue()).toBe('By courier');
  await page.context().close();
}, 60_000);

it('a colleague of the same name does not read it', async () => {
  await sql`UPDATE account SET name = 'Noor' WHERE owner_id = 1 AND email IN ('content@one.example', 'admin@one.example')`.execute(
    test.database.house,
  );
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, '/console/freight');
  await page.getByRole('link', { name: 'New table' }).click();
  const name = page.locator('[name=name]');
  await fillIn(page, { name: 'Between us', 'zones.0.firstMinor': '8', 'zones.0.stepMinor': '3' });
  await page.locator('[name="zones.0.countries"]').selectOption('MY');
  await endSessions();
  await saveAgain(page);
  await page.waitForURL(/console\/login/);
  await settle(page);
  await page.getByLabel('E-mail').fill('admin@one.example');
  await page.getByLabel('Password').fill('admin-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/console\/freight/);
  await settle(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Between us');
  expect(await name.inputValue()).toBe('');
  await page.context().close();
}, 60_000);

it('in a form that a button opens, once the same button is pressed again, and not in that of another row', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/staff');
  const edit = (email: string) =>
    page.getByRole('row').filter({ hasText: email }).getByRole('button', { name: /^Edit/ }).click();
  const name = page.getByRole('dialog').locator('[name=name]');
  await edit('content@one.example');
  const theirs = await name.inputValue();
  await name.fill('Half written');
  await endSessions();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/console\/login/);
  await settle(page);
  await page.getByLabel('E-mail').fill('admin@one.example');
  await page.getByLabel('Password').fill('admin-2026');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/console\/staff/);
  await settle(page);
  await edit('operations@one.example');
  await name.waitFor();
  const others = await name.inputValue();
  expect([others === theirs, others === 'Half written']).toEqual([false, false]);
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await name.waitFor({ state: 'detached' });
  // Loading the page again does not lose it.
  await page.reload();
  await settle(page);
  await edit('content@one.example');
  await expect.poll(() => name.inputValue()).toBe('Half written');
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
  await edit('content@one.example');
  await name.waitFor();
  expect(await name.inputValue()).toBe(theirs);
  await page.context().close();
}, 60_000);

it('a member who is booking comes back by password, with what was typed (§2 booking)', async () => {
  const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/order?lines=${sku}:${playOn}::1`);
  await fillIn(page, { 'contact.name': 'Mei Tan', remark: 'By the window' });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await endSessions();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/login\?.*way=member/);
  await settle(page);
  await typeLogin(page, 'agent@one.example', 'agent-2026');
  await page.waitForURL(/booking\/order/);
  await expect.poll(() => page.locator('[name=remark]').inputValue()).toBe('By the window');
  expect(await page.locator('[name="contact.name"]').inputValue()).toBe('Mei Tan');
  await page.context().close();
}, 60_000);

it('a booking that is loaded again after its session ended leads to the sign-in by password, and after signing out to that by mail', async () => {
  const page = await browser.open(1440);
  const orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${orderNo}`);
  const chosenTab = () => page.getByRole('tab', { selected: true }).textContent();
  await endSessions();
  await page.reload();
  await page.waitForURL(/\/login\?/);
  await settle(page);
  await expect.poll(chosenTab).toBe('Sign in');
  await typeLogin(page, 'agent@one.example', 'agent-2026');
  await page.waitForURL(/booking\/pay/);
  await settle(page);
  await visit(page, '/uc/account/profile');
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/uc'));
  await visit(page, `/booking/pay?order=${orderNo}`);
  await expect.poll(chosenTab).not.toBe('Sign in');
  await page.context().close();
}, 60_000);

it('a list that is filtered after the session ended is the one that is shown after signing in again', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, '/console/orders');
  await endSessions();
  const field = page.getByRole('search').getByRole('searchbox').first();
  await field.fill('Tower');
  await field.press('Enter');
  await page.waitForURL(/console\/login/);
  expect(new URL(page.url()).searchParams.get('go')).toBe('/console/orders?query=Tower');
  await page.context().close();
});

it('what one person typed into a product or a booking is not shown to the next one', async () => {
  const { id, packages } = await findProduct(test, 'Silver Tower');
  const desk = await browser.open(1440);
  await enterConsole(desk, 'admin@one.example', 'admin-2026');
  await visit(desk, `/console/products/${id}`);
  const key = desk.getByLabel('Short name');
  const saved = await key.inputValue();
  await key.fill('half-typed');
  await endSessions();
  await saveAgain(desk);
  await desk.waitForURL(/console\/login/);
  await settle(desk);
  await desk.getByLabel('E-mail').fill('content@one.example');
  await desk.getByLabel('Password').fill('content-2026');
  await desk.getByRole('button', { name: 'Sign in' }).click();
  await desk.waitForURL(/console\/products/);
  await settle(desk);
  await expect.poll(() => desk.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('half-typed');
  expect(await key.inputValue()).toBe(saved);
  await desk.context().close();

  const page = await browser.open(390);
  await enterShop(
    page,
    'agent@one.example',
    'agent-2026',
    `/booking/order?lines=${packages[0]?.skus[0]?.id}:${playOn}::1`,
  );
  await fillIn(page, { 'contact.name': 'Wang Fang', remark: 'By the window' });
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await endSessions();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/login\?/);
  await settle(page);
  await typeLogin(page, 'member@one.example', 'member-2026');
  await page.waitForURL(/booking\/order/);
  await settle(page);
  expect(await page.locator('[name=remark]').inputValue()).toBe('');
  expect(await page.locator('[name="contact.name"]').inputValue()).not.toBe('Wang Fang');
  await page.context().close();
}, 60_000);
