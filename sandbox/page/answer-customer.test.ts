import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPayment, startGateway } from '../rehearse-shop.ts';
import { chooseLanguage } from './choose-language.ts';
import { formatAmount } from './format-amount.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const RETURN = 'http://127.0.0.1:9/booking/complete?go=%2Forder';

function choose(id: string, outcome: string, headers: Record<string, string> = { origin: gateway.url }) {
  const body = new URLSearchParams({ outcome });
  return fetch(`${gateway.url}/pay/${id}`, { method: 'POST', redirect: 'manual', headers, body });
}

test('the page shows what is paid, marks the test, and has every button', async () => {
  const id = await openTestPayment(gateway.call, { description: '<b>Walk & "talk"</b>', reference: "O'1" });
  const response = await fetch(`${gateway.url}/pay/${id}`);
  const html = await response.text();
  for (const part of ['kembara', 'CNY 1,234.50', 'O&#39;1', 'Test gateway: no real money moves', 'role="timer"']) {
    expect(html).toContain(part);
  }
  expect(html).toContain('&lt;b&gt;Walk &amp; &quot;talk&quot;&lt;/b&gt;');
  expect(html).not.toContain('<b>Walk');
  expect([...html.matchAll(/name="outcome" value="([\w-]+)"/g)].map((match) => match[1])).toEqual([
    'pay',
    'decline',
    'pay-late',
    'pay-silent',
    'unknown',
    'cancel',
  ]);
  const policy = response.headers.get('content-security-policy') ?? '';
  const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9;");
  expect(policy).not.toContain('unsafe');
  expect(html).toContain(`<script nonce="${nonce}">`);
  expect(html.match(/ style="| on\w+="/)).toBeNull();
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
  const other = await fetch(`${gateway.url}/pay/${id}`);
  expect(other.headers.get('content-security-policy')).not.toBe(policy);
});

test.each([
  ['pay', 'paid', 'paid'],
  ['decline', 'failed', 'failed'],
  ['pay-late', 'paid', 'paid'],
  ['pay-silent', 'paid', 'paid'],
  ['unknown', 'unknown', 'unknown'],
  ['cancel', 'closed', 'closed'],
])('the button %s goes back to the shop with %s', async (outcome, sent, status) => {
  const id = await openTestPayment(gateway.call, { returnUrl: `${RETURN}#top` });
  const response = await choose(id, outcome);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${RETURN}&sandbox=${sent}#top`);
  expect((await gateway.call('GET', `/v1/payments/${id}`)).body.status).toBe(status);
  const again = await choose(id, outcome === 'pay' ? 'decline' : 'pay');
  expect(again.headers.get('location')).toBe(`${RETURN}&sandbox=${sent}#top`);
  const page = await (await fetch(`${gateway.url}/pay/${id}`)).text();
  expect(page).not.toContain('name="outcome"');
  expect(page).toContain(`href="${RETURN}&amp;sandbox=${sent}#top"`);
});

test('a post from elsewhere or without origin changes nothing', async () => {
  const id = await openTestPayment(gateway.call);
  const foreign = [
    {},
    { origin: 'null' },
    { origin: 'http://evil.example' },
    { origin: gateway.url, 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    expect((await choose(id, 'pay', headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(403);
  }
  expect((await choose(id, 'everything')).status).toBe(400);
  expect((await gateway.call('GET', `/v1/payments/${id}`)).body.status).toBe('open');
});

test('the page speaks Chinese by address or browser', async () => {
  const id = await openTestPayment(gateway.call);
  const byAddress = await (await fetch(`${gateway.url}/pay/${id}?l=zh_CN`)).text();
  expect(byAddress).toContain('<html lang="zh-CN">');
  expect(byAddress).toContain('不会产生真实扣款');
  const headers = { 'accept-language': 'fr;q=0.9, zh-CN;q=0.8, en;q=0.5' };
  expect(await (await fetch(`${gateway.url}/pay/${id}`, { headers })).text()).toContain('立即支付');
  expect(chooseLanguage('en', 'zh-CN')).toBe('en');
  expect(chooseLanguage(null, 'zh;q=0, fr')).toBe('en');
});

test('the QR code is an image, and unknown payments get a page', async () => {
  const id = await openTestPayment(gateway.call);
  const qr = await fetch(`${gateway.url}/pay/${id}/qr.svg`);
  expect(qr.headers.get('content-type')).toContain('image/svg+xml');
  expect(await qr.text()).toMatch(/^<svg[\s\S]*<path/);
  expect(await (await fetch(`${gateway.url}/pay/${id}/state`)).json()).toEqual({ status: 'open' });
  const missing = await fetch(`${gateway.url}/pay/pay_nothing`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('This payment does not exist');
});

test.each([
  ['CNY', 5, 'CNY 0.05'],
  ['USD', 123_456_789, 'USD 1,234,567.89'],
  ['JPY', 1200, 'JPY 1,200'],
  ['VND', 0, 'VND 0'],
  ['IDR', 150_000_00, 'IDR 150,000.00'],
  ['KWD', 1005, 'KWD 1.005'],
  ['CLF', 12_345, 'CLF 1.2345'],
])('%s %i reads %s', (currency, amountMinor, text) => expect(formatAmount(currency, amountMinor)).toBe(text));
