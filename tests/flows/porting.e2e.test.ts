// Files of products and quotations in a real browser (rules §10; §2 onlinequotation): content staff import products after a
// check that lists the problems; an agent composes a quotation whose agent prices a customer never sees.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import readSheets from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { consolePaths } from '../../domain/console-paths.ts';
import { sql } from '../../server/platform/db.ts';
import { newDocument } from '../build/edit-products.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  reload,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;

openFlow((flow) => {
  ({ test, browser } = flow);
});

async function saved(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await press();
  return readFile(await (await waiting).path());
}

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('content staff check a file, read its problems, and import the good rows', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'content@one.example', 'content-2026');
    if (width < 500) await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Import and export' }).click();
    await page.waitForURL('/console/catalogue');
    await page.getByRole('heading', { name: 'Import and export', level: 1 }).waitFor();
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);

    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('This field is required').waitFor();
    await checkAxe(page);

    const list = [newDocument({ key: `fine-${width}` }), newDocument({ key: `bad-${width}`, city: 'atlantis' })];
    const file = {
      name: `spring-${width}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(list)),
    };
    await page.getByLabel('Excel or JSON file').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.waitForURL(/import=/);
    await page.getByRole('status').getByText('Checked, nothing changed yet').waitFor();
    await page.getByText('JSON row 2, city:').waitFor();
    await page.getByText('This is not known here').waitFor();
    await checkAxe(page);
    await checkWidth(page);

    const problems = await saved(page, () => page.getByRole('link', { name: 'Download the problems' }).click());
    expect((await readSheets(problems))[0]?.data[1]?.slice(1, 4)).toEqual([2, 'city', `bad-${width}`]);

    await page.getByRole('button', { name: 'Import what is fine' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 will be created and 0 changed; 1 with problems stays out.').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Import what is fine' }).click();
    await page.getByRole('status').getByText('Import finished').waitFor();
    await page.getByText('Created', { exact: true }).last().waitFor();
    await page.getByRole('link', { name: 'Only new and changed' }).click();
    await page.waitForURL(/show=changes/);
    await expect.poll(() => page.getByText('This is not known here').count(), { timeout: 10_000 }).toBe(0);
    await page.getByText(`fine-${width}`, { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Only with problems' }).click();
    await page.waitForURL(/show=bad/);
    await expect.poll(() => page.getByText(`fine-${width}`, { exact: true }).count(), { timeout: 10_000 }).toBe(0);
    await checkAxe(page);
    await checkWidth(page);

    const catalogue = await saved(page, () => page.getByRole('link', { name: 'Download as JSON' }).click());
    expect(JSON.parse(catalogue.toString()).map((one: { key: string }) => one.key)).toContain(`fine-${width}`);
    const same = { name: 'same.json', mimeType: 'application/json', buffer: catalogue };
    await page.getByLabel('Excel or JSON file').setInputFiles(same);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('so there is nothing to import').waitFor();
    expect(await page.getByRole('button', { name: /^Import (what is fine|products)$/ }).count()).toBe(0);
    const fine = JSON.stringify([newDocument({ key: `later-${width}` })]);
    await page.getByLabel('Excel or JSON file').setInputFiles({ ...same, buffer: Buffer.from(fine) });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByRole('button', { name: 'Import products' }).waitFor();
    await page.context().close();
  });

  it('operations import orders of a platform: a check by row, then each booked with its source (§3 order source)', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await visit(page, consolePaths.marketplaces());
    await page.getByRole('heading', { name: 'Viator' }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await visit(page, consolePaths.orders());
    await page.getByRole('link', { name: 'Import orders' }).click();
    await page.waitForURL(consolePaths.orderImports());
    const template = await saved(page, () => page.getByRole('link', { name: 'Download the template' }).click());
    const [orders, products] = await readSheets(template);
    const sku = products?.data.find((row) => row[1] === 'Silver Tower')?.[0];
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('This field is required').waitFor();
    await page.getByLabel('Platform').selectOption({ label: 'Tuniu' });
    await page.getByLabel('Find the partner by name or e-mail').fill('Agency');
    await page.getByLabel('Partner that pays for the orders').selectOption({ label: 'Agency' });
    await page.getByLabel('Find the partner by name or e-mail').fill('nobody');
    await page.getByText('No approved company or agent has this name or e-mail.').waitFor();
    const payer = page.getByLabel('Partner that pays for the orders').locator('option:checked');
    expect(await payer.textContent()).toBe('Agency');
    const values = { sku, date: playOn, quantity: 1, name: 'Wang Fang', currency: 'MYR' } as Record<string, unknown>;
    const rowOf = (more: object) =>
      orders?.data[0]?.map((name) => ({ ...values, ...more })[String(name)] ?? '').join(',');
    const csv = [
      orders?.data[0]?.join(','),
      rowOf({ reference: `GOOD-${width}`, price: 125 }),
      rowOf({ reference: `BAD-${width}`, date: '3/4' }),
    ];
    const file = { name: 'tuniu.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) };
    await page.getByLabel('Excel or CSV file').setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.waitForURL(/import=/);
    await page.getByText('Row 3, date:').waitFor();
    await page.getByText('MYR 25.00').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await reload(page);
    await page.getByRole('button', { name: 'Book 1 order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Book 1 order' }).click();
    await dialog.getByText('1 order booked').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Booked', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^[A-Z0-9]{10,}$/ }).click();
    await page.getByRole('heading', { name: 'Tuniu' }).waitFor();
    await page.getByText(`GOOD-${width}`).waitFor();
    await settle(page);
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  });

  it('an agent copies a calculation, adds a stay, and exports a file without agent prices (§2 calPrice/{id}/{packageId?})', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    await visit(page, '/search?query=Silver+Tower');
    await page.getByRole('link', { name: 'Silver Tower', exact: true }).first().click();

    await page.getByRole('link', { name: 'Price calculator' }).click();
    await page.waitForURL(/\/calPrice\//);
    await settle(page);
    await page.getByRole('button', { name: 'Add to the quotation' }).click();
    await page.getByRole('link', { name: 'Open the quotation' }).click();
    await page.waitForURL('/onlinequotation');
    // 100.00 raised by ten percent, the default.
    await page.getByText('MYR 110.00 × 1 = MYR 110.00').first().waitFor();

    await page.getByLabel('Mark-up (%)').fill('12,5');
    await page.getByText('MYR 112.50 × 1 = MYR 112.50').first().waitFor();
    await page.getByLabel('Customer’s name').or(page.getByLabel("Customer's name")).fill('Tan Travel');
    await page.getByLabel('Find a product').fill('Harbour');
    await page.getByRole('button', { name: 'Add to the quotation: Harbour Inn' }).click();
    await page.getByLabel('Check-in').waitFor();
    await page.getByText('Some lines have no price yet').waitFor();
    const on = await page.getByLabel('Check-in').inputValue();
    const until = new Date(Date.parse(on) + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabel('Check-out').fill(until);
    // 180.00 a night for this agent, three nights, raised by 12.5 percent.
    await page.getByText('MYR 607.50 × 1 = MYR 607.50').first().waitFor();
    await page.getByText('My price MYR 540.00 · Retail MYR 600.00 · Margin MYR 67.50').waitFor();
    await page.getByText('MYR 720.00', { exact: true }).first().waitFor();
    await checkAxe(page);
    await checkWidth(page);

    await page.getByRole('checkbox', { name: 'Hide my own prices' }).check();
    expect(await page.getByText('MYR 540.00').count()).toBe(0);
    await page.getByLabel('Language of the file').selectOption('zh_CN');
    const file = await saved(page, () => page.getByRole('button', { name: 'Download as Excel' }).click());
    const rows = (await readSheets(file))[0]?.data ?? [];
    expect(rows[0]?.[0]).toBe('报价单：Tan Travel');
    expect(rows.at(-3)?.[7] ?? rows[7]?.[7]).toBe(720);
    expect(JSON.stringify(rows)).not.toContain('540');

    await page.emulateMedia({ media: 'print' });
    await page.getByText('Quotation: Tan Travel').waitFor();
    expect(await page.getByText('Hide my own prices').isVisible()).toBe(false);
    expect(await page.locator('body').innerText()).not.toContain('540.00');
    await page.emulateMedia({ media: 'screen' });

    await reload(page);
    await page.getByText('MYR 607.50 × 1 = MYR 607.50').first().waitFor();
    await page.getByRole('button', { name: 'Clear the list' }).click();
    await checkAxe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Clear the list' }).click();
    await page.getByRole('heading', { name: 'The quotation is empty' }).waitFor();
    await checkAxe(page);
    await visit(page, '/uc');
    await page.getByRole('link', { name: 'Quotations' }).first().click();
    await page.waitForURL('/uc/quotation');
    await page.context().close();
  });

  it('a member and a visitor have a list at retail, and no quotation with a mark-up or the price of an agent', async () => {
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    await visit(page, '/uc');
    expect(await page.getByRole('link', { name: 'Quotation' }).count()).toBe(0);
    for (const reader of [page, await browser.open(width)]) {
      await visit(reader, '/onlinequotation?l=en');
      await reader.getByLabel('Find a product').fill('Harbour');
      await reader.getByRole('button', { name: 'Add to the quotation: Harbour Inn' }).click();
      await reader.getByLabel('Check-in').waitFor();
      const on = await reader.getByLabel('Check-in').inputValue();
      await reader.getByLabel('Check-out').fill(new Date(Date.parse(on) + 3 * 86_400_000).toISOString().slice(0, 10));
      // 200.00 a night, which level 2 gets for 180.00.
      await reader.getByText('Total: MYR 600.00').waitFor();
      const shown = await reader.locator('body').innerText();
      expect(shown).not.toMatch(/540\.00|Mark-up|My price|Margin|Save as a quotation/);
      await checkAxe(reader);
      await checkWidth(reader);
      await reader.context().close();
    }
  });
});

it('a person who goes to another screen while a file is uploaded stays there, and a check that broke off says that nothing changed', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'content@one.example', 'content-2026');
  await visit(page, consolePaths.catalogue());
  let pass = () => undefined as unknown;
  const held = new Promise((resolve) => {
    pass = () => resolve(undefined);
  });
  await page.route(/\/api\/console\/imports\?/, async (route) => {
    await held;
    await route.continue();
  });
  const list = Buffer.from(JSON.stringify([newDocument({ key: 'left-amid' })]));
  const file = { name: 'left.json', mimeType: 'application/json', buffer: list };
  await page.getByLabel('Excel or JSON file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText(/^Uploading/).waitFor();
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  const answered = page.waitForResponse(/\/api\/console\/imports\?/);
  pass();
  expect((await (await answered).json()).code).toBe(200);
  await settle(page);
  await page.waitForTimeout(500);
  expect(new URL(page.url()).pathname).toBe(consolePaths.products());

  await expect
    .poll(() =>
      sql`SELECT 1 FROM import_job WHERE state = 'checked' AND file_name = 'left.json'`.execute(test.database.house),
    )
    .toMatchObject({ rows: [{}] });
  await sql`UPDATE import_job SET state = 'checking', fresh = 0, touched_at = now() - interval '100 seconds'
    WHERE file_name = 'left.json'`.execute(test.database.house);
  await visit(page, consolePaths.catalogue());
  await page.getByRole('link', { name: 'left.json' }).click();
  await page.getByText('The check broke off and nothing was changed. Please upload the file again.').waitFor();
  expect(await page.getByRole('button', { name: 'Go on importing' }).count()).toBe(0);
  await page.context().close();
}, 60_000);
