// Setting up a gateway in a real browser (§3 pay channels): keys by the gateway's own names, a wrong one refused by name, the right ones
// tried, saved, and shown by their last letters alone.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWechat, type WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  fillIn,
  openBrowser,
  problemsOn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const merchantKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();
const merchant = { mchId: '1900000001', appId: 'wx0000000000000001', apiV3Key: 'apiV3KeyOfShopOne000000000000001' };
const serial = '7700000000000000000000000000000000000001';

let test: TestHouse;
let fake: WechatFake;
let browser: TestBrowser;
beforeAll(async () => {
  fake = await serveWechat({ port: 0, merchant: { ...merchant, serial, publicKey: createPublicKey(privateKey) } });
  test = await openTestHouse({ screens: true, env: { GATEWAY_WECHAT_URL: fake.url } });
  browser = await openBrowser(test);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
  await fake?.close();
  expect(browser?.problems).toEqual([]);
});

describe.each(atWidths(390))('at %i pixels', (width) => {
  it('finance sets up WeChat Pay from nothing and tries its keys', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/channels');
    await page.getByRole('link', { name: 'Set up WeChat Pay' }).click();
    await page.getByRole('heading', { name: 'Do the keys work?' }).waitFor();
    await page.getByText('pay.weixin.qq.com, 账户中心 › 商户信息').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    const keys = { 'keys.mchId': 'shop', 'keys.appId': merchant.appId, 'keys.apiV3Key': merchant.apiV3Key };
    await fillIn(page, { ...keys, 'keys.merchantSerial': serial, 'keys.merchantKey': merchantKey.slice(0, 300) });
    await page.getByRole('button', { name: 'Try the keys' }).click();
    await page.getByText('This does not have the expected form (1900000001)').waitFor();
    expect((await problemsOn(page)).map(([name]) => name).sort()).toEqual(['keys.mchId', 'keys.merchantKey']);
    await fillIn(page, { 'keys.mchId': '1900000002', 'keys.merchantKey': merchantKey });
    await page.getByRole('button', { name: 'Try the keys' }).click();
    await page.getByText('WeChat Pay does not accept “mchid (商户号)”').waitFor();
    await fillIn(page, { 'keys.mchId': merchant.mchId });
    await page.getByRole('button', { name: 'Try the keys' }).click();
    await page.getByText('WeChat Pay accepts these keys').waitFor();
    await page.getByText('This question does not prove: AppID').waitFor();
    await checkAxe(page);
    await checkWidth(page);
    await page.getByLabel('Offer it to buyers').check();
    await fillIn(page, { leastMinor: '10', mostMinor: '5' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The highest amount must not be below').waitFor();
    expect(await problemsOn(page)).toEqual([['mostMinor', 'The highest amount must not be below the lowest']]);
    await fillIn(page, { mostMinor: '5000' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('WeChat Pay is saved').waitFor();
    await page.getByText('Ends in 0001').first().waitFor();
    expect(await page.content()).not.toContain(merchant.apiV3Key);
    await visit(page, '/console/channels?channel=wechat');
    expect(await page.locator('[name=mostMinor]').inputValue()).toBe('5000.00');
    await page.context().close();
  }, 120_000);
});
