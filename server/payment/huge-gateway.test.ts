// A gateway whose answers have no end while a buyer pays: the attempt stays open, the order waits, and the next clear answer decides.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

const answerBytes = 200_000_000;
const mostSent = 24_000_000;

let test: TestHouse;
let gateway: TestGateway;
let between: Server;
let agent: string;
let isHuge = false;
const sent: number[] = [];

/** Between the shop and its gateway. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isHuge) return answerEndlessly(response);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { 'x-sandbox-merchant': merchant, 'x-sandbox-signature': signature } = request.headers;
  const reply = await fetch(gateway.url + request.url, {
    method: request.method ?? 'GET',
    headers: {
      'content-type': 'application/json',
      'x-sandbox-merchant': String(merchant),
      'x-sandbox-signature': String(signature),
    },
    ...(parts.length ? { body: Buffer.concat(parts) } : {}),
  });
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
}

function answerEndlessly(response: ServerResponse): void {
  const piece = Buffer.alloc(65_536, ' ');
  const nth = sent.push(0) - 1;
  response.writeHead(200, { 'content-type': 'application/json' });
  const go = (): void => {
    while (!response.destroyed && (sent[nth] ?? 0) < answerBytes) {
      sent[nth] = (sent[nth] ?? 0) + piece.length;
      if (!response.write(piece)) return void response.once('drain', go);
    }
    // What a refusal would look like, were it read.
    response.end('{"status":"failed"}');
  };
  go();
}

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  between = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
  await sql`UPDATE channel_setting SET base_url = ${url} WHERE channel = 'sandbox'`.execute(test.database.house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
}, 60_000);
afterAll(async () => {
  between.closeAllConnections();
  between.close();
  await test.close();
  await gateway.close();
});

const payStatus = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data.status;

const askNow = (paymentNo: string) =>
  sql`UPDATE payment SET next_poll_at = now() WHERE payment_no = ${paymentNo}`.execute(test.database.house);

const attempt = async (paymentNo: string) =>
  (
    await sql<{ live: boolean; isDue: boolean }>`
      SELECT live, next_poll_at IS NOT NULL AS "isDue" FROM payment WHERE payment_no = ${paymentNo}`.execute(
      test.database.house,
    )
  ).rows[0];

it('an answer of 200 MB is left after some MB, the attempt is asked about again and its money found', async () => {
  const id = await placeOrder(test, agent);
  const { data } = await test.call('paying', { id, channel: 'sandbox' }, { token: agent, key: newKey() });
  await gateway.act(String(data.redirectUrl).split('/').at(-1) ?? '', 'pay-silent');

  isHuge = true;
  await askNow(data.paymentNo);
  await until(
    async () => sent.length,
    (count) => count > 0,
  );
  await askNow(data.paymentNo);
  await until(
    async () => sent.length,
    (count) => count > 1,
  );
  expect(await attempt(data.paymentNo)).toEqual({ live: true, isDue: true });
  expect(await payStatus(id)).toBe(1001);
  for (const bytes of sent) expect(bytes).toBeLessThan(mostSent);

  isHuge = false;
  await askNow(data.paymentNo);
  await until(
    () => payStatus(id),
    (status) => status !== 1001,
  );
  expect(await attempt(data.paymentNo)).toMatchObject({ live: false });
}, 60_000);
