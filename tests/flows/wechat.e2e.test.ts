// Paying by WeChat Pay in a real browser: a desktop shows the code, which an app scans, and continues by polling if no notice comes; a
// phone goes to WeChat's page and comes back.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import { controlWechat, type KeptOrder, openWechat, wechatKeys } from '../build/gateways/set-up-wechat.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterShop,
  openBrowser,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { readQr } from '../build/read-qr.ts';
import { setUp } from '../build/set-up-channels.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148';

let test: TestHouse;
let fake: WechatFake;
let browser: TestBrowser;
let member: string;
beforeAll(async () => {
  fake = await openWechat();
  test = await openTestHouse({ screens: true, env: { GATEWAY_WECHAT_URL: fake.url } });
  browser = await openBrowser(test);
  await setUp(test, 'wechat', 'one', wechatKeys.one);
  member = await test.signIn('member@one.example', 'member-2026');
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fake?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

async function choosePay(page: Page, orderNo: string): Promise<void> {
  await visit(page, `/booking/pay?order=${orderNo}`);
  await page.getByRole('radio', { name: /WeChat Pay/ }).check();
}

/** What the code on the screen says. */
async function readCode(page: Page): Promise<string> {
  const source = await page.getByRole('img', { name: 'QR code for paying with WeChat Pay' }).getAttribute('src');
  const svg = Buffer.from(String(source).split(',')[1] ?? '', 'base64').toString();
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) - 2;
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  let [column, row] = [0, 0];
  for (const [, step, x, y] of (/stroke="#000000" d="([^"]+)"/.exec(svg)?.[1] ?? '').matchAll(
    /([Mmh])(\d+)(?: ([\d.]+))?/g,
  )) {
    if (step === 'M') [column, row] = [Number(x) - 1, Math.floor(Number(y)) - 1];
    if (step === 'h') rows[row]?.fill(true, column, column + Number(x));
    if (step !== 'M') column += Number(x);
  }
  return readQr(rows);
}

const orders = async () => (await controlWechat<{ orders: KeptOrder[] }>(fake.url, 'orders')).orders;

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('a code is shown with its countdown; once it was scanned and paid the page continues automatically', async () => {
    await controlWechat(fake.url, 'notices', { silent: true });
    const orderNo = await placeOrder(test, member);
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    await choosePay(page, orderNo);
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: /^Pay CNY\s161\.29/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Scan to pay with WeChat Pay' });
    await dialog.getByText('Open WeChat Pay on your phone and scan the code.').waitFor();
    expect(await dialog.getByRole('link').count()).toBe(0);
    const left = dialog.getByText(/^\d\d:\d\d$/);
    const before = await left.innerText();
    await page.waitForTimeout(1500);
    expect((await left.innerText()) < before).toBe(true);
    await checkAxe(page);
    await checkWidth(page);
    const code = new URL(await readCode(page));
    expect(code.href).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=\w+$/);
    const paid = await fetch(`${fake.url}/scan${code.search}`, { method: 'POST' });
    expect(paid.status).toBe(200);
    await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
    await checkAxe(page);
    await controlWechat(fake.url, 'notices', { silent: false });
    await page.context().close();
  }, 120_000);
});

it('a phone goes to the page of WeChat and comes back paid; a desktop that continues in between gets a code', async () => {
  const orderNo = await placeOrder(test, member);
  const page = await browser.open(390);
  await enterShop(page, 'member@one.example', 'member-2026');
  await page.setExtraHTTPHeaders({ 'user-agent': phone });
  await choosePay(page, orderNo);
  await page.getByRole('button', { name: /^Pay CNY/ }).click();
  await page.waitForURL(/\/mmpayweb-bin\/checkmweb\?/);
  const desk = await browser.open(1440);
  await enterShop(desk, 'member@one.example', 'member-2026');
  await choosePay(desk, orderNo);
  await desk.getByRole('button', { name: /^Pay CNY/ }).click();
  await desk.getByRole('dialog', { name: 'Scan to pay with WeChat Pay' }).waitFor();
  const own = async () => (await orders()).filter((one) => one.out_trade_no.startsWith(orderNo));
  expect((await own()).map(({ way, trade_state }) => [way, trade_state])).toEqual([
    ['h5', 'CLOSED'],
    ['native', 'NOTPAY'],
  ]);
  await choosePay(page, orderNo);
  await page.getByRole('button', { name: /^Pay CNY/ }).click();
  await page.waitForURL(/\/mmpayweb-bin\/checkmweb\?/);
  await page.getByRole('button', { name: '支付' }).click();
  await page.waitForURL(/\/booking\/complete\?order=/);
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  // The desktop, which still waits, learns of it too.
  await desk.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  expect((await own()).filter((one) => one.trade_state === 'SUCCESS')).toHaveLength(1);
  await desk.context().close();
  await page.context().close();
}, 120_000);

it('inside WeChat, where no page opens, the code has a hint how to pay', async () => {
  const inside = `${phone} MicroMessenger/8.0.50`;
  const page = await browser.open(390);
  await page.addInitScript((agent) => Object.defineProperty(navigator, 'userAgent', { get: () => agent }), inside);
  await enterShop(page, 'member@one.example', 'member-2026');
  await page.setExtraHTTPHeaders({ 'user-agent': inside });
  await choosePay(page, await placeOrder(test, member));
  await page.getByRole('button', { name: /^Pay CNY/ }).click();
  await page.getByRole('dialog').getByText('Only this phone at hand?').waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await page.context().close();
}, 60_000);
