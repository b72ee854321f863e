// The list of outside channels. Deposit and credit move money inside the portal and need no translation.
import type { OfferedChannel } from '../../../domain/pay-channels.ts';
import { alipay } from './alipay/alipay.ts';
import { billionConnect } from './billion-connect/billion-connect.ts';
import type { Channel } from './channel.ts';
import { chillPay } from './chill-pay/chill-pay.ts';
import { gbPay } from './gb-pay/gb-pay.ts';
import { iPay88 } from './ipay88/ipay88.ts';
import { lianLian } from './lianlian/lianlian.ts';
import { midtrans } from './midtrans/midtrans.ts';
import { sandbox } from './sandbox.ts';
import { stripe } from './stripe.ts';
import { telr } from './telr/telr.ts';
import { wechat } from './wechat/wechat.ts';

const outsideChannels = {
  alipay,
  billionConnect,
  chillPay,
  gbPay,
  iPay88,
  lianLian,
  midtrans,
  sandbox,
  stripe,
  telr,
  wechat,
} satisfies Partial<Record<OfferedChannel, Channel>>;

export type OutsideChannel = keyof typeof outsideChannels;

export function isOutside(name: string): name is OutsideChannel {
  return Object.hasOwn(outsideChannels, name);
}

/** The channel as every channel is seen. */
export function channelOf(name: OutsideChannel): Channel {
  return outsideChannels[name];
}
