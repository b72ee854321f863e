// The months of the histories (decision 0530), by functions of the role that owns the tables.
import { firstRow, type House, sql } from '../platform/db.ts';

/** Answers how many were made. */
export async function makeMonths(house: House, today: string, ahead: number): Promise<number> {
  const row = await firstRow(house, sql<{ made: number }>`SELECT make_months(${today}::date, ${ahead}::int) AS made`);
  return row?.made ?? 0;
}

/** Moves one month into the archive and answers its name; undefined when none is old enough. */
export async function archiveMonth(house: House, today: string, keep: number): Promise<string | undefined> {
  const row = await firstRow(
    house,
    sql<{ part: string | null }>`SELECT archive_month(${today}::date, ${keep}::int) AS part`,
  );
  return row?.part ?? undefined;
}
