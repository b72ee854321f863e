// The guest list in a real browser (decision 0777): found in the menu, a day on, one product, redeemed from it, saved as a
// file, written to.
import { describe, expect, it } from 'vitest';
import { addDays, todayIn } from '../../domain/dates.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buy } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let today: string;
let agent: string;
let hills: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(test.database.house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  hills = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
  for (const _ of atWidths(390)) await buy(test, agent, { quantity: 3 });
  // Two cars of which one has a driver.
  const cars = await buy(test, agent, { product: 'Airport Car', quantity: 2 });
  const driver = { name: 'Aree', areaCode: '66', phone: '898765432', plate: '', car: '', remark: '' };
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  const told = { id: cars, subOrderNo: `${cars}-1`, drivers: [driver] };
  expect((await test.call('consoleDriver', told, { token: operations })).code).toBe(200);
  today = todayIn('Asia/Kuala_Lumpur', Date.now());
  // The tower's day has come.
  for (const table of ['departure', 'sub_order'])
    await sql`UPDATE ${sql.table(table)} t SET play_on = ${today}::date FROM package k JOIN product p USING (owner_id, product_id)
      WHERE t.owner_id = 1 AND k.owner_id = 1 AND k.package_id = t.package_id AND p.key = 'tower' AND t.play_on = ${playOn}::date`.execute(
      test.database.house,
    );
});

describe.each(atWidths(390))('the guest list at %i pixels', (width) => {
  const booked = 3 * atWidths(390).length;
  const before = 3 * atWidths(390).indexOf(width);
  it('leads through days and products, and to what is redeemed (rules §10)', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('link', { name: 'Guest list' }).click();
    await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
    await page.getByText(`Booked ${booked} · redeemed ${before}`).waitFor();
    await checkAxe(page);
    await checkWidth(page);

    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the file' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('link', { name: 'Save the file' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^guests-.*\.csv$/);
    await page.keyboard.press('Escape');

    const redeeming = page.getByRole('link', { name: /^Redeem now/ });
    const left = await redeeming.count();
    await redeeming.first().click();
    await page.getByRole('button', { name: 'Redeem now' }).click();
    await page.getByText('Redeemed by').waitFor();
    await page.goBack();
    await page.getByText(`Booked ${booked} · redeemed ${before + 3}`).waitFor();
    expect(await redeeming.count()).toBe(left - 1);

    await page.getByRole('link', { name: 'Day after' }).click();
    await page.getByText(/^Nobody is booked for/).waitFor();
    expect(new URL(page.url()).searchParams.get('on')).toBe(addDays(today, 1));
    await visit(page, `/console/guests?on=${playOn}`);
    await page.getByRole('heading', { name: 'Green Hills Day Tour' }).waitFor();
    expect(await redeeming.count()).toBe(0);
    await page.getByText('Drivers: 1 / 2').waitFor();
    await page.getByLabel('Product').selectOption({ label: 'Green Hills Day Tour' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/product=/);
    await settle(page);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Green Hills Day Tour']);
    await page.getByRole('button', { name: 'Write to all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write to 1 buyer' });
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('This field is required').waitFor();
    await dialog.getByLabel('Write a remark').fill(`The bus is late, ${width}`);
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByText('1 message sent').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const said = await test.call('remarks', { a: hills, b: 1 }, { token: agent });
    expect(said.data.list[0]?.text).toBe(`The bus is late, ${width}`);
    await page.context().close();
  }, 60_000);
});
