// The currency of a browser's region, which a first visit is offered (rules §11, first visit; decision 0585).
import { type Currency, currencies } from '../currencies.ts';
import { wantedTags } from '../languages.ts';

/** Regions (ISO 3166-1) by the currency in which people there know prices. */
const regions: Record<Currency, string> = {
  CNY: 'cn',
  USD: 'us as ec gu mh mp pr pw sv tl um vg vi',
  JPY: 'jp',
  KRW: 'kr',
  THB: 'th',
  AUD: 'au cc cx ki nf nr tv',
  EUR: 'ad at ax be bg bl cy de ee es fi fr gf gp gr hr ie it lt lu lv mc me mf mq mt nl pm pt re si sk sm tf va xk yt',
  HKD: 'hk',
  CAD: 'ca',
  GBP: 'gb gg im je',
  MOP: 'mo',
  TWD: 'tw',
  SGD: 'sg',
  IDR: 'id',
  INR: 'in',
  NZD: 'nz ck nu pn tk',
  RUB: 'ru',
  PHP: 'ph',
  KHR: 'kh',
  AED: 'ae',
  MYR: 'my',
  VND: 'vn',
  ISK: 'is',
  CHF: 'ch li',
  CZK: 'cz',
  PLN: 'pl',
  HUF: 'hu',
  RON: 'ro',
  CRC: 'cr',
  RSD: 'rs',
  UAH: 'ua',
  DKK: 'dk fo gl',
  NOK: 'no sj',
  SEK: 'se',
  MAD: 'ma eh',
  TRY: 'tr',
  KES: 'ke',
  BRL: 'br',
  MXN: 'mx',
  SAR: 'sa',
  KWD: 'kw',
};

const currencyOfRegion = new Map(
  currencies.flatMap((currency) => regions[currency].split(' ').map((region) => [region, currency])),
);

/** Languages without a region that are spoken in one country most of all. English, French or Spanish say nothing of where one is. */
const homes: Record<string, string> = {
  zh: 'cn',
  'zh-hans': 'cn',
  'zh-hant': 'tw',
  ja: 'jp',
  ko: 'kr',
  th: 'th',
  vi: 'vn',
  ms: 'my',
  id: 'id',
  in: 'id',
  km: 'kh',
  it: 'it',
  cs: 'cz',
  pl: 'pl',
  hu: 'hu',
  ro: 'ro',
  da: 'dk',
  nb: 'no',
  is: 'is',
  tr: 'tr',
};

/**
 * The currency of the region that a browser's Accept-Language names first, among those that the shop offers; undefined where it names none.
 */
export function currencyOfBrowser(header: string | undefined, offered: readonly Currency[]): Currency | undefined {
  for (const tag of wantedTags(header)) {
    const region = tag.split('-').find((part, at) => at > 0 && part.length === 2) ?? homes[tag];
    const currency = region === undefined ? undefined : currencyOfRegion.get(region);
    if (currency && offered.includes(currency)) return currency;
  }
  return undefined;
}
