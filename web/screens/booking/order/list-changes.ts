// Whose price changed while the booking form was open (§8 200203): the same tickets and extras with the prices before and now.
import { nameSku, type Words } from '../../../parts/use-words.ts';
import type { BookingForm } from './use-booking.ts';

type Priced = { name: string; quantity: number; amount: BookingForm['total'] };

const listPriced = ({ lines, addOns }: BookingForm, words: Words): Map<string, Priced> =>
  new Map<string, Priced>([
    ...lines.map((line, at): [string, Priced] => [`line ${at}`, { ...line, name: nameSku(words, line) }]),
    ...addOns.map((addOn): [string, Priced] => [`extra ${addOn.id}`, addOn]),
  ]);

/** Empty where only one thing was chosen: its price is the total. */
export function listChanges(before: BookingForm, now: BookingForm, words: Words): string[] {
  const earlier = listPriced(before, words);
  if (earlier.size < 2) return [];
  return [...listPriced(now, words)].flatMap(([key, { name, quantity, amount }]) => {
    const old = earlier.get(key)?.amount;
    if (!old || old.amountMinor === amount.amountMinor) return [];
    const change = words.say('order.booking.priceWas', { old: words.money(old), now: words.money(amount) });
    return `${name} ×\u00a0${quantity} · ${change}`;
  });
}
