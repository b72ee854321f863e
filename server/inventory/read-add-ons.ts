// Extras beside a ticket (§5): never alone, at most one per traveller or the product's maximum.
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { isQuantity, maxQuantity } from '../../domain/limits.ts';
import { type Money, money } from '../../domain/money.ts';
import { hasForeignAddOn, listAddOns } from '../catalog/catalog.sql.ts';
import type { Context } from '../platform/context.ts';
import type { ReadLines } from './read-lines.ts';

export type RequestedAddOn = { id: string; quantity: number };
export type ReadAddOn = { id: string; names: Record<string, string>; quantity: number; unit: Money; amount: Money };

/**
 * Refuses quantities by field, addOnAlone for more than allowed or for extras of another product, and addOnGone, with their `ids` in the
 * data, for extras that the product sells no more. Zero of one is none of it.
 */
export async function readAddOns(
  { owner }: Context,
  requested: RequestedAddOn[],
  read: ReadLines,
): Promise<{ list: ReadAddOn[]; total: Money }> {
  const currency = read.first.currency;
  const wanted = requested.filter((one) => one.quantity !== 0);
  if (!wanted.length) return { list: [], total: money(0, currency) };
  const fields: FieldProblems = {};
  wanted.forEach((one, at) => {
    if (!isQuantity(one.quantity)) fields[`addOns.${at}.quantity`] = { problem: 'quantity', max: maxQuantity };
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const known = await listAddOns(owner, read.first.product_id);
  const persons = read.lines.reduce((sum, line) => sum + line.quantity, 0);
  if (new Set(wanted.map((one) => one.id)).size !== wanted.length) throw new Refusal('addOnAlone');
  const rowOf = (id: string) => known.find((one) => String(one.add_on_id) === id);
  await refuseUnsold(
    owner,
    read.first.product_id,
    wanted.filter(({ id }) => !rowOf(id)).map(({ id }) => id),
  );
  const list = wanted.map(({ id, quantity }) => {
    const row = rowOf(id);
    if (!row || quantity > (row.most ?? persons)) throw new Refusal('addOnAlone');
    const unit = money(row.price_minor, currency);
    return { id, names: row.names, quantity, unit, amount: money(row.price_minor * quantity, currency) };
  });
  return {
    list,
    total: money(
      list.reduce((sum, one) => sum + one.amount.amountMinor, 0),
      currency,
    ),
  };
}

async function refuseUnsold(owner: Context['owner'], productId: number, ids: string[]): Promise<void> {
  if (!ids.length) return;
  const isForeign = await hasForeignAddOn(owner, productId, ids);
  throw isForeign ? new Refusal('addOnAlone') : new Refusal('addOnGone', { data: { ids } });
}
