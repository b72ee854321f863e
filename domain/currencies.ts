// Currencies of §9 with the digits that gateways count in. Shown digits are always two (§9); these exponents are ISO 4217's.

const exponents = {
  CNY: 2,
  USD: 2,
  JPY: 0,
  KRW: 0,
  THB: 2,
  AUD: 2,
  EUR: 2,
  HKD: 2,
  CAD: 2,
  GBP: 2,
  MOP: 2,
  TWD: 2,
  SGD: 2,
  IDR: 2,
  INR: 2,
  NZD: 2,
  RUB: 2,
  PHP: 2,
  KHR: 2,
  AED: 2,
  MYR: 2,
  VND: 0,
  ISK: 0,
  CHF: 2,
  CZK: 2,
  PLN: 2,
  HUF: 2,
  RON: 2,
  CRC: 2,
  RSD: 2,
  UAH: 2,
  DKK: 2,
  NOK: 2,
  SEK: 2,
  MAD: 2,
  TRY: 2,
  KES: 2,
  BRL: 2,
  MXN: 2,
  SAR: 2,
  KWD: 3,
} as const;

export type Currency = keyof typeof exponents;

/** Offered for display and payment, in the order of §9. FIM, HRK, BGN and CRD are read as others (exchange-rate.ts): not offered. */
export const currencies = Object.keys(exponents) as Currency[];

/** §9: the currency when neither the visitor nor the owner names one. */
export const defaultCurrency: Currency = 'CNY';

/** §9: currency cookie `c`, 7 days. */
export const currencyCookie = { name: 'c', maxAgeSeconds: 7 * 86_400 } as const;

export function isCurrency(value: unknown): value is Currency {
  return typeof value === 'string' && Object.hasOwn(exponents, value);
}

/** Digits after the decimal point in the smallest unit: JPY 0, MYR 2, KWD 3. */
export function exponentOf(currency: Currency): number {
  return exponents[currency];
}
