// Quick find in a real browser (rules §10): from any page of the back office to a screen, an order, a product or a partner, by
// keyboard and by finger, for what the reader's role may open; and the menu, which shows the entry of its page.
import { expect, it } from 'vitest';
import { checkAxe, checkWidth, enterConsole, settle, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buyPending, makeRoom } from '../build/set-up-desk.ts';

let test: TestHouse;
let browser: TestBrowser;
let orderNo = '';

openFlow(async (flow) => {
  ({ test, browser } = flow);
  await makeRoom(test);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  [orderNo = ''] = await buyPending(test, agent, 1);
});

const open = async (width: number, role: string) => {
  const page = await browser.open(width);
  await enterConsole(page, `${role}@one.example`, `${role}-2026`);
  const dialog = page.getByRole('dialog');
  return { page, dialog, field: dialog.getByRole('combobox'), marked: dialog.locator('[aria-selected=true]') };
};

it('leads by keyboard from any page to screens, orders, products and partners (rules §10)', {
  timeout: 60_000,
}, async () => {
  const { page, dialog, field, marked } = await open(1440, 'admin');
  await page.keyboard.press('Control+k');
  await dialog.getByRole('option', { name: 'Exchange rates' }).waitFor();
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await checkAxe(page);
  // Accents and order do not matter, and the menu shows where one is.
  await page.keyboard.type('RÁTES exch');
  await expect.poll(() => marked.textContent()).toBe('Exchange rates');
  await page.keyboard.press('Enter');
  await page.waitForURL('/console/rates');
  await dialog.waitFor({ state: 'hidden' });
  const entry = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Exchange rates' });
  const inSight = async () => {
    const box = await entry.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    return box && box.y > 0 && box.y + box.height <= height ? 'in sight' : `${JSON.stringify(box)} of ${height}`;
  };
  await expect.poll(inSight).toBe('in sight');

  for (const [typed, text, path] of [
    [orderNo.slice(2), orderNo, `/console/orders/${orderNo}`],
    ['harbour', 'Harbour', '/console/products/'],
    ['agent@one', 'agent@one.example', '/console/partners/'],
  ] as const) {
    await settle(page);
    await page.keyboard.press('Control+k');
    await field.fill(typed);
    await dialog.getByRole('option').filter({ hasText: text }).first().waitFor();
    const at = await dialog.getByRole('option').filter({ hasText: text }).first().getAttribute('id');
    for (let row = 0; row < 20 && (await marked.getAttribute('id')) !== at; row += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.startsWith(path));
  }

  await settle(page);
  await page.keyboard.press('Control+k');
  await field.fill('no such thing');
  await dialog.getByText('Nothing found').waitFor();
  await page.keyboard.press('Enter');
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.context().close();
});

it('offers a role what it may open, and asks for nothing else (rules §10)', { timeout: 60_000 }, async () => {
  const { page, dialog, field } = await open(390, 'content');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visit(page, '/console/cities');
  await page.getByRole('button', { name: 'Quick find' }).click();
  await field.fill('e');
  await dialog.getByRole('option', { name: 'Agent prices' }).waitFor();
  await dialog.getByRole('group', { name: 'Products' }).getByRole('option').first().waitFor();
  await checkAxe(page);
  await checkWidth(page);
  expect(await dialog.getByRole('option', { name: 'Exchange rates' }).count()).toBe(0);
  expect(asked.filter((path) => path === '/api/console/products')).toHaveLength(1);
  expect(asked.filter((path) => /\/api\/console\/(orders|partners)$/.test(path))).toEqual([]);
  await field.fill('agent');
  await dialog.getByRole('option', { name: 'Agent prices' }).click();
  await page.waitForURL('/console/agent-prices');
  await page.context().close();
});
