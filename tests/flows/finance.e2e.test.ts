// Money in the back office in a real browser, on a phone and on a desktop: payments, refunds by hand, a day compared with the gateway,
// ways to pay with where to transfer, promo codes.
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  problemsOn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { openGateway, signNotice, type TestGateway, until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { newKey, placeOrder } from '../build/place-orders.ts';

let test: TestHouse;
let gateway: TestGateway;
let browser: TestBrowser;
let agent: string;
let finance: string;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  flow.atEnd(gateway.close);
});

async function start(channel: string, product = 'Silver Tower', quantity = 1) {
  const orderNo = await placeOrder(test, agent, { product, quantity });
  const answer = await test.call('paying', { id: orderNo, channel }, { token: agent, key: newKey() });
  return {
    orderNo,
    paymentNo: answer.data.paymentNo,
    gatewayId: String(answer.data.redirectUrl).split('/').at(-1) ?? '',
  };
}

/** A transfer that came and has to go back by hand. */
async function owed() {
  const { orderNo, paymentNo } = await start('offline', 'Green Hills', 2);
  await test.call('consoleTransferDecide', { id: paymentNo, verified: true, seen: 'open' }, { token: finance });
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  await test.call('consoleReject', { id: orderNo, why: 'No guide that day' }, { token: operations });
  const ask = async () => (await test.call('consoleRefunds', {}, { token: finance })).data.list;
  expect((await until(ask, (list) => list.length > 0)).length).toBe(1);
  return orderNo;
}

/** Paid with us by a notice of which the gateway's list knows nothing. */
async function paidNowhere(): Promise<string> {
  const { paymentNo, gatewayId } = await start('sandbox');
  const at = new Date().toISOString();
  const event = { eventId: `evt-${paymentNo}`, type: 'payment.paid', merchant: 'shop-one', paymentId: gatewayId, at };
  const money = { transactionId: `txn-${paymentNo}`, reference: paymentNo, currency: 'MYR', amountMinor: 10_000 };
  const { raw, headers } = signNotice({ ...event, ...money });
  await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
  await sql`UPDATE payment SET settled_at = settled_at - interval '15 minutes' WHERE payment_no = ${paymentNo}`.execute(
    test.database.house,
  );
  return paymentNo;
}

