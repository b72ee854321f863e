// The operator's day in a real browser (rules §10): the confirm queue by keyboard only, many at once, pick-ups, travellers and
// cancellations, ordering for a partner, and what a supplier sees; every screen in light and dark, at 390 and 1440.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkColours,
  checkWidth,
  enterConsole,
  fillIn,
  problemsOn,
  reload,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buy, buyDoubtful, buyPending, giveToSupplier, makeRoom } from '../build/set-up-desk.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
let operations: string;

openFlow(async (flow) => {
  ({ test, browser } = flow);
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});

const enter = async (width: number, role = 'operations') => {
  const page = await browser.open(width);
  await enterConsole(page, `${role}@one.example`, `${role}-2026`);
  return page;
};
const statusOf = async (id: string) => (await test.call('consoleOrder', { id }, { token: operations })).data.status;
const dialog = (page: Page) => page.getByRole('dialog');
/** Moves the focus on until it is on the element of the selector. */
const tabTo = async (page: Page, selector: string) => {
  for (let at = 0; at < 120; at += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((one) => document.activeElement?.matches(one) ?? false, selector)) return;
  }
  throw new Error(`no way by Tab to ${selector}`);
};
const sound = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

describe('operations', { timeout: 120_000 }, () => {
  it('works through the confirm queue by keyboard only', async () => {
    const waiting = await buyPending(test, agent, 5);
    const page = await enter(1440);
    await tabTo(page, 'a[href="/console/orders?status=1002"]');
    expect(await focused(page)).toBe('5Orders to confirm');
    await page.keyboard.press('Enter');
    await page.waitForURL('/console/orders?status=1002');
    await page.locator('[data-row]').first().waitFor();
    await settle(page);
    await page.keyboard.press('?');
    await dialog(page).getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await checkAxe(page);
    await page.keyboard.press('Escape');
    const rows = await page.locator('[data-row]').evaluateAll((all) => all.map((one) => one.getAttribute('data-row')));
    expect([...rows].sort()).toEqual([...waiting].sort());

    // The first and the third of the list.
    for (const key of ['j', 'x', 'j', 'j', 'k', 'j', 'x']) await page.keyboard.press(key);
    expect(await focused(page)).toBe(rows[2]);
    await page.getByText('2 selected', { exact: true }).waitFor();
    await page.keyboard.press('c');
    await dialog(page).getByRole('heading', { name: 'Confirm 2 orders?' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('2 orders done').waitFor();
    await checkAxe(page);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('[data-row]').count(), { timeout: 10_000 }).toBe(3);
    expect(await Promise.all([0, 2].map((at) => statusOf(rows[at] ?? '')))).toEqual([1003, 1003]);

    // One that is not selected, where the focus is.
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await dialog(page).getByRole('heading', { name: 'Confirm 1 order?' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).getByText('1 order done').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-row]').count(), { timeout: 10_000 }).toBe(2);

    // One is opened and rejected with a reason.
    await page.keyboard.press('j');
    const opened = await focused(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(`/console/orders/${opened}`);
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    while ((await focused(page)) !== 'Reject') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, 'dialog textarea');
    await page.keyboard.type('The guide is ill');
    await tabTo(page, 'dialog button[type=submit]');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.getByText('The guide is ill').first().waitFor();
    expect(await statusOf(opened)).toBe(4007);
    await page.context().close();
  });

  it('switches the letters off, and typing into the search moves nothing', async () => {
    const page = await enter(1440);
    await visit(page, '/console/orders');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('jxc');
    expect(await page.getByRole('searchbox').inputValue()).toBe('jxc');
    expect(await dialog(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog(page).getByRole('checkbox', { name: 'Use these keys' }).uncheck();
    await page.keyboard.press('Escape');
    await reload(page);
    await page.keyboard.press('j');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    await page.context().close();
  });

  it('rejects many with one reason and sees the one that a colleague decided first', async () => {
    const [mine = '', taken = ''] = await buyPending(test, agent, 2);
    const page = await enter(390);
    await visit(page, '/console/orders?status=1002');
    await page.getByRole('checkbox', { name: `Select ${mine}` }).check();
    await page.getByRole('checkbox', { name: `Select ${taken}` }).check();
    await test.call('consoleConfirm', { id: taken }, { token: operations });
    await page.getByRole('button', { name: 'Reject' }).click();
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await dialog(page).getByText('This field is required').waitFor();
    await dialog(page).getByLabel('Reason').fill('The road is closed');
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await dialog(page).getByText('1 order done').waitFor();
    await dialog(page).getByText('1 order not done').waitFor();
    expect(await dialog(page).getByRole('listitem').allInnerTexts()).toEqual([expect.stringContaining(taken)]);
    await sound(page);
    expect([await statusOf(mine), await statusOf(taken)]).toEqual([4007, 1003]);
    await page.context().close();
  });

  it('keeps filters in the address, and a bar of the sales leads to its orders', async () => {
    const page = await enter(1440);
    await page.getByRole('link', { name: 'Green Hills Day Tour' }).click();
    await page.waitForURL(/sold=1.*product=\d+/);
    await page.locator('[data-row]').first().waitFor();
    await settle(page);
    await page.locator('select[name=status]').selectOption('1005');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL(/status=1005/);
    await page.getByRole('heading', { name: 'No matching result' }).waitFor();
    await reload(page);
    expect(await page.locator('select[name=status]').inputValue()).toBe('1005');
    await page.getByRole('link', { name: 'Clear' }).click();
    await page.waitForURL('/console/orders');
    await page.context().close();
  });
});

describe('a list', { timeout: 120_000 }, () => {
  const numbers = (page: Page) =>
    page.locator('[data-row]').evaluateAll((all) => all.map((one) => one.getAttribute('data-row') ?? ''));

  it('with all rows on one page is sorted by its headings, in the address, and is exported with its filters', async () => {
    const orders = await buyPending(test, agent, 3);
    const page = await enter(1440);
    await visit(page, '/console/orders?status=1002');
    const listed = await numbers(page);
    expect(listed).toEqual(expect.arrayContaining(orders));
    const head = page.getByRole('columnheader', { name: 'Order' });
    await head.getByRole('link').click();
    await page.waitForURL(/by=orderNo/);
    await page.locator('th[aria-sort=ascending]').waitFor();
    expect(await numbers(page)).toEqual([...listed].reverse());
    await head.getByRole('link').click();
    await page.locator('th[aria-sort=descending]').waitFor();
    expect(await numbers(page)).toEqual(listed);
    await checkAxe(page);
    await page.goBack();
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await dialog(page).getByRole('button', { name: 'Make the file' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('link', { name: 'Save the file' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(listed.length + 1);
    expect(lines[0]).toMatch(/^\W*Order,Placed at /);
    await page.context().close();
  });

  it('is cards on a phone, sorted by a choice', async () => {
    await buyPending(test, agent, 2);
    const page = await enter(390);
    await visit(page, '/console/orders?status=1002');
    const listed = await numbers(page);
    expect(await page.getByRole('table').getByRole('row').count()).toBe(listed.length + 1);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('orderNo');
    await page.waitForURL(/by=orderNo/);
    await expect.poll(() => numbers(page)).toEqual([...listed].reverse());
    await sound(page);
    await page.context().close();
  });
});

describe.each(atWidths(1440))('at %i pixels', { timeout: 120_000 }, (width) => {
  it('a pick-up is refused with a reason, travellers are changed, and a wrong field is marked', async () => {
    const id = await buyDoubtful(test, agent);
    const page = await enter(width);
    await visit(page, `/console/orders/${id}`);
    await page.getByText('Outside the transfer range', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await dialog(page).getByLabel('Reason').fill('Too far for us');
    await dialog(page).getByRole('button', { name: 'Refuse' }).click();
    await page.getByText('Refused', { exact: true }).waitFor();
    const fine = await buyDoubtful(test, agent);
    const operations = { token: await test.signIn('operations@one.example', 'operations-2026') };
    expect((await test.call('consolePickup', { id: fine, fine: true, text: '' }, operations)).code).toBe(200);
    await visit(page, `/console/orders/${fine}`);
    await page.getByRole('button', { name: 'Change travellers and journey' }).click();
    const form = page.locator('form').filter({ has: page.locator('[name="values.406"]') });
    await fillIn(page, { 'values.406': 'MH 12!' });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.locator('[name="values.406"]:focus').waitFor();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['values.406']);
    await sound(page);
    await fillIn(page, { 'values.406': 'MH999' });
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The changes are saved').waitFor();
    await page.getByText('MH999').first().waitFor();
    await page.getByRole('button', { name: 'Send the voucher again' }).click();
    await dialog(page).getByRole('button', { name: 'Send the voucher again' }).click();
    await page.getByText('The mail is on its way').waitFor();
    await page.context().close();
  });

  it('one cancellation request is refused with a reason, one approved with more than the policy gives', async () => {
    const orders = [await buy(test, agent, {}), await buy(test, agent, {})];
    // Free until a day before by its terms; here the fee is half.
    await sql`UPDATE sub_order SET terms = jsonb_set(terms, '{refundRules}', '[{"daysBefore": 0, "feePercent": 50}]') WHERE order_no = ANY(${orders})`.execute(
      test.database.house,
    );
    for (const orderNo of orders) await test.call('cancelOrder', { orderNo, remark: 'We are ill' }, { token: agent });
    const page = await enter(width);
    await visit(page, '/console/cancels');
    const card = (at: number) => page.getByRole('listitem').filter({ hasText: orders[at] });
    await card(0).getByText('We are ill').waitFor();
    await sound(page);
    await card(0).getByRole('button', { name: 'Refuse' }).click();
    await dialog(page).getByRole('button', { name: 'Refuse' }).click();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['reason', 'text']);
    await checkAxe(page);
    await fillIn(page, { reason: '3', text: 'You called us back' });
    await dialog(page).getByRole('button', { name: 'Refuse' }).click();
    await card(0).waitFor({ state: 'hidden' });
    // The order's page says how many and how much, and decides, too.
    await card(1).getByRole('link', { name: orders[1] }).click();
    await page.waitForURL(/\/console\/orders\//);
    const asked = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Approve' }) });
    await asked.getByText('We are ill').waitFor();
    await asked.getByText(/^Adult .* ×\s1$/).waitFor();
    await asked.getByText('MYR 100.00').first().waitFor();
    await sound(page);
    await asked.getByRole('button', { name: 'Approve' }).click();
    await fillIn(page, { refundMinor: '999999' });
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['refundMinor']);
    await fillIn(page, { refundMinor: '80' });
    await checkAxe(page);
    await dialog(page).getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Cancellation requests' }).waitFor({ state: 'hidden' });
    await visit(page, '/console/cancels');
    await page.getByRole('heading', { name: 'No cancellation requests' }).waitFor();
    const answer = async (at: number) =>
      (await test.call('cancelRequests', { query: orders[at] ?? '' }, { token: agent })).data.list[0];
    expect(await answer(0)).toMatchObject({ result: 2, rejectReason: 3, rejectText: 'You called us back' });
    expect(await answer(1)).toMatchObject({ result: 1, refund: { amountMinor: 8000 } });
    await page.context().close();
  });

  it('every screen of the desk has no problems in light and dark', async () => {
    await buyPending(test, agent, 1);
    const doubtful = await buyDoubtful(test, agent);
    const page = await enter(width);
    await page.evaluate(() => localStorage.setItem('console-theme', 'dark'));
    const paths = ['', '?days=90', '?queue=lowStock', '/orders?status=1002', '/orders?partner=1', '/cancels'];
    for (const path of [...paths, '/cancels?result=1', `/orders/${doubtful}`]) {
      await visit(page, `/console${path}`);
      await page.locator('[data-theme=dark]').waitFor();
      await sound(page);
      // The other theme has other colours and nothing else.
      await page.locator('[data-theme]').evaluate((frame) => frame.setAttribute('data-theme', 'light'));
      await checkColours(page);
    }
    // Finance looks at it too, without what it may not do.
    const finance = await enter(width, 'finance');
    await visit(finance, `/console/orders/${doubtful}`);
    await finance.getByRole('heading', { name: 'Payments' }).waitFor();
    for (const name of ['Refuse', 'Change travellers and journey', 'Send the voucher again', 'Add a payment'])
      expect(await finance.getByRole('button', { name }).count(), name).toBe(0);
    await checkAxe(finance);
    await Promise.all([page, finance].map((one) => one.context().close()));
  });

  it('a supplier sees and confirms its own orders, without money', async () => {
    await giveToSupplier(test, 'hills');
    const [own = ''] = await buyPending(test, agent, 1);
    const page = await enter(width, 'supplier');
    await checkAxe(page);
    await visit(page, '/console/orders?status=1002');
    await sound(page);
    await page.getByRole('link', { name: own }).click();
    await page.waitForURL(`/console/orders/${own}`);
    await page.getByRole('heading', { name: 'Green Hills Day Tour' }).waitFor();
    await sound(page);
    expect(await page.getByRole('main').innerText()).not.toMatch(/(^|\s)RM\s|MYR|@|Agency/);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Confirmed', { exact: true }).first().waitFor();
    expect(await statusOf(own)).toBe(1003);
    await page.context().close();
  });
});

describe('ordering for a partner', { timeout: 120_000 }, () => {
  const mark = (on: boolean) =>
    sql`UPDATE hostname SET customer_service = ${on} WHERE host = '127.0.0.1'`.execute(test.database.house);

  it('is explained without a customer-service hostname, and opens the shop as the chosen account with one', async () => {
    const page = await enter(390);
    await visit(page, '/console/orders');
    await page.getByRole('button', { name: 'Order for a partner' }).click();
    await dialog(page).getByText('Ordering for others needs a customer-service hostname').waitFor();
    await checkAxe(page);
    await mark(true);
    await visit(page, '/console/orders');
    await page.getByRole('button', { name: 'Order for a partner' }).click();
    await dialog(page).getByLabel('Name or e-mail of the partner').fill('Agency');
    await dialog(page).getByRole('button', { name: 'Search' }).click();
    await dialog(page).getByRole('button', { name: 'Agency' }).click();
    await dialog(page).getByText('The shop opens on 127.0.0.1 as Arif.', { exact: false }).waitFor();
    await sound(page);
    const [shop] = await Promise.all([
      page.waitForEvent('popup'),
      dialog(page).getByRole('button', { name: 'Open the shop' }).click(),
    ]);
    await shop.waitForURL(/^http/);
    await settle(shop);
    expect(new URL(shop.url()).search).toBe('');
    await visit(shop, '/uc');
    await shop.getByRole('heading', { name: 'Hello, Arif' }).waitFor();
    await mark(false);
    await page.context().close();
  });
});
