// Stripe's scheme for webhooks, written from its description: header `t=<unix seconds>,v1=<hex>`, where v1 is the HMAC-SHA-256 of
// "<t>.<body>" under the endpoint's whole secret, "whsec_" included.
import { createHmac } from 'node:crypto';

export function computeSignature(payload: string, secret: string): string {
  return createHmac('sha256', secret).update(payload, 'utf8').digest('hex');
}

export function signatureHeader(body: string, secret: string, unixSeconds: number): string {
  return `t=${unixSeconds},v1=${computeSignature(`${unixSeconds}.${body}`, secret)}`;
}
