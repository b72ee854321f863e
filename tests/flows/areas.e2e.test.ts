// Pick-up areas in a real browser: staff draw one on the map and by keyboard, anybody asks about an address; and the same in words
// alone where the browser draws no maps.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterConsole, openBrowser, type TestBrowser, visit } from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

const shot = (page: Page, name: string) => page.screenshot({ path: `/tmp/places/${name}.png`, fullPage: true });

describe.each([390, 1440])('at %i pixels', (width) => {
  it('staff', async () => {
    const page = await browser.open(width);
    page.on('console', (one) => console.log(one.type(), one.text()));
    await visit(page, '/googleMap?lat=3.1579&lng=101.7116&name=Petronas%20Twin%20Towers&go=/search&l=en');
    await page.waitForTimeout(4000);
    console.log('canvas', await page.locator('canvas').count());
    await shot(page, `gmap-${width}`);
    await checkAxe(page);
    await checkWidth(page);
    await enterConsole(page, 'content@one.example', 'content-2026');
    await visit(page, '/console/areas');
    await shot(page, `none-${width}`);
    await visit(page, '/console/areas?area=new');
    await page.waitForTimeout(3000);
    await shot(page, `new-${width}`);
    await sql`INSERT INTO pickup_area (owner_id, names, ring) VALUES (1, '{"en":"Klang Valley"}', '[[101.5,3],[101.8,3],[101.8,3.3],[101.5,3.25]]')`.execute(test.database.house);
    await visit(page, '/console/areas');
    await page.getByRole('combobox', { name: /Pick-up/ }).fill('kul');
    await page.waitForTimeout(1500);
    await shot(page, `try-${width}`);
    await page.locator('[role=option]').first().click();
    await page.waitForTimeout(3000);
    await shot(page, `outside-${width}`);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'Klang Valley' }).first().click();
    await page.waitForTimeout(3000);
    await shot(page, `edit-${width}`);
    await checkAxe(page);
    await checkWidth(page);
  }, 120_000);
});
