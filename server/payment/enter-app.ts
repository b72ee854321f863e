// The way into a channel's app and back: the app identifies the payer by a code, which returns with our `state`. A state is valid once, for
// ten minutes, for this session and this order only, so nobody can make a buyer pay as another user or for another order.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { hasPayScreen, paths } from '../../domain/paths.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { makeState, spendState } from '../site/spend-state.ts';
import { type ChannelSetting, listChannels } from './channel.sql.ts';
import { ChannelRefused, type InsideApp } from './channels/channel.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { configOf, describeProblem } from './open-channel.ts';
import { findDue } from './pay-supplement.ts';
import { findLivePayment } from './payment.sql.ts';
import { fitsNow } from './start-outside.ts';

export type Entering = { id: string; supplement?: string | undefined; channel: string };

const purpose = 'app entry';

/** What a state belongs to: this session's payment of this order by this channel. */
function boundTo(context: Context, { id, supplement = '', channel }: Entering): string[] {
  return [channel, id, supplement, buyerOf(context).sessionHash.toString('hex')];
}

/** Where the buyer goes before `paying`; null where `paying` is next: outside the app, or the payer is known already. */
export async function enterApp(context: Context, input: ParsedInputOf<'payEntry'>): Promise<OutputOf<'payEntry'>> {
  const { owner, agent, origin } = context;
  const { id, supplement, channel } = input;
  const order = await findOrder(owner, id, limitVisibility(context));
  if (!order) throw new NotHere();
  const due = await findDue(owner, order, supplement);
  const setting = (await listChannels(owner)).find((one) => one.channel === channel);
  if (!setting || !isOutside(channel)) throw new Refusal('channelNotOffered');
  const { inside } = channelOf(channel);
  const config = configOf(context, setting);
  if (!inside?.isHere(config, agent) || !hasPayScreen(channel) || due.payable_minor === 0) return { redirectUrl: null };
  const live = await findLivePayment(owner, id, supplement);
  const begun = live?.channel === channel && live.channel_data.go?.client;
  if (begun && fitsNow(context, live, setting, channel)) return { redirectUrl: null };
  const returnUrl = origin + paths.payment(channel, id, { supplement });
  return {
    redirectUrl: inside.askAddress(config, { returnUrl, state: makeState(context, purpose, boundTo(context, input)) }),
  };
}

type Told = { code: string; state: string };

/** The payer, for `paying` alone. Refuses entryOver unless this session recently started it here for this order. */
export async function readPayer(
  context: Context,
  entering: Entering,
  setting: ChannelSetting,
  { code, state }: Told,
): Promise<string> {
  const { log } = context;
  const { channel } = entering;
  const inside: InsideApp | undefined = isOutside(channel) ? channelOf(channel).inside : undefined;
  const config = configOf(context, setting);
  if (!inside?.isHere(config, context.agent)) throw new Refusal('entryOver');
  if (!(await spendState(context, purpose, boundTo(context, entering), state))) throw new Refusal('entryOver');
  try {
    return await inside.whoIs(config, code);
  } catch (error) {
    const problem = describeProblem(error, { ...config, keys: { ...config.keys, code } });
    log.warn({ problem, channel }, 'the app did not say who pays');
    throw new Refusal(error instanceof ChannelRefused ? 'entryOver' : 'gatewaySilent');
  }
}
