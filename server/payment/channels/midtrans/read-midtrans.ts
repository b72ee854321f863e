// What Midtrans says, read: the state of an order, its refunds, and notices signed with SHA-512 over order, code, amount and our key.
import { createHash, timingSafeEqual } from 'node:crypto';
import { isCurrency } from '../../../../domain/currencies.ts';
import { type Money, moneyFromDecimal } from '../../../../domain/money.ts';
import type { Answer, ChannelConfig, Notice, RefundAnswer, RefundInput } from '../channel.ts';
import type { MidtransFields } from './midtrans-calls.ts';

/** "yyyy-MM-dd HH:mm:ss +0700": Jakarta keeps one time all year. */
export function jakartaTime(at: Date): string {
  return `${new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')} +0700`;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function isSigned({ keys }: Pick<ChannelConfig, 'keys'>, fields: MidtransFields): boolean {
  const { order_id: order, status_code: code, gross_amount: gross, signature_key: received } = fields;
  if (!keys.serverKey || ![order, code, gross, received].every((item) => typeof item === 'string' && item))
    return false;
  // The texts exactly as they came: "10000.00" is signed with its zeros.
  const wanted = createHash('sha512').update(`${order}${code}${gross}${keys.serverKey}`).digest();
  const signature = Buffer.from(textOf(received), 'hex');
  return signature.length === wanted.length && timingSafeEqual(wanted, signature);
}

function readAmount({ gross_amount: gross, currency = 'IDR' }: MidtransFields): Money | undefined {
  if (!isCurrency(currency) || !/^\d{1,13}(\.\d{1,2})?$/.test(textOf(gross))) return undefined;
  return moneyFromDecimal(textOf(gross), currency);
}

const over = ['deny', 'cancel', 'expire', 'failure'];

/** Paid is what is captured or settled, with code 200, and not doubted by the fraud check. */
export function readMidtransStatus({ keys }: ChannelConfig, paymentNo: string, fields: MidtransFields): Answer {
  const { order_id: orderId, transaction_status: status, status_code: code, fraud_status: fraud = 'accept' } = fields;
  if (orderId !== paymentNo) throw new Error(`Midtrans spoke of another order than ${paymentNo}`);
  const amount = readAmount(fields);
  const id = textOf(fields.transaction_id);
  const settled = status === 'capture' || status === 'settlement';
  if (settled && code === '200' && fraud === 'accept' && amount && id) {
    const merchant = fields.merchant_id === undefined ? (keys.merchantId ?? '') : textOf(fields.merchant_id);
    return { state: 'paid', merchant, paymentNo, amount, providerRef: id, transactionId: id };
  }
  if (over.includes(textOf(status))) return { state: 'failed', paymentNo, reason: textOf(status) };
  return { state: 'pending', paymentNo, reason: textOf(status) || 'unclear' };
}

type RefundLine = { refund_key?: unknown; refund_chargeback_id?: unknown; bank_confirmed_at?: unknown };
const linesOf = ({ refunds }: MidtransFields) => (Array.isArray(refunds) ? (refunds as RefundLine[]) : []);

/** Wallets give back at once; of a card only the bank's confirmation says that it did. */
function stateOf(fields: MidtransFields, line: RefundLine): RefundAnswer {
  const done = fields.payment_type !== 'credit_card' || Boolean(line.bank_confirmed_at);
  const id = line.refund_chargeback_id;
  return { state: done ? 'successful' : 'processing', refundRef: id === undefined ? null : String(id) };
}

/** Undefined where the order's refunds do not have our key. */
export function readRefundOf(
  { refundNo, payment, amount }: RefundInput,
  fields: MidtransFields,
): RefundAnswer | undefined {
  const line = linesOf(fields).find((line) => line.refund_key === refundNo);
  if (line) return stateOf(fields, line);
  // A card payment that was cancelled before it was settled came back as a whole.
  const whole = amount.amountMinor === payment.amount.amountMinor;
  return whole && fields.transaction_status === 'cancel' ? { state: 'successful', refundRef: null } : undefined;
}

/** Known by what it holds: the same may come again with its fields in another order. */
function eventIdOf(fields: MidtransFields): string {
  const names = [
    'transaction_id',
    'order_id',
    'transaction_status',
    'status_code',
    'fraud_status',
    'gross_amount',
    'currency',
  ];
  const parts = [...names, 'merchant_id'].map((name) => textOf(fields[name]));
  const refunds = linesOf(fields).map((line) => [line.refund_key, Boolean(line.bank_confirmed_at)]);
  return createHash('sha256')
    .update(JSON.stringify([parts, refunds]))
    .digest('hex');
}

function open(config: ChannelConfig, raw: Buffer): MidtransFields | undefined {
  try {
    const fields = JSON.parse(raw.toString('utf8')) as MidtransFields;
    return isSigned(config, fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

export function readMidtransNotice(config: ChannelConfig, raw: Buffer): Notice | undefined {
  const fields = open(config, raw);
  if (!fields) return undefined;
  const eventId = eventIdOf(fields);
  const paymentNo = textOf(fields.order_id);
  const { custom_field1: ours, transaction_status: status } = fields;
  // A notice that contradicts itself is not trusted; Midtrans is queried.
  if (typeof ours === 'string' && ours !== paymentNo) return { eventId, paymentNo, ask: true };
  if (status === 'refund' || status === 'partial_refund') {
    // The newest of ours; the others are asked about. Refunds made at Midtrans by hand have other keys.
    const line = linesOf(fields).findLast((line) => textOf(line.refund_key).startsWith(`${paymentNo}-`));
    if (!line) return { eventId, paymentNo: '' };
    return { eventId, paymentNo, refund: { refundNo: textOf(line.refund_key), ...stateOf(fields, line) } };
  }
  return { eventId, paymentNo, answer: readMidtransStatus(config, paymentNo, fields) };
}
