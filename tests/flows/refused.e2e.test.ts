// How refusals of calls are shown (§8): a dialog on a desktop, a toast on phones, each sentence of the catalogue with its
// reason; two codes stay in the page.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls } from '../../contract/calls.ts';
import { type RefusalName, refusals } from '../../domain/errors.ts';
import { paths } from '../../domain/paths.ts';
import {
  checkAxe,
  enterShop,
  fillIn,
  problemsOn,
  solvePuzzle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../build/place-orders.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let member: string;
let unpaid: string;
let paid: string;
openFlow(
  async (flow) => {
    ({ test, browser } = flow);
    member = await test.signIn('agent@one.example', 'agent-2026');
    unpaid = await placeOrder(test, member);
    paid = await placeOrder(test, member);
    const done = await test.call('paying', { id: paid, channel: 'deposit' }, { token: member, key: newKey() });
    expect(done.code).toBe(200);
  },
  { expected: /500 \(Internal Server Error\)|401 \(Unauthorized\)/ },
);

/** The call fails as if the installation were in trouble, or with a refusal. */
async function refuse(page: Page, name: CallName, refusal?: RefusalName): Promise<void> {
  const { path }: CallRow = calls[name];
  const body = JSON.stringify({ code: refusal ? refusals[refusal] : 500, msg: refusal ?? '', data: {} });
  await page.route(new RegExp(`${path.replace(/:\w+/g, '[^/]+')}$`), (route) =>
    route.fulfill({ status: refusal ? 200 : 500, contentType: 'application/json', body }),
  );
}
const trouble = 'Something went wrong on our side. Please try again later.';

type Place = [sentence: string, call: CallName, act: (page: Page) => Promise<void>];
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const places: Place[] = [
  [
    'Failed to edit',
    'updateUser',
    async (page) => {
      await visit(page, paths.profile());
      await press(page, 'Save');
    },
  ],
  [
    'Password change not successful',
    'changePassword',
    async (page) => {
      await visit(page, paths.changePassword());
      await fillIn(page, { current: 'agent-2026', password: 'another-77', confirmation: 'another-77' });
      await press(page, 'Change password');
    },
  ],
  [
    'Failed to add the remark',
    'remark',
    async (page) => {
      await visit(page, paths.order(paid));
      await page.getByLabel('Write a remark').fill('A window seat, please');
      await press(page, 'Send');
    },
  ],
  [
    'Exception in applying for cancellation, try again later',
    'cancelOrder',
    async (page) => {
      await visit(page, paths.order(paid));
      await press(page, 'Cancel …');
      await press(page, 'Send the request');
    },
  ],
  [
    'Failed to cancel the order, try again later',
    'cancelOrder',
    async (page) => {
      await visit(page, paths.order(unpaid));
      await press(page, 'Cancel order');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    },
  ],
  [
    'Failed to submit',
    'createOrder',
    async (page) => {
      await visit(page, await bookingPath());
      await fillBooking(page);
      await press(page, 'Continue to payment');
    },
  ],
];

async function bookingPath(): Promise<string> {
  const product = await findProduct(test, 'Silver');
  return paths.booking({ lines: `${product.packages[0]?.skus[0]?.id}:${playOn}::1` });
}
async function fillBooking(page: Page): Promise<void> {
  await fillIn(page, { 'contact.name': 'Mei Tan', 'contact.email': 'mei@example.com' });
  await page.getByRole('checkbox', { name: /I have read and accept/ }).check();
}

describe('a refused call', () => {
  it('says what failed in a dialog on a desktop, and in the page once it is closed (§8 any other code; §8 failed to edit; §8 failed to submit; §8 password not changed; §8 remark failed; §8 application to cancel failed; §8 order not cancelled)', async () => {
    const page = await browser.open(1440);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    for (const [sentence, call, act] of places) {
      await refuse(page, call);
      await act(page);
      const answer = page.getByRole('dialog', { name: 'That did not work' });
      await answer.getByText(sentence).waitFor();
      expect(await answer.innerText()).toContain(trouble);
      await checkAxe(page);
      await answer.getByRole('button', { name: 'Close' }).last().click();
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
      expect(await answer.count()).toBe(0);
      await page.unrouteAll();
    }
    await page.context().close();
  }, 120_000);

  it('is shown in a toast on a phone, which leaves the page usable and then becomes a notice in it (§8 supplement failed)', async () => {
    const input = await fillOrder(test, member, { product: 'Green Hills', quantity: 2 });
    const later = { ...input, travellers: [], travellersLater: true };
    const { orderNo } = (await test.call('createOrder', later, { token: member, key: newKey() })).data;
    const { address } = (await test.call('completionLink', { orderNos: [orderNo] }, { token: member })).data;
    const page = await browser.open(390);
    await refuse(page, 'intact');
    await visit(page, `${new URL(address).pathname}${new URL(address).search}&l=zh_CN`);
    await fillIn(page, { 'travellers.0.102': 'Mei Tan' });
    await press(page, '保存，稍后继续');
    const toast = page.getByRole('alert').filter({ hasText: '补充订单信息失败' });
    await toast.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await checkAxe(page);
    expect(await toast.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    await toast.getByRole('button', { name: '关闭' }).click();
    expect(await toast.evaluate((element) => getComputedStyle(element).position)).toBe('static');
    await page.context().close();
  }, 60_000);

  it('stays in the page for the two codes that screens handle in place (§8 two codes; §8 slider failed)', async () => {
    const page = await browser.open(1440);
    await refuse(page, 'sendEmailVerCode', 'wrongCode');
    await visit(page, `${paths.login()}?l=en`);
    await page.getByRole('tab', { name: /guest/i }).click();
    // §5: an address is judged before any slider is shown.
    for (const email of ['', 'nobody']) {
      await fillIn(page, { email });
      await press(page, 'Send me a code');
      await expect.poll(async () => (await problemsOn(page)).map(([name]) => name)).toEqual(['email']);
      expect(await page.locator('input[type=range]').count()).toBe(0);
    }
    await fillIn(page, { email: 'slider@guest.example' });
    await press(page, 'Send me a code');
    await solvePuzzle(test, page);
    await page.getByRole('alert').filter({ hasText: 'Slider verification failed' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  }, 60_000);
});

describe('a page that came without https', () => {
  /** What browsers leave out then. */
  const strip = (page: Page) =>
    page.addInitScript(() => {
      for (const name of ['randomUUID', 'subtle']) Object.defineProperty(crypto, name, { value: undefined });
    });
  const words = 'This can only be sent over a secure connection. Please open the page with https.';

  it.each(['/login?l=en', '/console/login?l=en'])(
    'opens, and says so once a password is to be sent: %s',
    async (path) => {
      const page = await browser.open(1440);
      await strip(page);
      await visit(page, path);
      await page.getByLabel(/^E-mail/).fill('admin@one.example');
      await page.getByLabel('Password').fill('admin-2026');
      await page.getByRole('button', { name: 'Sign in' }).last().click();
      await page.getByText(words).waitFor();
    },
  );
});

it('what was wrong in the booking form is no longer shown once it is right', async () => {
  const page = await browser.open(390);
  const product = await findProduct(test, 'Tower');
  await visit(page, `/booking/order?lines=${product.packages[0]?.skus[0]?.id}:${playOn}::1&l=en`);
  const problem = page.getByRole('alert').filter({ hasText: 'Please check the marked fields' });
  await press(page, 'Continue to payment');
  await problem.waitFor();
  await fillIn(page, {
    'contact.name': 'Mei Tan',
    'contact.email': 'right@guest.example',
    'contact.phone': '123456789',
  });
  await page.locator('[name="contact.areaCode"]').selectOption('60');
  await page.getByRole('checkbox', { name: /booking agreement/ }).check();
  await press(page, 'Continue to payment');
  await page.getByRole('dialog', { name: 'Confirm your e-mail' }).waitFor();
  expect(await problem.count()).toBe(0);
  await page.context().close();
}, 60_000);
