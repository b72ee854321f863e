// The list of outside channels. Deposit and credit move money inside the portal and need no translation.
import type { OfferedChannel } from '../../../domain/pay-channels.ts';
import { askOutside } from '../../platform/observe/ask-outside.ts';
import { alipay } from './alipay/alipay.ts';
import { billionConnect } from './billion-connect/billion-connect.ts';
import { type Channel, ChannelRefused } from './channel.ts';
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
  return watched[name];
}

const refuses = (error: unknown) => error instanceof ChannelRefused;

/**
 * How long one question may take altogether. The timeouts of Stripe's and Alipay's packages begin anew with each byte of an answer: a
 * gateway that never ends one would hold the round that queries all payments.
 */
const mostSeconds = 25;
/** A list has many pages. */
const mostSecondsOfList = 600;

async function within<Result>(seconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no whole answer within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([work, over]).finally(() => clearTimeout(timer));
}

/** Each question to the gateway is measured and traced; what is only computed is not. */
function watch(name: string, channel: Channel): Channel {
  const asking =
    <Given extends unknown[], Result>(
      doing: string,
      ask: (...parameters: Given) => Promise<Result>,
      seconds = mostSeconds,
    ) =>
    (...parameters: Given) =>
      askOutside(`gateway ${name}`, doing, () => within(seconds, ask(...parameters)), refuses);
  return {
    ...channel,
    start: asking('start', channel.start),
    query: asking('query', channel.query),
    close: asking('close', channel.close),
    tryKeys: channel.tryKeys && asking('try keys', channel.tryKeys),
    refund: channel.refund && asking('refund', channel.refund),
    queryRefund: channel.queryRefund && asking('query refund', channel.queryRefund),
    settlementList: channel.settlementList && asking('settlement list', channel.settlementList, mostSecondsOfList),
  };
}

const watched = Object.fromEntries(
  Object.entries(outsideChannels).map(([name, channel]) => [name, watch(name, channel)]),
) as Record<OutsideChannel, Channel>;
