// What an order needs on disk: sizes of all tables before and after orders that buyers really placed, paid and were mailed about.
import type { Database } from '../../server/platform/db.ts';

export type Sizes = { tables: Map<string, number>; orders: number; wal: number };

/** By table, months added to their parents; with indexes and what lies beside long values. */
export async function readSizes(database: Database): Promise<Sizes> {
  const client = await database.pool.connect();
  try {
    await client.query(`SET app.owner_id = '0'`);
    const { rows } = await client.query<{ name: string; bytes: string }>(
      `SELECT coalesce(p.relname, c.relname) AS name, sum(pg_total_relation_size(c.oid))::text AS bytes
        FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
        WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('public', 'month', 'pgboss') GROUP BY 1`,
    );
    const { rows: counts } = await client.query<{ orders: string; wal: string }>(
      `SELECT (SELECT count(*) FROM purchase)::text AS orders, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS wal`,
    );
    return {
      tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])),
      orders: Number(counts[0]?.orders),
      wal: Number(counts[0]?.wal),
    };
  } finally {
    client.release(true);
  }
}

export type Share = { name: string; bytes: number };

/** Bytes for each order, by table, the largest first. */
export function perOrder(before: Sizes, after: Sizes): { orders: number; wal: number; shares: Share[]; sum: number } {
  const orders = after.orders - before.orders;
  const shares = [...after.tables]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.tables.get(name) ?? 0)) / orders }))
    .filter(({ bytes }) => bytes >= 1)
    .toSorted((a, b) => b.bytes - a.bytes);
  return {
    orders,
    wal: (after.wal - before.wal) / orders,
    shares,
    sum: shares.reduce((sum, share) => sum + share.bytes, 0),
  };
}

export const sumOf = ({ tables }: Sizes): number => [...tables.values()].reduce((sum, table) => sum + table, 0);
