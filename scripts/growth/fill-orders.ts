// Many orders of the past, copies of one that a buyer of the bench really paid: with lines, places, payment, history and ledger, as rows
// are written, spread over three years. Mails and their files are left out: what they need is measured with real orders.
import { OrderStatus } from '../../domain/order-status.ts';
import type { Database } from '../../server/platform/db.ts';

type Sample = { owner_id: string; order_no: string; sub_order_no: string; payment_no: string; journal_id: string };
const batch = 50_000;
const days = 1095;

/** Of copy n: its number, and when it was placed. */
const numberOf = `'MX' || lpad(n::text, 10, '0')`;
const shift = `(n % ${days}) * interval '1 day' + (n % 86400) * interval '1 second'`;
const ago = (column: string) => `t.${column} - ${shift}`;

/** What a copy has instead of what the original says; all other columns stay. */
const changes: Record<string, Record<string, string>> = {
  purchase: {
    ...{ order_no: numberOf, placed_at: ago('placed_at'), paid_at: ago('paid_at'), pay_by: ago('pay_by') },
    ...{ status: String(OrderStatus.completed), fields_done_at: ago('placed_at'), agent_reference: `'A' || n` },
  },
  sub_order: {
    ...{ sub_order_no: `${numberOf} || '-1'`, order_no: numberOf, status: String(OrderStatus.completed) },
    ...{ play_on: `(now() - ${shift})::date`, until_on: 'NULL', valid_until: 'NULL' },
    voucher_code: `upper(substr(md5(n::text), 1, 12))`,
  },
  line_hold: { sub_order_no: `${numberOf} || '-1'` },
  payment: {
    ...{ payment_no: `'MP' || lpad(n::text, 10, '0')`, order_no: numberOf },
    ...{ created_at: ago('created_at'), settled_at: ago('settled_at'), expires_at: ago('expires_at') },
  },
  ledger_journal: { journal_id: '1000000000 + n', cause: `'model ' || n`, at: ago('at') },
  ledger_entry: { journal_id: '1000000000 + n' },
  statement_line: { journal_id: '1000000000 + n', at: ago('at') },
  order_event: {
    event_id: `nextval(pg_get_serial_sequence('order_event', 'event_id'))`,
    order_no: numberOf,
    at: ago('at'),
  },
};

/** Copies until there are `wanted` of them. */
export async function fillOrders(database: Database, from: number, wanted: number): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query(`SET app.owner_id = '0'`);
    const { rows } =
      await client.query<Sample>(`SELECT p.owner_id, p.order_no, s.sub_order_no, y.payment_no, j.journal_id
      FROM purchase p JOIN sub_order s USING (owner_id, order_no) JOIN payment y USING (owner_id, order_no)
        JOIN ledger_journal j ON j.owner_id = p.owner_id AND j.cause LIKE '%' || y.payment_no || '%'
      WHERE p.status = ${OrderStatus.confirmed} AND y.channel = 'deposit' AND p.order_no NOT LIKE 'MX%'
      ORDER BY p.placed_at DESC LIMIT 1`);
    const [sample] = rows;
    if (!sample) throw new Error('no order was paid from the deposit');
    const whose: Record<string, string> = {
      ...{ purchase: `order_no = '${sample.order_no}'`, sub_order: `order_no = '${sample.order_no}'` },
      ...{ line_hold: `sub_order_no = '${sample.sub_order_no}'`, payment: `payment_no = '${sample.payment_no}'` },
      ...{ ledger_journal: `journal_id = ${sample.journal_id}`, ledger_entry: `journal_id = ${sample.journal_id}` },
      ...{ statement_line: `journal_id = ${sample.journal_id}`, order_event: `order_no = '${sample.order_no}'` },
    };
    for (let begin = from; begin < wanted; begin += batch) {
      const end = Math.min(wanted, begin + batch);
      // Lines of the statement are copied like the rest: written one by one, all of them would be of this moment.
      await client.query('BEGIN; ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_stated');
      for (const [table, changed] of Object.entries(changes)) {
        const columns = await listColumns(client, table);
        const values = columns.map((name) => changed[name] ?? `t.${name}`).join(', ');
        await client.query(`INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE SELECT ${values}
          FROM (SELECT * FROM ${table} WHERE owner_id = ${sample.owner_id} AND ${whose[table]}) t,
            generate_series(${begin + 1}, ${end}) n`);
      }
      await client.query('ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_stated; COMMIT');
    }
    await client.query(`INSERT INTO statement_sum SELECT owner_id, ledger_id, date_trunc('month', at, 'UTC'), deal_type, channel, count(*),
        sum(greatest(amount_minor, 0)), sum(greatest(-amount_minor, 0)) FROM statement_line GROUP BY 1, 2, 3, 4, 5
      ON CONFLICT (owner_id, ledger_id, month, deal_type, channel) DO UPDATE SET count = excluded.count,
        incoming_minor = excluded.incoming_minor, outgoing_minor = excluded.outgoing_minor`);
    await client.query(`VACUUM (ANALYZE) purchase, sub_order, line_hold, payment, ledger_journal, ledger_entry, statement_line,
      statement_sum, order_event`);
  } finally {
    client.release(true);
  }
}

async function listColumns(
  client: { query(text: string, values: unknown[]): Promise<{ rows: unknown[] }> },
  table: string,
) {
  const { rows } = await client.query(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
