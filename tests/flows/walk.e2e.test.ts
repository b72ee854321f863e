// The whole path of a new agent (§1–§7): signs up, is approved and given a credit line, finds a tour, books it for three, lets the
// travellers fill in their details, gets the vouchers, has one checked, cancels one traveller, and finds the statement correct.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsoleByForm,
  enterShopByForm,
  fillIn,
  mailedLink,
  settle,
  type TestBrowser,
  typeImage,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { readPdf } from '../build/read-pdf.ts';
import { readQr } from '../build/read-qr.ts';
import { offerCredit } from '../build/set-balances.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  await offerCredit(test);
  // May be cancelled free of charge until two days before.
  await sql`UPDATE product SET free_cancel_days = 2 WHERE names ->> 'en' = 'Green Hills Day Tour'`.execute(
    test.database.house,
  );
});

const [email, password, company] = ['stranger@example.com', 'harbour-2026', 'Far Shore Travel'];
const operations = ['operations@one.example', 'operations-2026'] as const;
const finance = ['finance@one.example', 'finance-2026'] as const;
const looksGood = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};

it.each(atWidths(1440))(
  'from the first visit to a true statement, at %i pixels (§2 product)',
  async (width) => {
    const agent = await browser.open(width);
    const mail = `${width}.${email}`;
    await signUp(agent, mail);
    const desk = await browser.open(width);
    await approve(desk);
    await lend(await browser.open(width));
    await enterShopByForm(agent, mail, password);
    const orderNo = await bookForThree(agent);
    await payOnCredit(agent);
    await complete(await browser.open(390), await copyLink(agent, orderNo));
    await confirm(desk, orderNo);
    await verify(await browser.open(width), await takeVoucher(agent, orderNo));
    await askToCancelOne(agent, orderNo);
    await letCancel(desk, orderNo);
    await checkStatement(agent, orderNo);
    await Promise.all([agent.context().close(), desk.context().close()]);
  },
  240_000,
);

async function signUp(page: Page, mail: string): Promise<void> {
  await visit(page, '/signup?l=en');
  await page.getByRole('link', { name: /^Corporate distributor/ }).click();
  await page.waitForURL('/signup/company');
  await settle(page);
  await fillIn(page, {
    ...{ email: mail, password, confirmation: password, companyName: `${company} ${mail}`, name: 'Noor Haddad' },
    ...{ areaCode: '60', mobile: '12345678', country: 'MY', city: 'Penang', address: '1 Beach Street' },
    ...{ orderContactName: 'Noor', orderContactEmail: mail, orderContactAreaCode: '60', orderContactPhone: '12345678' },
  });
  await page.getByRole('checkbox', { name: /registration agreement/ }).check();
  await typeImage(test, page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText(`We have sent a mail to ${mail}.`).waitFor();
  await page.goto(await mailedLink(test, mail, '/login/active?token='));
  await page.getByText('Your application is being reviewed.').waitFor();
}

async function approve(page: Page): Promise<void> {
  await enterConsoleByForm(page, ...operations);
  await visit(page, '/console');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Partners to approve/ })
    .click();
  await page
    .getByRole('link', { name: new RegExp(company) })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Approved', { exact: true }).first().waitFor();
}

