// The city of a product that is about to be written (§3): its key, also where the document names it otherwise or it was merged into
// another. A city of the world becomes the owner's in the same transaction.
import { Refusal } from '../../domain/errors.ts';
import type { ProductDocument } from '../../domain/product-fields.ts';
import { chooseCity } from '../places/choose-city.ts';
import { describeCity } from '../places/log-city.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { type Acting, logAction } from '../platform/log-actions.sql.ts';

/** Refuses a name that several cities have; a text that means none is left for the judging. `context` null: a seed, which logs nothing. */
export async function settleCity(
  owner: OwnerTrx,
  context: Acting | null,
  document: ProductDocument,
): Promise<ProductDocument> {
  const used = await chooseCity(owner, document.city);
  if ('problem' in used) {
    if (used.problem === 'choose') return document;
    throw new Refusal('invalidInput', { fields: { city: { problem: used.problem } } });
  }
  if (used.added && context) await logAction(owner, context, { act: 'city-added', ...describeCity(used.city) });
  return { ...document, city: used.city.city };
}
