// What the clock erases (decision 0496): each statement takes a bounded number of rows, and finds again what a killed one left.
import type { Retention, RetentionName } from '../../domain/privacy/retention.ts';
import { accountCode, openOrders, refundCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import { erasedMark, noTravellers } from './register.ts';

export type OwnTerms = { terms: Partial<Retention>; revision: number };

export async function findTerms(owner: Owner): Promise<OwnTerms> {
  const row = await firstRow(
    owner,
    sql<OwnTerms>`SELECT retention AS terms, retention_revision AS revision FROM owner WHERE owner_id = ${owner.id}`,
  );
  if (!row) throw new Error('an owner without a row');
  return row;
}

/** 1 when written; 0 when changed since `revision`. */
export function changeTerms(owner: OwnerTrx, { terms, revision }: OwnTerms): Promise<number> {
  return changed(
    owner,
    sql`UPDATE owner SET retention = ${JSON.stringify(terms)}::jsonb, retention_revision = retention_revision + 1
      WHERE owner_id = ${owner.id} AND retention_revision = ${revision}`,
  );
}

export type RetentionRun = { kind: RetentionName; at: Date; count: number; total: number };

export function listRetentionRuns(owner: Owner): Promise<RetentionRun[]> {
  return rows(owner, sql<RetentionRun>`SELECT kind, at, count, total FROM retention_run WHERE owner_id = ${owner.id}`);
}

export async function noteRun(owner: Owner, { kind, at, count }: Omit<RetentionRun, 'total'>): Promise<void> {
  await sql`INSERT INTO retention_run (owner_id, kind, at, count, total) VALUES (${owner.id}, ${kind}, ${at}, ${count}, ${count})
    ON CONFLICT (owner_id, kind) DO UPDATE
      SET at = EXCLUDED.at, count = EXCLUDED.count, total = retention_run.total + EXCLUDED.count`.execute(owner);
}

/** Orders without a future journey, open payment or open dispute. */
const atRest = sql`NOT p.status = ANY(${openOrders}::smallint[])
  AND NOT EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
    AND s.status = ANY(${openOrders}::smallint[]))
  AND NOT EXISTS (SELECT 1 FROM supplement e WHERE e.owner_id = p.owner_id AND e.order_no = p.order_no AND e.state = 'open')
  AND NOT EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no AND y.live)
  AND NOT EXISTS (SELECT 1 FROM goodwill g WHERE g.owner_id = p.owner_id AND g.order_no = p.order_no AND g.state = 'waiting')
  AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.owner_id = p.owner_id AND r.order_no = p.order_no
    AND r.status <> ${refundCode.successful})`;

/** The last day of travel, or of validity. */
const lastDay = sql`(SELECT max(coalesce(s.until_on, s.valid_until, s.play_on)) FROM sub_order s
  WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no)`;

export const stages = { documents: 1, travellers: 2 } as const;
type Stage = (typeof stages)[keyof typeof stages];

/** Oldest first, so that what was left before comes before what is due now. */
export async function listDueOrders(owner: Owner, stage: Stage, before: string, most: number): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ order_no: string }>`SELECT p.order_no FROM purchase p
      LEFT JOIN order_retention d ON d.owner_id = p.owner_id AND d.order_no = p.order_no
      WHERE p.owner_id = ${owner.id} AND p.placed_at < ${before}::date + 1 AND coalesce(d.stage, 0) < ${stage}
        AND ${lastDay} < ${before}::date AND ${atRest}
      ORDER BY p.placed_at LIMIT ${most}`,
  );
  return found.map((row) => row.order_no);
}

/** Passport, identity card and the like (§3 field codes), of travellers and of the order. */
const documentCodes = sql`ARRAY['201', '202', '203', '204', '205', '206', '207']`;
const withoutDocuments = sql`(SELECT coalesce(jsonb_agg(e.value - ${documentCodes} ORDER BY e.at), '[]')
  FROM jsonb_array_elements(t.travellers) WITH ORDINALITY AS e(value, at))`;

/** What a system's booking says of each traveller a second time; its reference of the unit stays, by which the system finds it. */
const eachUnit = (unit: ReturnType<typeof sql>) => sql`(SELECT coalesce(jsonb_agg(${unit} ORDER BY e.at), '[]')
  FROM jsonb_array_elements(t.units) WITH ORDINALITY AS e(value, at))`;
const unitsWithoutDocuments = eachUnit(
  sql`e.value || jsonb_build_object('answers', coalesce(e.value -> 'answers', '{}') - ${documentCodes})`,
);
const unitsWithoutTravellers = eachUnit(sql`e.value || '{"contact": {}, "answers": {}}'`);

