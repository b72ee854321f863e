// Exchange rates in a real browser (§9, rules §10): finance follows the daily feed with a margin, sets others by hand, and the
// prices of the shop follow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { todayIn } from '../../domain/dates.ts';
import { writeEcb } from '../build/ecb-sample.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  openBrowser,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFeed, type TestFeed } from '../build/open-feed.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let feed: TestFeed;
let browser: TestBrowser;
const today = todayIn('Europe/Berlin', Date.now());

beforeAll(async () => {
  feed = await openFeed();
  feed.answer(writeEcb({ day: today }));
  test = await openTestHouse({ screens: true, env: { ECB_URL: feed.address } });
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  await feed?.close();
  expect(browser?.problems).toEqual([]);
});

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('finance fetches, follows, sets by hand, is warned of typing errors, and meets a colleague’s change', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    if (width < 500) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Exchange rates', exact: true }).click();
    await page.waitForURL('/console/rates');
    await page.getByRole('heading', { name: 'Exchange rates' }).waitFor();
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);

    feed.answer('<!DOCTYPE html><p>Back soon</p>');
    await page.getByRole('button', { name: 'Fetch now' }).click();
    await page.getByText('The daily rates cannot be fetched at the moment').waitFor();
    feed.answer(writeEcb({ day: today }));
    await page.getByRole('button', { name: 'Fetch now' }).click();
    await page.getByText(/The rates of .* are here/).waitFor();

    await page.getByRole('checkbox', { name: 'Follow the daily rates' }).check();
    await page.getByLabel('Margin (%)').fill('2,5');
    await page.getByLabel('Source for USD').selectOption('feed');
    await page.getByLabel('MYR for 1 JPY').fill('0,29');
    await page.getByText(/Differs from the daily rate by \d+%/).waitFor();
    await page.getByLabel('MYR for 1 TWD').fill('zero');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter a rate above zero, such as 4.42').waitFor();
    await checkAxe(page);
    await page.getByLabel('MYR for 1 TWD').fill('0.137');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rates are saved').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    expect(await page.getByLabel('MYR for 1 JPY').inputValue()).toBe('0.29');
    // 100 × 1.1367 ÷ 4.6457 with 2.5 % on top.
    await page.getByText('USD 25.08').waitFor();

    const token = await test.signIn('admin@one.example', 'admin-2026');
    const { revision, margin } = (await test.call('consoleRates', {}, { token })).data;
    const rates = [{ currency: 'CNY' as const, source: 'hand' as const, rate: '0.65' }];
    expect((await test.call('consoleRatesSave', { revision, feed: true, margin, rates }, { token })).code).toBe(200);
    await page.getByLabel('MYR for 1 TWD').fill('0.14');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Load the newest' }).click();
    await page.getByText('The newest rates are loaded and your changes are kept').waitFor();
    expect(await page.getByLabel('MYR for 1 CNY').inputValue()).toBe('0.65');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rates are saved').waitFor();

    await page.getByRole('checkbox', { name: 'Follow the daily rates' }).uncheck();
    await page.getByLabel('MYR for 1 USD').fill('4.42');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The rates are saved').waitFor();
    await page.context().close();
  }, 120_000);
});

describe('the shop', () => {
  it('shows a replaced code as the euro, and the selling currency if there is no rate', async () => {
    const page = await browser.open(390);
    await visit(page, '/search?query=tower&l=en&c=HRK');
    await page.getByText('MYR 100.00').first().waitFor();
    const token = await test.signIn('finance@one.example', 'finance-2026');
    const { revision, feed: follows, margin } = (await test.call('consoleRates', {}, { token })).data;
    const rates = [{ currency: 'EUR' as const, source: 'hand' as const, rate: '5' }];
    expect((await test.call('consoleRatesSave', { revision, feed: follows, margin, rates }, { token })).code).toBe(200);
    // Pages of visitors are cached for five seconds, and both codes mean the same currency.
    await page.waitForTimeout(5500);
    await visit(page, '/search?query=tower&l=en&c=BGN');
    await page.getByText('EUR 20.00').first().waitFor();
    await checkAxe(page);
    await page.context().close();
  });

  it('offers no currency whose rate is gone, and says what the prices are in instead', async () => {
    const page = await browser.open(1440);
    const staff = await browser.open(1440);
    await enterConsole(staff, 'finance@one.example', 'finance-2026');
    const setRate = async (rate: string) => {
      await visit(staff, '/console/rates');
      await staff.getByLabel('MYR for 1 EUR').fill(rate);
      await staff.getByRole('button', { name: 'Save' }).click();
      await staff.getByText('The rates are saved').waitFor();
      // Pages of visitors are cached for five seconds.
      await page.waitForTimeout(5500);
    };
    const choice = page.getByLabel('Currency', { exact: true }).first();
    await setRate('5');
    await visit(page, '/search?query=tower&l=en&c=EUR');
    await page.getByText('EUR 20.00').first().waitFor();
    expect(await choice.inputValue()).toBe('EUR');
    await setRate('');
    for (const address of ['/search?query=tower', '/search?query=tower&c=EUR']) {
      await visit(page, address);
      await page.getByText('MYR 100.00').first().waitFor();
      expect(await choice.inputValue()).toBe('MYR');
      expect(await choice.locator('option').allTextContents()).toEqual(expect.arrayContaining(['MYR', 'USD']));
      expect(await choice.locator('option', { hasText: 'EUR' }).count()).toBe(0);
    }
    await setRate('5');
    await visit(page, '/search?query=tower');
    await choice.selectOption('EUR');
    await page.getByText('EUR 20.00').first().waitFor();
    expect(await choice.inputValue()).toBe('EUR');
    for (const one of [page, staff]) await one.context().close();
  }, 120_000);
});
