// Price levels in a real browser, from scratch (rules §11): an administrator names a level and makes it the default, an applicant is
// approved with it, one price for everything is added, and the agent sees it; then its explanation, another percentage, and the net prices.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkAxe, checkWidth, enterConsole, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { solveImage } from '../build/solve-images.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

const agent = ['new@agency.example', 'copper-2026'] as const;

/** A company signs up and follows the mailed link; the form itself is walked in console.e2e.test.ts. */
async function apply(): Promise<void> {
  const [email, password] = agent;
  await test.call('register', {
    ...{ registrant: 'corporate', email, name: 'Linh', areaCode: '84', mobile: '123456789', agreed: true },
    ...{
      password,
      confirmation: password,
      companyName: 'Lagoon Travel',
      country: 'VN',
      city: 'Hue',
      address: '1 Le Loi',
    },
    ...{
      orderContactName: 'Linh',
      orderContactAreaCode: '84',
      orderContactPhone: '123456789',
      orderContactEmail: email,
    },
    ...(await solveImage(test)),
  });
  const [mail] = await until(
    () => test.mails(email),
    (mails) => mails.length > 0,
  );
  const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  expect((await test.call('enableEmail', { token })).data).toMatchObject({ waits: true });
}

async function nameLevel(page: Page): Promise<void> {
  await visit(page, '/console');
  await page.getByRole('link', { name: 'Price levels' }).click();
  await page.getByLabel('Level 4').fill('Gold');
  await page.getByLabel('Level 5').fill('gold');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is here twice').waitFor();
  // As long as a name may be, in one word, on a phone.
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Level 5').fill('W'.repeat(100));
  await checkWidth(page);
  await page.setViewportSize(size);
  await page.getByLabel('Level 5').fill('');
  await page.getByLabel('Price level', { exact: true }).selectOption({ label: '4 · Gold' });
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The price levels are saved').waitFor();
}

async function approve(page: Page): Promise<void> {
  await visit(page, '/console/partners?approval=waiting');
  await page.getByRole('link', { name: 'Lagoon Travel' }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel(/^Price level/).inputValue()).toBe('4');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await page
    .getByRole('definition')
    .filter({ hasText: /^Gold$/ })
    .waitFor();
}

async function addPrice(page: Page): Promise<void> {
  await visit(page, '/console/agent-prices');
  await page.getByRole('button', { name: 'Add an agent price' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('For whom').selectOption({ label: '4 · Gold' });
  await dialog.getByLabel('Value (%)').fill('10');
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Everything.*Gold.*10% off.*Always.*In force/ }).waitFor();
  // Another one for the same says what it would replace, and keeps what was typed.
  await page.getByRole('button', { name: 'Add an agent price' }).click();
  await dialog.getByLabel('For whom').selectOption({ label: '4 · Gold' });
  await dialog.getByLabel('Value (%)').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Now 10% off.').waitFor();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await page.getByRole('row', { name: /Everything.*Gold.*12% off.*Always.*In force/ }).waitFor();
  await page.getByRole('button', { name: 'Add an agent price' }).click();
  await dialog.getByLabel('For whom').selectOption({ label: '4 · Gold' });
  await dialog.getByLabel('Value (%)').fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Replace it' }).click();
  await page.getByRole('row', { name: /Everything.*Gold.*10% off.*Always.*In force/ }).waitFor();
  await page.getByRole('button', { name: 'Add an agent price' }).click();
  await dialog.getByLabel('On what').selectOption({ label: 'A city' });
  await dialog.getByRole('combobox', { name: 'A city' }).fill('testv');
  await dialog.getByRole('option', { name: /Testville/ }).click();
  await dialog.getByLabel('For whom').selectOption({ label: 'One partner' });
  await dialog.getByLabel('Find the partner').fill('lagoon');
  await dialog.getByRole('radio', { name: /Lagoon/ }).check();
  await dialog.getByLabel('Value (%)').fill('1');
  await dialog.getByLabel('When it counts').selectOption({ label: 'By day of travel' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This field is required').waitFor();
  await dialog.getByLabel('First day').fill('2035-01-01');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Testville.*Lagoon Travel.*1% off.*from.*2035.*Coming/ }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
}

/** The page of a product names the winner, also for a day on which another one wins. */
async function lookAsPartner(page: Page, productId: string): Promise<void> {
  await visit(page, `/console/products/${productId}/prices`);
  await page.getByRole('cell', { name: /MYR 90\.00.*10% off.*Everything/ }).waitFor();
  await page.getByLabel('Product', { exact: true }).selectOption({ label: 'standard › Adult' });
  await page.getByLabel('For whom').selectOption({ label: 'One partner' });
  await page.getByLabel('Find the partner').fill('lagoon');
  await page.getByRole('radio', { name: /Lagoon/ }).check();
  await page.getByText('MYR 10.00 (10%)').waitFor();
  await page.getByLabel('Day of travel').fill('2035-02-01');
  await page.getByText('MYR 1.00 (1%)').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Wins' }).filter({ hasText: 'Testville' }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
}

async function changeMany(page: Page): Promise<void> {
  await visit(page, '/console/agent-prices');
  await page.getByLabel('On what').selectOption({ label: 'Everything' });
  await page.getByLabel('Price level').selectOption({ label: '4 · Gold' });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL(/scope=everything/);
  const change = async () => {
    await page.getByRole('checkbox', { name: 'Select: Everything, Gold' }).check();
    await page.getByRole('button', { name: 'Change percentage' }).click();
    await page.getByLabel('New discount off retail (%)').fill('15');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /Everything.*15% off/ }).waitFor();
  };
  await change();
  await page.getByText('1 price has the new percentage').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /Everything.*10% off/ }).waitFor();
  await change();
}

async function takeRates(page: Page): Promise<string> {
  await visit(page, '/uc');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^My net prices Everything/ })
    .click();
  await page.waitForURL('/uc/netRates');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  await page.getByText('The file is ready').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  return readFile(await (await file).path(), 'utf8');
}

it('a level is named, assigned by approval, priced, seen by its agent, explained and changed', async () => {
  await apply();
  const staff = await browser.open(1440);
  await enterConsole(staff, 'admin@one.example', 'admin-2026');
  await nameLevel(staff);
  await approve(staff);
  await addPrice(staff);
  const page = await browser.open(390);
  await enterShop(page, ...agent);
  const { id, path } = await findProduct(test, 'Silver Tower');
  await visit(page, path);
  await page.getByText('MYR 90.00').first().waitFor();
  await lookAsPartner(staff, id);
  await changeMany(staff);
  await visit(page, path);
  await page.getByText('MYR 85.00').first().waitFor();
  const rates = await takeRates(page);
  expect(rates).toMatch(/Silver Tower,standard,Adult,100\.00,85\.00,MYR/);
  await Promise.all([staff.context().close(), page.context().close()]);
}, 240_000);
