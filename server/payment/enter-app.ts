// The way into a channel's app and back: the app identifies the payer by a code, which returns with our `state`. A state is valid once, for
// ten minutes, for this session and this order or top-up only, so no one can make a buyer pay as another user or for something else.
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
import { priceAttempt } from './rate/price-attempt.ts';
import { fitsNow } from './start-outside.ts';

/** A payment by this channel; `subject` says of what. */
export type Entering = { channel: string; subject: readonly string[] };

const purpose = 'app entry';

/** What a state belongs to: this session's payment of this subject by this channel. */
function boundTo(context: Context, { channel, subject }: Entering): string[] {
  return [channel, ...subject, buyerOf(context).sessionHash.toString('hex')];
}

/** An order, or one of its additional payments. */
export function orderEntering({ id, supplement = '', channel }: ParsedInputOf<'payEntry'>): Entering {
  return { channel, subject: [id, supplement] };
}

/** Where the channel's app identifies the payer, who returns to `returnPath`; null outside the app. */
export function askPayer(
  context: Context,
  entering: Entering,
  setting: ChannelSetting,
  returnPath: string,
): string | null {
  const { agent, origin } = context;
  const { channel } = entering;
  if (!isOutside(channel)) return null;
  const { inside } = channelOf(channel);
  const config = configOf(context, setting);
  if (!inside?.isHere(config, agent)) return null;
  const state = makeState(context, purpose, boundTo(context, entering));
  return inside.askAddress(config, { returnUrl: origin + returnPath, state });
}

/** Where the buyer goes before `paying`; null where `paying` is next: outside the app, or the payer is known already. */
export async function enterApp(context: Context, input: ParsedInputOf<'payEntry'>): Promise<OutputOf<'payEntry'>> {
  const { owner } = context;
  const { id, supplement, part, channel } = input;
  const order = await findOrder(owner, id, limitVisibility(context));
  if (!order) throw new NotHere();
  const due = await findDue(owner, order, { supplement, part });
  const setting = (await listChannels(owner)).find((listChannel) => listChannel.channel === channel);
  if (!setting || !isOutside(channel)) throw new Refusal('channelNotOffered');
  if (!hasPayScreen(channel) || due.payable_minor === 0) return { redirectUrl: null };
  const live = await findLivePayment(owner, id, supplement);
  const begun = (await priceAttempt(context, due, setting, { shown: context.currency, live }))?.attempt;
  if (begun?.channel_data.go?.client && fitsNow(context, begun, setting, channel)) return { redirectUrl: null };
  const returnPath = paths.payment(channel, id, { supplement, part });
  return { redirectUrl: askPayer(context, orderEntering(input), setting, returnPath) };
}

type EntryAnswer = { code: string; state: string };

/** The payer, for the start of a payment alone. Refuses entryOver unless this session recently started it here for this subject. */
export async function readPayer(
  context: Context,
  entering: Entering,
  setting: ChannelSetting,
  { code, state }: EntryAnswer,
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
