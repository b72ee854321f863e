// Staff search payments by an amount of the bank's statement, as people type it, without naming its currency.
import { currencies } from '../../../domain/currencies.ts';
import { readAmount } from '../../../domain/money.ts';
import { sql } from '../db.ts';

type Fragment = ReturnType<typeof sql>;

/** Whether an amount is the one that `text` names in its currency; false for a text that names none. */
export function isTypedAmount(text: string, currency: Fragment, amountMinor: Fragment): Fragment {
  const amounts = currencies.flatMap((each) => readAmount(text, each) ?? []);
  if (!amounts.length) return sql`false`;
  return sql`(${currency}, ${amountMinor}) IN (SELECT * FROM unnest(${amounts.map((amount) => amount.currency)}::text[],
    ${amounts.map((amount) => amount.amountMinor)}::bigint[]))`;
}
