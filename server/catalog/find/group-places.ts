// The groups of a search's results on its map: one product alone is a product, several lead to a search around them.
import type { OutputOf } from '../../../contract/index.ts';
import type { Context } from '../../platform/context.ts';
import { listCards } from '../catalog.sql.ts';
import { pricingOf } from '../pricing.sql.ts';
import type { Filter } from '../search.sql.ts';
import { pathOf } from '../show-card.ts';
import { listPlaces } from './places.sql.ts';

type Places = NonNullable<OutputOf<'searchProducts'>['places']>;

const mostKilometres = 2000;

export async function groupPlaces(context: Context, filter: Filter): Promise<Places> {
  const { owner, language } = context;
  const groups = await listPlaces(owner, { language, pricing: pricingOf(context) }, filter);
  const alone = groups.flatMap((group) => (group.count === 1 ? [String(group.product_id)] : []));
  const cards = alone.length ? await listCards(context, { ids: alone }) : [];
  const products = new Map(cards.map((row) => [row.product_id, { name: row.name, path: pathOf(row) }]));
  return groups.map(({ lat, lng, count, metres, product_id: id }) => ({
    lat,
    lng,
    count,
    kilometres: Math.min(mostKilometres, Math.max(1, Math.ceil(metres / 1000))),
    product: count === 1 ? (products.get(id) ?? null) : null,
  }));
}
