// The stand-in for iPay88 alone: results by server until RECEIVEOK, its old query, what it voids.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveIPay88 } from './serve-ipay88.ts';
import { sign } from './sign-messages.ts';

const received: string[] = [];
const words = ['OK', 'RECEIVEOK '];
const shop = createServer((request, response) => {
  request.on('data', (part) => received.push(String(part)));
  request.on('end', () => response.end(words[received.length - 1] ?? 'RECEIVEOK'));
});
let fake: Awaited<ReturnType<typeof serveIPay88>>;
let backendUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/told`;
  const keys = { merchantCode: 'M00003', merchantKey: 'apple' };
  fake = await serveIPay88({ port: 0, ...keys, controlToken: 'token', retrySeconds: [0.05, 0.05, 0.05] });
});
afterAll(async () => {
  await fake.close();
  shop.close();
});

const control = async (body: object) => {
  const headers = { authorization: 'Bearer token' };
  await fetch(`${fake.url}/control/payments/A00000001`, { method: 'POST', headers, body: JSON.stringify(body) });
};
const ask = async (Amount = '1.00', MerchantCode = 'M00003') => {
  const body = new URLSearchParams({ MerchantCode, RefNo: 'A00000001', Amount });
  return (await fetch(`${fake.url}/epayment/enquiry.asp`, { method: 'POST', body })).text();
};

describe('§3 iPay88, the stand-in', () => {
  it('answers the old question in plain words, and sends results until it hears RECEIVEOK alone', async () => {
    expect(await ask()).toBe('Record not found');
    await control({ change: { amount: '1.00', currency: 'MYR', backendUrl } });
    await control({ outcome: 'pay' });
    expect([await ask(), await ask('1.01'), await ask('1.00', 'M00004')]).toEqual([
      '00',
      'Incorrect amount',
      'Invalid parameters',
    ]);
    await expect.poll(() => received.length, { timeout: 5000 }).toBe(3);
    const answer = Object.fromEntries(new URLSearchParams(received[2]));
    expect(answer).toMatchObject({ RefNo: 'A00000001', Amount: '1.00', Currency: 'MYR', Status: '1' });
    expect(answer.Signature).toBe(sign('HMACSHA512', 'apple', ['M00003', '16', 'A00000001', '100', 'MYR', '1']));
  });
});
