// What a customer does on a Snap page or with a QRIS code, by the page itself or by control.
import QRCode from 'qrcode';
import { drawCashier, drawMissing } from '../kit/draw-cashier.ts';
import type { Call, Reply } from '../kit/serve-fake.ts';
import {
  type Fake,
  findTransaction,
  notifyMerchant,
  openTransaction,
  type Page,
  type Transaction,
} from './run-fake.ts';

export type Outcome = 'pick' | 'pay' | 'capture' | 'challenge' | 'decline' | 'expire';

/** Picking a method on the page opens the transaction, which the Core API knows from then on. */
function pick(fake: Fake, orderId: string, type: string): Transaction | undefined {
  const known = findTransaction(fake, orderId);
  const page = [...fake.pages.values()].find((page) => page.orderId === orderId);
  if (known && !(page && known.status === 'deny')) return known;
  if (!page) return undefined;
  const made = openTransaction(page, type);
  fake.transactions.set(orderId, made);
  return made;
}

type Manner = { silent?: boolean; copies?: number; delaySeconds?: number };

export function playCustomer(
  fake: Fake,
  orderId: string,
  outcome: Outcome,
  manner: Manner = {},
): Transaction | undefined {
  const isCard = outcome === 'capture' || outcome === 'challenge';
  const found = pick(fake, orderId, isCard ? 'credit_card' : 'gopay');
  if (!found || outcome === 'pick' || found.status !== 'pending') return found;
  if (outcome === 'expire') found.status = 'expire';
  else if (outcome === 'decline') found.status = 'deny';
  else found.status = isCard ? 'capture' : 'settlement';
  if (isCard) found.fraud = outcome === 'challenge' ? 'challenge' : 'accept';
  if (found.status === 'settlement') found.settledAt = Date.now();
  if (!manner.silent) notifyMerchant(fake, found, manner);
  return found;
}

/** The picture of a QRIS code. */
async function drawCode(id: string): Promise<Reply> {
  const body = await QRCode.toString(`00020101021226${id.replaceAll('-', '')}`, { type: 'svg' });
  return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body };
}

/** Undefined for an address that is no page. */
export function answerPage(fake: Fake, { method, path, headers, body }: Call): Reply | Promise<Reply> | undefined {
  const code = /^\/v2\/qris\/([\w-]+)\/qr-code$/.exec(path)?.[1];
  if (code) return drawCode(code);
  const token = /^\/snap\/v4\/redirection\/([\w-]+)$/.exec(path)?.[1];
  if (!token) return undefined;
  const language = headers['accept-language'];
  const page = fake.pages.get(token);
  if (!page) return drawMissing('Midtrans', language);
  const outcome = method === 'POST' ? new URLSearchParams(body).get('outcome') : null;
  if (outcome === 'cancel') return leave(page, undefined);
  if (outcome === 'pay' || outcome === 'decline') {
    const found = playCustomer(fake, page.orderId, outcome);
    if (found?.status === 'settlement') return leave(page, found);
  }
  const { status = 'pending' } = findTransaction(fake, page.orderId) ?? {};
  const open = status === 'pending' && Date.now() < page.endsAt;
  const state = open ? 'open' : status === 'deny' ? 'failed' : status === 'settlement' ? 'paid' : 'over';
  const amount = `Rp ${page.gross.toLocaleString('id-ID')}`;
  const shown = { brand: 'Midtrans', amount, about: page.about, state, back: page.finish } as const;
  return drawCashier({ ...shown, again: state === 'failed' }, language);
}

/** The way back names order and state; a shop must not believe it. */
function leave({ finish, orderId }: Page, found: Transaction | undefined): Reply {
  const to = new URL(finish || 'https://example.invalid/');
  to.searchParams.set('order_id', orderId);
  to.searchParams.set('status_code', found ? '200' : '201');
  to.searchParams.set('transaction_status', found?.status ?? 'pending');
  return { status: 303, headers: { location: to.href }, body: '' };
}
