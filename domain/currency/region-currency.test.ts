import { describe, expect, it } from 'vitest';
import { currencies } from '../currencies.ts';
import { currencyOfBrowser } from './region-currency.ts';

describe('the currency of a browser’s region', () => {
  it.each([
    ['en-SG,en;q=0.9', 'SGD'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'CNY'],
    ['zh-Hant-HK', 'HKD'],
    ['zh-Hant', 'TWD'],
    ['ja', 'JPY'],
    ['ja,en-US;q=0.7,en;q=0.3', 'JPY'],
    ['id-ID', 'IDR'],
    ['de-AT', 'EUR'],
    ['de-CH', 'CHF'],
    ['pt-BR', 'BRL'],
    ['es-MX;q=0.5, th;q=0.8', 'THB'],
    ['en-gb', 'GBP'],
    // These say nothing of where one is.
    ['en', undefined],
    ['fr,es;q=0.5', undefined],
    ['es-419', undefined],
    ['en-XX', undefined],
    ['en,ms;q=0.4', 'MYR'],
    ['ja;q=0', undefined],
    ['*', undefined],
    [';;q=,,=', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of "%s" is %s', (header, currency) => {
    expect(currencyOfBrowser(header, currencies)).toBe(currency);
  });

  it('is the first that the shop offers, and no other', () => {
    expect(currencyOfBrowser('en-SG,ms-MY;q=0.8', ['MYR', 'USD'])).toBe('MYR');
    expect(currencyOfBrowser('en-SG', ['MYR', 'USD'])).toBeUndefined();
    expect(currencyOfBrowser('en-SG', [])).toBeUndefined();
  });
});
