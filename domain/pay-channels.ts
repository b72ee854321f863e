// Pay channels (§3) and their features. `sandbox` is the built-in test gateway, offered only where an owner switches it on.
import type { FormRules } from './account-forms.ts';
import type { Currency } from './currencies.ts';

const PayChannel = {
  deposit: 1,
  alipay: 2,
  wechat: 3,
  credit: 4,
  offline: 5,
  billionConnect: 6,
  lianLian: 7,
  iPay88: 8,
  stripe: 9,
  chillPay: 10,
  gbPay: 11,
  midtrans: 12,
  telr: 13,
  /** Of this house; not in the list of §3. */
  giftCard: 98,
  sandbox: 99,
} as const;

export type PayChannelName = keyof typeof PayChannel;

/** How long after the buyer paid the money is certain. */
export const certainties = ['now', 'minutes', 'days'] as const;

type Traits = {
  /** Money goes through an outside gateway: never for orders priced 0 (§5). */
  outside: boolean;
  /** Needs a partner with an account here, and a session opened by password (security: e-mail code alone is not enough). */
  ownMoney: boolean;
  /** Currencies of the channel; an order in another currency is converted once, when its payment starts. */
  currencies: readonly Currency[] | 'any';
  /** The buyer moves the money at a bank and shows vouchers; the owner verifies it (§4 offline payment). */
  byTransfer?: true;
  /** Asks for the cardholder's e-mail and telephone first (§2 Visa). */
  cardholder?: true;
  /** Amounts that the channel takes in steps of more than one minor unit. */
  steps?: Partial<Record<Currency, number>>;
  /**
   * Pays from the owner's balance at a supplier of data plans: for orders of its plans alone, by staff who act for a partner and by the
   * partners and levels that the owner names (decision 0375).
   */
  fromSupply?: true;
  /** Pays from a card whose code the buyer types, in the card's currency (decision 0409). */
  byCode?: true;
  /** Left out: at once. */
  certain?: (typeof certainties)[number];
};

/** Fields that a channel with `cardholder` requires. Card data is typed at the channel and never reaches this server. */
export const cardholderForm = {
  email: { kind: 'email', max: 120, required: true },
  phone: { kind: 'digits', max: 20, required: true },
} as const satisfies FormRules;

export const channelTraits = {
  deposit: { outside: false, ownMoney: true, currencies: 'any' },
  credit: { outside: false, ownMoney: true, currencies: 'any' },
  giftCard: { outside: false, ownMoney: false, currencies: 'any', byCode: true },
  offline: { outside: false, ownMoney: false, currencies: 'any', byTransfer: true, certain: 'days' },
  alipay: { outside: true, ownMoney: false, currencies: ['CNY'] },
  billionConnect: { outside: true, ownMoney: false, currencies: 'any', fromSupply: true },
  chillPay: {
    ...{ outside: true, ownMoney: false },
    currencies: ['THB', 'USD', 'EUR', 'JPY', 'GBP', 'AUD', 'NZD', 'HKD', 'SGD', 'CHF', 'MYR', 'CNY', 'KRW'],
  },
  gbPay: { outside: true, ownMoney: false, currencies: ['THB'] },
  iPay88: { outside: true, ownMoney: false, currencies: ['MYR', 'USD'] },
  stripe: { outside: true, ownMoney: false, currencies: 'any', cardholder: true, steps: { KWD: 10 } },
  wechat: { outside: true, ownMoney: false, currencies: ['CNY'] },
  lianLian: { outside: true, ownMoney: false, currencies: 'any', steps: { KWD: 10 } },
  telr: { outside: true, ownMoney: false, currencies: 'any' },
  midtrans: { outside: true, ownMoney: false, currencies: ['IDR'], steps: { IDR: 100 } },
  sandbox: { outside: true, ownMoney: false, currencies: 'any' },
} as const satisfies Partial<Record<PayChannelName, Traits>>;

/** Channels that this release can take money through. */
export type OfferedChannel = keyof typeof channelTraits;

export function isOfferedChannel(name: string): name is OfferedChannel {
  return name in channelTraits;
}

/** The name of a way to pay that may be given by its number (§3 pay channels); what is neither stays as it is. */
export function toChannelName(name: string | number): string {
  return Object.entries(PayChannel).find(([, number]) => String(number) === String(name))?.[0] ?? String(name);
}

export function traitsOf(channel: OfferedChannel): Traits {
  return channelTraits[channel];
}
