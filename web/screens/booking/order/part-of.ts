// The terms of paying in parts that a booking would have, before it is placed (decision 0380): the same rule as the server's.
import type { OutputOf } from '../../../../contract/index.ts';
import type { Money } from '../../../../domain/money.ts';
import { type PartTerms, partTermsOf } from '../../../../domain/open-payments.ts';

export function partOf(form: OutputOf<'bookProducts'>, total: Money, now: number): PartTerms | null {
  const { lines, ownerZone } = form;
  const firstDay = lines.map((line) => line.playOn).sort()[0];
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  return firstDay ? partTermsOf(form, { total, quantity, firstDay, ownerZone, now }) : null;
}
