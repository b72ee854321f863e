// Signatures of iPay88 (§3 channel 8, Malaysia), its amounts with commas, its question about a payment and its call that voids one.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { decimalOf, type Money } from '../../../../domain/money.ts';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import type { ChannelConfig } from '../channel.ts';

const usualUrl = 'https://payment.ipay88.com.my';
const timeoutMilliseconds = 8000;
const services = 'epayment/webservice';

export const iPay88Url = ({ baseUrl }: ChannelConfig, path: string) => new URL(path, baseUrl || usualUrl).href;

/** SHA1 is of old calls and written in base64; the others are small hexadecimal digits. */
export type Algorithm = 'HMACSHA512' | 'SHA256' | 'SHA1';

/** Every text begins with the merchant's key. */
export function signIPay88(algorithm: Algorithm, merchantKey: string, parts: readonly string[]): string {
  const text = merchantKey + parts.join('');
  if (algorithm === 'SHA1') return createHash('sha1').update(text).digest('base64');
  if (algorithm === 'SHA256') return createHash('sha256').update(text).digest('hex');
  return createHmac('sha512', merchantKey).update(text).digest('hex');
}

export function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** "1,234.50" */
export function writeAmount(amount: Money): string {
  const [whole = '', cents = '00'] = decimalOf(amount).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** In signatures without comma and point. */
export const digitsOf = (amount: string) => amount.replace(/[.,]/g, '');

/** In sen; undefined for anything but an amount. */
export function readSen(text: string): number | undefined {
  return /^(\d{1,9}|\d{1,3}(,\d{3}){1,2})\.\d{2}$/.test(text) ? Number(digitsOf(text)) : undefined;
}

async function post(url: string, type: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetchOutside(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': type, ...headers },
    body,
    signal,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`iPay88 answered ${answer.status} ${text.slice(0, 200)}`);
  return text;
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The text of an element, whatever its prefix; '' where there is none. */
export function elementOf(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^<]*)</(?:\\w+:)?${name}>`).exec(xml) ?? [];
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, value: string) => entities[value] ?? '').trim();
}

/** What iPay88 keeps under our number. The answer is not signed. */
export function askDetails(config: ChannelConfig, refNo: string, amount: string): Promise<string> {
  const body = new URLSearchParams({
    ...{ MerchantCode: config.keys.merchantCode ?? '', ReferenceNo: refNo, Amount: amount, Version: '4' },
  }).toString();
  const url = iPay88Url(config, `${services}/TxInquiryCardDetails/TxDetailsInquiry.asmx/TxDetailsInquiryCardInfo`);
  return post(url, 'application/x-www-form-urlencoded', body);
}

/** Takes back the whole of a card payment on its day; the code that iPay88 answers. */
export async function voidCard(
  config: ChannelConfig,
  transId: string,
  amount: string,
  currency: string,
): Promise<string> {
  const { merchantCode = '', merchantKey = '' } = config.keys;
  const algorithm = config.options.voidSha1 ? 'SHA1' : 'SHA256';
  const signature = signIPay88(algorithm, merchantKey, [merchantCode, transId, digitsOf(amount), currency]);
  const fields = { merchantcode: merchantCode, cctransid: transId, amount, currency, signature };
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${value.replace(/[<>&]/g, '')}</${name}>`);
  const body = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
<VoidTransaction xmlns="https://www.mobile88.com">${inner.join('')}</VoidTransaction></soap:Body></soap:Envelope>`;
  const action = { soapaction: '"https://www.mobile88.com/VoidTransaction"' };
  const url = iPay88Url(config, `${services}/voidapi/voidfunction.asmx`);
  return elementOf(await post(url, 'text/xml; charset=utf-8', body, action), 'VoidTransactionResult');
}
