// Midtrans (§3 channel 12): a Snap page or, by the owner's choice, a QRIS code in the shop; rupiah only. Notices carry a SHA-512 over
// order, code and amount. An order without a chosen method on the Snap page is unknown to its Core API.
import { limits } from '../../../../domain/limits.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type PaymentRef,
  type Started,
  type StartInput,
} from '../channel.ts';
import { midtransForm } from '../forms/midtrans-form.ts';
import { askCore, coreRefusal, type MidtransFields, openSnap } from './midtrans-calls.ts';
import { isSigned, jakartaTime, readMidtransNotice, readMidtransStatus, readRefundOf } from './read-midtrans.ts';

/** Midtrans keeps a page or a code for at least five minutes. */
const shortestMinutes = 5;
/** Until then an untouched page may still be opened; afterwards it is over, and its number was never used. */
const pageMilliseconds = Math.max(limits.payQrSeconds, shortestMinutes * 60) * 1000 + 300_000;
const longestName = 50;

const failed = ({ paymentNo }: PaymentRef, reason: string): Answer => ({ state: 'failed', paymentNo, reason });

export const midtrans: Channel = {
  form: midtransForm,
  async tryKeys(config, now) {
    const answer = await askCore(config, `KEYS${now.getTime()}/status`);
    if (answer.code !== '404') throw new Error(`Midtrans answered ${answer.code}`);
    return ['merchantId'];
  },
  merchant: ({ keys }) => keys.merchantId ?? '',
  received: { type: 'text/plain', body: 'OK' },
  start: (config, input) => (config.options.qris === true ? chargeQris(config, input) : openPage(config, input)),
  async query(config, payment, now) {
    const { code, fields } = await askCore(config, `${encodeURIComponent(payment.paymentNo)}/status`);
    if (code === '404') {
      const untouched = now.getTime() - payment.startedAt.getTime() < pageMilliseconds;
      return untouched
        ? { state: 'pending', paymentNo: payment.paymentNo, reason: 'untouched' }
        : failed(payment, 'expired');
    }
    if (typeof fields.transaction_status !== 'string') throw coreRefusal({ code, fields });
    // An answer that is signed at all must be signed by us both.
    if (fields.signature_key !== undefined && !isSigned(config, fields))
      throw new Error('Midtrans signed with another key');
    return readMidtransStatus(config, payment.paymentNo, fields);
  },
  async close(config, payment, now) {
    // Not `cancel`, which would also undo a card payment that came in between.
    const { code } = await askCore(config, `${encodeURIComponent(payment.paymentNo)}/expire`, { body: {} });
    if (code === '407' || code === '200') return failed(payment, 'closed');
    // An untouched page cannot be closed there and expires; money that still arrives is refunded.
    if (code === '404') return failed(payment, 'never started');
    return midtrans.query(config, payment, now);
  },
  async refund(config, input) {
    const { payment, refundNo: refund_key, amount } = input;
    const id = encodeURIComponent(payment.paymentNo);
    const body = { refund_key, amount: toRupiah(amount), reason: input.reason.slice(0, 200) || 'refund' };
    const answer = await askCore(config, `${id}/refund`, { body });
    const { code, fields } = answer;
    // Midtrans may not list the refund here; the status call does.
    if (code === '200')
      return readRefundOf(input, { refunds: [fields], ...fields }) ?? { state: 'processing', refundRef: null };
    if (code === '202') throw new ChannelRefused('the bank refused the refund');
    if (code === '412' && amount.amountMinor === payment.amount.amountMinor) return cancelCapture(config, id);
    // 406: known already. 412 and 414: not settled yet, or our balance there is low; both pass.
    if (/^(406|412|414)$/.test(code)) throw new Error(`Midtrans: ${code} ${String(fields.status_message ?? '')}`);
    throw coreRefusal(answer);
  },
  async queryRefund(config, input) {
    const { code, fields } = await askCore(config, `${encodeURIComponent(input.payment.paymentNo)}/status`);
    if (typeof fields.transaction_status !== 'string') throw coreRefusal({ code, fields });
    return readRefundOf(input, fields);
  },
  readNotice: readMidtransNotice,
  settlementList: null,
};

