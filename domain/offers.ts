// Limited offers (decision 0470): a part off the usual price between two instants. Of two at once the larger counts; they never add up.
import { agentPrice } from './price.ts';

/** Percent that an offer may take off. */
export const mostOff = 90;

/** As it is stored with its product: whole percent, instants in milliseconds. */
export type OfferTime = { percent: number; from: number; until: number };

/** The offer that counts at an instant; of two alike the one that lasts longer. */
export function offerAt(offers: OfferTime[] | null, at: number): OfferTime | undefined {
  const running = (offers ?? []).filter(({ from, until }) => at >= from && at < until);
  return running.sort((left, other) => other.percent - left.percent || other.until - left.until)[0];
}

/** The next instant at which an offer begins or ends: a price that is shown holds until then. */
export function nextTurn(offers: OfferTime[] | null, at: number): number {
  return Math.min(...(offers ?? []).flatMap(({ from, until }) => [from, until]).filter((turn) => turn > at));
}

/** The usual price with an offer's part off; half a unit of the discount rounds up, as in agentPrice. */
export const offeredPrice = (usualMinor: number, { percent }: Pick<OfferTime, 'percent'>): number =>
  agentPrice(usualMinor, { kind: 'percent', value: percent * 100 });
