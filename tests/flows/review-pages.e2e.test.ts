// The list of reviews of a product beyond its first page, in a real browser: the keyboard goes on where the next ones begin, and a page
// that arrives after another choice was made is dropped.
import { expect, it } from 'vitest';
import { type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findProduct } from '../build/place-orders.ts';
import { adjust, findAgency } from '../build/set-balances.ts';
import { buy } from '../build/set-up-desk.ts';

let test: TestHouse;
let browser: TestBrowser;
const count = 12;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  const [agent, finance, desk] = await Promise.all([
    test.signIn('agent@one.example', 'agent-2026'),
    test.signIn('finance@one.example', 'finance-2026'),
    test.signIn('operations@one.example', 'operations-2026'),
  ]);
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  for (let at = 0; at < count; at += 1) {
    const orderNo = await buy(test, agent, { quantity: 1 });
    await test.call('consoleVoucherRedeem', { text: `${orderNo}-1` }, { token: desk });
    const stars = at < 2 ? 1 : 5;
    const review = { line: `${orderNo}-1`, stars, body: `Visit ${at}.`, language: 'en' as const, pictures: [] };
    expect((await test.call('reviewSend', review, { token: agent })).code).toBe(200);
  }
  const { list } = (await test.call('consoleReviews', {}, { token: desk })).data;
  for (const { id } of list) await test.call('consoleReviewDecide', { id, act: 'publish' }, { token: desk });
});

it('more reviews take the focus to the first of them, and not to the start of the page', async () => {
  const page = await browser.open(390);
  const { path } = await findProduct(test, 'Silver Tower');
  await visit(page, `${path}?l=en`);
  const items = page.locator('#reviews').getByText(/^Visit \d+\.$/);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await expect.poll(() => items.count()).toBe(10);
  await page.getByRole('button', { name: 'Show more reviews' }).press('Enter');
  await expect.poll(() => items.count()).toBe(count);
  const focused = () => page.evaluate(() => document.activeElement?.closest('#reviews li')?.textContent ?? '');
  await expect.poll(focused).toContain('Visit 1.');
  await page.context().close();
}, 60_000);

it('a further page that arrives after another order was chosen does not replace it', async () => {
  const page = await browser.open(1440);
  const { path } = await findProduct(test, 'Silver Tower');
  await visit(page, `${path}?l=en`);
  const items = page.locator('#reviews').getByText(/^Visit \d+\.$/);
  await page.locator('#reviews').scrollIntoViewIfNeeded();
  await expect.poll(() => items.count()).toBe(10);
  const held = Promise.withResolvers<void>();
  await page.route(/page=2/, async (route) => {
    const answer = await route.fetch();
    await held.promise;
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Show more reviews' }).click();
  await page.getByLabel('Sort by').selectOption('lowest');
  await expect.poll(() => items.first().innerText()).toMatch(/Visit [01]\./);
  const late = page.waitForResponse(/page=2/);
  held.resolve();
  await (await late).finished();
  await expect.poll(() => page.locator('#reviews').getByRole('list').last().getAttribute('aria-busy')).toBe('false');
  expect(await items.first().innerText()).toMatch(/Visit [01]\./);
  expect(await items.count()).toBe(10);
  await page.context().close();
}, 60_000);
