// Notices of Telr: the transaction advice carries a SHA-1 over a secret and fourteen values; the callback of an order (tran_authstatus) has
// another signature without a complete documentation, and only makes us query.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isCurrency } from '../../../../domain/currencies.ts';
import { type Money, moneyFromDecimal } from '../../../../domain/money.ts';
import type { Answer, ChannelConfig, Notice } from '../channel.ts';

const signedNames = [
  ...[
    'tran_store',
    'tran_type',
    'tran_class',
    'tran_test',
    'tran_ref',
    'tran_prevref',
    'tran_firstref',
    'tran_currency',
  ],
  ...['tran_amount', 'tran_cartid', 'tran_desc', 'tran_status', 'tran_authcode', 'tran_authmessage'],
] as const;
type Fields = Readonly<Record<string, string>>;

/** Values are signed as they read, a missing one as nothing between its colons. Only the last may hold a colon: no value can move. */
export function isAdviceSigned(secret: string, fields: Fields): boolean {
  const values = signedNames.map((name) => fields[name] ?? '');
  if (values.slice(0, -1).some((value) => value.includes(':'))) return false;
  const wanted = createHash('sha1')
    .update([secret, ...values].join(':'))
    .digest();
  const received = Buffer.from(fields.tran_check ?? '', 'hex');
  return received.length === wanted.length && timingSafeEqual(wanted, received);
}

function open(raw: Buffer): Fields | undefined {
  const pairs = [...new URLSearchParams(raw.toString('utf8'))];
  const fields = Object.fromEntries(pairs);
  return pairs.length === Object.keys(fields).length ? fields : undefined;
}

export function readTelrNotice({ keys }: ChannelConfig, raw: Buffer): Notice | undefined {
  const fields = open(raw);
  const paymentNo = fields?.tran_cartid?.replace(/\.\d$/, '');
  if (!fields || !paymentNo) return undefined;
  const knock: Notice = { eventId: createHash('sha256').update(raw).digest('hex'), paymentNo, ask: true };
  if (!keys.adviceSecret || fields.tran_status === undefined)
    return fields.tran_authstatus || !keys.adviceSecret ? knock : undefined;
  if (!isAdviceSigned(keys.adviceSecret, fields)) return undefined;
  const eventId = fields.tran_check ?? '';
  const { tran_type: type, tran_desc: description = '', tran_status: status } = fields;
  if (type === 'refund') {
    // Refunds made at Telr by hand say something else.
    if (!description.startsWith(`${paymentNo}-`) || !isOver(status)) return { eventId, paymentNo: '' };
    const state = status === 'A' ? 'successful' : 'failed';
    return { eventId, paymentNo, refund: { refundNo: description, refundRef: fields.tran_ref ?? null, state } };
  }
  if (type !== 'sale') return { eventId, paymentNo: '' };
  // The description contains our number, too: an advice that contradicts itself is not trusted.
  return description.endsWith(paymentNo) ? { eventId, paymentNo, answer: readSale(fields, paymentNo) } : knock;
}

const isOver = (status = '') => ['A', 'D', 'E', 'C', 'X'].includes(status);

function readSale(fields: Fields, paymentNo: string): Answer {
  const { tran_status: status, tran_ref: transactionId, tran_store: store, tran_test: test } = fields;
  const amount = readAmount(fields);
  if (status === 'A' && amount && transactionId) {
    const merchant = `${test === '0' ? 'live' : 'test'} ${store}`;
    return { state: 'paid', merchant, paymentNo, amount, providerRef: null, transactionId };
  }
  if (status !== 'A' && isOver(status))
    return { state: 'failed', paymentNo, reason: fields.tran_authmessage || 'declined' };
  return { state: 'pending', paymentNo, reason: status ?? '' };
}

function readAmount({ tran_amount: amount = '', tran_currency: currency }: Fields): Money | undefined {
  return isCurrency(currency) && /^\d{1,12}(\.\d{1,3})?$/.test(amount) ? moneyFromDecimal(amount, currency) : undefined;
}
