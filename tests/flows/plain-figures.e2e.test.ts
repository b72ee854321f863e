// Figures that staff type, in a real browser (rules §10): plain digits alone are taken, and a refusal names the field.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { consolePaths } from '../../domain/console-paths.ts';
import { instantOf, writeLocal } from '../../domain/dates.ts';
import { checkAxe, enterConsole, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { gygAccount, playReportedPlatforms, type ReportedPlatforms } from '../build/play-reported-platforms.ts';
import { findAgency } from '../build/set-balances.ts';
import { playOn } from '../build/small-seed.ts';
import { enterAsContent } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
let reported: ReportedPlatforms;
/** Known once the platforms play. */
const env: Record<string, string> = {};
beforeAll(async () => {
  reported = await playReportedPlatforms();
  Object.assign(env, reported.env);
});
openFlow(
  async (flow) => {
    ({ test, browser } = flow);
    flow.atEnd(() => reported.close());
  },
  { env },
);

const dialog = (page: Page) => page.getByRole('dialog');

it('a city by hand takes plain degrees alone', async () => {
  const page = await enterAsContent(browser, 1440);
  await visit(page, consolePaths.cities());
  await page.getByRole('button', { name: 'Add a city' }).click();
  await dialog(page).getByLabel('By hand').check();
  await dialog(page).getByLabel('Name in English').fill('Plainville');
  await dialog(page).getByLabel('Country').selectOption({ label: 'Armenia' });
  await dialog(page).getByLabel('Latitude').fill('4e1');
  await dialog(page).getByLabel('Longitude').fill('0x2c');
  await dialog(page).getByRole('button', { name: 'Add a city' }).click();
  await dialog(page).getByText('Please enter a number from -90 to 90').waitFor();
  await dialog(page).getByText('Please enter a number from -180 to 180').waitFor();
  await checkAxe(page);
  await dialog(page).getByLabel('Latitude').fill('40.2');
  await dialog(page).getByLabel('Longitude').fill('44.5');
  await dialog(page).getByRole('button', { name: 'Add a city' }).click();
  await page.getByText('“Plainville” is in your list').waitFor();
  await page.context().close();
}, 60_000);

/** Connects GetYourGuide, which asks for the tower: then deals of it can be made. */
async function sellAtGyg(): Promise<void> {
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const partnerId = await findAgency(test, await test.signIn('finance@one.example', 'finance-2026'));
  await test.call('consolePartnerKeysOpen', { id: partnerId, open: true }, { token: admin });
  const account = { source: 14, partnerId, ...gygAccount } as const;
  await test.call('consoleChannelAccountSave', account, { token: admin });
  const { key } = (await test.call('apiKeyCreate', { name: 'gyg', scopes: ['getYourGuide'] }, { token: agent })).data;
  const { id, packages } = await findProduct(test, 'Silver Tower');
  const zone = 'Asia/Kuala_Lumpur';
  const dateTime = writeLocal(instantOf(playOn, '', zone), zone);
  const productId = `${id}-${packages[0]?.id}`;
  const range = new URLSearchParams({ productId, fromDateTime: dateTime, toDateTime: dateTime });
  const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`;
  await test.fetch(`/gyg/1/get-availabilities/?${range}`, { headers: { authorization } });
}

it('a deal takes plain digits alone, and names what is none', async () => {
  await sellAtGyg();
  const page = await browser.open(1440);
  await enterConsole(page, 'admin@one.example', 'admin-2026');
  await visit(page, consolePaths.gygDeals());
  await page.getByRole('button', { name: 'Create a deal' }).click();
  await dialog(page).getByLabel('Name of the deal').fill('Spring');
  await dialog(page).getByLabel('Discount in percent').fill('1e1');
  await dialog(page).getByLabel('Places at most').fill('0x10');
  await dialog(page).getByLabel('Notice in days').fill('1e1');
  await dialog(page).getByRole('button', { name: 'Create a deal' }).click();
  await dialog(page).locator('[aria-invalid="true"]').first().waitFor();
  expect(await dialog(page).locator('[aria-invalid="true"]').count()).toBe(3);
  await checkAxe(page);
  await dialog(page).getByLabel('Discount in percent').fill('12,5');
  await dialog(page).getByLabel('Places at most').fill('16');
  await dialog(page).getByLabel('Notice in days').fill('10');
  await dialog(page).getByRole('button', { name: 'Create a deal' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  expect([...reported.deals.values()].flat()).toMatchObject([
    { dealName: 'Spring', maxVacancies: 16, discountPercentage: 12.5, noticePeriodDays: 10 },
  ]);
  await page.context().close();
}, 60_000);
