// What the parts of the running stand-in share: Snap pages, transactions, and how Midtrans writes both.
import { createHash, randomUUID } from 'node:crypto';
import type { Notifier } from '../kit/notify-merchant.ts';
import { json, type Reply } from '../kit/serve-fake.ts';

export type Page = {
  token: string;
  orderId: string;
  gross: number;
  about: string;
  finish: string;
  notifyUrl: string;
  custom: string;
  endsAt: number;
};
export type Refund = {
  refund_chargeback_id: number;
  refund_amount: string;
  created_at: string;
  reason: string;
  refund_key: string;
  refund_method: string;
  bank_confirmed_at?: string;
};
export type Transaction = {
  id: string;
  orderId: string;
  gross: number;
  type: string;
  status: string;
  fraud?: string;
  startedAt: number;
  settledAt?: number;
  endsAt: number;
  notifyUrl: string;
  custom: string;
  refunds: Refund[];
};

export type Fake = {
  serverKey: string;
  merchantId: string;
  publicUrl: string;
  pages: Map<string, Page>;
  transactions: Map<string, Transaction>;
  /** Successful replies by Idempotency-Key, for five minutes. */
  replies: Map<string, { at: number; status: number; body: string }>;
  /** How the next refunds end: done, done when the bank confirms, denied by the bank. */
  refundPlans: ('done' | 'later' | 'denied')[];
  notifier: Notifier;
};

const codes: Record<string, string> = { pending: '201', deny: '202', expire: '407', authorize: '201' };
export const codeOf = ({ status, fraud }: Transaction) => (fraud === 'challenge' ? '201' : (codes[status] ?? '200'));
export const rupiah = (gross: number) => `${gross}.00`;
/** "yyyy-MM-dd HH:mm:ss" in Jakarta, which has no summer time. */
export const jakartaTime = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export function openTransaction(page: Omit<Page, 'token' | 'finish' | 'about'>, type: string): Transaction {
  const { orderId, gross, notifyUrl, custom, endsAt } = page;
  const startedAt = Date.now();
  return {
    id: randomUUID(),
    orderId,
    gross,
    type,
    status: 'pending',
    startedAt,
    endsAt,
    notifyUrl,
    custom,
    refunds: [],
  };
}

export function signatureOf(orderId: string, code: string, gross: string, serverKey: string): string {
  return createHash('sha512')
    .update(orderId + code + gross + serverKey)
    .digest('hex');
}

/** A transaction as status calls and notices show it; `change` is made before it is signed. */
export function describe(
  fake: Fake,
  transaction: Transaction,
  change: Record<string, string> = {},
): Record<string, unknown> {
  const { id, orderId, type, status, fraud, settledAt, refunds, custom } = transaction;
  const fields: Record<string, unknown> = {
    status_message: 'midtrans payment notification',
    transaction_time: jakartaTime(transaction.startedAt),
    status_code: codeOf(transaction),
    currency: 'IDR',
    transaction_id: id,
    payment_type: type,
    merchant_id: fake.merchantId,
    order_id: orderId,
    gross_amount: rupiah(transaction.gross),
    transaction_status: status,
    ...(fraud ? { fraud_status: fraud } : {}),
    ...(settledAt ? { settlement_time: jakartaTime(settledAt) } : {}),
    ...(custom ? { custom_field1: custom } : {}),
    ...(refunds.length ? { refund_amount: rupiah(givenBack(transaction)), refunds: structuredClone(refunds) } : {}),
    ...change,
  };
  const { order_id, status_code, gross_amount } = fields as Record<string, string>;
  fields.signature_key = signatureOf(order_id ?? '', status_code ?? '', gross_amount ?? '', fake.serverKey);
  return fields;
}

export const givenBack = ({ refunds }: Transaction) =>
  refunds.reduce((sum, { refund_amount: amount }) => sum + Math.trunc(Number(amount)), 0);

/** A transaction whose time is over has ended. */
export function findTransaction(fake: Fake, id: string): Transaction | undefined {
  const found =
    fake.transactions.get(id) ?? [...fake.transactions.values()].find((transaction) => transaction.id === id);
  if (found?.status === 'pending' && Date.now() > found.endsAt) found.status = 'expire';
  return found;
}

/** Midtrans sends its fields in no promised order. */
export function notifyMerchant(
  fake: Fake,
  transaction: Transaction,
  manner: { copies?: number; delaySeconds?: number } = {},
): void {
  const fields = Object.entries(describe(fake, transaction)).sort(() => Math.random() - 0.5);
  const body = JSON.stringify(Object.fromEntries(fields));
  const headers = { 'content-type': 'application/json', 'user-agent': 'Veritrans' };
  const about = `${transaction.orderId} ${transaction.status}`;
  fake.notifier.notify(() => ({ about, url: transaction.notifyUrl, headers, body }), manner);
}

/** The Core API often answers HTTP 200 with the real code inside. */
export const core = (code: string, message: string, more: Record<string, unknown> = {}, status = 200): Reply =>
  json(status, { status_code: code, status_message: message, id: randomUUID(), ...more });
