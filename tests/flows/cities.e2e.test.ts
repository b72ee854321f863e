// Cities in a real browser (§7 searchRegion, rules §10): a city that no seed has is added from the world's list, named, gets a product, is
// found in the shop by its name, and is merged; another is added by hand; a person may live in any city.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addDays, nameZone } from '../../domain/dates.ts';
import { atWidths, checkAxe, checkWidth, enterShop, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { today } from '../build/small-seed.ts';
import { enterAsContent, field, fillDays, openCalendar, saveNew, saveStock, tab } from '../build/type-products.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

const dialog = (page: Page) => page.getByRole('dialog');

async function openCities(page: Page, width: number): Promise<void> {
  if (width < 500) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Cities', exact: true }).click();
  await page.getByRole('heading', { name: 'Cities', level: 1 }).waitFor();
  await settle(page);
}

async function pick(page: Page, label: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

const nextMonth = addDays(`${today.slice(0, 7)}-01`, 40).slice(0, 7);

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('from scratch to a product that the shop finds by the name of its city', async () => {
    const page = await enterAsContent(browser, width);
    await openCities(page, width);
    await page.getByText('City data: GeoNames').waitFor();
    await checkAxe(page);
    await checkWidth(page);

    await page.getByRole('button', { name: 'Add a city' }).click();
    await dialog(page).getByRole('button', { name: 'Add a city' }).click();
    await dialog(page).getByText('Please choose').waitFor();
    await pick(page, 'City', 'tbil', /Tbilisi Georgia · Asia\/Tbilisi/);
    await checkAxe(page);
    await dialog(page).getByRole('button', { name: 'Add a city' }).click();
    await page.getByText(`“Tbilisi” is in your list. Time zone: ${nameZone('Asia/Tbilisi', 'en')}`).waitFor();

    await page.getByRole('button', { name: 'Rename Tbilisi' }).click();
    await dialog(page).getByLabel('简体中文').fill('第比利斯');
    await checkAxe(page);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Tbilisi” is saved').waitFor();

    await visit(page, '/console/products/new');
    await page.getByLabel('Category').selectOption({ label: 'Tours' });
    // The map starts in the middle of the city, and follows it until somebody enters the place.
    const placeIn = async () => [await field(page, 'lat').inputValue(), await field(page, 'lng').inputValue()];
    await pick(page, 'City', 'batum', /Batumi/);
    const inBatumi = await placeIn();
    expect(inBatumi.map((text) => Math.round(Number(text)))).toEqual([42, 42]);
    await pick(page, 'City', 'tbil', /Tbilisi/);
    expect(await placeIn()).not.toEqual(inBatumi);
    await field(page, 'lat').fill('41.69');
    await field(page, 'lng').fill('44.80');
    await pick(page, 'City', 'batum', /Batumi/);
    expect(await placeIn()).toEqual(['41.69', '44.80']);
    await pick(page, 'City', 'tbil', /Tbilisi/);
    await tab(page, 'Texts');
    for (const name of ['names', 'overviews'])
      for (const [language, text] of [
        ['en', 'Old Town at Dusk'],
        ['zh_CN', '暮色老城'],
      ])
        await field(page, `${name}.${language}`).fill(text ?? '');
    await tab(page, 'Packages');
    await field(page, 'packages.0.names.en').fill('Small group');
    await field(page, 'packages.0.skus.0.ticketType').selectOption({ label: 'Adult' });
    await field(page, 'packages.0.skus.0.priceMinor').fill('90');
    const id = await saveNew(page);
    await openCalendar(page, nextMonth);
    await fillDays(page, { value: '9', from: `${nextMonth}-01`, to: `${nextMonth}-20` });
    await saveStock(page);
    await visit(page, `/console/products/${id}`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The product is published').waitFor();

    for (const name of ['Tbilisi', '第比利斯', 'Georgia']) {
      await visit(page, `/search?query=${encodeURIComponent(name)}`);
      await page
        .getByRole('link', { name: /Old Town at Dusk/ })
        .first()
        .waitFor();
    }
    await page.context().close();
  }, 120_000);

  it('by hand, with missing values named, and merged into another', async () => {
    const page = await enterAsContent(browser, width);
    await openCities(page, width);
    await page.getByRole('button', { name: 'Add a city' }).click();
    await dialog(page).getByLabel('By hand').check();
    await dialog(page).getByRole('button', { name: 'Add a city' }).click();
    await dialog(page).getByText('This field is required').first().waitFor();
    await checkAxe(page);
    await dialog(page).getByLabel('Name in English').fill('Old Yerevan');
    await dialog(page).getByLabel('Country').selectOption({ label: 'Armenia' });
    await dialog(page).getByLabel('Latitude').fill('40.18');
    await dialog(page).getByLabel('Longitude').fill('44.51');
    await page.goBack();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await dialog(page).getByRole('button', { name: 'Add a city' }).click();
    await page.getByText(`“Old Yerevan” is in your list. Time zone: ${nameZone('Asia/Yerevan', 'en')}`).waitFor();

    await page.getByRole('button', { name: 'Merge Testville' }).click();
    await pick(page, 'Merge into', 'old yer', /Old Yerevan/);
    await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
    await dialog(page).getByText('another country or time zone').waitFor();
    await checkAxe(page);
    await dialog(page).getByRole('button', { name: 'Not now' }).click();

    const token = await test.signIn('content@one.example', 'content-2026');
    await test.call('consoleCityAdd', { code: 'w616052' }, { token });
    await page.getByRole('button', { name: 'Merge Old Yerevan' }).click();
    await pick(page, 'Merge into', 'yerevan', /^Yerevan/);
    await dialog(page).getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('“Old Yerevan” is merged').waitFor();
    const left = async () => (await test.call('consoleCities', { query: 'yerevan' }, { token })).data.list;
    expect((await until(left, (list) => list.length === 1))[0]?.key).toBe('yerevan');
    await page.context().close();
  }, 90_000);

  it('a member chooses a city of the world in the profile', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    await visit(page, '/uc/account/profile');
    expect(await page.getByLabel('Department').count()).toBe(0);
    await pick(page, 'City and time zone', 'reykj', /Reykjav/);
    await page.getByText(`Iceland · ${nameZone('Atlantic/Reykjavik', 'en')}`).waitFor();
    await checkAxe(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('status')
      .or(page.getByText('saved', { exact: false }))
      .first()
      .waitFor();
    await page.context().close();
  }, 60_000);
});
