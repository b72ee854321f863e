// ChillPay's checksum: the lower-case MD5 of the values, one after the other in the order of its manual, and the merchant's secret.
import { createHash, timingSafeEqual } from 'node:crypto';

export type Values = readonly (string | number | null | undefined)[];

export function sumOf(values: Values, secret: string): string {
  return createHash('md5')
    .update(values.map((value) => value ?? '').join('') + secret, 'utf8')
    .digest('hex');
}

export function isSummed(values: Values, secret: string, checkSum: string): boolean {
  const [wanted, found] = [Buffer.from(sumOf(values, secret)), Buffer.from(checkSum)];
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

export const startOrder = [
  ...[
    'MerchantCode',
    'OrderNo',
    'CustomerId',
    'Amount',
    'PhoneNumber',
    'Description',
    'ChannelCode',
    'Currency',
    'LangCode',
  ],
  ...[
    'RouteNo',
    'IPAddress',
    'ApiKey',
    'TokenFlag',
    'CreditToken',
    'CreditMonth',
    'ShopID',
    'ProductImageUrl',
    'CustEmail',
  ],
  ...['CardType', 'CustName'],
];

/** Of the background call; MerchantCode and RouteNo came with manual 1.2.5. */
export const noticeOrder = [
  ...['TransactionId', 'Amount', 'OrderNo', 'CustomerId', 'BankCode', 'PaymentDate', 'PaymentStatus', 'BankRefCode'],
  ...['CurrentDate', 'CurrentTime', 'PaymentDescription', 'CreditCardToken', 'Currency', 'CustomerName'],
  ...['MerchantCode', 'RouteNo'],
];

const ordered = ['OrderBy', 'OrderDir', 'PageSize', 'PageNumber', 'SearchKeyword', 'MerchantCode'];
const spans = ['TransactionDateFrom', 'TransactionDateTo'];
export const searchOrders: Record<string, string[]> = {
  'payment/search': [
    ...ordered,
    'PaymentChannel',
    'RouteNo',
    'OrderNo',
    'Status',
    ...spans,
    'PaymentDateFrom',
    'PaymentDateTo',
  ],
  'void/search': [...ordered, 'OrderNo', 'Status', ...spans],
  'refund/search': [...ordered, 'OrderNo', 'Status', ...spans],
  'payment/details': ['TransactionId'],
  'void/request': ['TransactionId'],
  'refund/request': ['TransactionId', 'RefundAmount', 'RequestNote'],
};
