// Names of the owner's price levels, the level of newly approved distributors (rules §11) and what each level's quotations may hold,
// guarded by a revision of their own.
import { priceLevels } from '../../domain/price-levels.ts';
import { changed, firstRow, type Owner, sql } from '../platform/db.ts';

/** `names`: one for each level, '' where the owner gave none. */
export type Levels = {
  names: string[];
  default_level: number;
  /** For each level: places that the quotations of one partner hold together, and for how many hours; 0: none. */
  quote_places: number[];
  quote_hours: number[];
  revision: number;
};

export async function findLevels(owner: Owner): Promise<Levels> {
  const row = await firstRow(
    owner,
    sql<Levels>`SELECT level_names AS names, default_level, quote_places, quote_hours,
      levels_revision AS revision FROM owner WHERE owner_id = ${owner.id}`,
  );
  if (!row) throw new Error('an owner without a row');
  const whole = (list: number[]) => priceLevels.map((level) => list[level] ?? 0);
  return {
    ...row,
    names: priceLevels.map((level) => row.names[level] ?? ''),
    quote_places: whole(row.quote_places),
    quote_hours: whole(row.quote_hours),
  };
}

/** 1 when written. */
export function changeLevels(owner: Owner, levels: Levels): Promise<number> {
  const { names, default_level, quote_places, quote_hours, revision } = levels;
  return changed(
    owner,
    sql`UPDATE owner SET level_names = ${names}::text[], default_level = ${default_level},
        quote_places = ${quote_places}::int[], quote_hours = ${quote_hours}::int[], levels_revision = levels_revision + 1
      WHERE owner_id = ${owner.id} AND levels_revision = ${revision}`,
  );
}
