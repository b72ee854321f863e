// What a booking or an order has chosen, as the page of its product reads it (screens/product/choice-in-address.ts): the same package,
// tickets, rooms, days and extras are chosen there again, as far as they are still sold.
import { openDay } from '../dates.ts';
import type { Guests } from '../rooms.ts';

type ChosenLine = {
  skuId: string;
  quantity: number;
  playOn: string;
  session: string;
  /** The last day of a stay or a rental. */
  untilOn?: string | null | undefined;
  /** In each of its rooms. */
  guests?: Guests | null | undefined;
};

type ChosenExtra = { id: string; quantity: number };

const joinPairs = (pairs: Iterable<readonly [string, unknown]>) =>
  [...pairs].map(([id, value]) => `${id}:${value}`).join(',');

/** All lines are of one package; tickets for any day have no day. */
export function chooseAgain(packageId: string, lines: readonly ChosenLine[], extras: readonly ChosenExtra[]) {
  const counts = new Map<string, number>();
  const rooms = new Map<string, string[]>();
  for (const { skuId, quantity, guests: each } of lines) {
    counts.set(skuId, (counts.get(skuId) ?? 0) + quantity);
    if (each && quantity > 0 && quantity < 100)
      rooms.set(skuId, [
        ...(rooms.get(skuId) ?? []),
        ...Array.from({ length: quantity }, () => `${each.adults}+${each.children}`),
      ]);
  }
  const [first] = lines;
  const days = first && first.playOn !== openDay ? first : undefined;
  return {
    ...{ package: packageId, on: days?.playOn, until: days?.untilOn ?? undefined, session: days?.session || undefined },
    units: joinPairs(counts),
    guests: joinPairs([...rooms].map(([skuId, each]) => [skuId, each.join('/')])) || undefined,
    extras: joinPairs(extras.map(({ id, quantity }) => [id, quantity])) || undefined,
  };
}
