// Paying and topping up inside WeChat in a real browser that identifies as MicroMessenger: through WeChat and back, its script pays at the
// stand-in; a buyer who stops, goes back, reloads or declines to be identified can still pay the order.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import { appSecret, controlWechat, type KeptOrder, openWechat, wechatKeys } from '../build/gateways/set-up-wechat.ts';
import {
  checkAxe,
  checkWidth,
  enterShop,
  openBrowser,
  reload,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';
import { setUp } from '../build/set-up-channels.ts';

const inside =
  'Mozilla/5.0 (Linux; Android 14; SM-S9210) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50 NetType/WIFI';
const openid = 'oPersonOfTheBrowserTest00001';

let test: TestHouse;
let fake: WechatFake;
let browser: TestBrowser;
let member: string;
beforeAll(async () => {
  fake = await openWechat();
  const env = { GATEWAY_WECHAT_URL: fake.url, GATEWAY_WECHAT_OPEN_URL: fake.url, GATEWAY_WECHAT_API_URL: fake.url };
  test = await openTestHouse({ screens: true, env });
  browser = await openBrowser(test);
  await setUp(test, 'wechat', 'one', { ...wechatKeys.one, appSecret });
  member = await test.signIn('member@one.example', 'member-2026');
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await fake?.close();
  await test?.close();
  expect(browser?.problems).toEqual([]);
});

const setPerson = (person: string) => controlWechat(fake.url, 'person', { openid: person });
const orders = async () => (await controlWechat<{ orders: KeptOrder[] }>(fake.url, 'orders')).orders;

/** What the person does next in WeChat's own window; `absent`: no script comes. */
type Person = { next: 'pay' | 'cancel' | 'absent'; asked: Record<string, string>[] };

async function openInside(
  login = 'member@one.example',
  password = 'member-2026',
): Promise<{ page: Page; person: Person }> {
  const page = await browser.open(390);
  const person: Person = { next: 'pay', asked: [] };
  await page.exposeFunction('askStandIn', async (asked: Record<string, string>) => {
    person.asked.push(asked);
    return controlWechat(fake.url, 'inside', { asked, wish: person.next });
  });
  await page.exposeFunction('isAbsent', () => person.next === 'absent');
  await page.addInitScript((agent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => agent });
    type Own = { askStandIn(asked: object): Promise<object>; isAbsent(): Promise<boolean>; WeixinJSBridge?: object };
    const own = window as unknown as Own;
    const bridge = {
      invoke: (name: string, asked: object, done: (told: object) => void) =>
        name === 'getBrandWCPayRequest'
          ? void own.askStandIn(asked).then(done)
          : done({ err_msg: 'system:function_not_exist' }),
    };
    // As in WeChat, some time after the page.
    setTimeout(async () => {
      if (await own.isAbsent()) return;
      own.WeixinJSBridge = bridge;
      document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    }, 1500);
  }, inside);
  await enterShop(page, login, password);
  await page.setExtraHTTPHeaders({ 'user-agent': inside });
  return { page, person };
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay CNY\s161\.29/ });

async function choosePay(page: Page, orderNo: string): Promise<void> {
  await visit(page, `/booking/pay?order=${orderNo}`);
  await page.getByRole('radio', { name: /WeChat Pay/ }).check();
  await payButton(page).click();
}

it('the buyer is redirected through WeChat and back, pays in its own window, and the page continues by polling', async () => {
  await setPerson(openid);
  await controlWechat(fake.url, 'notices', { silent: true });
  const { page, person } = await openInside();
  const went: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && went.push(new URL(request.url()).pathname));
  const orderNo = await placeOrder(test, member);
  await choosePay(page, orderNo);
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  expect(went).toEqual(['/booking/pay', '/connect/oauth2/authorize', '/booking/wechat']);
  expect(person.asked).toHaveLength(1);
  const own = (await orders()).filter((one) => one.out_trade_no.startsWith(orderNo));
  expect(own.map(({ way, trade_state }) => [way, trade_state])).toEqual([['jsapi', 'SUCCESS']]);
  expect(await page.content()).not.toContain(openid);
  // Back leads to nothing that would pay again.
  await page.goBack();
  await page.waitForURL(/\/booking\/complete\?order=/);
  await controlWechat(fake.url, 'notices', { silent: false });
  await page.context().close();
}, 120_000);

