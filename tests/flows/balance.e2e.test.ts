// Deposit and credit line in a real browser (§2 uc balance, rules §8): an agent tops up, filters, downloads files and is warned;
// finance changes a line with a colleague's approval.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway, type TestGateway, until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let gateway: TestGateway;
let browser: TestBrowser;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  gateway = await openGateway(test);
  flow.atEnd(gateway.close);
});

const widths = atWidths(390);

describe.each(widths)('at %i pixels', (width) => {
  it('an agent tops up the deposit, finds it in the statement and downloads it as files', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/balance');
    await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor();
    await checkAxe(page);
    await checkWidth(page);

    await page.getByRole('button', { name: 'Top up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount (MYR)').fill('abc');
    await dialog.getByRole('button', { name: 'Top up' }).click();
    await dialog.getByText('Please enter an amount such as 500').waitFor();
    await dialog.getByLabel('Amount (MYR)').fill('99999999999');
    await dialog.getByRole('button', { name: 'Top up' }).click();
    await dialog.getByText('Please enter an amount from MYR 1.00 to MYR 100,000,000.00').waitFor();
    await dialog.getByLabel('Amount (MYR)').fill('1.250,5');
    await dialog.getByText('MYR 1,250.50').first().waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Pay MYR 1,250.50' }).click();
    await dialog.getByAltText('QR code of the payment page').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    const href = await dialog.getByRole('link', { name: 'Open the payment page' }).getAttribute('href');
    await gateway.act(String(href).split('/').at(-1) ?? '', 'pay-silent');
    await page.getByText('The deposit is topped up by MYR 1,250.50').waitFor({ timeout: 30_000 });
    await page.waitForURL(/recharge=R/);

    await page.getByLabel('Type').selectOption('Top-up');
    await page.getByLabel('Payment method').selectOption('Test gateway');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/dealType=1/);
    await page.getByText(width === 390 ? '1 transaction ·' : '2 transactions ·').waitFor();
    await page.getByText('+MYR 1,250.50').filter({ visible: true }).first().waitFor();
    await checkAxe(page);
    await checkWidth(page);
    for (const [button, head] of [
      ['Download CSV', '\ufeffTime (Asia/Kuala_Lumpur),Type'],
      ['Download Excel', 'PK'],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(readFileSync(await download.path(), 'utf8').slice(0, head.length)).toBe(head);
      await page.getByText(/The file is ready: \d transaction/).waitFor();
    }
    await page.getByRole('link', { name: 'Clear filters' }).click();

    await page.getByLabel('Mail me when less than this is left').fill('12 000,00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The warning is saved').waitFor();
    await page.getByText('Low', { exact: true }).first().waitFor();
    await page.getByLabel('Mail me when less than this is left').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The warning is saved').waitFor();
    await page.context().close();
  }, 120_000);

  it('finance raises a credit line at once, a larger one with a colleague', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/balances');
    await page.getByRole('link', { name: 'Agency' }).filter({ visible: true }).first().click();
    await page.getByRole('heading', { name: 'Agency' }).waitFor();
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);

    const fill = async (what: string, amount: string, reason: string) => {
      await page.getByLabel('What changes').selectOption(what);
      await page.getByLabel('Amount (MYR)').fill(amount);
      await page.getByLabel('Reason').fill(reason);
      await page.getByRole('button', { name: 'Book it' }).click();
    };
    await fill('Raise the credit line', '2000', '');
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('Reason').fill('Contract of July');
    await page.getByRole('button', { name: 'Book it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Raise the credit line: MYR 2,000.00 for Agency.').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Book it' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Booked', { exact: true }).first().waitFor();
    const off = page.getByText('Agency has a credit line but cannot pay with it');
    await off.waitFor();
    await checkAxe(page);
    await checkWidth(page);
    const link = page.getByRole('link', { name: 'Set up Credit line' });
    expect(await link.getAttribute('href')).toBe('/console/channels?channel=credit');
    await link.click();
    await page.getByRole('heading', { name: 'Credit line', level: 1 }).waitFor();
    await page.goBack();
    await off.waitFor();
    await fill('Settlement: restore used credit', '5', 'Paid');
    await dialog.getByRole('button', { name: 'Book it' }).click();
    await dialog.getByText('The account does not allow that much').waitFor();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await fill('Raise the deposit', '50,000', 'Transfer of the third');
    await dialog.getByText('last 24 hours it is above MYR 5,000.00').waitFor();
    await dialog.getByRole('button', { name: 'Book it' }).click();
    await page.getByText('Sent: it waits for a colleague’s approval').waitFor();
    await page.getByText('You asked for this: a colleague must approve it.').waitFor();
    await checkAxe(page);
    await checkWidth(page);

    const other = await browser.open(width);
    await enterConsole(other, 'admin@one.example', 'admin-2026');
    await visit(other, '/console/balances');
    await other.getByRole('heading', { name: '1 change waits for approval' }).waitFor();
    await checkAxe(other);
    await checkWidth(other);
    await other.getByRole('link', { name: 'Agency', exact: true }).first().click();
    await other.getByRole('link', { name: 'Set the amount above which a second person is needed' }).click();
    await other.getByLabel(/^Adjustments needing a second person/).waitFor();
    await other.goBack();
    await other.goBack();
    await other.getByRole('button', { name: 'Approve' }).click();
    await checkAxe(other);
    await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await other.getByRole('heading', { name: '1 change waits for approval' }).waitFor({ state: 'detached' });
    const left = () =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM adjustment WHERE state = 'waiting'`
        .execute(test.database.house)
        .then((found) => found.rows[0]?.n);
    expect(await until(left, (one) => one === 0)).toBe(0);
    await other.context().close();
    await page.context().close();
  }, 120_000);
});

describe('members', () => {
  it('have no such page', async () => {
    const page = await browser.open(390);
    await enterShop(page, 'member@one.example', 'member-2026', '/uc');
    expect(await page.getByRole('link', { name: 'Balance' }).count()).toBe(0);
    await visit(page, '/uc/balance');
    await page.getByRole('heading', { name: 'We cannot find this page' }).waitFor();
    browser.forget(/404/);
    await page.context().close();
  });
});
