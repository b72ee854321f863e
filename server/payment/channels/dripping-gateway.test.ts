// A gateway that never ends its answer, a byte at a time: the question ends all the same, and nothing is known.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { money } from '../../../domain/money.ts';
import { alipayKeys } from '../../../tests/build/gateways/set-up-alipay.ts';
import { channelOf } from './index.ts';

let server: Server;
let baseUrl: string;
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{');
    const drops = setInterval(() => response.write(' '), 300);
    response.on('close', () => clearInterval(drops));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const payment = {
  paymentNo: 'P1',
  payRef: 'cs_1',
  tradeNo: '',
  startedAt: new Date(0),
  expiresAt: new Date(),
  amount: money(100, 'EUR'),
};

it.concurrent.each([
  { channel: 'stripe' as const, keys: { secretKey: 'sk_test_1' } },
  { channel: 'alipay' as const, keys: alipayKeys.one },
])(
  '$channel',
  async ({ channel, keys }) => {
    const question = channelOf(channel).query({ keys, options: {}, baseUrl }, payment as never, new Date());
    await expect(question).rejects.toThrow('no whole answer within 25 s');
  },
  40_000,
);
