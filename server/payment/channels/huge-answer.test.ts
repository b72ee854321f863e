// A gateway whose answer is huge or endless: the answer is left at a limit, long before it fills the memory, and says nothing about money.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { money } from '../../../domain/money.ts';
import { alipayKeys } from '../../../tests/build/gateways/set-up-alipay.ts';
import { billionKeys } from '../../../tests/build/gateways/set-up-billion-connect.ts';
import { chillPayKeys } from '../../../tests/build/gateways/set-up-chill-pay.ts';
import { gbPayKeys } from '../../../tests/build/gateways/set-up-gb-pay.ts';
import { iPay88Keys } from '../../../tests/build/gateways/set-up-ipay88.ts';
import { lianLianKeys } from '../../../tests/build/gateways/set-up-lianlian.ts';
import { midtransKeys } from '../../../tests/build/gateways/set-up-midtrans.ts';
import { telrKeys } from '../../../tests/build/gateways/set-up-telr.ts';
import { wechatKeys } from '../../../tests/build/gateways/set-up-wechat.ts';
import { ChannelRefused } from './channel.ts';
import { channelOf, type OutsideChannel } from './index.ts';

const answerBytes = 200_000_000;
/** The limit, and what waits in the buffers of the two sides. */
const mostSent = 24_000_000;

let server: Server;
let baseUrl: string;
let sent = 0;
let packed = false;
beforeAll(async () => {
  const piece = Buffer.alloc(65_536, ' ');
  const bomb = gzipSync(Buffer.alloc(answerBytes, ' '));
  server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    });
    if (packed) return void response.end(bomb);
    const go = (): void => {
      while (!response.destroyed && sent < answerBytes) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', go);
      }
      response.end('{}');
    };
    go();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  sent = 0;
});

const payment = {
  paymentNo: '261121MA4DAPRWP2222',
  providerRef: 'cs_1',
  transactionId: null,
  startedAt: new Date(0),
  amount: money(100, 'EUR'),
};

const channels: [OutsideChannel, Record<string, string>][] = [
  ['alipay', alipayKeys.one],
  ['billionConnect', billionKeys.one],
  ['chillPay', chillPayKeys.one],
  ['gbPay', gbPayKeys.one],
  ['iPay88', iPay88Keys.one],
  ['lianLian', lianLianKeys.one],
  ['midtrans', midtransKeys.one],
  ['sandbox', { merchant: 'm', secret: 's' }],
  ['stripe', { secretKey: 'sk_test_1' }],
  ['telr', telrKeys.one],
  ['wechat', wechatKeys.one],
];

const ask = (name: OutsideChannel, keys: Record<string, string>) =>
  channelOf(name)
    .query({ keys, options: {}, baseUrl }, payment, new Date())
    .then(
      () => expect.unreachable('an answer'),
      (error: unknown) => error as Error,
    );

const reasonsOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${reasonsOf(error.cause)} ${reasonsOf((error as { detail?: unknown }).detail)}`
    : '';

it.each(channels)('%s leaves an answer that is too long, and knows nothing', async (name, keys) => {
  packed = false;
  const error = await ask(name, keys);
  expect(error).not.toBeInstanceOf(ChannelRefused);
  expect(reasonsOf(error)).toMatch(/longer than \d+ bytes|exceeded max size|connection to Stripe/);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(mostSent);
});

it.each(channels.filter(([name]) => name !== 'stripe'))(
  '%s leaves one that is short only as long as it is packed',
  async (name, keys) => {
    packed = true;
    const before = process.memoryUsage().arrayBuffers;
    const error = await ask(name, keys);
    expect(error).not.toBeInstanceOf(ChannelRefused);
    expect(reasonsOf(error)).toMatch(name === 'alipay' ? /exceeded maxSize/ : /longer than \d+ bytes/);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(answerBytes / 2);
  },
);