it('a buyer who stops in WeChat pays again from the same page, also after a reload and after going back', async () => {
  await setPerson(openid);
  const { page, person } = await openInside();
  person.next = 'cancel';
  const orderNo = await placeOrder(test, member);
  await choosePay(page, orderNo);
  await page.getByText('You stopped the payment').waitFor({ timeout: 15_000 });
  await checkAxe(page);
  await checkWidth(page);
  expect(page.url()).not.toMatch(/code=|state=/);
  await reload(page);
  expect(await page.getByText('You stopped the payment').count()).toBe(0);
  await page.waitForTimeout(2500);
  // Nothing opens by itself.
  expect(person.asked).toHaveLength(1);
  await checkAxe(page);
  await payButton(page).click();
  await page.getByText('You stopped the payment').waitFor();
  await page.goBack();
  await page.waitForURL(/\/booking\/pay\?/);
  await settle(page);
  person.next = 'pay';
  await page.getByRole('radio', { name: /WeChat Pay/ }).check();
  await payButton(page).click();
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  // One order at WeChat for all of it, signed again each time.
  expect(new Set(person.asked.map((one) => one.package)).size).toBe(1);
  expect(new Set(person.asked.map((one) => one.paySign)).size).toBe(3);
  await page.context().close();
}, 120_000);

it('a buyer who declines to be identified, or has a used code, sees a message and tries again', async () => {
  await setPerson('');
  const { page, person } = await openInside();
  const orderNo = await placeOrder(test, member);
  await choosePay(page, orderNo);
  const refused = page.getByText('WeChat did not confirm who is paying');
  await refused.waitFor();
  await checkAxe(page);
  await checkWidth(page);
  await visit(page, `/booking/wechat?order=${orderNo}&code=somebodys&state=${'0'.repeat(80)}`);
  await refused.waitFor();
  expect(person.asked).toEqual([]);
  await setPerson(openid);
  await payButton(page).click();
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  await page.context().close();
}, 120_000);

it('if WeChat’s script does not load, the buyer sees a message and the order stays payable', async () => {
  await setPerson(openid);
  const { page, person } = await openInside();
  person.next = 'absent';
  const orderNo = await placeOrder(test, member);
  await choosePay(page, orderNo);
  await page.getByText('WeChat did not open the payment').waitFor({ timeout: 20_000 });
  await checkAxe(page);
  person.next = 'pay';
  await reload(page);
  await payButton(page).click();
  await page.getByRole('heading', { name: 'Paid and confirmed' }).waitFor({ timeout: 20_000 });
  await page.context().close();
}, 120_000);

it('an agent tops up in WeChat’s window: after declining or stopping the agent tries again, and the deposit rises (§7 cashierInfo)', async () => {
  await setPerson('');
  const { page, person } = await openInside('agent@one.example', 'agent-2026');
  person.next = 'cancel';
  await visit(page, '/uc/balance');
  await page.getByRole('button', { name: 'Top up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Top up the deposit' });
  await dialog.getByLabel(/Amount/).fill('100');
  await dialog.getByRole('radio', { name: /WeChat Pay/ }).check();
  const pay = dialog.getByRole('button', { name: /^Pay CNY\s161\.29/ });
  await pay.click();
  await dialog.getByText('WeChat did not confirm who is paying').waitFor({ timeout: 15_000 });
  await page.waitForURL(/\/uc\/balance$/);
  await checkAxe(page);
  await checkWidth(page);
  await setPerson(openid);
  await pay.click();
  await dialog.getByText('You stopped the payment').waitFor({ timeout: 15_000 });
  await page.waitForURL(/\/uc\/balance$/);
  await checkAxe(page);
  await checkWidth(page);
  person.next = 'pay';
  await pay.click();
  await page.getByText('The deposit is topped up by MYR 100.00').waitFor({ timeout: 20_000 });
  expect(new Set(person.asked.map((one) => one.package)).size).toBe(1);
  expect(new Set(person.asked.map((one) => one.paySign)).size).toBe(2);
  const own = (await orders()).filter((one) => one.out_trade_no.startsWith('R'));
  expect(own.map(({ way, trade_state }) => [way, trade_state])).toEqual([['jsapi', 'SUCCESS']]);
  expect(await page.content()).not.toContain(openid);
  await reload(page);
  await page.getByText('MYR 1,100.00').first().waitFor();
  await page.context().close();
}, 120_000);
