// The whole purchase in a real browser, on a phone and on a desktop: find, book as a guest, pay, get the voucher; and staff confirm.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { paths } from '../../domain/paths.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  enterConsole,
  enterShop,
  fillIn,
  newestCode,
  reload,
  settle,
  solvePuzzle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway, type TestGateway } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let gateway: TestGateway;
let browser: TestBrowser;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  gateway = await openGateway(test);
  flow.atEnd(gateway.close);
});

const at = (path: string) => test.base + path;

async function chooseDay(page: Page): Promise<void> {
  for (let month = 0; month < 3; month += 1) {
    const day = page.locator('#book button[aria-pressed]:not([aria-disabled])').first();
    const shown = await day.waitFor({ timeout: 2500 }).then(
      () => true,
      () => false,
    );
    if (shown) return day.click();
    await page.getByRole('button', { name: 'Next month' }).click();
  }
  throw new Error('no day is on sale');
}

/** The form as it was, with the order that waits; without its places only the order. Ends on the payment page. */
async function goBackFromPaying(page: Page): Promise<void> {
  const waits = page.getByText(/^Order \S+ is waiting for payment$/);
  await page.goBack();
  await waits.waitFor();
  await settle(page);
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Nguyễn Thị Đệ');
  await checkAxe(page);
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Book a second time' }).waitFor();
  await page.keyboard.press('Escape');
  const places = await sql<{
    id: number;
    capacity: number;
  }>`UPDATE departure d SET capacity = d.held + d.sold FROM departure old
    WHERE d.held > 0 AND old.owner_id = d.owner_id AND old.departure_id = d.departure_id
    RETURNING d.departure_id AS id, old.capacity`.execute(test.database.house);
  await reload(page);
  await waits.waitFor();
  expect(await page.getByLabel('Name').count()).toBe(0);
  // It is still the page of the booking, and promises no details that are not there.
  await page.getByRole('heading', { level: 1, name: 'Your details' }).waitFor();
  expect(await page.getByText('details below').count()).toBe(0);
  await checkAxe(page);
  for (const { id, capacity } of places.rows)
    await sql`UPDATE departure SET capacity = ${capacity} WHERE departure_id = ${id}`.execute(test.database.house);
  await page.getByRole('main').getByRole('link', { name: 'Pay now' }).click();
  await page.waitForURL(/\/booking\/pay/);
  await settle(page);
}

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('a guest finds, books, pays by the test gateway and gets the voucher (§1 purpose; §1 buyer; §1 guests; §2 booking; §2 confirm; §2 result; §4 flows)', async () => {
    const page = await browser.open(width);
    await visit(page, at('/?l=en'));
    await checkAxe(page);
    await page.getByRole('combobox', { name: 'Search' }).last().fill('silver towr');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?query=/);
    await settle(page);
    await checkAxe(page);
    await page.getByRole('link', { name: 'Silver Tower' }).click();
    await page.waitForURL(/\/tours\/malaysia\/testville\//);
    await chooseDay(page);
    await checkAxe(page);
    await page.getByRole('button', { name: /Book now/ }).click();
    await page.waitForURL(/\/booking\/order/);
    await settle(page);
    // Who has an account comes to the form for it, not to that for guests.
    await page.locator('form').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('tab', { name: 'Sign in', selected: true }).waitFor();
    await page.goBack();
    await settle(page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('This field is required').first().waitFor();
    await fillIn(page, { 'contact.name': 'Nguyễn Thị Đệ', 'contact.email': `guest${width}@example.com` });
    await page.getByLabel('Phone').fill('+84 (0)90 123 4567');
    await page.getByLabel('Remark').focus();
    // The country's code goes into its own list.
    await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('901234567');
    expect(await page.locator('[name="contact.areaCode"]').inputValue()).toBe('84');
    await checkAxe(page);
    await reload(page);
    expect(await page.getByLabel('Name').inputValue()).toBe('Nguyễn Thị Đệ');
    await page.getByRole('checkbox', { name: /booking agreement/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).dblclick();
    await solvePuzzle(test, page);
    await checkAxe(page);
    await page
      .getByRole('dialog')
      .getByLabel('Code')
      .fill(await newestCode(test, `guest${width}@example.com`));
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL(/\/booking\/pay/);
    await settle(page);
    await checkAxe(page);
    await goBackFromPaying(page);
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await page.getByRole('button', { name: /^Pay now/ }).click();
    await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
    await page.getByText('Silver Tower').first().waitFor();
    await checkAxe(page);
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /^(typed|ordered)/.test(key))),
    ).toEqual([]);
    const href = await page.getByRole('link', { name: 'Download voucher' }).getAttribute('href');
    const pdf = await page.request.get(at(href ?? ''));
    expect((await pdf.body()).subarray(0, 4).toString()).toBe('%PDF');
    const orders = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM purchase WHERE contact ->> 'name' = 'Nguyễn Thị Đệ'`.execute(test.database.house);
    expect(orders.rows[0]?.n).toBe(width === 390 ? 1 : 2);
    await page.getByRole('button', { name: 'Set a password' }).click();
    // What breaks the rule is marked when its field is left.
    await fillIn(page, { password: 'voyage' });
    await page.locator('[name=confirmation]').focus();
    await page.locator('[name=password][aria-invalid=true]').waitFor();
    await fillIn(page, { password: 'voyage-2026', confirmation: 'voyage-2026' });
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByText('Your password is set.').waitFor();
    await page.context().close();
  }, 120_000);
});

describe('others', () => {
  it('a declined payment says so, and paying again works; typed values continue on another device (§2 booking)', async () => {
    const page = await browser.open(390);
    await enterShop(page, 'member@one.example', 'member-2026');
    await visit(page, at('/search?query=tower'));
    await page.getByRole('link', { name: 'Silver Tower' }).click();
    await chooseDay(page);
    await page.getByRole('button', { name: /Book now/ }).click();
    await page.waitForURL(/\/booking\/order/);
    await settle(page);
    await page.getByLabel('Remark').fill('A window seat, please');
    await page.waitForResponse(/bookingDraft/);
    const other = await browser.open(1440);
    await enterShop(other, 'member@one.example', 'member-2026');
    await visit(other, page.url());
    await other.getByText('We filled in what you had typed before').waitFor();
    expect(await other.getByLabel('Remark').inputValue()).toBe('A window seat, please');
    await checkAxe(other);
    await other.getByRole('button', { name: 'Start with an empty form' }).click();
    expect(await other.getByLabel('Remark').inputValue()).toBe('');
    await other.context().close();
    await page.getByRole('checkbox', { name: /booking agreement/ }).check();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(/\/booking\/pay/);
    await settle(page);
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await page.getByRole('button', { name: /^Decline/ }).click();
    await page.getByRole('heading', { name: 'Sorry, your order payment failed' }).waitFor({ timeout: 20_000 });
    // Nothing is done yet: the steps stay where the buyer is.
    expect(await page.locator('[aria-current=step]').innerText()).toContain('Payment');
    await page.getByRole('link', { name: 'Pay again' }).click();
    await settle(page);
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    // Who leaves the gateway without paying does not wait until its payment ends.
    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
    await page.getByRole('link', { name: 'Choose another way to pay' }).click();
    await page.waitForURL(/\/booking\/pay/);
    await page.goBack();
    await page.getByRole('link', { name: 'Pay again' }).click();
    await settle(page);
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    await page.getByRole('link', { name: 'Open the payment page' }).click();
    await page.getByRole('button', { name: /^Pay now/ }).click();
    await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
    await page.context().close();
  }, 120_000);

  it('a payment that is declined while the buyer waits for it offers the next best way as well (§2 result)', async () => {
    const { placeOrder } = await import('../build/place-orders.ts');
    const member = await test.signIn('member@one.example', 'member-2026');
    const instructions = { instructions: { MYR: { en: 'To Bank Test' } } };
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
      VALUES (1, 'offline', true, '0', ${JSON.stringify(instructions)}::jsonb)`.execute(test.database.house);
    const orderNo = await placeOrder(test, member, {});
    const page = await browser.open(1440);
    await enterShop(page, 'member@one.example', 'member-2026', paths.payment('pay', orderNo));
    await page.getByRole('radio', { name: /^Test gateway/ }).check();
    await page.getByRole('button', { name: /^Pay MYR/ }).click();
    const link = page.getByRole('link', { name: 'Open the payment page' });
    const address = (await link.getAttribute('href')) ?? '';
    await visit(page, paths.payment('complete', orderNo));
    await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
    const bank = await browser.open(390);
    await visit(bank, address);
    await bank.getByRole('button', { name: /^Decline/ }).click();
    await page.getByRole('heading', { name: 'Sorry, your order payment failed' }).waitFor({ timeout: 20_000 });
    await page.getByRole('link', { name: 'Pay by Bank transfer instead' }).waitFor();
    await bank.context().close();
    await page.context().close();
  }, 120_000);

  it('what is typed before the scripts of the page have loaded stays typed (§2 booking)', async () => {
    const page = await browser.open(390);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
    let load = () => {};
    const loading = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await loading;
      await route.continue();
    });
    await page.goto(at(paths.booking({ lines: `${sku}:${playOn}::2` })), { waitUntil: 'commit' });
    const remark = page.getByLabel('Remark');
    const agreed = page.getByRole('checkbox', { name: /booking agreement/ });
    // Tests hide a page until it is hydrated, so that no key reaches it.
    const type = (name: string, text: string) =>
      page.locator(`[name=${name}]`).evaluate((field, value) => {
        (field as HTMLInputElement).value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
    await type('remark', 'A seat by the window');
    await type('agentReference', 'EARLY-1');
    await page.locator('[name=agreed]').dispatchEvent('click');
    load();
    await settle(page);
    expect(await remark.inputValue()).toBe('A seat by the window');
    expect(await page.getByLabel('Your booking reference').inputValue()).toBe('EARLY-1');
    expect(await agreed.isChecked()).toBe(true);
    // The page knows it, and not only the field.
    await reload(page);
    expect(await remark.inputValue()).toBe('A seat by the window');
    await page.unroute(/\/assets\/.*\.js$/);
    await page.context().close();
  }, 60_000);

  it('who comes back from the mail to a reloaded page types the code that was sent (§1 guests)', async () => {
    const page = await browser.open(390);
    const email = 'dropped@example.com';
    const sku = (await findProduct(test, 'Silver Tower')).packages[0]?.skus[0]?.id;
    await visit(page, at(`${paths.booking({ lines: `${sku}:${playOn}::1` })}&l=en`));
    await fillIn(page, { 'contact.name': 'Mei Tan', 'contact.email': email });
    const goOn = async () => {
      await page.getByRole('checkbox', { name: /booking agreement/ }).check();
      await page.getByRole('button', { name: 'Continue to payment' }).click();
    };
    await goOn();
    await solvePuzzle(test, page);
    const code = await newestCode(test, email);
    await reload(page);
    await goOn();
    await page.getByRole('dialog').getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.waitForURL(/\/booking\/pay/);
    await page.context().close();
  }, 60_000);

  it('staff confirm a manual order by a click', async () => {
    const { placeOrder, newKey } = await import('../build/place-orders.ts');
    const agent = await test.signIn('agent@one.example', 'agent-2026', '127.0.0.1');
    const orderNo = await placeOrder(test, agent, { product: 'Green Hills', quantity: 2 });
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const page = await browser.open(1440);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await page.getByRole('link', { name: /to confirm/ }).click();
    await page.getByRole('link', { name: orderNo }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Confirmed', { exact: true }).first().waitFor();
    await checkAxe(page);
    await page.context().close();
  }, 60_000);

  it('speaks Chinese by default and after a wrong language, Thai when asked, and keeps the choice (§2 l; §2 currency cookie; §9 default language; §9 language cookie; §9 default currency)', async () => {
    const page = await browser.open(390);
    await page.goto(at('/?l=xx'));
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await page.goto(at('/?l=th'));
    await page.goto(at('/search'));
    expect(await page.locator('html').getAttribute('lang')).toBe('th');
    const days = (seconds: number) => Math.round((seconds - Date.now() / 1000) / 86_400);
    const kept = (await page.context().cookies()).map(({ name, value, expires }) => [name, value, days(expires)]);
    expect(kept.sort()).toEqual([
      ['c', 'MYR', 7],
      ['lang', 'th', 365],
    ]);
    const missing = await page.goto(at('/search/999999'));
    expect(missing?.status()).toBe(404);
    browser.problems.length = 0;
    await page.context().close();
  });

  it('says so if a product no longer has a package (§8 no available packages)', async () => {
    const { id, path: shown } = await findProduct(test, 'Evening Show');
    await sql`UPDATE package SET on_shelf = false WHERE owner_id = 1 AND product_id = ${id}`.execute(
      test.database.house,
    );
    for (const path of [paths.calculation(id), shown]) {
      const page = await test.fetch(`${path}?l=en`);
      expect(await page.text()).toContain('No available packages');
    }
  });

  it('shows "being set up" on an unknown host and answers its calls with 421 (§2 without a site; §8 421)', async () => {
    const page = await test.fetch('/?l=en', { host: 'nobody.example' });
    expect(await page.text()).toContain('This website is under configuration');
    expect((await test.call('webSettings', {}, { host: 'nobody.example' })).http).toBe(421);
  });
});
