// Setting up a gateway in a real browser (§3 pay channels): keys by the gateway's own names, a wrong one refused by name, the right ones
// tried, saved, and shown only by their last letters.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '../../domain/paths.ts';
import { serveWechat, type WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import { sql } from '../../server/platform/db.ts';
import {
  atWidths,
  checkAxe,
  checkWidth,
  enterConsole,
  enterShop,
  fillIn,
  openBrowser,
  problemsOn,
  type TestBrowser,
  visit,
} from '../build/open-browser.ts';
import { openTestHouse, type TestHouse } from '../build/open-house.ts';
import { placeOrder } from '../build/place-orders.ts';

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
  it('finance sets up WeChat Pay from scratch and tries its keys', async () => {
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/channels');
    // Staff look for a gateway by its own name.
    await page.getByRole('heading', { name: 'Card (Visa, Mastercard) · Stripe' }).waitFor();
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
    await fillIn(page, { mostMinor: '5000', place: '0', onlyCountries: 'my, Thailand' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please write each country with two letters').waitFor();
    expect((await problemsOn(page)).map(([name]) => name).sort()).toEqual(['onlyCountries', 'place']);
    await fillIn(page, { place: '2', onlyCountries: 'my, th' });
    await page.getByRole('group', { name: 'Currencies of orders' }).getByLabel('MYR').check();
    await checkAxe(page);
    await checkWidth(page);
    // Keys that are saved are tried at once.
    await fillIn(page, { 'keys.mchId': '1900000002' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('WeChat Pay does not accept “mchid (商户号)”').waitFor();
    await page.getByText('WeChat Pay is saved').waitFor();
    await fillIn(page, { 'keys.mchId': merchant.mchId });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('WeChat Pay accepts these keys').waitFor();
    await page.getByText('WeChat Pay is saved').waitFor();
    await page.getByText('Ends in 0001').first().waitFor();
    expect(await page.content()).not.toContain(merchant.apiV3Key);
    await visit(page, '/console/channels?channel=wechat');
    expect(await page.locator('[name=mostMinor]').inputValue()).toBe('5000.00');
    expect(await page.locator('[name=onlyCountries]').inputValue()).toBe('MY, TH');
    expect(await page.getByRole('group', { name: 'Currencies of orders' }).getByLabel('MYR').isChecked()).toBe(true);
    await page.context().close();
  }, 120_000);

  it('a buyer sees how soon money is certain, and a way with trouble is listed last (§3 pay channels)', async () => {
    await sql`UPDATE channel_setting SET failed_at = ARRAY[now()], trouble_since = now(), trouble_until = now() + interval '5 minutes'
      WHERE owner_id = 1 AND channel = 'sandbox'`.execute(test.database.house);
    const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
    const page = await browser.open(width);
    await enterShop(page, 'member@one.example', 'member-2026');
    await visit(page, paths.payment('pay', orderNo));
    const last = page.locator('label', { has: page.locator('[name=channel]') }).last();
    await last.getByText('Trouble just now; another way may be faster').waitFor();
    await last.getByText('Payment confirmed at once').waitFor();
    expect(await last.locator('input').isDisabled()).toBe(false);
    await checkAxe(page);
    await checkWidth(page);
    // Security rule 26: no gateway's script, frame or form has a place in our page.
    const { 'content-security-policy': policy = '' } = (await page.request.get(page.url())).headers();
    expect(policy).toContain("connect-src 'self'; frame-src 'self'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
    await page.context().close();
  }, 120_000);

  it('finance sets a surcharge; a buyer who sees dollars pays dollars, with both amounts and the rate before the button (§5)', async () => {
    await sql`UPDATE channel_setting SET shown_currencies = NULL, surcharge_percent = 0, failed_at = '{}', trouble_since = NULL,
      trouble_until = NULL WHERE owner_id = 1 AND channel = 'sandbox'`.execute(test.database.house);
    const page = await browser.open(width);
    await enterConsole(page, 'finance@one.example', 'finance-2026');
    await visit(page, '/console/channels?channel=sandbox');
    await page.getByRole('heading', { name: 'Paying in the currency shown' }).waitFor();
    await page.getByLabel('All currencies that this way takes').uncheck();
    await page.getByText('Nothing ticked: everybody pays in the order’s currency.').waitFor();
    await page.getByRole('group', { name: 'Only these currencies' }).getByLabel('USD').check();
    await fillIn(page, { surchargePercent: '12' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Please enter a number from 0 to 10').first().waitFor();
    expect((await problemsOn(page)).map(([name]) => name)).toEqual(['surchargePercent']);
    await fillIn(page, { surchargePercent: '2' });
    await checkAxe(page);
    await checkWidth(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('is saved').first().waitFor();
    const orderNo = await placeOrder(test, await test.signIn('member@one.example', 'member-2026'));
    const buyer = await browser.open(width);
    await enterShop(buyer, 'member@one.example', 'member-2026');
    const see = async (currency: string) => {
      await buyer.evaluate((code) => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the shop keeps it
        document.cookie = `c=${code}; path=/`;
      }, currency);
      await visit(buyer, paths.payment('pay', orderNo));
      await buyer.getByText('Test gateway').click();
    };
    await see('USD');
    // MYR 100.00 at 4.42, and 2 % on top.
    await buyer.getByRole('button', { name: 'Pay USD 23.08' }).waitFor();
    await buyer.getByText('MYR 100.00 · USD 1 = MYR 4.33333').waitFor();
    await buyer.getByText('The exchange rate includes 2% for the conversion.').waitFor();
    await checkAxe(buyer);
    await checkWidth(buyer);
    await see('THB');
    await buyer.getByRole('button', { name: 'Pay MYR 100.00' }).waitFor();
    await buyer.getByText('This way charges MYR; in THB that is about THB 763.36.').waitFor();
    await see('MYR');
  }, 120_000);
});
