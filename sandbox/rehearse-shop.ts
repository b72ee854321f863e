// The shop's side in tests: signs requests, opens payments, and receives notices on its own port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayOptions } from './serve-gateway.ts';
import { serveGateway } from './serve-gateway.ts';
import { isNoticeSigned, MERCHANT_HEADER, SIGNATURE_HEADER, signRequest } from './sign-message.ts';

export const SECRETS: Readonly<Record<string, string>> = {
  kembara: 'secret-of-kembara-000',
  other: 'secret-of-other-00000',
};

type Answered = { status: number; body: Record<string, unknown> };
export type Call = (method: string, path: string, fields?: unknown, as?: CallAs) => Promise<Answered>;
type CallAs = { merchant?: string; secret?: string; ageSeconds?: number; sentBody?: string; signature?: string };

export async function startGateway(options: Partial<GatewayOptions> = {}) {
  const gateway = await serveGateway({
    port: 0,
    publicUrl: 'http://127.0.0.1:0',
    secretOf: (merchant) => SECRETS[merchant],
    ...options,
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const call: Call = async (method, path, fields, as = {}) => {
    const merchant = as.merchant ?? 'kembara';
    const rawBody = fields === undefined ? '' : JSON.stringify(fields);
    const at = Math.floor(Date.now() / 1000) - (as.ageSeconds ?? 0);
    const signature = signRequest(as.secret ?? SECRETS[merchant] ?? '', { method, path, rawBody }, at);
    const sent = as.sentBody ?? rawBody;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        [MERCHANT_HEADER]: merchant,
        [SIGNATURE_HEADER]: as.signature ?? signature,
        'content-type': 'application/json',
      },
      ...(sent === '' ? {} : { body: sent }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { url, call, close: gateway.close };
}

export function describePayment(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    reference: 'ORDER-1',
    currency: 'CNY',
    amountMinor: 123_450,
    description: 'City walk, 2 adults',
    returnUrl: 'http://127.0.0.1:9/booking/complete?go=%2Forder#top',
    notifyUrl: 'http://127.0.0.1:9/notify',
    expiresAt: new Date(Date.now() + 900_000).toISOString(),
    idempotencyKey: `key-${crypto.randomUUID()}`,
    ...changes,
  };
}

export async function openTestPayment(call: Call, changes: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await call('POST', '/v1/payments', describePayment(changes));
  if (status !== 201) throw new Error(`Not opened: ${status} ${JSON.stringify(body)}`);
  return String(body.id);
}

type Received = { raw: string; event: Record<string, unknown>; isSigned: boolean; atMs: number };

/** `answers` are used up in order, then every notice gets 200 "OK". */
export async function startReceiver(answers: { status: number; body: string }[] = []) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString('utf8');
    const event = JSON.parse(raw) as Record<string, unknown>;
    const header = request.headers[SIGNATURE_HEADER];
    const secret = SECRETS[String(event.merchant)] ?? '';
    const isSigned = typeof header === 'string' && isNoticeSigned(secret, raw, header, Math.floor(Date.now() / 1000));
    received.push({ raw, event, isSigned, atMs: Date.now() });
    const answer = answers.shift() ?? { status: 200, body: 'OK' };
    // The return address is this server, which answers OK.
    const headers = answer.status === 307 ? { location: '/notify' } : {};
    response.writeHead(answer.status, headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`, received, close };
}

export async function waitUntil(isTrue: () => boolean | Promise<boolean>, withinMs = 8000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('It did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
