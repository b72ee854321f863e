// ChillPay (§3 channel 10, Thailand): a hosted page per attempt, background calls with a checksum, payments queried by ChillPay's
// number, and whole payments refunded. It has no call to close a payment, and its dashboard sets the addresses of calls.
import { isIPv4 } from 'node:net';
import { isCurrency } from '../../../../domain/currencies.ts';
import { money } from '../../../../domain/money.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type PaymentRef,
  type RefundAnswer,
  RefundByHand,
  type RefundInput,
  type Started,
  type StartInput,
} from '../channel.ts';
import { chillPayForm } from '../forms/chill-pay-form.ts';
import { fromTwenty, toTwenty } from '../short-number.ts';
import {
  askService,
  chillPayCurrencies,
  currencyOfNumber,
  isCheckSum,
  postPayment,
  type Reply,
  ServiceRefused,
  searchOrder,
} from './chill-pay-calls.ts';

/** Until then, an unknown attempt may be a start whose answer is still on its way. */
const startingMilliseconds = 30_000;

export const chillPay: Channel = {
  form: chillPayForm,
  tryKeys,
  merchant: ({ keys }) => keys.merchantCode ?? '',
  received: { type: 'text/plain', body: 'OK' },
  start,
  query,
  async close(config, payment, now) {
    const answer = await query(config, payment, now);
    if (answer.state !== 'pending') return answer;
    return { state: 'failed', paymentNo: payment.paymentNo, reason: 'given up', stillPayable: true };
  },
  refund,
  queryRefund,
  readNotice: ({ keys }, raw) => {
    const fields = keys.md5Secret ? openNotice(raw, keys.md5Secret) : undefined;
    return fields && readNotice(fields, keys.merchantCode ?? '');
  },
  readReturn: ({ orderNo, OrderNo }) => {
    const short = orderNo ?? OrderNo;
    return short ? fromTwenty(short) : undefined;
  },
  // Its lists name refunds by payment only, and the unit of their amounts is not published.
  settlementList: null,
};

/** A search proves all three; which of them is wrong, the words of the refusal say, if anything. */
async function tryKeys(config: ChannelConfig): Promise<string[]> {
  try {
    await searchOrder(config, 'payment', 'KEYS');
    return ['routeNo'];
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error;
    const { message } = error;
    throw new KeyRefused(
      /checksum|md5/i.test(message) ? 'md5Secret' : /api ?key/i.test(message) ? 'apiKey' : 'merchantCode',
      message,
    );
  }
}

async function start({ keys, ...rest }: ChannelConfig, input: StartInput): Promise<Started> {
  const { paymentNo, amount, description, language, buyer } = input;
  const currency = Object.hasOwn(chillPayCurrencies, amount.currency)
    ? chillPayCurrencies[amount.currency as keyof typeof chillPayCurrencies]
    : undefined;
  if (!currency) throw new ChannelRefused(`ChillPay does not take ${amount.currency}`);
  const orderNo = toTwenty(paymentNo);
  const reply = await postPayment({ keys, ...rest }, 'Payment', {
    ...{
      MerchantCode: keys.merchantCode ?? '',
      OrderNo: orderNo,
      CustomerId: orderNo,
      Amount: String(amount.amountMinor),
    },
    ...{
      PhoneNumber: readPhone(buyer.phone),
      Description: description.slice(0, 100),
      ChannelCode: '',
      Currency: currency,
    },
    ...{ LangCode: language === 'th' ? 'TH' : 'EN', RouteNo: keys.routeNo ?? '', IPAddress: readAddress(buyer.source) },
    ...{ ApiKey: keys.apiKey ?? '', TokenFlag: '', CreditToken: '', CreditMonth: '', ShopID: '', ProductImageUrl: '' },
    ...{ CustEmail: buyer.email.slice(0, 100), CardType: '' },
  });
  const { status, code, message, transactionid: id, paymenturl: url } = reply;
  if (Number(status) || Number(code) !== 200) {
    // Refusals are numbered from 1000; anything else says nothing.
    if (Number(code) >= 1000) throw new ChannelRefused(`${code} ${message}`);
    throw new Error(`ChillPay answered ${status} ${code} ${message}`);
  }
  if (reply.orderno !== orderNo || !Number(id) || typeof url !== 'string' || !/^https?:\/\//.test(url))
    throw new Error(`ChillPay gave no page for ${orderNo}`);
  return { providerRef: String(id), payUrl: url, data: { away: true } };
}

/** Ten digits at most, as a Thai number is written at home; others do not fit and are left out. */
function readPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '').replace(/^66(?=\d{8,9}$)/, '0');
  return digits.length <= 10 ? digits : '';
}

/** IPv4 is all that it takes. */
const readAddress = (source: string) => {
  const plain = source.replace(/^::ffff:/, '');
  return isIPv4(plain) ? plain : '127.0.0.1';
};

