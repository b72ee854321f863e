// Reads one HTTP request completely, up to a limit, before it is handled.
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refuse-request.ts';

const MAX_BODY_BYTES = 65_536;

export type Incoming = {
  method: string;
  /** The request target as sent, which is what the merchant signs. */
  target: string;
  pathname: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  rawBody: Buffer;
};

export type Answer = { status: number; headers?: Record<string, string>; body: string };

export async function readRequest(request: IncomingMessage): Promise<Incoming> {
  const target = request.url ?? '/';
  const address = URL.parse(target, 'http://gateway.invalid');
  if (!target.startsWith('/') || address === null) throw new Refusal(400, 'bad_address', 'The address is malformed');
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving early must not destroy the connection on which the refusal is to be sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Refusal(413, 'too_large', `The body exceeds ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return {
    method: request.method ?? 'GET',
    target,
    pathname: address.pathname,
    query: address.searchParams,
    headers: request.headers,
    rawBody: Buffer.concat(chunks),
  };
}

export function answerJson(status: number, content: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(content),
  };
}

export function answerRefusal(refusal: Refusal): Answer {
  const { code, message, extra } = refusal;
  return answerJson(refusal.status, { error: { code, message, ...extra } });
}
