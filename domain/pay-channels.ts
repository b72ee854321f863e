// Pay channels (§3) and what each may do. `sandbox` is the house's own test gateway, offered only where an owner switches it on.
import type { Currency } from './currencies.ts';

export const PayChannel = {
  deposit: 1,
  alipay: 2,
  wechatPay: 3,
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
  sandbox: 99,
} as const;

export type PayChannelName = keyof typeof PayChannel;
export type PayChannelCode = (typeof PayChannel)[PayChannelName];

type Traits = {
  /** Money leaves the house: never for orders priced 0 (§5). */
  outside: boolean;
  /** Needs a partner with an account here, and a session opened by password (security: e-mail code alone is not enough). */
  ownMoney: boolean;
  currencies: readonly Currency[] | 'any';
};

export const channelTraits = {
  deposit: { outside: false, ownMoney: true, currencies: 'any' },
  sandbox: { outside: true, ownMoney: false, currencies: 'any' },
} as const satisfies Partial<Record<PayChannelName, Traits>>;

/** Channels that this release can really take money through. */
export type OfferedChannel = keyof typeof channelTraits;

export function isOfferedChannel(name: string): name is OfferedChannel {
  return name in channelTraits;
}

export function traitsOf(channel: OfferedChannel): Traits {
  return channelTraits[channel];
}
