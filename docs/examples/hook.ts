// Whether a message came from the shop (Standard Webhooks): check it before you read it, with the body as it arrived.
import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Record<string, string | undefined>;

/** `secret` begins with whsec_; the headers are webhook-id, webhook-timestamp and webhook-signature. */
export function isGenuine(secret: string, headers: Headers, body: string, now = Date.now()): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
  // An old message may be somebody's copy.
  if (Math.abs(now / 1000 - Number(seconds)) > 300) return false;
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest('base64')}`);
  return signatures.split(' ').some((part) => {
    const received = Buffer.from(part);
    return received.length === expected.length && timingSafeEqual(received, expected);
  });
}
