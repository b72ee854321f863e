// An order that a gift card and a balance paid together (decisions 0408, 0736): its buyer reads how it was paid, what goes back which
// way before cancelling, and where it went.
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
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
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder } from '../build/place-orders.ts';
import { hand, setRates } from '../build/set-rates.ts';

/** Amounts are written with a blank that does not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

async function newCard(valueMinor: number): Promise<string> {
  const token = await test.signIn('finance@one.example', 'finance-2026');
  const input = { valueMinor, count: 1, currency: 'MYR' as const, endsOn: null, note: '' };
  return (await test.call('consoleGiftCardIssue', input, { token })).data.codes[0] ?? '';
}

async function approve(orderNo: string) {
  const token = await test.signIn('operations@one.example', 'operations-2026');
  const { data } = await test.call('consoleCancels', {}, { token });
  const id = data.list.find((request) => request.orderNo === orderNo)?.id ?? '';
  expect((await test.call('consoleCancelDecide', { id, approve: true }, { token })).code).toBe(200);
}

it('§3 refund path: the ways that paid are named, each with its part, before and after cancelling, and in the mails', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const code = await newCard(4000);
  const card = `Gift card ••••${code.slice(-4)}`;
  const id = await placeOrder(test, agent);
  const as = () => ({ token: agent, key: newKey() });
  await test.call('paying', { id, channel: 'giftCard', code, share: {} }, as());
  await test.call('paying', { id, channel: 'deposit' }, as());

  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${id}`);
  const part = (way: string) => page.locator('main').getByText(way, { exact: true }).locator('xpath=..');
  expect(plain(await part(card).first().innerText())).toContain('MYR 40.00');
  expect(plain(await part('Deposit').first().innerText())).toContain('MYR 60.00');
  await checkAxe(page);
  await checkWidth(page);

  await page.getByRole('button', { name: 'Cancel …' }).click();
  const dialog = page.getByRole('dialog');
  const back = (way: string) => dialog.getByText(way, { exact: true }).locator('xpath=..').innerText();
  await dialog.getByText(card).waitFor();
  expect([await back(card), await back('Deposit')].map((text) => plain(text).split('\n').at(-1))).toEqual([
    'MYR 40.00',
    'MYR 60.00',
  ]);
  await checkAxe(page);
  await checkWidth(page);
  await dialog.getByRole('button', { name: 'Send the request' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await settle(page);
  await approve(id);
  await until(
    () => test.call('orderDetail', { id }, { token: agent }),
    ({ data }) => data.refunds.length === 2 && data.refunds.every(({ status }) => status === 1),
  );
  await reload(page);
  const refunds = page.getByRole('heading', { name: 'Refunds' }).locator('xpath=following-sibling::ul');
  expect(await refunds.getByRole('listitem').count()).toBe(2);
  await refunds.getByText(card).waitFor();
  // The ways that paid are below what was paid, not below what went back.
  expect(plain(await refunds.locator('xpath=..').innerText())).toMatch(/\bPaid\b[\s\S]*Deposit[\s\S]*Refunded/);
  await visit(page, `/uc/order/${id}?l=zh_CN`);
  await page
    .getByText(`礼品卡 ••••${code.slice(-4)}`)
    .first()
    .waitFor();
  await checkWidth(page);

  const mails = await until(
    async () => (await test.mails('mei@example.com')).filter(({ occasion }) => occasion.includes('refunded')),
    (list) => list.length === 2,
  );
  for (const [way, amount] of [
    [card, 'MYR 40.00'],
    ['Deposit', 'MYR 60.00'],
  ]) {
    const mail = mails.find(({ body }) => plain(body).includes(`Refunded: ${amount}`));
    expect(plain(mail?.body ?? '')).toContain(
      `${amount} for Silver Tower are back, and you can pay with them again at once: ${way}.`,
    );
    expect(plain(mail?.body ?? '')).toContain(`Payment method: ${way}`);
  }
}, 120_000);

it('§3 refund path: before cancelling, too, the buyer reads that the card which gets its part is blocked, or until when it is valid', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const code = await newCard(20_000);
  const id = await placeOrder(test, agent);
  await test.call('paying', { id, channel: 'giftCard', code, share: {} }, { token: agent, key: newKey() });
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${id}`);
  const see = async (text: string | RegExp) => {
    await page.getByRole('button', { name: 'Cancel …' }).click();
    await page.getByRole('dialog').getByText(text).waitFor();
    await checkAxe(page);
    await checkWidth(page);
  };
  const change = (ending: string, set: ReturnType<typeof sql>) =>
    sql`UPDATE gift_card SET ${set} WHERE owner_id = 1 AND ending = ${ending}`.execute(test.database.house);
  await change(code.slice(-4), sql`ends_on = '2027-12-31'`);
  await reload(page);
  await see('The card is valid until Fri, Dec 31, 2027.');
  await change(code.slice(-4), sql`blocked = true`);
  await reload(page);
  await see('This card is blocked at the moment.');
  await page.context().close();
}, 60_000);

it('§4 withdrawing: an order that waits for its rest says what of it was paid, and that this goes back', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const code = await newCard(4000);
  const id = await placeOrder(test, agent);
  await test.call('paying', { id, channel: 'giftCard', code, share: {} }, { token: agent, key: newKey() });
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${id}`);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('What you have already paid goes back at once').waitFor();
  expect(await dialog.getByText('Nothing was paid').count()).toBe(0);
  expect(plain(await dialog.getByText(`Gift card ••••${code.slice(-4)}`).innerText())).toContain('MYR 40.00');
  await checkAxe(page);
  await checkWidth(page);
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Refunds' }).waitFor();
}, 60_000);

it('§4 approving: staff read by which ways the amount that they approve goes back', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const code = await newCard(4000);
  const id = await placeOrder(test, agent);
  const as = () => ({ token: agent, key: newKey() });
  await test.call('paying', { id, channel: 'giftCard', code, share: {} }, as());
  await test.call('paying', { id, channel: 'deposit' }, as());
  await test.call('cancelOrder', { orderNo: id, remark: 'Ill' }, { token: agent });
  for (const width of [1440, 390]) {
    const page = await browser.open(width);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await visit(page, `/console/orders/${id}`);
    await page.getByRole('button', { name: 'Approve' }).click();
    const dialog = page.getByRole('dialog');
    const back = async (way: string) =>
      plain(await dialog.getByText(way, { exact: true }).locator('xpath=..').innerText());
    expect(await back(`Gift card ••••${code.slice(-4)}`)).toContain('MYR 40.00');
    expect(await back('Deposit')).toContain('MYR 60.00');
    await checkAxe(page);
    await checkWidth(page);
    await dialog.getByLabel('Refund in MYR').fill('50');
    await dialog.getByText('MYR 60.00', { exact: true }).waitFor({ state: 'detached' });
    expect(await back('Deposit')).toContain('MYR 10.00');
    await page.context().close();
  }
}, 60_000);

it('§3 refund path: of gift cards in another currency each is named once, with both amounts', async () => {
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await setRates(test, finance).save([hand('USD', '4')]);
  const input = { valueMinor: 1000, count: 2, currency: 'USD' as const, endsOn: null, note: '' };
  const { codes } = (await test.call('consoleGiftCardIssue', input, { token: finance })).data;
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const id = await placeOrder(test, agent);
  for (const code of codes)
    await test.call('paying', { id, channel: 'giftCard', code, share: {} }, { token: agent, key: newKey() });
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${id}`);
  for (const code of codes) {
    const lines = page.locator('main').getByText(`Gift card ••••${code.slice(-4)}`, { exact: true });
    expect(await lines.count()).toBe(1);
    expect(plain(await lines.locator('xpath=..').innerText())).toMatch(/USD 10\.00[\s\S]*MYR 40\.00/);
  }
  expect(await page.locator('main').getByText('Gift card', { exact: true }).count()).toBe(0);
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
}, 60_000);

it('§2 confirm and pay: the ways to pay come before the code of a gift card, and stay there once one is used', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const code = await newCard(4000);
  const id = await placeOrder(test, agent);
  const page = await browser.open(390);
  await enterShop(page, 'agent@one.example', 'agent-2026', `/booking/pay?order=${id}`);
  const topOf = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0;
  const isBelow = async () => (await topOf('Gift card or balance')) > (await topOf('How would you like to pay?'));
  expect(await isBelow()).toBe(true);
  await checkAxe(page);
  await page.getByLabel('Gift card code').fill(code);
  await page.getByRole('button', { name: 'Use gift card' }).click();
  await page.getByRole('button', { name: 'Take back' }).waitFor();
  expect(await isBelow()).toBe(true);
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
}, 60_000);
