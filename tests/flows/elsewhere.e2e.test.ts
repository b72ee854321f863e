// An order of an agent's own system in a real browser (§1 inner API, §3 agent types): the owner names the platform, the agent reads the
// order here, sees where it came from, and has no button to pay or cancel it.
import { expect, it } from 'vitest';
import { checkAxe, checkWidth, enterConsole, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, newKey } from '../build/place-orders.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

it.each([
  [390, 'Meituan'],
  [1440, 'Qunar'],
])(
  'at %i pixels: an agent on %s reads its system’s order',
  async (width, platform) => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const found = await test.call('consolePartners', { query: 'agent@one.example' }, { token: admin });
    const desk = await browser.open(width);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, `/console/partners/${found.data.list[0]?.id}`);
    await desk.getByLabel('Agent type').selectOption({ label: platform });
    await checkAxe(desk);
    await checkWidth(desk);
    await desk.getByLabel('Agent type').locator('xpath=ancestor::form').getByRole('button', { name: 'Save' }).click();
    await desk.locator('dd').getByText(platform, { exact: true }).waitFor();
    await desk.context().close();

    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const body = await fillOrder(test, agent);
    const placed = await test.call('createOrder', { ...body, ownSystem: true }, { token: agent, key: newKey() });
    expect(placed.code).toBe(200);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${placed.data.orderNo}`);
    await page.getByText(`From your own system (${platform})`).waitFor();
    await page.getByText('Please pay, change or cancel it there.').waitFor();
    expect(await page.getByRole('link', { name: /Pay/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /Cancel|Withdraw/ }).count()).toBe(0);
    await checkAxe(page);
    await checkWidth(page);
    await visit(page, `/booking/pay?order=${placed.data.orderNo}`);
    await page.getByText('Please pay, change or cancel it there.').waitFor();
    browser.forget(/422/);
    await page.context().close();
  },
  120_000,
);