describe.each(atWidths(1440))('at %i pixels', (width) => {
  it('finance sets up transfers and a gateway, whose key is never shown', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/channels');
    await page.getByRole('heading', { name: 'Payment methods' }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'Set up Bank transfer' }).click();
    await page.getByRole('heading', { name: 'Where to transfer' }).waitFor();
    await page.getByLabel('Offer it to buyers').check();
    await fillIn(page, { feePercent: '99', whereCurrency: 'MYR', where: `Bank of Tests\nAccount ${width}` });
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await problemsOn(page)).toEqual([['feePercent', 'Please enter a number from 0 to 20']]);
    await checkAxe(page);
    await checkWidth(page);
    await fillIn(page, { feePercent: '0', 'accounts.MYR.holder': 'Sunrise Travel', 'accounts.MYR.swift': 'mbbe my' });
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await problemsOn(page)).toEqual([
      ['accounts.MYR.swift', 'A SWIFT/BIC has 8 or 11 letters and digits, such as MBBEMYKL'],
    ]);
    await fillIn(page, { 'accounts.MYR.swift': 'mbbe my kl' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Bank transfer is saved').waitFor();
    await visit(page, '/console/channels?channel=offline');
    expect(await page.locator('[name=where]').inputValue()).toBe(`Bank of Tests\nAccount ${width}`);
    expect(await page.locator('[name="accounts.MYR.swift"]').inputValue()).toBe('MBBEMYKL');
    // The example names no account: with it alone buyers would not know where to transfer.
    const example = await page.context().newPage();
    await visit(example, '/console/channels?channel=offline');
    await fillIn(example, { whereCurrency: 'USD' });
    await example.getByRole('button', { name: 'Use this example in all languages' }).click();
    expect(await example.locator('[name=where]').inputValue()).toContain('order number as the note');
    const currencies = await example.locator('[name=whereCurrency] option').allInnerTexts();
    expect(currencies).toEqual(expect.arrayContaining(['MYR ✓', 'USD']));
    await example.close();

    await visit(page, '/console/channels?channel=sandbox');
    await fillIn(page, { 'keys.secret': 'secret-of-one-0001' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Test gateway is saved').waitFor();
    await page.getByText(/^Set on .*; leave it empty to keep it$/).waitFor();
    expect(await page.content()).not.toContain('secret-of-one-0001');
    expect(await page.getByLabel('Notice address').inputValue()).toMatch(/\/api\/pay\/notify\/sandbox$/);
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);

  it('finance records a refund made by hand and looks up the payment', async () => {
    const orderNo = await owed();
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/refunds');
    await page.getByText('To be moved by hand').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Done by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Done by hand' }).click();
    await dialog.getByText('This field is required').first().waitFor();
    await checkAxe(page);
    await dialog.getByLabel('Reference of the transfer').fill(`BANK-${width}`);
    await dialog.getByLabel('Reason').fill('Sent from the company account');
    await dialog.getByRole('button', { name: 'Done by hand' }).click();
    await page.getByText('No refunds here').waitFor();
    await page.getByRole('link', { name: /^Done/ }).click();
    await page.getByText(`Reference: BANK-${width}`).waitFor();
    await page.getByText(/· Settled /).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    // Of a refund that the channel refused, nothing is settled.
    await sql`UPDATE refund SET status = 2, manual = false WHERE order_no = ${orderNo}`.execute(test.database.house);
    await visit(page, '/console/refunds?state=failed');
    await page.getByText(/· Refused /).waitFor();
    expect(await page.getByText(/· Settled /).count()).toBe(0);
    await sql`UPDATE refund SET status = 1, manual = true WHERE order_no = ${orderNo}`.execute(test.database.house);
    await page.getByRole('link', { name: `Order ${orderNo}` }).click();
    await page.getByRole('heading', { name: orderNo }).waitFor();

    await visit(page, '/console/payments');
    await page.getByLabel('Order number').fill(orderNo);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/order=/);
    await expect.poll(() => page.locator('main tbody tr').count(), { timeout: 15_000 }).toBe(1);
    await page.getByText('MYR 200.00 given back').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.locator('main tbody a').first().click();
    await page.waitForURL(/payment=/);
    await page.getByRole('dialog').getByRole('heading', { name: 'Attempts' }).waitFor();
    await page.getByRole('dialog').getByText(`BANK-${width}`).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  }, 120_000);

  it('finance compares the day with the gateway and closes the differences', async () => {
    const paymentNo = await paidNowhere();
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/differences');
    await page.getByRole('button', { name: 'Compare now' }).click();
    await page.getByRole('status').getByText('1 new difference').waitFor();
    const card = page.locator('main li').filter({ has: page.getByRole('heading', { name: 'Only in our books' }) });
    await card.getByText(paymentNo, { exact: true }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Compare now' }).click();
    await page.getByRole('status').getByText('nothing new').waitFor();
    await card.getByRole('button', { name: 'Close it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The gateway confirmed it by telephone');
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Close it' }).click();
    await page.getByText('No differences here').waitFor();
    await page.getByRole('link', { name: 'Closed' }).click();
    await page.getByText('The gateway confirmed it by telephone').first().waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);

  it('finance creates a promo code, changes it at the same time as a colleague and switches it off', async () => {
    const code = `SUN${width}`;
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/coupons');
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('link', { name: 'New promo code' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['code', 'percent']);
    await checkAxe(page);
    await fillIn(page, {
      code: code.toLowerCase(),
      type: '3',
      amountMinor: '12,50',
      minimumMinor: '100',
      useLimit: '40',
    });
    await fillIn(page, { amountMinor: '120' });
    await page.getByText(/Orders of up to MYR.120\.00 cost nothing with this code/).waitFor();
    await fillIn(page, { amountMinor: '12,50' });
    await page.getByText(/cost nothing with this code/).waitFor({ state: 'detached' });
    await page.getByLabel('Only chosen products').check();
    await page.getByLabel('Search for a product to add').fill('Silver');
    await page.getByRole('button', { name: /Silver Tower/ }).click();
    await page.getByLabel('Testville').check();
    await page.getByLabel('Only chosen levels or partners').check();
    await page.getByRole('group', { name: 'Price levels' }).getByLabel('Level 2', { exact: true }).check();
    await page.getByLabel('Find a partner by name').fill('agen');
    await page
      .getByRole('button', { name: /Agency/ })
      .first()
      .click();
    await page.getByLabel('Only for a first order, once per account').check();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(new RegExp(`/console/coupons/${code}`));
    await page.getByText(`${code} is saved`).waitFor();
    await page.getByText('−MYR 12.50, from MYR 100.00').waitFor();
    await checkAxe(page);
    await checkWidth(page);

    const { data } = await test.call('consoleCoupon', { code }, { token: finance });
    expect(data.coupon).toMatchObject({
      cities: ['testville'],
      levels: [2],
      partners: 1,
      firstOrder: true,
      products: 1,
    });
    const theirs = { code, revision: data.coupon?.revision ?? '', type: 3, amountMinor: 1250, percent: null };
    const limits = {
      mostMinor: null,
      currency: 'MYR' as const,
      startsAt: null,
      endsAt: null,
      useLimit: 50,
      userLimit: null,
    };
    await test.call(
      'consoleCouponSave',
      { ...theirs, ...limits, minimumMinor: 10_000, productIds: data.scope.map((one) => one.id) },
      { token: finance },
    );
    await fillIn(page, { userLimit: '2' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Load the newest' }).click();
    await page.getByText(/your changes are kept/).waitFor();
    expect(await page.locator('[name=useLimit]').inputValue()).toBe('50');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${code} is saved`).waitFor();
    const kept = (await test.call('consoleCoupon', { code }, { token: finance })).data.coupon;
    expect(kept).toMatchObject({ useLimit: 50, userLimit: 2, products: 1 });

    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Over', { exact: true }).waitFor();
    await visit(page, `/console/coupons?query=${code}&state=over`);
    await page.getByRole('link', { name: code }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.context().close();
  }, 120_000);

  it('finance switches several promo codes off at once, and sees which one a colleague changed meanwhile', async () => {
    const codes = ['ONE', 'TWO', 'THREE'].map((name) => `${name}${width}`);
    const limits = {
      minimumMinor: null,
      mostMinor: null,
      startsAt: null,
      endsAt: null,
      useLimit: null,
      userLimit: null,
    };
    const save = (code: string, percent: string, revision?: string) =>
      test.call(
        'consoleCouponSave',
        {
          ...limits,
          code,
          percent,
          type: 2,
          amountMinor: null,
          currency: 'MYR',
          productIds: null,
          ...(revision ? { revision } : {}),
        },
        { token: finance },
      );
    const read = async (code: string) => (await test.call('consoleCoupon', { code }, { token: finance })).data.coupon;
    for (const code of codes) await save(code, '5');
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/coupons');
    for (const code of codes) await page.getByRole('checkbox', { name: `Select ${code}` }).check();
    const [first = ''] = codes;
    await save(first, '6', (await read(first))?.revision);
    await page.getByRole('button', { name: 'Switch off' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Switch 3 promo codes off?').waitFor();
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByText('2 codes switched off').waitFor();
    await dialog.getByText('1 code could not be switched off').waitFor();
    await dialog.getByRole('link', { name: first }).waitFor();
    await checkAxe(page);
    await checkWidth(page);
    expect((await Promise.all(codes.map(read))).map((coupon) => coupon?.state)).toEqual(['on', 'over', 'over']);
    await page.context().close();
  }, 120_000);
});

it('§3 gift cards: finance issues and blocks them; on a phone one pays a part of an order and another way the rest', async () => {
  const page = await browser.open(390);
  await enterConsole(page, 'finance@one.example', 'finance-2026');
  await visit(page, '/console/gift-cards');
  await page.getByText('No gift cards').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Issue gift cards' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Issue' }).click();
  await dialog.getByText('This field is required').waitFor();
  // Yen have no fraction, and the example has none either.
  await dialog.getByLabel('Currency').selectOption('JPY');
  await fillIn(page, { valueMinor: '10000.5' });
  await dialog.getByRole('button', { name: 'Issue' }).click();
  await dialog.getByText('Please enter an amount such as 500 or 1,234', { exact: true }).waitFor();
  await dialog.getByLabel('Currency').selectOption('MYR');
  await fillIn(page, { valueMinor: '40', count: '2', note: 'For Mei' });
  await dialog.getByRole('button', { name: 'Issue' }).click();
  const codes = page.getByLabel('Codes', { exact: true });
  const [code = ''] = (await codes.inputValue()).split('\n');
  expect(code).toMatch(/^\w{4}(-\w{4}){3}$/);
  await checkAxe(page);
  await checkWidth(page);
  // Codes that were not saved are not lost by a key or a link.
  await page.keyboard.press('Escape');
  const card = page.getByRole('link', { name: `••••${code.slice(-4)}` });
  await card.click();
  await dialog.getByRole('button', { name: 'Stay here' }).click();
  expect((await codes.inputValue()).split('\n')).toHaveLength(2);
  await page.getByRole('button', { name: 'Save as a file' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await codes.waitFor({ state: 'detached' });
  await card.click();
  await page.getByText('It was not used yet.').waitFor();
  await page.getByRole('button', { name: 'Block' }).click();
  await dialog.getByText('buyers do not see it').waitFor();
  await dialog.getByLabel('Reason').fill('Lost by the holder');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await page.getByText('Lost by the holder').waitFor();
  await page.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('Saved.').waitFor();
  await checkAxe(page);
  await page.context().close();

  const shop = await browser.open(390);
  await enterShop(shop, 'member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
  await visit(shop, `/booking/pay?order=${orderNo}`);
  const field = shop.getByLabel('Gift card code');
  const use = shop.getByRole('button', { name: 'Use gift card' });
  await use.click();
  await shop.getByText('This field is required').waitFor();
  await field.fill('ABCD-EFGH-JKLM-NPQR');
  await use.click();
  await shop.getByText('We do not know this gift card code').waitFor();
  // At its field, which has the focus; no dialog is in between, on a desktop either.
  await shop.setViewportSize({ width: 1440, height: 900 });
  await field.fill('ABCD-EFGH-JKLM-NPQS');
  await use.click();
  await shop.locator('[name=giftCode][aria-invalid]:focus').waitFor();
  await shop.getByText('We do not know this gift card code').waitFor();
  expect(await shop.getByRole('dialog').count()).toBe(0);
  await checkAxe(shop);
  await shop.setViewportSize({ width: 390, height: 800 });
  await field.fill(code.toLowerCase());
  const part = shop.locator('[name=amount-giftCard]');
  await part.fill('100.01');
  await use.click();
  await shop.getByText('Please enter an amount from MYR 0.01 to MYR 100.00').waitFor();
  await part.fill('');
  await use.click();
  await shop.getByText('Set aside for this order').waitFor();
  await shop.getByRole('button', { name: /^Pay .*60/ }).waitFor();
  await shop.getByRole('button', { name: 'Take back' }).click();
  await shop.getByRole('button', { name: /^Pay .*100/ }).waitFor();
  await field.fill(code);
  await use.click();
  await checkAxe(shop);
  await checkWidth(shop);
  await shop.getByRole('radio', { name: /Test gateway/ }).check();
  await shop.getByRole('button', { name: /^Pay .*60/ }).click();
  await shop.getByRole('dialog').waitFor();
  const { rows } = await sql<{
    pay_url: string;
  }>`SELECT pay_url FROM payment WHERE order_no = ${orderNo} AND live`.execute(test.database.house);
  await gateway.act(rows[0]?.pay_url.split('/').at(-1) ?? '', 'pay');
  await shop.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  await shop.context().close();
}, 120_000);
