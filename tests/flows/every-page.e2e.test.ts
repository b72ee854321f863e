// Every page of the route table (§2), at the width of a desk and of a phone: it opens for whom it is meant, axe finds nothing, nothing is
// wider than the screen, fingers find what they press, and the console stays silent. Flows run at one width because of this file.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import routes from '../../web/routes.ts';
import { checkTargets } from '../build/check-targets.ts';
import {
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  mailedLink,
  openBrowser,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { findProduct, placeOrder } from '../build/place-orders.ts';
import { offerCredit } from '../build/set-balances.ts';
import { makeSupplyLink } from '../build/set-up-supply.ts';
import { playOn } from '../build/small-seed.ts';

type Entry = { path?: string; index?: boolean; children?: Entry[] };
const patterns = (routes as Entry[]).flatMap(function list({ path, index, children = [] }): string[] {
  return [...(index ? [''] : []), ...(path === undefined ? [] : [path]), ...children.flatMap(list)];
});

let test: TestHouse;
let browser: TestBrowser;
/** The values for the parameters of each address, and the query that a page needs. */
const filled: Record<string, string> = {};
/** Without an attempt at the gateway, an order that waits for details, or with a password, they lead on; flows of their own see them. */
const leadOn: Record<string, string> = {
  'booking/alipay': 'booking/pay',
  'booking/wechat': 'booking/pay',
  completion: 'completion/list',
  'login/complete': 'login',
  'tours/:country/:city?': 'search',
  'uc/setPassword': 'uc/reset',
};

beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  browser = await openBrowser(test);
  await offerCredit(test);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const admin = { token: await test.signIn('admin@one.example', 'admin-2026') };
  const product = await findProduct(test, 'Silver Tower');
  const orderNo = await placeOrder(test, agent, { quantity: 2 });
  const partner = (await test.call('consoleBalances', { query: 'Agency' }, admin)).data.list[0]?.id;
  const line = { productId: product.id, skuId: product.packages[0]?.skus[0]?.id, playOn, quantity: 2 };
  const terms = { language: 'en', currency: 'MYR', validUntil: playOn } as const;
  const quotation = (await test.call('quotationSave', { ...terms, lines: [line] }, { token: agent })).data;
  await test.call(
    'consoleGiftCardIssue',
    { valueMinor: 5000, currency: 'MYR', count: 1, endsOn: null, note: '' },
    admin,
  );
  const card = (await test.call('consoleGiftCards', {}, admin)).data.list[0]?.id;
  const supplier = (await test.call('consoleSuppliers', {}, admin)).data.list[0]?.id;
  const [country, city] = ['testland', 'testville'];
  Object.assign(filled, {
    'search/:id': `search/${product.id}`,
    'tours/:country/:city?': `tours/${country}/${city}`,
    'tours/:country/:city/:id': `tours/${country}/${city}/${product.id}`,
    'calPrice/:id/:packageId?': `calPrice/${product.id}`,
    'signup/personal': 'signup/personal?as=personal',
    'account/signup/personal': 'account/signup/personal?as=individual',
    'notice/:id': 'notice/1',
    'customPage/:id': 'customPage/1',
    'agreement/:token': 'agreement/1',
    'voucher/:code': 'voucher/ABCDEFGHJKMN',
    'pass/:orderNo': `pass/${orderNo}`,
    booking: `booking?lines=${product.packages[0]?.skus[0]?.id}:${playOn}::2`,
    'booking/order': `booking/order?lines=${product.packages[0]?.skus[0]?.id}:${playOn}::2`,
    ...Object.fromEntries(
      ['pay', 'alipay', 'wechat', 'offlinePay', 'offlinePayInfo', 'complete'].map((name) => [
        `booking/${name}`,
        `booking/${name}?order=${orderNo}`,
      ]),
    ),
    'uc/order/:orderNo': `uc/order/${orderNo}`,
    'uc/quotation/:id': `uc/quotation/${quotation.id}`,
    'uc/quotation/:id/book': `uc/quotation/${quotation.id}/book`,
    'uc/account/user/:userId': 'uc/account/user/1',
    ...Object.fromEntries(
      ['ordeInfo', 'transferInfo', 'passenger', 'showBookDeclare', 'driverinfo', 'gmap'].map((name) => [
        `wechat/${name}`,
        `wechat/${name}?order=${orderNo}`,
      ]),
    ),
    'console/orders/:orderNo': `console/orders/${orderNo}`,
    'console/partners/:id': `console/partners/${partner}`,
    'console/partners/:id/contract': `console/partners/${partner}/contract?write=1`,
    'console/partners/:id/edit': `console/partners/${partner}/edit`,
    'console/suppliers/:id': 'console/suppliers/new',
    'console/suppliers/:id/octo': `console/suppliers/${supplier}/octo`,
    'console/suppliers/:id/mozio': `console/suppliers/${supplier}/mozio`,
    // Staff of an owner find nothing there (tests/flows/house.e2e.test.ts walks them).
    'console/owners/:id': 'console/owners/1',
    'console/owners/set-up/:id': 'console/owners/set-up/1',
    supply: `supply?token=${await makeSupplyLink(test, orderNo)}`,
    review: `review?line=${orderNo}-1`,
    productNotice: (await askForNotice(product.id)).slice(1),
    'console/quotations/:id': `console/quotations/${quotation.id}`,
    'console/balances/:partnerId': `console/balances/${partner}`,
    'console/coupons/:code': 'console/coupons/new',
    'console/gift-cards/:id': `console/gift-cards/${card}`,
    'console/products/:id': `console/products/${product.id}`,
    'console/products/:id/calendar': `console/products/${product.id}/calendar`,
    'console/products/:id/prices': `console/products/${product.id}/prices`,
    'console/mails/:id': 'console/mails/1',
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  // Addresses with an invented id answer 404 and say so in the console of the browser.
  browser?.forget(/status of 404/);
  expect(browser?.problems).toEqual([]);
});

/** Where the mail leads that confirms an address. */
async function askForNotice(id: string): Promise<string> {
  const email = 'traveller@example.com';
  await test.call('noticeAsk', { id, kind: 'price', email });
  return mailedLink(test, email, '/productNotice');
}

const consoleLogin = 'console/login';
const isConsole = (path: string) => path.startsWith('console');
const isSignedIn = (path: string) =>
  /^(uc|pass|booking|wechat|completion|review|calPrice|onlinequotation)\b/.test(path) && path !== 'wechat/wlogin';
const strangers = patterns.filter((path) => path === consoleLogin || (!isConsole(path) && !isSignedIn(path)));

/** At the desk's width and then, without loading it again, at the phone's. */
async function look(page: Page, path: string): Promise<void> {
  await visit(page, `/${filled[path] ?? path}`);
  const [shown, asked] = [new URL(page.url()).pathname.slice(1), leadOn[path] ?? filled[path] ?? path];
  expect(shown, path).toBe(asked.split('?')[0]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
    await settle(page);
    expect(await page.locator('h1').count(), page.url()).toBeGreaterThan(0);
    await checkWidth(page);
    await checkAxe(page);
    if (width < 500) await checkTargets(page);
  }
}

it('every address with a parameter has an example value', () => {
  const open = patterns.filter((path) => path.includes(':') && !filled[path]);
  expect(open).toEqual([]);
  expect(Object.keys(filled).filter((path) => !patterns.includes(path))).toEqual([]);
});

it.each([
  ['a stranger', strangers, undefined],
  ['an agent', [...patterns.filter(isSignedIn), 'uc/account?edit=1'], 'agent'],
  ['staff', patterns.filter((path) => isConsole(path) && path !== consoleLogin), 'staff'],
] as const)(
  '%s',
  async (_, paths, who) => {
    const page = await browser.open(1440);
    if (who === 'agent') await enterShop(page, 'agent@one.example', 'agent-2026');
    if (who === 'staff') await enterConsole(page, 'admin@one.example', 'admin-2026');
    for (const path of paths) if (path !== '*') await look(page, path);
  },
  600_000,
);
