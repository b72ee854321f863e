// Authenticates a merchant by its name, the signature over the raw request and the request's age. The answer never says which was wrong.
import type { Incoming } from './read-request.ts';
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';
import { isRequestSigned, MERCHANT_HEADER, SIGNATURE_HEADER } from './sign-message.ts';

export function admitMerchant(gateway: Gateway, request: Incoming): string {
  const merchant = headerOf(request, MERCHANT_HEADER) ?? '';
  const secret = merchant === '' ? undefined : gateway.secretOf(merchant);
  const message = { method: request.method, path: request.target, rawBody: request.rawBody };
  const nowSeconds = Math.floor(gateway.nowMs() / 1000);
  const isSigned = secret && isRequestSigned(secret, message, headerOf(request, SIGNATURE_HEADER), nowSeconds);
  if (!isSigned) {
    gateway.log(`refused an unsigned, forged or old request: ${request.method} ${request.pathname}`);
    throw new Refusal(401, 'unauthorized', 'The signature is missing, wrong or too old');
  }
  return merchant;
}

function headerOf(request: Incoming, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
