// The city of a product that is about to be written (§3): its key, also where the document names it otherwise or it was merged into
// another. A city of the world becomes the owner's in the same transaction.
import { Refusal } from '../../domain/errors.ts';
import type { ProductDocument } from '../../domain/product-fields.ts';
import { chooseCity } from '../places/choose-city.ts';
import { isSameZone } from '../places/find-zone.ts';
import { describeCity } from '../places/log-city.ts';
import type { Owner, OwnerTrx } from '../platform/db.ts';
import { type Acting, logAction } from '../platform/log-actions.sql.ts';
import { findFixedZone } from './editing.sql.ts';

/** The document with its city; `zone` is that of the city, undefined where the text means none. */
type Settled = { document: ProductDocument; zone: string | undefined };

/** Refuses a name that several cities have; a text that means none is left for the judging. `context` null: a seed, which logs nothing. */
export async function settleCity(owner: OwnerTrx, context: Acting | null, document: ProductDocument): Promise<Settled> {
  const used = await chooseCity(owner, document.city);
  if ('problem' in used) {
    if (used.problem === 'choose') return { document, zone: undefined };
    throw new Refusal('invalidInput', { fields: { city: { problem: used.problem } } });
  }
  if (used.added && context) await logAction(owner, context, { act: 'city-added', ...describeCity(used.city) });
  return { document: { ...document, city: used.city.city }, zone: used.city.zone };
}

/**
 * Whether a product may move to a city of this zone: a departure at 09:00 that is on sale or booked would silently be another moment, and
 * days and cut-offs would move (decisions 0261 and 0743).
 */
export async function judgeZone(owner: Owner, id: string, zone: string | undefined): Promise<'zoneInUse' | null> {
  if (zone === undefined) return null;
  const fixed = await findFixedZone(owner, id);
  return fixed === undefined || isSameZone(fixed, zone) ? null : 'zoneInUse';
}