async function query(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer> {
  const { paymentNo, startedAt } = payment;
  const id = payment.providerRef ?? (await findTransaction(config, paymentNo));
  if (id) return readStatus(config, payment, id);
  if (now.getTime() - startedAt.getTime() < startingMilliseconds)
    return { state: 'pending', paymentNo, reason: 'starting' };
  return { state: 'failed', paymentNo, reason: 'never started' };
}

/** ChillPay's number, when the answer to the start was lost. */
async function findTransaction(config: ChannelConfig, paymentNo: string): Promise<string | undefined> {
  const [row] = await searchOrder(config, 'payment', toTwenty(paymentNo));
  return row && Number(row.transactionid) ? String(row.transactionid) : undefined;
}

/** A call that ChillPay rejects gets an empty record that reads as open: only a record that names this payment counts. */
async function readStatus(config: ChannelConfig, payment: PaymentRef, id: string): Promise<Answer> {
  const { merchantCode = '', apiKey = '' } = config.keys;
  const reply = await postPayment(config, 'PaymentStatus', {
    MerchantCode: merchantCode,
    TransactionId: id,
    ApiKey: apiKey,
  });
  if (
    String(reply.transactionid) !== id ||
    (reply.orderno ?? toTwenty(payment.paymentNo)) !== toTwenty(payment.paymentNo)
  )
    throw new Error(`ChillPay says nothing about ${id}`);
  // The record of one number is in the currency that it was begun in.
  return readPayment(
    { currency: chillPayCurrencies[payment.amount.currency as 'THB'], ...reply },
    merchantCode,
    payment.paymentNo,
  );
}

function readPayment(record: Reply, merchant: string, paymentNo: string): Answer {
  const { transactionid, amount, currency, paymentstatus: status } = record;
  const id = String(transactionid);
  if (String(status) === '1' || String(status) === '2')
    return { state: 'failed', paymentNo, reason: String(status) === '1' ? 'declined' : 'cancelled' };
  const code = currencyOfNumber(String(currency).padStart(3, '0')) ?? String(currency);
  // 3 is an error that leaves the result of the payment open.
  if (String(status) !== '0' || !/^\d{1,15}$/.test(String(amount)) || !isCurrency(code))
    return { state: 'pending', paymentNo, reason: `status ${status}` };
  return {
    state: 'paid',
    merchant,
    paymentNo,
    amount: money(Number(amount), code),
    providerRef: id,
    transactionId: id,
  };
}

/** In the order of the checksum; manuals before 1.2.5 have fourteen, and an empty value adds nothing to it. */
const noticeOrder = [
  ...['transactionid', 'amount', 'orderno', 'customerid', 'bankcode', 'paymentdate', 'paymentstatus', 'bankrefcode'],
  ...['currentdate', 'currenttime', 'paymentdescription', 'creditcardtoken', 'currency', 'customername'],
  ...['merchantcode', 'routeno'],
] as const;
type NoticeFields = Record<(typeof noticeOrder)[number] | 'checksum', string>;

function openNotice(raw: Buffer, secret: string): NoticeFields | undefined {
  const pairs = [...new URLSearchParams(raw.toString('utf8'))].map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const notice = Object.fromEntries(pairs);
  if (pairs.length !== Object.keys(notice).length || !notice.checksum) return undefined;
  const fields = Object.fromEntries(
    [...noticeOrder, 'checksum'].map((name) => [name, notice[name] ?? '']),
  ) as NoticeFields;
  if (
    !isCheckSum(
      fields.checksum,
      noticeOrder.map((name) => fields[name]),
      secret,
    )
  )
    return undefined;
  // The checksum joins the values without separators: strict shapes prevent letters from moving into the next value.
  const shapes = [
    /^\d{1,15}$/.test(fields.transactionid),
    /^\d$/.test(fields.paymentstatus),
    /^\d{3}$/.test(fields.currency),
  ];
  return shapes.every(Boolean) ? fields : undefined;
}

function readNotice(fields: NoticeFields, currency: string) {
  const eventId = `${fields.transactionid} ${fields.checksum.toLowerCase()}`;
  // A payment of another system at the same account.
  if (!/^R?\d{6}[0-9A-Z]{8}[PS][0-9A-Z]{4,5}$/.test(fields.orderno)) return { eventId, paymentNo: '' };
  const paymentNo = fromTwenty(fields.orderno);
  return { eventId, paymentNo, answer: readPayment(fields, fields.merchantcode || currency, paymentNo) };
}

/** Before the settlement a payment is voided, afterwards refunded; ChillPay knows which, so after a refusal the other is requested. */
async function refund(config: ChannelConfig, input: RefundInput): Promise<RefundAnswer> {
  const { payment, amount } = input;
  // The unit of a part is not published: a hundredfold would go back.
  if (amount.amountMinor !== payment.amount.amountMinor) throw new RefundByHand('parts are refunded by hand');
  const id = payment.transactionId ?? payment.providerRef ?? (await findTransaction(config, payment.paymentNo));
  if (!id) throw new Error(`no money is known at ChillPay for ${payment.paymentNo}`);
  const known = await queryRefund(config, input);
  if (known) return known;
  try {
    await askService(config, 'void/request', { TransactionId: Number(id) });
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error;
    await askService(config, 'refund/request', { TransactionId: Number(id), RefundAmount: null, RequestNote: null });
  }
  return (await queryRefund(config, input)) ?? { state: 'processing', refundRef: null };
}

/** A person decides both requests. The names of their states are not published: only clear words end them. */
async function queryRefund(config: ChannelConfig, { payment }: RefundInput): Promise<RefundAnswer | undefined> {
  const orderNo = toTwenty(payment.paymentNo);
  const rows = [...(await searchOrder(config, 'void', orderNo)), ...(await searchOrder(config, 'refund', orderNo))];
  const states = rows.map(({ status }) => readRefundState(String(status ?? '')));
  const state = states.find((state) => state !== 'failed') ?? states[0];
  return state && { state, refundRef: null };
}

function readRefundState(text: string): RefundAnswer['state'] {
  if (/^(success(ful)?|completed?|refunded|voided)$/i.test(text)) return 'successful';
  return /^(fail(ed|ure)?|rejected?|cancel(l?ed)?|declined)$/i.test(text) ? 'failed' : 'processing';
}
