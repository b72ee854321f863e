import { afterAll, beforeAll, it } from 'vitest';
import { enterConsole, openBrowser, type TestBrowser, visit } from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

let test: TestHouse;
let browser: TestBrowser;
beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  console.log(browser.problems);
  await browser?.close();
  await test?.close();
});
it('x', async () => {
  const page = await browser.open(1440);
  await enterConsole(page, 'operations@one.example', 'operations-2026');
  await visit(page, '/console/partners?query=Agency');
  await page.getByRole('link', { name: 'Agency' }).click();
  await page
    .getByRole('row', { name: /agent@one\.example/ })
    .getByRole('button', { name: 'Sign in as' })
    .click();
  await page.getByText('On this address you can only look.').waitFor();
  await page.screenshot({ path: '/tmp/mine1.png' });
  const opened = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open the shop' }).click();
  const shop = await opened;
  await shop.waitForURL('/');
  await shop.waitForTimeout(2000);
  console.log(shop.url(), await shop.context().cookies());
  await shop.screenshot({ path: '/tmp/mine2.png' });
  await page.screenshot({ path: '/tmp/mine1b.png' });
  console.log(test.log.filter((x) => /error|"level":[45]/.test(x)).join('\n'));
  const a = await browser.open(1440);
  await enterConsole(a, 'admin@one.example', 'admin-2026');
  await visit(a, '/console/agreements');
  await a.screenshot({ path: '/tmp/mine3.png' });
});
