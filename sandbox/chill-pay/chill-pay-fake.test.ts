// The stand-in for ChillPay alone: its own checksums against the same values, what it refuses, its page, and its background calls.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, vectors } from '../../tests/build/gateways/chill-pay-vectors.ts';
import { serveChillPay } from './serve-chill-pay.ts';
import { startOrder, sumOf } from './sign-messages.ts';

const keys = { merchantCode: 'M000001', apiKey: 'TESTKEY', md5Secret: secret };
const received: string[] = [];
const answers = [500, 500, 200];
const shop = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received.push(body);
    response.writeHead(answers[received.length - 1] ?? 200).end();
  });
});
let fake: Awaited<ReturnType<typeof serveChillPay>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const notifyUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/told`;
  fake = await serveChillPay({ port: 0, ...keys, controlToken: 'token', notifyUrl, retrySeconds: [0.05, 0.05, 0.05] });
});
afterAll(async () => {
  await fake.close();
  shop.close();
});

const good = {
  ...{ MerchantCode: 'M000001', OrderNo: 'ORD0001', CustomerId: 'CUST1', Amount: '10000', PhoneNumber: '0890000000' },
  ...{
    Description: 'Tour booking',
    Currency: '764',
    LangCode: 'EN',
    RouteNo: '1',
    IPAddress: '127.0.0.1',
    ApiKey: 'TESTKEY',
  },
  CustEmail: 'a@example.com',
};
async function start(change: Record<string, string> = {}, checkSum?: string) {
  const fields: Record<string, string> = { ...good, ...change };
  const sum =
    checkSum ??
    sumOf(
      startOrder.map((name) => fields[name]),
      secret,
    );
  const body = new URLSearchParams({ ...fields, CheckSum: sum });
  const answer = await fetch(`${fake.url}/api/v2/Payment/`, { method: 'POST', body });
  return { http: answer.status, ...((await answer.json()) as { Status: number; Code: number; PaymentUrl: string }) };
}

describe('§3 ChillPay, the stand-in', () => {
  it.each(Object.entries(vectors))('checksum: %s', (_, { values, sum }) => {
    expect(sumOf(values, secret)).toBe(sum);
  });

  it('takes a payment with the checksum of the values, once for each number', async () => {
    const first = await start({}, vectors.start?.sum);
    expect(first).toMatchObject({ http: 200, Status: 0, Code: 200 });
    expect((await start()).PaymentUrl).toBe(first.PaymentUrl);
    expect(await start({ Amount: '10001' })).toMatchObject({ http: 200, Status: 1 });
  });

  it.each([
    [{ MerchantCode: 'M000002' }],
    [{ ApiKey: 'OTHER' }],
    [{ Amount: '100.00' }],
    [{ Amount: '0' }],
    [{ Currency: 'THB' }],
    [{ LangCode: 'ZH' }],
    [{ IPAddress: '::1' }],
    [{ OrderNo: 'ORD-0002' }],
    [{ OrderNo: 'A'.repeat(21) }],
    [{ PhoneNumber: '66890000000' }],
    [{ Description: 'x'.repeat(101) }],
    [{ CustomerId: '' }],
  ])('refuses %o with HTTP 200', async (change) => {
    expect(await start({ OrderNo: 'ORD0009', ...change })).toMatchObject({ http: 200, Status: 1, PaymentUrl: null });
  });

  it('refuses a wrong checksum', async () => {
    expect(await start({ OrderNo: 'ORD0010' }, '0'.repeat(32))).toMatchObject({ Status: 1, Code: 1003 });
  });

  it('its page ends a payment once, and the background call is sent until HTTP 200', async () => {
    const { PaymentUrl } = await start({ OrderNo: 'ORD0011' });
    const body = new URLSearchParams({ outcome: 'pay' });
    const back = await fetch(PaymentUrl, { method: 'POST', body, redirect: 'manual' });
    expect(back.headers.get('location')).toContain('orderNo=ORD0011');
    await fetch(PaymentUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'decline' }), redirect: 'manual' });
    await expect.poll(() => received.length, { timeout: 5000 }).toBe(3);
    expect(new Set(received).size).toBe(1);
    expect(Object.fromEntries(new URLSearchParams(received[0]))).toMatchObject({
      OrderNo: 'ORD0011',
      PaymentStatus: '0',
      Amount: '10000',
    });
  });
});
