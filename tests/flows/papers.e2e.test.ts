// Files and documents in a real browser (rules §3, §4, §10): staff add a partner's document and the partner reads it and adds one; the list
// of orders is exported; an order shows its contact before a change.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
let orderNo: string;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
});

const paper = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
});

it('staff and partner store documents for each other', async () => {
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  const found = await test.call('consolePartners', { query: 'agent@' }, { token: operations });
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, `/console/partners/${found.data.list[0]?.id}`);
  await desk.getByText('No documents yet').waitFor();
  await desk.getByLabel('Kind').selectOption('contract');
  await desk.getByLabel('Ends on').fill('2020-01-31');
  await desk.locator('input[type=file]').setInputFiles(paper('Contract.pdf'));
  await desk.getByRole('link', { name: 'Contract.pdf' }).waitFor();
  await desk.getByText('Ended', { exact: true }).waitFor();
  await checkAxe(desk);
  await visit(desk, '/console');
  await desk.getByRole('link', { name: /Partners whose documents end/ }).click();
  await desk.waitForURL(/documents=ending/);
  await desk
    .getByRole('link', { name: /Agency/ })
    .first()
    .waitFor();

  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', '/uc/account');
  await page.getByRole('link', { name: 'Contract.pdf' }).waitFor();
  expect(await page.getByRole('button', { name: 'Delete: Contract.pdf' }).count()).toBe(0);
  await page.locator('#main input[type=file], main input[type=file]').first().setInputFiles(paper('Licence.pdf'));
  await page.getByRole('link', { name: 'Licence.pdf' }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: 'Delete: Licence.pdf' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'Licence.pdf' }).waitFor({ state: 'detached' });
  await desk.context().close();
  await page.context().close();
}, 120_000);

it('the filtered orders become a file, and an order shows its changes', async () => {
  const desk = await browser.open(390);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, '/console/orders');
  await desk.getByRole('button', { name: 'Export' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('One row for each item of an order').check();
  await checkAxe(desk);
  await dialog.getByRole('button', { name: 'Make the file' }).click();
  await dialog.getByText('The file is ready: 1 row').waitFor();
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Save the file' }).click(),
  ]);
  expect(readFileSync((await download.path()) ?? '', 'utf8')).toContain(orderNo);
  await visit(desk, `/console/orders/${orderNo}`);
  const { contact } = (await test.call('consoleOrder', { id: orderNo }, { token: await operator() })).data;
  await test.call(
    'consoleContact',
    { id: orderNo, seen: contact, ...contact, email: 'new@example.com' },
    { token: await operator() },
  );
  await visit(desk, `/console/orders/${orderNo}`);
  await desk.getByRole('heading', { name: 'Changes of details' }).waitFor();
  await desk.getByText('new@example.com').last().waitFor();
  await settle(desk);
  await checkAxe(desk);
  await checkWidth(desk);
  await desk.context().close();
}, 120_000);

const operator = () => test.signIn('operations@one.example', 'operations-2026');

it('a printed list has all its columns, and no menus', async () => {
  const desk = await browser.open(1440);
  await enterConsole(desk, 'operations@one.example', 'operations-2026');
  await visit(desk, '/console/orders');
  // A4, and the most by which browsers shrink a page that is too wide.
  await desk.setViewportSize({ width: Math.floor(794 * 1.25), height: 1100 });
  await desk.emulateMedia({ media: 'print' });
  expect(await desk.locator('nav:visible').count()).toBe(0);
  const { right, cut } = await desk.locator('table').evaluate((table) => ({
    right: table.getBoundingClientRect().right,
    cut: getComputedStyle(table.parentElement as Element).overflowX,
  }));
  expect(cut).toBe('visible');
  expect(right).toBeLessThanOrEqual(794 * 1.25);
  await desk.emulateMedia({ media: 'screen' });
});
