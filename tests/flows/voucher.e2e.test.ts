// Vouchers in a real browser, on a phone and on a desktop: checked by their holder, redeemed at the gate by typing and by camera,
// refused the second time, verified without a network; and the documents of an order in the shop and in the back office.
import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  settle,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import { until } from '../build/open-gateway.ts';
import type { TestHouse } from '../build/open-house.ts';
import { buyOnTwoDays } from '../build/place-orders.ts';
import { buy, giveToSupplier } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
openFlow(async (flow) => {
  ({ test, browser } = flow);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(test.database.house);
  await giveToSupplier(test, 'tower');
});

async function buyVoucher() {
  const orderNo = await buy(test, agent, { quantity: 2 });
  const { data } = await test.call('orderDetail', { id: orderNo }, { token: agent });
  const listed = await test.call('vouchers', { a: orderNo, b: String(data.lines[0]?.productId) }, { token: agent });
  const [voucher] = listed.data.list;
  if (!voucher) throw new Error('no voucher');
  const { pathname, search } = new URL(voucher.address);
  return { orderNo, code: voucher.code, address: voucher.address, path: pathname + search };
}
/** The plan of the tower's seats, as its editor uploads it. */
async function drawSeatPlan() {
  const plan = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const token = await test.signIn('content@one.example', 'content-2026');
  const headers = { 'content-type': 'image/png', token, l: 'en' };
  const answer = await test.fetch('/api/console/pictures', { method: 'POST', headers, body: new Uint8Array(plan) });
  const { address } = ((await answer.json()) as { data: { address: string } }).data;
  await sql`UPDATE product SET seat_plan = ${address.split('/').at(-1)} WHERE owner_id = 1 AND key = 'tower'`.execute(
    test.database.house,
  );
}
const looksGood = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
async function look(page: Page, text: string) {
  await page.getByLabel('Voucher code').fill(text);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
}

