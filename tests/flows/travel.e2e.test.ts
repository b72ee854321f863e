// A trip on the phone (§2 wechat): found by number and contact without an account, read screen by screen, its travellers filled in; the
// same from the orders of a signed-in buyer; in English and Chinese, at 390 and 1440.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { makeEditor } from '../build/edit-products.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterShop,
  fillIn,
  mailedLink,
  problemsOn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { fillOrder, findProduct, newKey } from '../build/place-orders.ts';
import { buyDoubtful, makeRoom } from '../build/set-up-desk.ts';

let test: TestHouse;
let browser: TestBrowser;
let agent: string;
let car: string;
const driver = { name: 'Somchai', areaCode: '66', phone: '812345678', plate: 'กข 1234', car: 'White van', remark: '' };

openFlow(async (flow) => {
  ({ test, browser } = flow);
  await makeRoom(test);
  const services = JSON.stringify([{ type: 6, infoList: [{ info: '+60 3 1234 5678', picture: null }], timeInfo: '' }]);
  await sql`UPDATE web_setting SET online_services = ${services}::jsonb WHERE owner_id = 1`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const { id } = await findProduct(test, 'Green Hills');
  await editor.change(id, {
    notices: [{ en: 'Bring a raincoat', zh_CN: '请带雨衣' }],
    traffic: { en: 'Take the blue line.', zh_CN: '乘坐蓝线。' },
  });
  car = await buyDoubtful(test, agent);
  const operations = { token: await test.signIn('operations@one.example', 'operations-2026') };
  expect((await test.call('consolePickup', { id: car, fine: true, text: '' }, operations)).code).toBe(200);
  const input = { id: car, subOrderNo: `${car}-1`, drivers: [driver] };
  expect((await test.call('consoleDriver', input, operations)).code).toBe(200);
});

async function placeLater(email = 'mei@example.com'): Promise<string> {
  const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  const contact = { ...input.contact, email };
  const later = { ...input, contact, travellers: [{ '102': 'Lee Wong' }], travellersLater: true };
  return (await test.call('createOrder', later, { token: agent, key: newKey() })).data.orderNo;
}
const check = async (page: Page) => {
  await checkAxe(page);
  await checkWidth(page);
};
const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { name, level, exact: true });
/** From the trip to one of its screens, which is read and left again. */
async function look(page: Page, link: string, title: string, read: () => Promise<unknown>, back = 'Back to the trip') {
  await page.locator('main nav').getByRole('link', { name: link }).click();
  await heading(page, title).waitFor();
  await read();
  await check(page);
  await page.getByRole('link', { name: back }).click();
  await heading(page, back === 'Back to the trip' ? 'Your trip' : '我的行程').waitFor();
}
async function findOn(page: Page, orderNo: string, contact: string): Promise<void> {
  await fillIn(page, { orderNo, contact });
  await page.getByRole('button', { name: 'Find', exact: true }).click();
}

