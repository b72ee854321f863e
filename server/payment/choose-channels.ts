// Which ways to pay fit a buyer, and which have trouble just now (§3 pay channels; decision 0351).
import { buyerOf, type Context } from '../platform/context.ts';
import { type ChannelSetting, forgetFailedStarts, noteFailedStart } from './channel.sql.ts';
import { isFromSupply, maySpendSupply } from './supply/plan-supply.ts';

/**
 * Whether the owner offers this way to this buyer for an order in this currency. An unknown country limits nothing: the limit
 * spares buyers ways that they cannot use; it is no protection.
 */
export function fitsBuyer(context: Context, currency: string, setting: ChannelSetting): boolean {
  if (isFromSupply(setting.channel) && !maySpendSupply(context, setting)) return false;
  const { only_currencies: currencies, only_countries: countries } = setting;
  const { only_levels: levels, only_partners: partners } = setting;
  if (currencies.length && !currencies.includes(currency)) return false;
  if (countries.length && context.country && !countries.includes(context.country)) return false;
  if (isFromSupply(setting.channel) || (!levels.length && !partners.length)) return true;
  const { level, partnerId } = buyerOf(context);
  return levels.includes(level) || partners.includes(partnerId);
}

export function hasTrouble({ trouble_until: until }: Pick<ChannelSetting, 'trouble_until'>, now: Date): boolean {
  return until !== null && until > now;
}

/** In the owner's order, those that have trouble just now behind the others. */
export function placeTroubled<Way extends { trouble: boolean }>(ways: Way[]): Way[] {
  return ways.toSorted((left, other) => Number(left.trouble) - Number(other.trouble));
}

type Noting = Pick<Context, 'owner' | 'log'>;

/** A gateway refused a start or did not answer it. Finance finds the way in its queue; the log says it once. */
export async function noteTrouble({ owner, log }: Noting, channel: string): Promise<void> {
  if (await noteFailedStart(owner, channel)) log.error({ channel }, 'a way to pay failed three times in five minutes');
}

/** Costs nothing while a way works. */
export async function noteSuccess(
  { owner }: Noting,
  { channel, failed_at: failed }: Pick<ChannelSetting, 'channel' | 'failed_at'>,
): Promise<void> {
  if (failed.length) await forgetFailedStarts(owner, channel);
}