/** A camera that shows nothing, and a browser that reads `address` in it at the third look and at the sixth. */
function stageCamera(page: Page, address: string) {
  return page.addInitScript((text) => {
    let looks = 0;
    class Detector {
      async detect() {
        looks += 1;
        return looks === 3 || looks === 6 ? [{ rawValue: text }] : [];
      }
    }
    Object.assign(globalThis, { BarcodeDetector: Detector });
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    setInterval(() => pen?.fillRect(0, 0, 9, 9), 50);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  }, address);
}

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('the holder of a voucher sees whether it is valid, and no name', async () => {
    const { code, path, orderNo } = await buyVoucher();
    const page = await browser.open(width);
    await visit(page, `${path}&l=en`);
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByText('The QR code is genuine').waitFor();
    const text = (await page.locator('main').innerText()).replace(/\s+/g, ' ');
    for (const word of ['Silver Tower', 'Adult × 2', code.slice(0, 4)]) expect(text).toContain(word);
    for (const word of ['Mei', 'Tan', 'MYR', orderNo]) expect(text).not.toContain(word);
    await looksGood(page);
    const answer = await page.request.get(path);
    expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const desk = await test.signIn('operations@one.example', 'operations-2026');
    await test.call('consoleVoucherRedeem', { text: code }, { token: desk });
    await visit(page, `${path}&l=zh_CN`);
    await page.getByText('已使用', { exact: true }).waitFor();
    await looksGood(page);
    await visit(page, '/voucher/ABCDEFGHJKMN?l=en');
    await page.getByText('Not one of our vouchers').waitFor();
    await looksGood(page);
    await page.context().close();
  }, 60_000);

  it('the history of an order of several lines names the line whose voucher was redeemed (§3 vouchers)', async () => {
    const orderNo = await buyOnTwoDays(test, agent, { adult: playOn, child: playOn });
    const desk = await test.signIn('operations@one.example', 'operations-2026');
    const { productId } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.lines[0] ?? {};
    const { list } = (await test.call('vouchers', { a: orderNo, b: String(productId) }, { token: agent })).data;
    await test.call('consoleVoucherRedeem', { text: list[1]?.code ?? '' }, { token: desk });
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    const step = page.getByRole('listitem').filter({ hasText: 'Voucher redeemed' });
    expect(await step.innerText()).toMatch(/Child · /);
    await looksGood(page);
    await page.context().close();
  }, 60_000);

  it('a supplier types the code and redeems it; a second try is refused', async () => {
    const { code, path, orderNo } = await buyVoucher();
    const first = await browser.open(width);
    await enterConsole(first, 'supplier@one.example', 'supplier-2026');
    await visit(first, '/console/redeem');
    await first.getByText('Please type the code').waitFor();
    await looksGood(first);
    await first.getByLabel('Voucher code').fill('AAAA BBBB CCCC');
    await first.getByRole('button', { name: 'Check' }).click();
    await first.getByText('We do not know this voucher').waitFor();
    await looksGood(first);
    await look(first, code.toLowerCase());
    await first.getByText('Not for today').waitFor();
    await looksGood(first);

    const second = await browser.open(width);
    await enterConsole(second, 'operations@one.example', 'operations-2026');
    await visit(second, `/console/redeem?${new URLSearchParams({ text: path })}`);
    await second.getByRole('heading', { name: 'Silver Tower' }).waitFor();

    await first.getByRole('button', { name: 'Redeem now' }).click();
    await first.getByText('Redeemed by Suda').waitFor();
    expect(await first.getByRole('button', { name: 'Redeem now' }).count()).toBe(0);
    await looksGood(first);
    await second.getByRole('button', { name: 'Redeem now' }).click();
    await second.getByText('already been redeemed').waitFor();
    await second.getByText('Redeemed by Suda').waitFor();
    expect(await second.getByRole('button', { name: 'Redeem now' }).count()).toBe(0);
    await looksGood(second);
    await second.getByRole('button', { name: 'Next voucher' }).click();
    await look(second, code);
    await second.getByText('Used', { exact: true }).waitFor();
    await enterShop(first, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await first.getByText('Used on').waitFor();
    expect(await first.getByRole('button', { name: 'Cancel …' }).count()).toBe(0);
    // What was used is not ahead: nothing to note down for the day or to pass on.
    await first.getByRole('link', { name: 'Itinerary' }).waitFor();
    expect(await first.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0);
    await visit(first, `/pass/${orderNo}?l=en`);
    await first.getByRole('link', { name: 'Download voucher' }).waitFor();
    for (const role of ['link', 'button'] as const)
      expect(await first.getByRole(role, { name: /calendar|Share/ }).count(), role).toBe(0);
    await second.context().close();
    await first.context().close();
  }, 90_000);

  it('the camera reads the code; without a network a genuine one is distinguished from a forged one, and nothing is redeemed', async () => {
    const { address, orderNo } = await buyVoucher();
    const page = await browser.open(width);
    await stageCamera(page, address);
    await enterConsole(page, 'operations@one.example', 'operations-2026');
    await visit(page, '/console/redeem');
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await page.getByRole('heading', { name: 'Silver Tower' }).waitFor();
    await page.getByText('Adult × 2').waitFor();
    await page.getByRole('button', { name: 'Next voucher' }).click();
    // The camera goes on by itself for the next one.
    await page.getByRole('button', { name: 'Next voucher' }).click();
    await page.getByRole('button', { name: 'Stop the camera' }).click();
    await page.context().setOffline(true);
    const check = async (text: string) => {
      await page.getByLabel('Voucher code').fill(text);
      await page.getByRole('button', { name: 'Check' }).click();
    };
    await check(address);
    await page.getByText('The QR code is genuine, but it is not redeemed yet').waitFor();
    await page.getByText(`${orderNo}-1`).waitFor();
    await looksGood(page);
    await check(address.replace(/\d(?=\.[\w-]{86}$)/, '9'));
    await page.getByText('this code cannot be confirmed').waitFor();
    await page.context().setOffline(false);
    browser.forget(/ERR_INTERNET_DISCONNECTED/);
    await look(page, address);
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.context().close();
  }, 60_000);

  it('the whole booking is one page at the gate, for fellow travellers by a link that ends (§3 vouchers)', async () => {
    const { orderNo, code } = await buyVoucher();
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    await page.getByRole('link', { name: 'Show the voucher' }).click();
    await page.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
    await page.getByText(code.replace(/(.{4})(?=.)/g, '$1 '), { exact: true }).waitFor();
    await page.waitForSelector('[data-hydrated]');
    await page.addInitScript(() => Object.assign(navigator, { share: undefined }));
    await looksGood(page);
    const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
    const room = JSON.stringify({ room: { guests: { adults: 3, children: 1 } } });
    await run(sql`UPDATE sub_order SET terms = terms || ${room}::jsonb WHERE order_no = ${orderNo}`);
    await visit(page, `/pass/${orderNo}?l=en`);
    await page.getByText('In each room: 3 adults, 1 child').waitFor();
    await run(sql`UPDATE sub_order SET terms = terms - 'room' WHERE order_no = ${orderNo}`);
    await page.getByRole('button', { name: 'Share with fellow travellers' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    const other = await browser.open(width);
    const { pathname, search } = new URL(link);
    await visit(other, `${pathname}${search}&l=en`);
    await other.getByRole('heading', { level: 1, name: 'Silver Tower' }).waitFor();
    expect(await other.getByRole('link', { name: 'Change or cancel' }).count()).toBe(0);
    expect(await other.locator('main').innerText()).not.toContain('MYR');
    await looksGood(other);
    await page.getByRole('button', { name: 'End the link' }).click();
    await page.getByText('The link no longer works').waitFor();
    // A fellow traveller reads that the link is over, not that the address is wrong.
    await other.goto(`${pathname}${search}`);
    await other.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    browser.forget(/status of 404/);
    await other.getByRole('main').getByRole('link', { name: 'Find an order' }).waitFor();
    await looksGood(other);
    await page.getByRole('link', { name: 'Change or cancel' }).click();
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await other.context().close();
    await page.context().close();
  }, 60_000);

  it('an administrator sets a wallet up, and buyers are offered it (§3 vouchers)', async () => {
    const { orderNo } = await buyVoucher();
    const desk = await browser.open(width);
    await enterConsole(desk, 'admin@one.example', 'admin-2026');
    await visit(desk, '/console/wallets');
    await desk.getByRole('button', { name: 'Set up Google Wallet' }).click();
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByText('This field is required').first().waitFor();
    await looksGood(desk);
    const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
    const account = JSON.stringify({ client_email: 'passes@one.iam.example', private_key: pem });
    await desk.getByLabel('Number of the issuer').fill('3388000000012345678');
    await desk.getByLabel('Key of the service account').fill(account);
    await desk.getByRole('button', { name: 'Save' }).click();
    await desk.getByText('Issuer 3388000000012345678').waitFor();
    await looksGood(desk);
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/pass/${orderNo}?l=en`);
    const href = (await page.getByRole('link', { name: 'Add to Google Wallet' }).getAttribute('href')) ?? '';
    const answer = await page.request.get(href, { maxRedirects: 0 });
    expect(answer.headers().location).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\//);
    await visit(desk, '/console/wallets?l=en');
    await desk.getByRole('button', { name: 'Remove Google Wallet' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await desk.getByRole('button', { name: 'Set up Google Wallet' }).waitFor();
    await page.context().close();
    await desk.context().close();
  }, 60_000);

  it('a voucher that was opened is shown without a network, until its reader signs out (§3 vouchers)', async () => {
    await drawSeatPlan();
    const { orderNo, code } = await buyVoucher();
    const grouped = code.replace(/(.{4})(?=.)/g, '$1 ');
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/pass/${orderNo}?l=en`);
    await page.getByText('It opens without a network').waitFor();
    // What the browser still has of the page is no saved voucher.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.clearBrowserCache');
    await session.detach();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(grouped, { exact: true }).waitFor();
    const plan = page.getByRole('img', { name: 'Seat plan: Silver Tower' });
    const pixels = await until(
      () => plan.evaluate((img: HTMLImageElement) => img.naturalWidth),
      (width) => width > 0,
    );
    expect(pixels).toBeGreaterThan(0);
    // An installed shop begins here.
    await page.goto('/pass/');
    await page.getByRole('heading', { name: 'Vouchers on this device' }).waitFor();
    await looksGood(page);
    await page.getByRole('link', { name: 'Silver Tower' }).click();
    await page.getByText(grouped, { exact: true }).waitFor();
    await page.getByText('No network').waitFor();
    expect(await page.getByRole('link', { name: 'Change or cancel' }).isVisible()).toBe(false);
    expect(await page.content()).not.toMatch(/<script|agent@one/);
    await page.context().setOffline(false);
    await visit(page, '/uc?l=en');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/$/);
    await settle(page);
    await page.context().setOffline(true);
    await expect(page.goto(`/pass/${orderNo}`)).rejects.toThrow(/ERR_/);
    browser.forget(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
    await page.context().close();
  }, 60_000);

  it('the buyer downloads the documents, in another language and under the agency’s name; the owner has copies', async () => {
    const { orderNo } = await buyVoucher();
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026', `/uc/order/${orderNo}`);
    const card = (of: Page) => of.locator('section', { has: of.getByRole('heading', { name: 'Documents' }) });
    const hrefs = (of: Page) =>
      card(of)
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
    const fetchAll = async (of: Page) => {
      const types: (string | undefined)[] = [];
      for (const href of await hrefs(of)) types.push((await of.request.get(href)).headers()['content-type']);
      return types;
    };
    expect(await card(page).getByRole('link').allInnerTexts()).toEqual([
      'Voucher',
      'Itinerary',
      'Add to calendar',
      'Receipt',
    ]);
    const pdf = 'application/pdf';
    const calendar = 'text/calendar; charset=utf-8';
    expect(await fetchAll(page)).toEqual([pdf, pdf, calendar, pdf]);
    await card(page).getByLabel('Language of the documents').selectOption('th');
    await card(page).getByLabel('With our own company name').check();
    expect((await hrefs(page)).map((one) => one.split('&').slice(1).join('&'))).toEqual([
      'l=th&plain=1',
      'l=th&plain=1',
      'l=th',
      'l=th',
    ]);
    expect(await fetchAll(page)).toEqual([pdf, pdf, calendar, pdf]);
    await looksGood(page);
    await page.context().close();

    const desk = await browser.open(width);
    await enterConsole(desk, 'operations@one.example', 'operations-2026');
    await visit(desk, `/console/orders/${orderNo}`);
    expect(await fetchAll(desk)).toEqual([pdf, pdf, calendar]);
    await looksGood(desk);
    await desk.context().close();
  }, 90_000);
});