describe.each(atWidths(390))('without an account at %i wide', (width) => {
  it('an order is found, read screen by screen, and stored on the device until removed (§1 mobile pages; §2 wechat orderOne; §2 wechat transferInfo; §2 wechat passenger)', async () => {
    const page = await browser.open(width);
    await visit(page, '/wechat/orderOne?l=en');
    await check(page);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await expect
      .poll(() => problemsOn(page), { timeout: 10_000 })
      .toEqual([
        ['orderNo', 'This field is required'],
        ['contact', 'This field is required'],
      ]);
    await findOn(page, car, 'lee@example.com');
    await page.getByText('No order fits.').waitFor();
    await check(page);
    await findOn(page, car.toLowerCase(), '+60 12345678');
    await heading(page, 'Your trip').waitFor();
    await page.getByText(`Order ${car}`).waitFor();
    await page.getByText('Your booking is confirmed.').waitFor();
    expect(await page.locator('main a[href^="/uc/"]').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Call Owner one' }).getAttribute('href')).toBe('tel:+60312345678');
    expect(await page.locator('main').innerText()).not.toMatch(/MYR|RM|example\.com/);
    await check(page);
    await look(page, 'Pick-up and flight', 'Pick-up and flight', async () => {
      await page.getByText('The pick-up address was checked and is fine.').waitFor();
      const result = await page.locator('dt').allInnerTexts();
      expect(result.slice(0, 2)).toEqual(['Flight number', 'Flight arrival time']);
      await page.getByText('MH123', { exact: true }).waitFor();
    });
    await look(page, 'Your driver', 'Your driver', async () => {
      await page.getByText(driver.plate, { exact: true }).waitFor();
      const call = page.getByRole('link', { name: /Call Somchai/ });
      expect(await call.getAttribute('href')).toBe('tel:+66812345678');
    });
    await look(page, 'Before you go', 'Before you go', () =>
      heading(page, 'There is nothing special to know', 2).waitFor(),
    );
    await look(page, 'Map', 'Map', async () => {
      await heading(page, '1 Beach Road', 2).waitFor();
      await page.locator('canvas').waitFor();
      const elsewhere = page.getByRole('link', { name: 'Open in Google Maps' });
      expect(await elsewhere.getAttribute('href')).toMatch(/query=9,9$/);
      await page.getByRole('link', { name: 'Airport Car' }).click();
      await heading(page, 'Airport Car', 2).waitFor();
    });
    await page.getByRole('main').getByRole('link', { name: 'Find an order' }).click();
    const kept = page.locator('main li').filter({ hasText: car });
    await kept.getByText('Airport Car').waitFor();
    await check(page);
    await kept.getByRole('link').click();
    await heading(page, 'Your trip').waitFor();
    await visit(page, '/wechat/orderOne');
    await page.getByRole('button', { name: `Remove order ${car}` }).click();
    await expect.poll(() => kept.count(), { timeout: 10_000 }).toBe(0);
    await visit(page, '/wechat/orderOne');
    expect(await kept.count()).toBe(0);
    await page.context().close();
  }, 120_000);

  it('its contact is mailed the link to fill in the travellers', async () => {
    const email = `contact${width}@example.com`;
    const orderNo = await placeLater(email);
    const page = await browser.open(width);
    await visit(page, '/wechat/orderOne?l=en');
    await findOn(page, orderNo, email);
    await page.getByRole('link', { name: 'Fill in the travellers' }).click();
    await heading(page, 'Travellers').waitFor();
    await page.getByText('Lee Wong', { exact: true }).waitFor();
    await page.getByText('Missing: Passport number').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Mail the link to the contact' }).click();
    await page.getByText('The link is on its way to c•••@example.com').waitFor();
    await check(page);
    await visit(page, await mailedLink(test, email, '/completion?token='));
    const values = { '0.202': 'P1', '1.102': 'Ana Wong', '1.202': 'P2' };
    await fillIn(page, Object.fromEntries(Object.entries(values).map(([at, one]) => [`travellers.${at}`, one])));
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.waitForURL('/completed');
    await visit(page, '/wechat/orderOne');
    await page.locator('main li').filter({ hasText: orderNo }).getByRole('link').click();
    await page.getByRole('link', { name: 'Travellers Information complete' }).click();
    await page.getByText('Ana Wong', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Mail the link/ }).count()).toBe(0);
    await page.context().close();
  }, 120_000);
});

