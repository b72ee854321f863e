// Names of the owner's price levels and the level of newly approved distributors (rules §11), guarded by a revision of their own.
import { priceLevels } from '../../domain/price-levels.ts';
import { changed, firstRow, type Owner, sql } from '../platform/db.ts';

/** `names`: one for each level, '' where the owner gave none. */
export type Levels = { names: string[]; default_level: number; revision: number };

export async function findLevels(owner: Owner): Promise<Levels> {
  const row = await firstRow(
    owner,
    sql<Levels>`SELECT level_names AS names, default_level, levels_revision AS revision FROM owner WHERE owner_id = ${owner.id}`,
  );
  if (!row) throw new Error('an owner without a row');
  return { ...row, names: priceLevels.map((level) => row.names[level] ?? '') };
}

/** 1 when written. */
export function changeLevels(owner: Owner, { names, default_level, revision }: Levels): Promise<number> {
  return changed(
    owner,
    sql`UPDATE owner SET level_names = ${names}::text[], default_level = ${default_level}, levels_revision = levels_revision + 1
      WHERE owner_id = ${owner.id} AND levels_revision = ${revision}`,
  );
}
