// Parts of a price from a balance or a gift card, while the balance, the card or the order changes elsewhere (decision 0408).
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { checkAxe, checkWidth, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder } from '../build/place-orders.ts';
import { adjust, findAgency, readFigures } from '../build/set-balances.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow(
  (flow) => {
    ({ test, browser } = flow);
  },
  { expected: /status of 422/ },
);

/** What another person of the agency spent or paid in meanwhile. */
async function setDeposit(minor: number): Promise<void> {
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const { deposit } = await readFigures(test, await test.signIn('agent@one.example', 'agent-2026'));
  if (deposit === minor) return;
  const wanted = { dealType: deposit < minor ? 9 : 10, amountMinor: Math.abs(minor - deposit) } as const;
  expect((await adjust(test, finance, { id: await findAgency(test, finance), ...wanted })).code).toBe(200);
}

it('§2 confirm and pay: of a deposit that a colleague used meanwhile, the page offers what is left', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  await setDeposit(3000);
  const id = await placeOrder(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${id}`);
  await setDeposit(1000);
  await page.locator('[name="amount-deposit"]').fill('25');
  await page.getByRole('button', { name: /Use MYR.25\.00 of the deposit/ }).click();
  await page
    .getByText(/deposit is not enough/)
    .first()
    .waitFor();
  await page.locator('[name="amount-deposit"]').fill('');
  await page.getByRole('button', { name: /Use MYR.10\.00 of the deposit/ }).waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.getByRole('button', { name: /Use MYR.10\.00 of the deposit/ }).click();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  // Taken back in another tab, and the order paid there: this page goes on to what is so now.
  await setDeposit(100_000);
  const other = await page.context().newPage();
  await visit(other, `/booking/pay?order=${id}`);
  await other.getByRole('button', { name: 'Take back' }).click();
  await other.getByRole('button', { name: 'Take back' }).waitFor({ state: 'detached' });
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForURL(/booking\/complete/);
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor();
  await page.context().close();
}, 60_000);

it('§2 confirm and pay: who types more than the deposit holds reads how much that is, beside the field', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  await setDeposit(1000);
  const id = await placeOrder(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${id}`);
  await page.locator('[name="amount-deposit"]').fill('25');
  await page.getByRole('button', { name: /Use MYR.10\.00 of the deposit/ }).click();
  await page.getByText(/an amount from MYR.0\.01 to MYR.10\.00/).waitFor();
  await page.context().close();
});

it('§2 confirm and pay: a gift card for an order that was paid in another tab stays as it is, and the page says so', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const issue = { valueMinor: 4000, count: 1, currency: 'MYR' as const, endsOn: null, note: '' };
  const code = (await test.call('consoleGiftCardIssue', issue, { token: finance })).data.codes[0] ?? '';
  await setDeposit(100_000);
  const id = await placeOrder(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${id}`);
  await page.getByLabel('Gift card code').fill(code);
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  await page.getByRole('button', { name: 'Use gift card' }).click();
  await page.waitForURL(/booking\/complete/);
  const { rows } = await sql<{ balance_minor: number }>`SELECT balance_minor FROM gift_card
    WHERE owner_id = 1 AND ending = ${code.slice(-4)}`.execute(test.database.house);
  expect(Number(rows[0]?.balance_minor)).toBe(4000);
  await page.context().close();
}, 60_000);
