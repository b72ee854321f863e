// The stand-in for GB Prime Pay alone: the checksum of its codes, what it refuses, and notices that come again on 5xx.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeText, sumOf } from './run-fake.ts';
import { serveGbPay } from './serve-gb-pay.ts';

const answers = [503, 200];
const received: string[] = [];
const shop = createServer((request, response) => {
  request.on('data', (part) => received.push(String(part)));
  request.on('end', () => response.writeHead(answers[received.length - 1] ?? 200).end());
});
let fake: Awaited<ReturnType<typeof serveGbPay>>;
let backgroundUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  backgroundUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/told`;
  const keys = { token: 'token-of-a-shop', secretKey: 'secret-of-a-shop' };
  fake = await serveGbPay({ port: 0, ...keys, controlToken: 'token', retrySeconds: [0.05, 0.05] });
});
afterAll(async () => {
  await fake.close();
  shop.close();
});

const good = { token: 'token-of-a-shop', referenceNo: 'REF0000001', amount: '100.00' };
async function make(change: object = {}) {
  const body = new URLSearchParams({ ...good, backgroundUrl, ...change });
  const answer = await fetch(`${fake.url}/v3/qrcode/text`, { method: 'POST', body });
  return { http: answer.status, ...((await answer.json()) as { resultCode: string }) };
}

describe('§3 GB Prime Pay, the stand-in', () => {
  it('closes codes by the CRC of the EMV standard', () => {
    expect(sumOf('123456789')).toBe('29B1');
    expect(codeText('REF0000001', '100.00')).toMatch(/^00020101021230.*5406100\.005802TH6304[0-9A-F]{4}$/);
  });

  it.each([
    [{ token: 'token-of-nobody' }],
    [{ referenceNo: 'A'.repeat(16) }],
    [{ referenceNo: 'A-1' }],
    [{ amount: '100' }],
    [{ amount: '1,000.00' }],
    [{ amount: '0.00' }],
  ])('refuses %o with HTTP 200', async (change) => {
    expect(await make(change)).toMatchObject({ http: 200, resultCode: '02' });
  });

  it('sends a notice again on 5xx', async () => {
    expect(await make()).toMatchObject({ http: 200, resultCode: '00' });
    const headers = { authorization: 'Bearer token' };
    const body = JSON.stringify({ outcome: 'pay' });
    await fetch(`${fake.url}/control/payments/REF0000001`, { method: 'POST', headers, body });
    await expect.poll(() => received.length, { timeout: 5000 }).toBe(2);
    expect(JSON.parse(received[0] ?? '')).toMatchObject({
      referenceNo: 'REF0000001',
      amount: '100.00',
      currencyCode: '764',
    });
  });
});