/** `orders` are asked again whether they are at rest: an order may have been opened since it was found. */
export async function eraseFromOrders(owner: OwnerTrx, stage: Stage, orders: string[], now: Date): Promise<number> {
  const found = await rows(
    owner,
    sql<{ order_no: string }>`SELECT p.order_no FROM purchase p
      WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${orders}::text[]) AND ${atRest} ORDER BY p.order_no FOR UPDATE OF p`,
  );
  const list = found.map((row) => row.order_no);
  const which = sql`t.owner_id = ${owner.id} AND t.order_no = ANY(${list}::text[])`;
  if (stage === stages.documents) {
    await sql`UPDATE sub_order t SET travellers = ${withoutDocuments} WHERE ${which}`.execute(owner);
    await sql`UPDATE purchase t SET fields = t.fields - ${documentCodes} WHERE ${which}`.execute(owner);
    await sql`UPDATE octo_booking t SET units = ${unitsWithoutDocuments},
        details = t.details || jsonb_build_object('fields', coalesce(t.details -> 'fields', '{}') - ${documentCodes})
      WHERE ${which}`.execute(owner);
  } else {
    await sql`UPDATE sub_order t SET travellers = ${sql.raw(noTravellers)} WHERE ${which}`.execute(owner);
    await sql`UPDATE purchase t SET fields = '{}', pickup = NULL, completion_notes = '' WHERE ${which}`.execute(owner);
    await sql`UPDATE octo_booking t SET units = ${unitsWithoutTravellers}, details = '{}' WHERE ${which}`.execute(
      owner,
    );
    await sql`DELETE FROM order_file t WHERE ${which}`.execute(owner);
    await sql`DELETE FROM driver d USING sub_order t
      WHERE ${which} AND d.owner_id = t.owner_id AND d.sub_order_no = t.sub_order_no`.execute(owner);
    await sql`SELECT erase_history(${list}::text[], '{}'::text[], ${erasedMark})`.execute(owner);
  }
  await sql`INSERT INTO order_retention (owner_id, order_no, stage, at)
    SELECT ${owner.id}, o, ${stage}, ${now}::timestamptz FROM unnest(${list}::text[]) o
    ON CONFLICT (owner_id, order_no) DO UPDATE SET stage = EXCLUDED.stage, at = EXCLUDED.at`.execute(owner);
  return list.length;
}

/** Guests without a password who were not here since, and whose last order ended before; from `after` on. */
export function listDueGuests(owner: Owner, before: string, after: number, most: number) {
  return rows(
    owner,
    sql<{ account_id: number; email: string }>`SELECT a.account_id, a.email FROM account a
      WHERE a.owner_id = ${owner.id} AND a.kind = 'guest' AND a.password_hash IS NULL AND a.status <> ${accountCode.deleted}
        AND a.account_id > ${after} AND coalesce(a.last_login_at, a.created_at) < ${before}::date
        AND NOT EXISTS (SELECT 1 FROM purchase p WHERE p.owner_id = a.owner_id AND p.account_id = a.account_id
          AND (p.placed_at >= ${before}::date OR ${lastDay} >= ${before}::date OR NOT (${atRest})))
      ORDER BY a.account_id LIMIT ${most}`,
  );
}

/** Of mails about orders that are still open none goes. */
export function deleteOldMails(owner: Owner, before: string, most: number): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM mail WHERE owner_id = ${owner.id} AND mail_id IN (SELECT m.mail_id FROM mail m
      WHERE m.owner_id = ${owner.id} AND m.created_at < ${before}::date AND NOT EXISTS (SELECT 1 FROM purchase p
        WHERE p.owner_id = m.owner_id AND p.order_no = split_part(m.occasion, ' ', 2) AND NOT (${atRest}))
      ORDER BY m.mail_id LIMIT ${most})`,
  );
}

/** The mail that informs an erased person is the last one with the address. */
export async function deleteFarewells(owner: Owner, before: Date): Promise<void> {
  await sql`DELETE FROM mail
    WHERE owner_id = ${owner.id} AND occasion LIKE 'account erased %' AND created_at < ${before}::timestamptz`.execute(
    owner,
  );
}

export function deleteOldSources(owner: Owner, before: string, most: number): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM known_source k USING (SELECT account_id, mark FROM known_source
      WHERE owner_id = ${owner.id} AND seen_at < ${before}::date LIMIT ${most}) o
    WHERE k.owner_id = ${owner.id} AND k.account_id = o.account_id AND k.mark = o.mark`,
  );
}

/** Names that invoices were to bear until now, and slips of bank transfers as old as those invoices. */
export async function deleteOldInvoices(owner: Owner, today: string, before: string, most: number): Promise<number> {
  const names = await changed(
    owner,
    sql`DELETE FROM invoice_name WHERE owner_id = ${owner.id} AND order_no IN (SELECT order_no FROM invoice_name
      WHERE owner_id = ${owner.id} AND until_on < ${today}::date LIMIT ${most})`,
  );
  const slips = await changed(
    owner,
    sql`DELETE FROM transfer_file WHERE owner_id = ${owner.id} AND file_id IN (SELECT file_id FROM transfer_file
      WHERE owner_id = ${owner.id} AND created_at < ${before}::date LIMIT ${most})`,
  );
  return names + slips;
}
