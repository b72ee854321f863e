// The customer's side: the hosted page, its QR code and its buttons. No account and no card, only a test decision.
import { randomBytes } from 'node:crypto';
import QRCode from 'qrcode';
import type { Payment } from '../book/describe-records.ts';
import { OUTCOMES } from '../book/describe-records.ts';
import type { Answer, Incoming } from '../read-request.ts';
import { answerJson } from '../read-request.ts';
import { Refusal } from '../refuse-request.ts';
import type { Gateway } from '../run-gateway.ts';
import { payUrlOf } from '../run-gateway.ts';
import { decideOutcome } from '../settle-payment.ts';
import { chooseLanguage } from './choose-language.ts';
import { drawMessage, drawPage } from './draw-page.ts';

export async function answerCustomer(gateway: Gateway, request: Incoming): Promise<Answer> {
  const [, id = '', part = ''] = /^\/pay\/(\w+)(?:\/(qr\.svg|state))?$/.exec(request.pathname) ?? [];
  const payment = gateway.book.payment(id);
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!payment) return answerMessage(request, 404, 'missing');
  if (!isReading && (request.method !== 'POST' || part !== '')) {
    throw new Refusal(405, 'method_not_allowed', 'This address takes another method');
  }
  if (part === 'state') return answerJson(200, { status: payment.status });
  if (part === 'qr.svg') return answerQr(gateway, payment);
  return isReading ? answerPage(gateway, request, payment) : takeOutcome(gateway, request, payment);
}

/** Appends the status without touching a byte of the merchant's own address. */
function returnAddress(payment: Payment): string {
  const [address = '', ...fragment] = payment.returnUrl.split('#');
  const joint = address.includes('?') ? '&' : '?';
  return [`${address}${joint}sandbox=${payment.status}`, ...fragment].join('#');
}

function languageOf(request: Incoming) {
  return chooseLanguage(request.query.get('l'), request.headers['accept-language']);
}

function answerPage(gateway: Gateway, request: Incoming, payment: Payment): Answer {
  const nonce = randomBytes(16).toString('base64');
  const returnUrl = returnAddress(payment);
  const body = drawPage({ payment, returnUrl, language: languageOf(request), nonce, nowMs: gateway.nowMs() });
  // Browsers apply form-action to the redirect after the form too, so the shop's origin has to be named.
  return { status: 200, headers: pageHeaders(nonce, `'self' ${new URL(payment.returnUrl).origin}`), body };
}

function answerMessage(request: Incoming, status: number, message: 'missing' | 'foreign' | 'invalid'): Answer {
  const nonce = randomBytes(16).toString('base64');
  return {
    status,
    headers: pageHeaders(nonce, "'none'"),
    body: drawMessage({ language: languageOf(request), nonce, message }),
  };
}

async function answerQr(gateway: Gateway, payment: Payment): Promise<Answer> {
  const svg = await QRCode.toString(payUrlOf(gateway, payment.id), {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 2,
  });
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, max-age=3600',
    },
    body: svg,
  };
}

function takeOutcome(gateway: Gateway, request: Incoming, payment: Payment): Answer {
  if (!isSameOrigin(gateway, request)) return answerMessage(request, 403, 'foreign');
  const chosen = new URLSearchParams(request.rawBody.toString('utf8')).get('outcome');
  const outcome = OUTCOMES.find((known) => known === chosen);
  if (outcome === undefined) return answerMessage(request, 400, 'invalid');
  // A second click, or a click on a page left open too long, changes nothing and goes back with what is true.
  const isOpen = payment.status === 'open' && payment.plan === null;
  const after = isOpen ? decideOutcome(gateway, payment, { outcome }) : payment;
  return { status: 303, headers: { location: returnAddress(after), 'cache-control': 'no-store' }, body: '' };
}

// Every browser names the origin of a form it posts; a request that names none did not come from our page.
function isSameOrigin(gateway: Gateway, request: Incoming): boolean {
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const from = URL.parse(origin ?? '');
  return from !== null && (from.origin === new URL(gateway.publicUrl).origin || from.host === host);
}

function pageHeaders(nonce: string, formAction: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    vary: 'accept-language',
  };
}
