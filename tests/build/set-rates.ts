// The first owner's exchange rates: set with the calls of its staff, read with those of visitors.
import type { InputOf, OutputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Answer, TestHouse } from './open-house.ts';
import { findProduct } from './place-orders.ts';

type Save = InputOf<'consoleRatesSave'>;

export const hand = (currency: Currency, rate: string) => ({ currency, source: 'hand' as const, rate });
export const follow = (currency: Currency) => ({ currency, source: 'feed' as const });

export type KeptRates = {
  show(): Promise<OutputOf<'consoleRates'>>;
  rowOf(currency: string): Promise<OutputOf<'consoleRates'>['list'][number] | undefined>;
  /** What is not said stays as it is. */
  save(rates: Save['rates'], more?: Partial<Save>): Promise<Answer<'consoleRatesSave'>>;
  fetchNow(): Promise<Answer<'consoleRatesFetch'>>;
  /** What a visitor who asked for a currency sees a product in. */
  shown(currency: string, product?: string): Promise<{ currency: string; rate: string }>;
};

export function setRates(test: TestHouse, token: string): KeptRates {
  const show = async () => (await test.call('consoleRates', {}, { token })).data;
  return {
    show,
    rowOf: async (currency) => (await show()).list.find((one) => one.currency === currency),
    async save(rates, more = {}) {
      const { revision, feed, margin } = await show();
      return test.call('consoleRatesSave', { revision, feed, margin, rates, ...more }, { token });
    },
    fetchNow: () => test.call('consoleRatesFetch', {}, { token }),
    shown: async (currency, product = 'Silver Tower') => (await findProduct(test, product, { currency })).shown,
  };
}