describe.each(atWidths(390))('signed in at %i wide', (width) => {
  it('own orders are filtered and searched, and link to the trip and the travellers’ form (§2 wechat order)', async () => {
    const orderNo = await placeLater();
    const page = await browser.open(width);
    await enterShop(page, 'agent@one.example', 'agent-2026');
    await visit(page, '/wechat/order');
    await heading(page, 'My orders').waitFor();
    await check(page);
    const cards = page.locator('main ul li').filter({ has: page.locator('a[href^="/wechat/ordeInfo?order="]') });
    await page.getByRole('link', { name: /^Confirmed/ }).click();
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(1);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBeGreaterThan(1);
    await fillIn(page, { query: orderNo });
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(() => cards.count(), { timeout: 10_000 }).toBe(1);
    await cards.getByRole('link', { name: 'Green Hills Day Tour' }).click();
    await heading(page, 'Your trip').waitFor();
    expect(await page.getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe(
      `/booking/pay?order=${orderNo}`,
    );
    await check(page);
    const details = page.getByRole('link', { name: 'Order details' });
    expect(await details.getAttribute('href')).toBe(`/uc/order/${orderNo}`);
    await look(page, 'Before you go', 'Before you go', () => page.getByText('Bring a raincoat').waitFor());
    await page.getByRole('link', { name: /^Travellers/ }).click();
    await page.getByText('Missing: Passport number').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Fill in', exact: true }).click();
    await page.waitForURL(/\/completion\?token=/);
    await page.locator('[name="travellers.1.202"]').waitFor();
    await visit(page, '/wechat/order?query=nothing-like-it');
    await heading(page, 'No order fits these filters', 2).waitFor();
    await check(page);
    await page.context().close();
  }, 120_000);
});

describe('in Chinese at 390 wide', () => {
  it('a trip is found and every screen of it read', async () => {
    const orderNo = await placeLater();
    const page = await browser.open(390);
    await visit(page, '/wechat/orderOne?l=zh_CN');
    await fillIn(page, { orderNo, contact: '12345678' });
    await page.getByRole('button', { name: '查找', exact: true }).click();
    await heading(page, '我的行程').waitFor();
    await page.getByText('此预订尚未生效。').waitFor();
    await check(page);
    const back = '返回行程';
    await look(page, '接送与航班', '接送与航班', () => page.getByText('Hotel 1', { exact: true }).waitFor(), back);
    const read = () => page.getByText('缺少：拉丁字母姓名和护照号码').waitFor();
    await look(page, '出行人', '出行人', read, back);
    await look(page, '出行前须知', '出行前须知', () => page.getByText('请带雨衣').waitFor(), back);
    await look(page, '地图', '地图', () => heading(page, '青山一日游', 2).waitFor(), back);
    await visit(page, page.url().replace('ordeInfo', 'driverinfo'));
    await heading(page, '此预订不含用车服务', 2).waitFor();
    await check(page);
    await page.context().close();
  }, 120_000);
});

describe('a page behind a key', () => {
  it('is not cached, not indexed and sends no referrer', async () => {
    const { data } = await test.call('wechatFind', { orderNo: car, contact: '12345678' });
    const screens = ['ordeInfo', 'transferInfo', 'passenger', 'showBookDeclare', 'driverinfo', 'gmap'];
    for (const screen of screens) {
      const answer = await test.fetch(`/wechat/${screen}?key=${encodeURIComponent(data.key)}`);
      const result = ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => answer.headers.get(name));
      expect([screen, answer.status, ...result]).toEqual([screen, 200, 'no-store', 'no-referrer', 'noindex']);
    }
  });

  it('that expired leads to the page that gives a new one', async () => {
    const page = await browser.open(390);
    await visit(page, '/wechat/driverinfo?key=v1.over.over.over&l=en');
    await page.waitForURL('/wechat/orderOne?over=1');
    await page.getByText('This link is no longer good.').waitFor();
    await check(page);
    await page.context().close();
  }, 60_000);

  it('of thirty days ago is no longer listed', async () => {
    const page = await browser.open(390);
    await visit(page, '/wechat/orderOne?l=en');
    await page.evaluate(() => {
      const day = 86_400_000;
      const one = (orderNo: string, at: number) => ({ key: 'k', orderNo, name: orderNo, when: '', at });
      const list = [one('YOUNGER1', Date.now() - 29 * day), one('OLDER001', Date.now() - 31 * day)];
      localStorage.setItem('wechatFindOrderParam', JSON.stringify(list));
    });
    await page.reload();
    await page.getByRole('button', { name: 'Remove order YOUNGER1' }).waitFor();
    expect(await page.getByText('OLDER001').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('is needed, or a session: without either the visitor is redirected', async () => {
    const ask = (path: string) => test.fetch(path, { redirect: 'manual' });
    expect((await ask('/wechat/gmap')).headers.get('location')).toBe('/wechat/orderOne');
    for (const path of ['/wechat/order', `/wechat/ordeInfo?order=${car}`])
      expect((await ask(path)).headers.get('location')).toBe(`/wechat/wlogin?go=${encodeURIComponent(path)}`);
  });
});