/** A card payment that is not settled yet is cancelled as a whole. */
async function cancelCapture(config: ChannelConfig, id: string) {
  const { fields } = await askCore(config, `${id}/status`);
  if (fields.transaction_status !== 'capture')
    throw new Error(`Midtrans: ${String(fields.transaction_status)} is not refunded`);
  const { code } = await askCore(config, `${id}/cancel`, { body: {} });
  if (code !== '200') throw new Error(`Midtrans: ${code} to a cancellation`);
  return { state: 'successful' as const, refundRef: String(fields.transaction_id ?? '') || null };
}

/** Whole rupiah; the steps of the channel see to it that there is nothing behind the point. */
function toRupiah({ amountMinor, currency }: StartInput['amount']): number {
  if (currency !== 'IDR' || amountMinor % 100 !== 0) throw new ChannelRefused('Midtrans takes whole rupiah only');
  return amountMinor / 100;
}

/** The same at every repetition. The key gives the first answer again for five minutes. */
function headersOf({ paymentNo, notifyUrl }: StartInput): Record<string, string> {
  return { 'idempotency-key': paymentNo.slice(0, 46), 'x-override-notification': notifyUrl };
}

function minutesOf({ startedAt, expiresAt }: StartInput): number {
  return Math.max(shortestMinutes, Math.ceil((expiresAt.getTime() - startedAt.getTime()) / 60_000));
}

const detailsOf = (input: StartInput) => ({
  transaction_details: { order_id: input.paymentNo, gross_amount: toRupiah(input.amount) },
  item_details: [
    {
      id: '1',
      price: toRupiah(input.amount),
      quantity: 1,
      name: input.description.slice(0, longestName) || input.paymentNo,
    },
  ],
  ...customerOf(input),
  // Returned with notices and answers: it contains the order's owner, beside its number.
  custom_field1: input.paymentNo,
});

function customerOf({ buyer: { email, phone } }: StartInput): MidtransFields {
  const customer = { ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
  return Object.keys(customer).length ? { customer_details: customer } : {};
}

async function openPage(config: ChannelConfig, input: StartInput): Promise<Started> {
  const methods = (config.options.methods ?? []) as string[];
  const body = {
    ...detailsOf(input),
    ...(methods.length ? { enabled_payments: methods } : {}),
    credit_card: { secure: true },
    callbacks: { finish: input.returnUrl },
    expiry: { start_time: jakartaTime(input.startedAt), unit: 'minute', duration: minutesOf(input) },
  };
  const { redirect_url: payUrl } = await openSnap(config, { body, headers: headersOf(input) });
  if (typeof payUrl !== 'string') throw new Error(`Midtrans gave no page for ${input.paymentNo}`);
  return { providerRef: null, payUrl, data: { away: true } };
}

async function chargeQris(config: ChannelConfig, input: StartInput): Promise<Started> {
  const expiry = { order_time: jakartaTime(input.startedAt), expiry_duration: minutesOf(input), unit: 'minute' };
  const body = { payment_type: 'qris', ...detailsOf(input), custom_expiry: expiry };
  const answer = await askCore(config, 'charge', { body, headers: headersOf(input) });
  if (answer.code !== '201') throw coreRefusal(answer);
  const { qr_string: qrText, transaction_id: id, actions } = answer.fields;
  const picture = (Array.isArray(actions) ? (actions as MidtransFields[]) : []).find(
    ({ name }) => name === 'generate-qr-code',
  );
  const data = typeof qrText === 'string' && qrText ? { qrText } : undefined;
  // Without the text of the code its picture at Midtrans remains.
  const payUrl = data ? null : picture?.url;
  if (payUrl === undefined || typeof id !== 'string') throw new Error(`Midtrans gave no code for ${input.paymentNo}`);
  return { providerRef: id, payUrl: payUrl as string | null, data: data ?? { away: true } };
}
