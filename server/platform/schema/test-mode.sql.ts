// Tables of the test mode (decision 0385): a schema of its own has a second copy of the tables that orders write, and the connections of
// test keys find that schema first. The same statements then write there, invisible to the shop's lists, reports, rounds and ledgers.

import { sql } from 'kysely';
import type pg from 'pg';
import { testRules } from '../../../domain/systems.ts';
import { type House, testSchema } from '../db.ts';

/** What calls of partners' keys write; these begin empty. */
const mirrored = [
  ...[
    'attempt',
    'audit_log',
    'audit_log_archive',
    'cancel_request',
    'channel_message',
    'channel_order',
    'channel_refund',
    'channel_use',
    'completion_link',
    'coupon_use',
    'driver',
    'esim',
    'goodwill',
    'idempotency_key',
  ],
  ...[
    'ledger_account',
    'ledger_entry',
    'ledger_journal',
    'line_hold',
    'mail',
    'octo_booking',
    'octo_cart',
    'octo_supply',
    'order_change',
    'order_event',
    'order_event_archive',
    'order_file',
  ],
  ...[
    'order_note',
    'order_remark',
    'owner_key',
    'payment',
    'payment_notice',
    'product_sale',
    'purchase',
    'quotation',
    'quotation_event',
    'quotation_hold',
  ],
  ...[
    'quotation_line',
    'quotation_link',
    'quotation_version',
    'redemption',
    'refund',
    'sub_order',
    'supplement',
    'supply_link',
  ],
  ...[
    'invoice_name',
    'order_retention',
    'pass_share',
    'review',
    'review_ask',
    'review_picture',
    'statement_line',
    'statement_sum',
    'transfer',
    'transfer_file',
  ],
];

/** Stock, counters and gift cards: read as they are; what an order would take from them stays where it is. */
const untouched = ['coupon', 'departure', 'departure_sku', 'gift_card', 'product'];

/** Triggers that write other tables of the list; what they call finds those by the connection's path. */
const mirroredTriggers = ['ledger_entry_stated', 'ledger_journal_stated'];

/** Present in the schema while it cannot be used. */
const closedMark = 'closed';

/**
 * Before the schema changes: its views would prevent that. Test orders are lost. Tables without columns replace them at once: where a name
 * were missing, a statement of a test key that another process still answers would find the shop's own table.
 */
export async function closeTestMode(client: pg.ClientBase): Promise<void> {
  const names = [...mirrored, ...untouched, closedMark];
  const shells = names.map((table) => `CREATE TABLE ${testSchema}.${table} ()`);
  await client.query(`BEGIN; SET LOCAL client_min_messages = warning; DROP SCHEMA IF EXISTS ${testSchema} CASCADE;
    CREATE SCHEMA ${testSchema}; ${shells.join('; ')}; COMMIT`);
}

/** Made from the current tables, in the caller's transaction; an existing one is not changed. */
export async function buildTestMode(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ made: boolean; closed: boolean }>(
    `SELECT to_regnamespace('${testSchema}') IS NOT NULL AS made, to_regclass('${testSchema}.${closedMark}') IS NOT NULL AS closed`,
  );
  if (rows[0]?.made && !rows[0].closed) return;
  await client.query(`SET LOCAL client_min_messages = warning; DROP SCHEMA IF EXISTS ${testSchema} CASCADE`);
  await client.query(`CREATE SCHEMA ${testSchema}`);
  for (const table of mirrored) await mirror(client, table);
  const { rows: triggers } = await client.query<{ statement: string }>(
    `SELECT regexp_replace(pg_get_triggerdef(oid), ' ON public\\.', ' ON ${testSchema}.') AS statement FROM pg_trigger
      WHERE tgname = ANY ($1)`,
    [mirroredTriggers],
  );
  for (const { statement } of triggers) await client.query(statement);
  await client.query(
    `CREATE FUNCTION ${testSchema}.leave_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
  );
  for (const table of untouched)
    await client.query(`CREATE VIEW ${testSchema}.${table} WITH (security_invoker = true) AS SELECT * FROM public.${table};
      CREATE TRIGGER left_alone INSTEAD OF UPDATE ON ${testSchema}.${table} FOR EACH ROW EXECUTE FUNCTION ${testSchema}.leave_row()`);
}

/** With the keys and indexes of the original, by their names. Other tables are not referred to: rows end by their age alone. */
async function mirror(client: pg.ClientBase, table: string): Promise<void> {
  const name = `${testSchema}.${table}`;
  await client.query(`CREATE TABLE ${name} (LIKE public.${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED
      INCLUDING IDENTITY INCLUDING STORAGE, kept_since timestamptz NOT NULL DEFAULT now());
    ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_rows ON ${name} USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
    CREATE INDEX ON ${name} (kept_since)`);
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE ${name} ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS statement
      FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('p', 'u')
    UNION ALL SELECT regexp_replace(pg_get_indexdef(i.indexrelid), ' ON (ONLY )?public\\.', ' ON ${testSchema}.') FROM pg_index i
      WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid
        AND c.contype IN ('p', 'u'))`,
    [`public.${table}`],
  );
  for (const { statement } of rows) await client.query(statement);
}

/** For the installation, hourly: what belongs to one order may end on different days. */
export async function deleteOldTests(house: House): Promise<void> {
  for (const table of mirrored)
    await sql`DELETE FROM ${sql.table(`${testSchema}.${table}`)}
      WHERE kept_since < now() - make_interval(days => ${testRules.keptDays})`.execute(house);
}
