// iPay88 (§3 channel 8, Malaysia): the buyer's browser posts a signed form, results come signed by browser and by server, and iPay88 is
// asked by our number. No call closes a payment; only cards of the same day are voided, everything else goes back by hand.
import { createHash } from 'node:crypto';
import { isCurrency } from '../../../../domain/currencies.ts';
import { money } from '../../../../domain/money.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type Notice,
  type PaymentRef,
  type RefundAnswer,
  RefundByHand,
  type RefundInput,
  type StartInput,
} from '../channel.ts';
import { iPay88Form } from '../forms/ipay88-form.ts';
import { fromTwenty, toTwenty } from '../short-number.ts';
import {
  askDetails,
  digitsOf,
  elementOf,
  iPay88Url,
  isSame,
  readSen,
  signIPay88,
  voidCard,
  writeAmount,
} from './ipay88-calls.ts';

/** Cards in ringgit and in dollars. */
const cards = new Set(['2', '25']);
const malaysiaMilliseconds = 8 * 3_600_000;

export const iPay88: Channel = {
  form: iPay88Form,
  // No question is answered to a right key alone.
  tryKeys: null,
  merchant: ({ keys }) => keys.merchantCode ?? '',
  received: { type: 'text/plain', body: 'RECEIVEOK' },
  start: async (config, input) => ({ providerRef: null, payUrl: null, data: { form: describeForm(config, input) } }),
  // A number is good for one payment there, so a second start gets another.
  fits: () => false,
  query,
  async close(config, payment) {
    const answer = await query(config, payment);
    if (answer.state !== 'pending') return answer;
    return { state: 'failed', paymentNo: payment.paymentNo, reason: 'given up', stillPayable: true };
  },
  refund,
  // The result of a void cannot be queried; after silence `refund` queries the payment again.
  queryRefund: null,
  readNotice: (config, raw) => readNotice(config, raw),
  readReturn: ({ RefNo }) => (RefNo ? fromTwenty(RefNo) : undefined),
  settlementList: null,
};

const algorithmOf = ({ options }: ChannelConfig) => (options.sha256 ? 'SHA256' : 'HMACSHA512');

function describeForm(config: ChannelConfig, input: StartInput) {
  const { merchantCode = '', merchantKey = '' } = config.keys;
  const { amount, buyer } = input;
  if (amount.currency !== 'MYR' && amount.currency !== 'USD')
    throw new ChannelRefused(`iPay88 does not take ${amount.currency}`);
  const [refNo, written] = [toTwenty(input.paymentNo), writeAmount(amount)];
  const type = algorithmOf(config);
  const fields = {
    ...{ MerchantCode: merchantCode, PaymentId: '', RefNo: refNo, Amount: written, Currency: amount.currency },
    ...{
      ProdDesc: input.description.slice(0, 100),
      UserName: buyer.email.slice(0, 100),
      UserEmail: buyer.email.slice(0, 100),
    },
    ...{ UserContact: buyer.phone.slice(0, 20), Remark: refNo, Lang: 'UTF-8', SignatureType: type },
    Signature: signIPay88(type, merchantKey, [merchantCode, refNo, digitsOf(written), amount.currency]),
    ...{ ResponseURL: input.landingUrl, BackendURL: input.notifyUrl },
  };
  for (const url of [fields.ResponseURL, fields.BackendURL])
    if (url.length > 200) throw new ChannelRefused('iPay88 takes addresses of 200 letters');
  return { action: iPay88Url(config, 'ePayment/entry.asp'), fields };
}

type Record = {
  merchantCode: string;
  refNo: string;
  amount: string;
  currency: string;
  transId: string;
  status: string;
  reason: string;
  remark: string;
};

/** A result under our number, signed or asked for. */
function readResult({ merchantCode, refNo, amount, currency, transId, status, reason, remark }: Record): Answer {
  const paymentNo = fromTwenty(refNo);
  const sen = readSen(amount);
  // A number that was used before says nothing about its first payment.
  if (status === '0' && !/duplicate/i.test(reason)) return { state: 'failed', paymentNo, reason: 'declined' };
  if (status !== '1' || sen === undefined || !isCurrency(currency) || !transId)
    return { state: 'pending', paymentNo, reason: `status ${status}` };
  return {
    state: 'paid',
    // The remark repeats our number. A result whose fields contradict each other is ignored.
    merchant: remark && remark !== refNo ? '' : merchantCode,
    paymentNo,
    amount: money(sen, currency),
    providerRef: null,
    transactionId: transId,
  };
}

