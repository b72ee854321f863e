// First steps and the map of a trip in a real browser (§7 useronboarding, §2 googleMap): an agent ticks a step, hides the steps and brings
// them back; an admin follows one to its screen; an order's points are listed beside the map.
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('an agent takes first steps, hides them and brings them back', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', '/uc');
    await visit(page, '/uc');
    await page.getByRole('heading', { name: /^First steps/ }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByText('3 / 7').waitFor();
    await page.getByLabel('Done by hand: Put your logo on your papers').check();
    await page.getByText('4 / 7').waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('button', { name: /^Show first steps/ }).waitFor();
    await visit(page, '/uc');
    expect(await page.getByRole('heading', { name: /^First steps/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Show first steps/ }).click();
    await page.getByRole('link', { name: 'Give a colleague a sign-in' }).click();
    await page.waitForURL(/\/uc\/account\/store$/);
    await page.context().close();
  }, 120_000);

  it('an admin follows a step to its screen', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'admin@one.example', 'admin-2026');
    await visit(page, '/console');
    await page.getByRole('heading', { name: /^First steps/ }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'Enter the company’s legal name and address' }).click();
    await page.getByRole('heading', { name: 'Company', exact: true }).waitFor();
    await page.context().close();
  }, 120_000);

  it('an order’s points are listed beside the map', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const orderNo = await placeOrder(test, agent);
    const pickup = { address: 'Hotel Sunrise', lat: 3.16, lng: 101.7 };
    await sql`UPDATE purchase SET pickup = ${JSON.stringify(pickup)}::jsonb WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await visit(page, `/uc/order/${orderNo}`);
    await page.getByRole('link', { name: 'All points on a map' }).click();
    await page.getByRole('heading', { name: 'Points of the trip' }).waitFor();
    await page.getByText('Hotel Sunrise').waitFor();
    expect(await page.getByRole('link', { name: 'Open in Google Maps' }).first().getAttribute('href')).toContain(
      '3.16,101.7',
    );
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.waitForURL(new RegExp(`/uc/order/${orderNo}$`));
    await page.context().close();
  }, 120_000);
});