async function lend(page: Page): Promise<void> {
  await enterConsoleByForm(page, ...finance);
  await visit(page, '/console/balances');
  // The newest partner has no line yet.
  await page
    .getByRole('link', { name: new RegExp(`${company} ${page.viewportSize()?.width}`) })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByLabel('What changes').waitFor();
  await settle(page);
  await page.getByLabel('What changes').selectOption('Raise the credit line');
  await page.getByLabel('Amount (MYR)').fill('1000');
  await page.getByLabel('Reason').fill('First season');
  await page.getByRole('button', { name: 'Book it' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Book it' }).click();
  await page.getByText('Booked', { exact: true }).first().waitFor();
  await page.context().close();
}

async function bookForThree(page: Page): Promise<string> {
  await visit(page, '/');
  await page.getByRole('combobox', { name: 'Search' }).last().fill('green hills');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search\?query=/);
  await settle(page);
  await page.getByRole('link', { name: 'Green Hills Day Tour' }).first().click();
  await page.waitForURL(/\/tours\//);
  await settle(page);
  const day = page.locator('#book button[aria-pressed]:not([aria-disabled])').first();
  const shown = await day.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  );
  if (!shown) await page.getByRole('button', { name: 'Next month' }).click();
  await day.click();
  await page.getByRole('button', { name: 'Adult: one more' }).click();
  await page.getByText('MYR 300.00').first().waitFor();
  await page.getByRole('button', { name: /Book now/ }).click();
  await page.waitForURL(/\/booking\/order/);
  await settle(page);
  await page.getByRole('checkbox', { name: 'The travellers fill in their details later' }).check();
  await fillIn(page, { 'orderFields.403': 'Sea Hotel' });
  await looksGood(page);
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(/\/booking\/pay/);
  return new URL(page.url()).searchParams.get('order') ?? '';
}

async function payOnCredit(page: Page): Promise<void> {
  await settle(page);
  await page.getByRole('radio', { name: /^Credit/ }).check();
  await page.getByRole('button', { name: 'Pay MYR 300.00' }).click();
  await page.getByRole('heading', { name: 'Paid. We are confirming it' }).waitFor();
}

async function copyLink(page: Page, orderNo: string): Promise<string> {
  await visit(page, `/uc/order/${orderNo}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = page.locator('input[readonly]');
  await page.waitForFunction(() => document.querySelector('input[readonly]')?.getAttribute('value'));
  const { pathname, search } = new URL(await link.inputValue());
  return pathname + search;
}

async function complete(page: Page, path: string): Promise<void> {
  await visit(page, `${path}&l=zh_CN`);
  for (const [at, name] of ['Mei Tan', 'Lee Tan', 'Ann Tan'].entries())
    await fillIn(page, { [`travellers.${at}.102`]: name, [`travellers.${at}.202`]: `A123456${at}` });
  await looksGood(page);
  await page.getByRole('button', { name: '完成', exact: true }).click();
  await page.waitForURL('/completed');
  await page.context().close();
}

async function confirm(page: Page, orderNo: string): Promise<void> {
  await visit(page, `/console/orders/${orderNo}`);
  await page.getByText('Ann Tan').first().waitFor();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByText('Confirmed', { exact: true }).first().waitFor();
}

/** Where the QR code of the voucher leads. */
async function takeVoucher(page: Page, orderNo: string): Promise<string> {
  await visit(page, `/uc/order/${orderNo}`);
  await page.getByText('Traveller details completed').waitFor();
  await looksGood(page);
  const href = await page.getByRole('link', { name: 'Voucher', exact: true }).first().getAttribute('href');
  const pdf = await page.request.get(test.base + href);
  const [first] = readPdf(await pdf.body());
  expect(first?.text).toContain('Green Hills Day Tour');
  const { pathname, search } = new URL(readQr(first?.squares ?? []));
  return pathname + search;
}

async function verify(page: Page, path: string): Promise<void> {
  await visit(page, `${path}&l=en`);
  await page.getByText('Valid', { exact: true }).waitFor();
  await page.getByText('Adult × 3').waitFor();
  await page.context().close();
}

async function askToCancelOne(page: Page, orderNo: string): Promise<void> {
  await visit(page, `/uc/order/${orderNo}`);
  await page.getByRole('button', { name: 'Cancel …' }).click();
  const dialog = page.getByRole('dialog');
  const less = dialog.getByRole('button', { name: /one less/ });
  await less.click();
  await less.click();
  await dialog.getByText('You get back').locator('xpath=..').getByText('MYR 100.00').waitFor();
  await dialog.getByLabel('Why?').fill('One of us is ill');
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('In review').waitFor();
}

async function letCancel(page: Page, orderNo: string): Promise<void> {
  await visit(page, '/console');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Cancellation requests/ })
    .click();
  await page.waitForURL(/\/console\/cancels/);
  const card = page.getByRole('listitem').filter({ hasText: orderNo });
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await card.waitFor({ state: 'detached' });
}

/** The line of 1,000 less the order of 300 and with the 100 given back: in the figures, in each line, and in the file. */
async function checkStatement(page: Page, orderNo: string): Promise<void> {
  await visit(page, '/uc/order');
  await page.getByText('1 of 3 cancelled').filter({ visible: true }).first().waitFor();
  const given = page.getByText('+MYR 100.00').filter({ visible: true }).first();
  for (let tries = 0; tries < 20; tries += 1) {
    await visit(page, '/uc/balance');
    if (await given.isVisible()) break;
  }
  await page.getByText('MYR 800.00').filter({ visible: true }).first().waitFor();
  await looksGood(page);
  // Words of other languages take more of the row: the number of an order stays on one line.
  await visit(page, '/uc/balance?l=vi');
  const number = page.getByRole('link', { name: orderNo }).filter({ visible: true }).first();
  expect(await number.evaluate((link) => link.getClientRects().length)).toBe(1);
  await visit(page, '/uc/balance?l=en');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  const [head = '', ...lines] = readFileSync(await download.path(), 'utf8')
    .replace('\ufeff', '')
    .trim()
    .split('\r\n');
  const names = head.split(',');
  const at = (name: string) => lines.map((line) => line.split(',')[names.indexOf(name)] ?? '');
  expect(at('Amount').reduce((sum, one) => sum + Number(one), 0)).toBe(800);
  expect(at('Left after').map(Number)).toContain(800);
  expect(at('Order').filter((one) => one === orderNo)).toHaveLength(2);
  await visit(page, `/uc/order/${orderNo}`);
  await page.getByText('1 cancelled (MYR 100.00)').waitFor();
}
