// The log of single messages from and to other systems: platforms (decision 0541) and suppliers (decision 0572).
import { firstRow, type House, type Owner, onlyIf, rows, sql } from '../db.ts';

export type ChannelMessage = {
  ownerId: number;
  /** The platform's; null where it is a supplier's. */
  source: number | null;
  supplierId: number | null;
  at: Date;
  direction: 'in' | 'out';
  kind: string;
  code: string;
  isGood: boolean;
  reference: string;
  orderNo: string;
  milliseconds: number;
};

export async function insertChannelMessages(house: House, list: ChannelMessage[]): Promise<void> {
  await sql`INSERT INTO channel_message (owner_id, source, supplier_id, at, direction, kind, code, is_good, reference, order_no,
      milliseconds)
    SELECT owner_id, source, supplier_id, at, direction, kind, code, is_good, reference, order_no, milliseconds
    FROM jsonb_to_recordset(${JSON.stringify(
      list.map(({ ownerId, supplierId, isGood, orderNo, ...rest }) => ({
        ...{ owner_id: ownerId, supplier_id: supplierId, is_good: isGood, order_no: orderNo },
        ...rest,
      })),
    )}::jsonb) AS one(owner_id bigint, source int, supplier_id bigint, at timestamptz, direction text, kind text, code text,
      is_good boolean, reference text, order_no text, milliseconds int)`.execute(house);
}

export type MessageFilter = {
  query: string;
  source: number | null;
  supplierId: string | null;
  direction: string;
  refused: boolean;
  size: number;
  from: number;
};

type MessageRow = Omit<ChannelMessage, 'ownerId' | 'supplierId' | 'isGood' | 'orderNo'> & {
  message_id: string;
  supplier_name: string | null;
  is_good: boolean;
  order_no: string;
};

export async function listChannelMessages(owner: Owner, filter: MessageFilter) {
  const { query, source, supplierId, direction, refused } = filter;
  const from = sql`FROM channel_message m WHERE m.owner_id = ${owner.id}
    AND ${onlyIf(source, sql`m.source = ${source}`)} AND ${onlyIf(supplierId, sql`m.supplier_id = ${supplierId}::bigint`)}
    AND ${onlyIf(direction || null, sql`m.direction = ${direction}`)}
    AND ${refused ? sql`NOT m.is_good` : sql`true`}
    AND ${onlyIf(query || null, sql`strpos(lower(concat_ws(' ', m.kind, m.code, m.reference, m.order_no)), lower(${query})) > 0`)}`;
  const [count, list] = await Promise.all([
    firstRow(owner, sql<{ n: number }>`SELECT count(*)::int AS n FROM (SELECT 1 ${from} LIMIT 20000) few`),
    rows(
      owner,
      sql<MessageRow>`SELECT m.message_id::text, m.source, m.at, m.direction, m.kind, m.code, m.is_good, m.reference, m.order_no,
        m.milliseconds, (SELECT s.name FROM supplier s WHERE s.owner_id = m.owner_id AND s.supplier_id = m.supplier_id) AS supplier_name
        ${from} ORDER BY m.message_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
    ),
  ]);
  return { total: count?.n ?? 0, list };
}

/** Suppliers whose systems are asked. */
export function listConnected(owner: Owner): Promise<{ id: string; name: string }[]> {
  return rows(
    owner,
    sql<{
      id: string;
      name: string;
    }>`SELECT c.supplier_id::text AS id, c.name FROM octo_link l JOIN supplier c USING (owner_id, supplier_id)
      WHERE l.owner_id = ${owner.id} ORDER BY c.name, c.supplier_id`,
  );
}

export async function deleteOldMessages(house: House, days: number): Promise<void> {
  await sql`DELETE FROM channel_message WHERE at < now() - make_interval(days => ${days})`.execute(house);
}
