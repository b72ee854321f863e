// A slow network in a real browser: a second click while the first is under way sends nothing, a late answer about another choice changes
// nothing, and a code to pay says when its time is over.
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { holdBack } from '../build/hold-back.ts';
import {
  checkAxe,
  enterConsole,
  enterShop,
  mailedLink,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway, type TestGateway } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../build/place-orders.ts';
import { solveImage } from '../build/solve-images.ts';

let test: TestHouse;
let gateway: TestGateway;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  gateway = await openGateway(test);
  flow.atEnd(gateway.close);
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);

/** A second open ticket of the rail pass, of which one place is left. */
async function addLastPass(): Promise<void> {
  await run(sql`WITH made AS (INSERT INTO package (owner_id, product_id, key, names, position, open_days)
      SELECT 1, product_id, 'last', '{"en": "Last pass"}', 9, 90 FROM product WHERE owner_id = 1 AND key = 'open-pass'
      RETURNING package_id),
    sold AS (INSERT INTO sku (owner_id, package_id, ticket_type, price_minor, position)
      SELECT 1, package_id, 10001, 8000, 0 FROM made)
    INSERT INTO departure (owner_id, package_id, play_on, capacity) SELECT 1, package_id, '9999-12-31', 1 FROM made`);
}

it('the places of a ticket that was left are not those of the chosen one', async () => {
  await addLastPass();
  const page = await browser.open(1440);
  const { path } = await findProduct(test, 'Open Rail');
  let asked = 0;
  const held = await holdBack(page, '**/inventories*', () => {
    asked += 1;
    return asked === 1;
  });
  await page.goto(`${path}?l=en`);
  await expect.poll(held.count, { timeout: 10_000 }).toBe(1);
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  const answered = page.waitForResponse('**/inventories*');
  await page.getByRole('radio', { name: /Last pass/ }).check();
  await answered;
  const more = page.getByRole('button', { name: /: one more$/ }).first();
  const isFull = () => more.isDisabled();
  await expect.poll(isFull).toBe(true);
  held.release();
  await settle(page);
  expect(await isFull()).toBe(true);
  await page.context().close();
});

it('a completion form is sent once, however often its button is pressed while a script is loaded', async () => {
  await run(sql`UPDATE product SET later_order_fields = '{402,403,405,406}', order_fields = '{402,403,405,406}'
    WHERE owner_id = 1 AND key = 'car'`);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const input = await fillOrder(test, agent, { product: 'Airport Car' });
  const { 402: _address, 403: _hotel, 405: _phone, 406: _flight, ...orderFields } = input.orderFields;
  const placed = await test.call('createOrder', { ...input, orderFields }, { token: agent, key: newKey() });
  const link = await test.call('completionLink', { orderNos: [placed.data.orderNo] }, { token: agent });
  const { pathname, search } = new URL(link.data.address);
  const page = await browser.open(390);
  await visit(page, `${pathname}${search}&l=en`);
  let load = () => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/assets/read-phone*.js', async (route) => {
    await loading;
    await route.continue();
  });
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/intact')) sent += 1;
  });
  await page.locator('[name="orderFields.405"]').fill('+60 12-345 6789');
  const save = page.getByRole('button', { name: 'Save for later' });
  await clickTwice(save);
  load();
  await page.getByText('Saved', { exact: true }).waitFor();
  await settle(page);
  expect(sent).toBe(1);
  await page.context().close();
});

/** Presses a button twice, with the time of a person between. */
async function clickTwice(button: Locator): Promise<void> {
  await button.click();
  await button.page().waitForTimeout(150);
  await button.click({ force: true, timeout: 2000 }).catch(() => undefined);
}

it('a quotation is duplicated once, however often the button is pressed', async () => {
  const page = await browser.open(1440);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/quotation/new');
  await page.getByLabel('Title', { exact: true }).fill('Three days');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/quotation\/\d+/);
  await settle(page);
  const held = await holdBack(page, 'quotation/*/copy');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/copy$/.test(request.url())) sent += 1;
  });
  await clickTwice(page.getByRole('button', { name: 'Copy for another customer' }));
  held.release();
  await page.waitForTimeout(500);
  await settle(page);
  expect(sent).toBe(1);
  await page.context().close();
});

/** The answer to a call that starts a payment, with a code that is valid for some seconds only. */
const shorten = (page: Page, path: string) =>
  page.route(path, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.expiresAt = new Date(Date.now() + 4000).toISOString();
    await route.fulfill({ response: answer, json: body });
  });