async function query(config: ChannelConfig, payment: PaymentRef): Promise<Answer> {
  const found = await findResult(config, payment);
  if (!found) return { state: 'pending', paymentNo: payment.paymentNo, reason: 'not found' };
  return readResult(found);
}

/** Undefined where iPay88 names no payment of this number. */
async function findResult(
  config: ChannelConfig,
  payment: PaymentRef,
): Promise<(Record & { paymentId: string }) | undefined> {
  const refNo = toTwenty(payment.paymentNo);
  const xml = await askDetails(config, refNo, writeAmount(payment.amount));
  const read = (name: string) => elementOf(xml, name);
  if (read('RefNo') !== refNo) return undefined;
  return {
    ...{
      merchantCode: read('MerchantCode'),
      refNo,
      amount: read('Amount'),
      currency: read('Currency'),
      transId: read('TransId'),
    },
    ...{ status: read('Status'), reason: read('Errdesc'), remark: read('Remark'), paymentId: read('PaymentId') },
  };
}

/** The signature joins its values without separators, so each part must have its shape; the refund's number is not covered. */
function readNotice(config: ChannelConfig, raw: Buffer): Notice | undefined {
  const pairs = [...new URLSearchParams(raw.toString('utf8'))];
  const fields: Readonly<Partial<{ [name: string]: string }>> = Object.fromEntries(pairs);
  const {
    MerchantCode = '',
    PaymentId = '',
    RefNo = '',
    Amount = '',
    Currency = '',
    Status = '',
    Signature = '',
  } = fields;
  if (pairs.length !== Object.keys(fields).length) return undefined;
  const shapes = [
    /^\d{0,5}$/.test(PaymentId),
    readSen(Amount) !== undefined,
    /^[A-Z]{3}$/.test(Currency),
    /^\d$/.test(Status),
  ];
  const { merchantKey } = config.keys;
  if (!merchantKey || !shapes.every(Boolean)) return undefined;
  const parts = [MerchantCode, PaymentId, RefNo, digitsOf(Amount), Currency, Status];
  const wanted = signIPay88(algorithmOf(config), merchantKey, parts);
  if (!isSame(wanted, Signature.toLowerCase())) return undefined;
  // Of every letter: a copy that differs where no signature covers it does not stand for the genuine notice.
  const eventId = createHash('sha256').update(raw).digest('hex');
  // A payment of another system at the same account.
  if (!/^R?\d{6}[0-9A-Z]{8}[PS][0-9A-Z]{4,5}$/.test(RefNo)) return { eventId, paymentNo: '' };
  const named = { merchantCode: MerchantCode, refNo: RefNo, amount: Amount, currency: Currency, status: Status };
  const answer = readResult({
    ...named,
    transId: fields.TransId ?? '',
    reason: fields.ErrDesc ?? '',
    remark: fields.Remark ?? '',
  });
  return { eventId, paymentNo: answer.paymentNo, answer };
}

const dayInMalaysia = (at: Date) => new Date(at.getTime() + malaysiaMilliseconds).toISOString().slice(0, 10);

/** The number of the money is taken from iPay88 itself: the buyer's browser carried the other one, and no signature covers it. */
async function refund(config: ChannelConfig, { payment, amount }: RefundInput, now: Date): Promise<RefundAnswer> {
  if (amount.amountMinor !== payment.amount.amountMinor) throw new RefundByHand('parts are refunded by hand');
  if (dayInMalaysia(payment.startedAt) !== dayInMalaysia(now))
    throw new RefundByHand('only payments of the day are voided');
  const found = await findResult(config, payment);
  if (found?.status !== '1' || !cards.has(found.paymentId)) throw new RefundByHand('only paid cards are voided');
  const code = await voidCard(config, found.transId, writeAmount(amount), amount.currency);
  // What other codes mean is published nowhere: a person looks.
  if (code !== '00' && code !== '0') throw new RefundByHand(`iPay88 answered ${code}`);
  return { state: 'successful', refundRef: null };
}
