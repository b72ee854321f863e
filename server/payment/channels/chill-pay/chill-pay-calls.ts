// Calls to ChillPay (§3 channel 10): checksums of its manual, its numbers of currencies, forms to the payment service and JSON to the
// transaction services. Refusals arrive as HTTP 200.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Currency } from '../../../../domain/currencies.ts';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import { type ChannelConfig, ChannelRefused } from '../channel.ts';
import { chillPaySandbox } from '../forms/chill-pay-form.ts';

const usualUrl = 'https://appsrv.chillpay.co';
const serviceUrls = {
  sandbox: 'https://sandbox-api-transaction.chillpay.co',
  production: 'https://api-transaction.chillpay.co',
};
const timeoutMilliseconds = 8000;

/** ISO 4217 numbers. */
export const chillPayCurrencies = {
  ...{ THB: '764', USD: '840', EUR: '978', JPY: '392', GBP: '826', AUD: '036', NZD: '554', HKD: '344', SGD: '702' },
  ...{ CHF: '756', MYR: '458', CNY: '156', KRW: '410' },
} as const satisfies Partial<Record<Currency, string>>;

export function currencyOfNumber(number: string): Currency | undefined {
  const found = Object.entries(chillPayCurrencies).find(([, value]) => value === number);
  return found?.[0] as Currency | undefined;
}

type Values = readonly (string | number | null | undefined)[];

export function checkSumOf(values: Values, secret: string): string {
  return createHash('md5')
    .update(values.map((value) => value ?? '').join('') + secret, 'utf8')
    .digest('hex');
}

export function isCheckSum(checkSum: string, values: Values, secret: string): boolean {
  const [wanted, found] = [Buffer.from(checkSumOf(values, secret)), Buffer.from(checkSum.toLowerCase())];
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

export type Reply = Record<string, unknown>;

/** Names of replies come with capitals and without. */
function readReply(value: unknown): Reply {
  if (!value || typeof value !== 'object') throw new Error('ChillPay gave no record');
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toLowerCase(), item]));
}

async function post(url: URL, headers: Record<string, string>, body: string): Promise<Reply> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetchOutside(url, { method: 'POST', redirect: 'error', headers, body, signal });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`ChillPay answered ${answer.status} ${text.slice(0, 200)}`);
  return readReply(JSON.parse(text));
}

/** A call of the payment service; the checksum covers the fields in their order. */
export function postPayment(
  { keys, baseUrl }: ChannelConfig,
  name: string,
  fields: Record<string, string>,
): Promise<Reply> {
  const sum = checkSumOf(Object.values(fields), keys.md5Secret ?? '');
  const body = new URLSearchParams({ ...fields, CheckSum: sum }).toString();
  return post(
    new URL(`api/v2/${name}/`, baseUrl || usualUrl),
    { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  );
}

/** A call of the transaction services; throws ServiceRefused for an error inside. */
export async function askService(
  config: ChannelConfig,
  name: string,
  fields: Record<string, string | number | null>,
): Promise<Reply> {
  const { keys } = config;
  const headers = {
    'content-type': 'application/json',
    'CHILLPAY-MerchantCode': keys.merchantCode ?? '',
    'CHILLPAY-ApiKey': keys.apiKey ?? '',
  };
  const body = JSON.stringify({ ...fields, Checksum: checkSumOf(Object.values(fields), keys.md5Secret ?? '') });
  const reply = await post(new URL(`api/v1/${name}`, serviceUrlOf(config)), headers, body);
  const code = Number(reply.code ?? 0);
  if (code >= 1000 || Number(reply.status) !== 200) throw new ServiceRefused(code, String(reply.message ?? ''));
  return reply;
}

/** ChillPay said no to a call of its transaction services. */
export class ServiceRefused extends ChannelRefused {
  constructor(code: number, message: string) {
    super(`${code} ${message}`);
  }
}

/** Its two environments, or the gateway's address from the configuration. */
function serviceUrlOf({ baseUrl, otherUrls }: ChannelConfig): string {
  const usual = baseUrl === chillPaySandbox ? serviceUrls.sandbox : baseUrl || serviceUrls.production;
  return otherUrls?.transaction ?? usual;
}

/** Rows of a search for one order. Filters are part of the checksum, in this order. */
export async function searchOrder(
  config: ChannelConfig,
  kind: 'payment' | 'void' | 'refund',
  orderNo: string,
): Promise<Reply[]> {
  const spans = { TransactionDateFrom: null, TransactionDateTo: null };
  const page = { OrderBy: 'TransactionId', OrderDir: 'DESC', PageSize: 10, PageNumber: 1, SearchKeyword: '' };
  const merchant = { MerchantCode: config.keys.merchantCode ?? '' };
  const fields =
    kind === 'payment'
      ? {
          ...{ ...page, ...merchant, PaymentChannel: null, RouteNo: null, OrderNo: orderNo, Status: null, ...spans },
          ...{ PaymentDateFrom: null, PaymentDateTo: null },
        }
      : { ...page, ...merchant, OrderNo: orderNo, Status: null, ...spans };
  const { data } = await askService(config, [kind, 'search'].join('/'), fields);
  const rows = Array.isArray(data) ? data.map(readReply) : [];
  return rows.filter((row) => row.orderno === orderNo);
}
