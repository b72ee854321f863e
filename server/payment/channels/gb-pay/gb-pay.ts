// GB Prime Pay (§3 channel 11, Thailand): a PromptPay code per attempt. Notices are unsigned, so the gateway is queried; refunds are made
// by hand. Cards are not offered: their numbers would be typed into a page of ours.

import { decimalOf, money } from '../../../../domain/money.ts';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type Notice,
  type PaymentRef,
  type Started,
  type StartInput,
} from '../channel.ts';
import { gbPayForm } from '../forms/gb-pay-form.ts';
import { fromFifteen, toFifteen } from '../short-number.ts';

const usualUrl = 'https://api.gbprimepay.com';
const timeoutMilliseconds = 8000;
/** The secret key asks about its own account and no answer names it. */
const ownAccount = 'the account of the secret key';
const baht = '764';

export const gbPay: Channel = {
  form: gbPayForm,
  // Its questions about keys are named nowhere with what they answer.
  tryKeys: null,
  merchant: () => ownAccount,
  received: { type: 'text/plain', body: 'OK' },
  start,
  query,
  async close(config, payment) {
    const answer = await query(config, payment);
    if (answer.state !== 'pending') return answer;
    return { state: 'failed', paymentNo: payment.paymentNo, reason: 'given up', stillPayable: true };
  },
  refund: null,
  queryRefund: null,
  readNotice: (_, raw, __, now) => readNotice(raw, now),
  settlementList: null,
};

type Json = Record<string, unknown>;

async function post(
  { baseUrl }: ChannelConfig,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<Json> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetchOutside(new URL(path, baseUrl || usualUrl), {
    method: 'POST',
    redirect: 'error',
    headers,
    body,
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GB Prime Pay answered ${answer.status} ${text.slice(0, 200)}`);
  const record: unknown = JSON.parse(text);
  if (!record || typeof record !== 'object') throw new Error('GB Prime Pay gave no record');
  return record as Json;
}

async function start(config: ChannelConfig, input: StartInput): Promise<Started> {
  const { paymentNo, amount, description, notifyUrl, buyer } = input;
  if (amount.currency !== 'THB') throw new ChannelRefused('GB Prime Pay takes baht only');
  const referenceNo = toFifteen(paymentNo);
  const body = new URLSearchParams({
    ...{ token: config.keys.token ?? '', referenceNo, amount: decimalOf(amount), backgroundUrl: notifyUrl },
    ...{ detail: description.slice(0, 100), customerEmail: buyer.email, customerTelephone: buyer.phone.slice(0, 20) },
  });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const { resultCode, resultMessage, qrcode, ...reply } = await post(config, 'v3/qrcode/text', form, body.toString());
  if (typeof resultCode === 'string' && resultCode !== '00')
    throw new ChannelRefused(`${resultCode} ${resultMessage ?? ''}`);
  // EMV text begins with its format.
  if (
    resultCode !== '00' ||
    typeof qrcode !== 'string' ||
    !qrcode.startsWith('000201') ||
    reply.referenceNo !== referenceNo
  )
    throw new Error(`GB Prime Pay gave no code for ${referenceNo}`);
  const number = reply.gbpReferenceNo ?? reply.ffpReferenceNo;
  return { providerRef: number ? String(number) : null, payUrl: null, data: { qrText: qrcode } };
}

async function query(config: ChannelConfig, { paymentNo }: PaymentRef): Promise<Answer> {
  const referenceNo = toFifteen(paymentNo);
  const authorization = `Basic ${Buffer.from(`${config.keys.secretKey}:`).toString('base64')}`;
  const headers = { 'content-type': 'application/json', authorization };
  const { resultCode, txn, txns } = await post(config, 'v1/check_status_txn', headers, JSON.stringify({ referenceNo }));
  const rows = [txn, ...(Array.isArray(txns) ? txns : [])].filter(
    (row): row is Json => Boolean(row) && typeof row === 'object',
  );
  const paid = rows.map((row) =>
    resultCode === '00' && row.referenceNo === referenceNo ? readPaid(row, paymentNo) : undefined,
  );
  return paid.find(Boolean) ?? { state: 'pending', paymentNo, reason: `${resultCode} ${rows[0]?.status ?? ''}` };
}

/** Settled, or granted: paid by the buyer and settled later. What the other letters mean is published nowhere. */
function readPaid(row: Json, paymentNo: string): Answer | undefined {
  const number = row.gbpReferenceNo ?? row.ffpReferenceNo;
  const satang = readBaht(row.amount);
  if ((row.status !== 'S' && row.status !== 'G') || satang === undefined || !number) return undefined;
  if (row.currencyCode !== undefined && String(row.currencyCode) !== baht) return undefined;
  const amount = money(satang, 'THB');
  // The number of the money need not be that of the code, and ours is the key.
  return { state: 'paid', merchant: ownAccount, paymentNo, amount, providerRef: null, transactionId: String(number) };
}

/** "100.00", 100 or 100.5. */
function readBaht(value: unknown): number | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2})0*)?$/.exec(String(value));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined;
}

/** As a form or as JSON, whatever its content type says; only the number is read. */
function readNotice(raw: Buffer, now: Date): Notice | undefined {
  const text = raw.toString('utf8');
  const short = text.trimStart().startsWith('{')
    ? readJson(text).referenceNo
    : new URLSearchParams(text).get('referenceNo');
  const paymentNo = typeof short === 'string' ? fromFifteen(short, now) : undefined;
  return paymentNo ? { eventId: paymentNo, paymentNo, ask: 'untilKnown' } : undefined;
}

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