it('a code to pay an order says that its time is over, and leads to another code', async () => {
  const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026', '127.0.0.1'));
  const page = await browser.open(1440);
  await enterShop(page, 'member@one.example', 'member-2026');
  await visit(page, `/booking/pay?order=${orderNo}`);
  await shorten(page, '**/paying');
  await page.getByRole('radio', { name: /Test gateway/ }).check();
  await page.getByRole('button', { name: /^Pay / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByAltText('QR code of the payment page').waitFor();
  await dialog.getByText('The code has expired').waitFor({ timeout: 10_000 });
  expect(await dialog.getByAltText('QR code of the payment page').count()).toBe(0);
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Pay /);
  await page.context().close();
}, 60_000);

it('a code to top up the deposit says that its time is over, and leads to another code', async () => {
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/balance');
  await shorten(page, '**/cashierInfo');
  await page.getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount (MYR)').fill('250');
  await dialog.getByRole('button', { name: 'Pay MYR 250.00' }).click();
  await dialog.getByText('The code has expired').waitFor({ timeout: 20_000 });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Amount (MYR)').waitFor();
  await page.context().close();
}, 60_000);

/** Opens a page whose scripts do not come before `release`. */
async function openWithoutScripts(path: string) {
  const page = await browser.open(390);
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('[name=password]').waitFor({ state: 'attached' });
  return { page, sent, release: scripts.resolve };
}

/** Tests hide a page until it is hydrated, so that no key reaches it. */
async function typeEarly(page: Page, wanted: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(wanted))
    await page.locator(`[name=${name}]`).evaluate((field, typed) => {
      (field as HTMLInputElement).value = typed;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, value);
}

async function pressEarly(page: Page): Promise<void> {
  const button = page.locator('main form button:not([type=button])').last();
  for (let times = 0; times < 2; times += 1) await button.evaluate((one) => (one as HTMLButtonElement).click());
  expect(await page.locator('html[data-waiting]').count()).toBe(1);
}

it.each(['/login?l=en&go=%2Fuc', '/console/login?l=en'])(
  'a form that is sent before the scripts of its page have come is sent once, when they are there: %s',
  async (path) => {
    const { page, sent, release } = await openWithoutScripts(path);
    const isConsole = path.startsWith('/console');
    await typeEarly(
      page,
      isConsole
        ? { account: 'admin@one.example', password: 'admin-2026' }
        : { account: 'agent@one.example', password: 'agent-2026' },
    );
    await pressEarly(page);
    expect(sent).toEqual([]);
    release();
    await page.waitForURL((url) => url.pathname === (isConsole ? '/console' : '/uc'));
    await settle(page);
    expect(sent.filter((one) => /login$/i.test(one))).toHaveLength(1);
    expect(await page.locator('html[data-waiting]').count()).toBe(0);
    await page.context().close();
  },
);

it('a form that checks its fields while they are typed takes what was typed and sent before its scripts have come', async () => {
  const asked = await test.call('forgetPassword', { email: 'member@one.example', ...(await solveImage(test)) });
  expect(asked.code).toBe(200);
  const link = await mailedLink(test, 'member@one.example', '/login/reset?token=');
  const { page, sent, release } = await openWithoutScripts(link);
  await typeEarly(page, { password: 'walk-2026-dog', confirmation: 'walk-2026-dog' });
  await pressEarly(page);
  release();
  // No field is refused as empty.
  await page.getByText('Your password has been changed').or(page.getByText('This field is required')).first().waitFor();
  expect(await page.getByText('This field is required').count()).toBe(0);
  expect(sent.filter((one) => /resetpassword/i.test(one))).toHaveLength(1);
  await page.context().close();
});

it.each([
  [
    'with words',
    'The shop does not answer for a moment.',
    { code: 503, msg: 'The shop does not answer for a moment.', data: null },
  ],
  ['of a balancer, without words', 'Something went wrong on our side.', undefined],
])(
  'an upload that is answered 503 %s is not called too frequent, and can be sent again',
  async (_, words, envelope) => {
    const page = await browser.open(390);
    await enterConsole(page, 'content@one.example', 'content-2026');
    await visit(page, '/console/catalogue');
    let answers = 0;
    await page.route(/\/api\/console\/imports\b/, async (route) => {
      if (route.request().method() !== 'POST' || answers) return route.fallback();
      answers += 1;
      await route.fulfill({ status: 503, ...(envelope ? { json: envelope } : { body: 'Service Unavailable' }) });
    });
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        ...{ name: 'list.json', mimeType: 'application/json' },
        buffer: Buffer.from(JSON.stringify([{ key: 'sent-again' }])),
      });
    const check = page.getByRole('button', { name: 'Check the file' });
    await check.click();
    await page.getByText(words).first().waitFor();
    await check.click();
    await page.waitForURL(/import=/);
    browser.forget(/503/);
    await page.context().close();
  },
);
