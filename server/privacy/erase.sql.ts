// What erasing writes: every table of the register, then what ends with the person. One transaction of the caller.
import type { ReviewWish } from '../../domain/privacy/retention.ts';
import { everyAction } from '../platform/database/history.sql.ts';
import { accountCode, paymentCode } from '../platform/database/status.sql.ts';
import { type OwnerTrx, rows, sql } from '../platform/db.ts';
import { belongs, type PersonAccount, type Scope } from './persons.sql.ts';
import { erasedMark, type PersonalTable, personalTables } from './register.ts';

/**
 * From here to the commit no mail is stored, and afterwards none that was begun before (decision 0542). Comes after the accounts are
 * locked, which the writer of a mail may wait for.
 */
export async function holdMails(owner: OwnerTrx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('erasures of ' || ${owner.id}::bigint, 0))`.execute(owner);
}

/** The same in each transaction, so that no two of them wait for each other. */
export async function eraseByRegister(owner: OwnerTrx, scope: Scope): Promise<void> {
  for (const row of personalTables) {
    if (row.of === null || row.of === 'log' || row.of === 'history') continue;
    await eraseTable(owner, row, belongs(owner, scope, row.of)).execute(owner);
  }
}

function eraseTable({ id: _ }: OwnerTrx, { table, gone, columns }: PersonalTable, which: ReturnType<typeof belongs>) {
  if (gone) return sql`DELETE FROM ${sql.table(table)} t WHERE ${which}`;
  const parts = Object.entries(columns).flatMap(([name, { erased }]) =>
    erased ? [sql`${sql.ref(name)} = ${sql.raw(erased)}`] : [],
  );
  if (!parts.length) return sql`SELECT 1`;
  return sql`UPDATE ${sql.table(table)} t SET ${sql.join(parts)} WHERE ${which}`;
}

/** Words of a person that occur in other people's texts: words too short to be distinctive are left out. */
export function wordsOf(
  scope: Pick<Scope, 'email'>,
  list: readonly PersonAccount[],
  contacts: readonly ContactWords[],
) {
  const names = [
    ...list.flatMap((account) => [account.name, account.username ?? '']),
    ...contacts.map((contact) => contact.name),
  ];
  const numbers = [
    ...list.flatMap((account) => [account.mobile, account.landline]),
    ...contacts.map((contact) => contact.phone),
  ];
  const leastName = 4;
  const leastNumber = 6;
  const long = (least: number) => (word: string) => [...word].length >= least;
  const words = [scope.email ?? '', ...names.filter(long(leastName)), ...numbers.filter(long(leastNumber))];
  // The longest first: none leaves a part of another behind.
  return [...new Set(words.filter(Boolean))].sort((a, b) => b.length - a.length);
}

export type ContactWords = { name: string; phone: string };

/** As they are, and as they were before staff changed them. */
export function listContactWords(owner: OwnerTrx, { orders }: Scope): Promise<ContactWords[]> {
  return rows(
    owner,
    sql<ContactWords>`SELECT coalesce(contact ->> 'name', '') AS name, coalesce(contact ->> 'phone', '') AS phone FROM purchase
        WHERE owner_id = ${owner.id} AND order_no = ANY(${orders}::text[])
      UNION SELECT c ->> 'name', c ->> 'phone' FROM ${everyAction} l CROSS JOIN LATERAL (VALUES (l.before), (l.after)) v(c)
        WHERE l.owner_id = ${owner.id} AND l.act = 'contact-changed' AND l.subject = ANY(${orders.map((no) => `order ${no}`)}::text[])
          AND c ? 'name' AND c ? 'phone'`,
  );
}

/** By functions of the role that owns the tables: processes may not change what they have written there. */
export async function eraseFromHistory(owner: OwnerTrx, scope: Scope, words: string[]): Promise<void> {
  const { orders, accounts, partners, email } = scope;
  const subjects = [
    ...orders.map((orderNo) => `order ${orderNo}`),
    ...accounts.map((id) => `account ${id}`),
    ...partners.map((id) => `partner ${id}`),
  ];
  await sql`SELECT erase_history(${orders}::text[], ${words}::text[], ${erasedMark})`.execute(owner);
  await sql`SELECT erase_from_log(${subjects}::text[], ${email}, ${words}::text[], ${erasedMark})`.execute(owner);
}

/** Before the contacts go: whose name the invoices of paid orders bear, until the law no longer asks. */
export async function retainInvoiceNames(owner: OwnerTrx, orders: string[], years: number, now: Date): Promise<void> {
  await sql`INSERT INTO invoice_name (owner_id, order_no, name, until_on)
    SELECT owner_id, order_no, contact ->> 'name', (placed_at + make_interval(years => ${years}))::date FROM purchase
    WHERE owner_id = ${owner.id} AND order_no = ANY(${orders}::text[]) AND pay_status = ${paymentCode.paid}
      AND coalesce(contact ->> 'name', '') <> '' AND placed_at + make_interval(years => ${years}) > ${now}::timestamptz
    ON CONFLICT DO NOTHING`.execute(owner);
}

/** The account is closed and its name free; keys of its systems end with it. */
export async function closeAccounts(owner: OwnerTrx, { accounts, partners }: Scope): Promise<void> {
  await sql`UPDATE account SET status = ${accountCode.deleted}, revision = revision + 1
    WHERE owner_id = ${owner.id} AND account_id = ANY(${accounts}::bigint[])`.execute(owner);
  await sql`DELETE FROM wish WHERE owner_id = ${owner.id} AND account_id = ANY(${accounts}::bigint[])`.execute(owner);
  await sql`UPDATE api_key SET revoked_at = coalesce(revoked_at, now())
    WHERE owner_id = ${owner.id} AND partner_id = ANY(${partners}::bigint[])`.execute(owner);
  await sql`UPDATE hook SET state = 'paused' WHERE owner_id = ${owner.id} AND partner_id = ANY(${partners}::bigint[])`.execute(
    owner,
  );
}

/** Lines with a review that still says something. */
export async function listReviewedLines(owner: OwnerTrx, { orders }: Scope): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ sub_order_no: string }>`SELECT v.sub_order_no FROM review v JOIN sub_order s USING (owner_id, sub_order_no)
      WHERE v.owner_id = ${owner.id} AND s.order_no = ANY(${orders}::text[]) AND v.state <> 'erased'`,
  );
  return found.map((row) => row.sub_order_no);
}

export type Erased = { mark: string; accountId: number | null; reviews: ReviewWish; by: string; now: Date };

/** Closes the request that waits, else writes that it was done. */
export async function noteErased(owner: OwnerTrx, { mark, accountId, reviews, by, now }: Erased): Promise<void> {
  await sql`WITH decided AS (UPDATE erasure SET state = 'done', decided_at = ${now}::timestamptz, decided_by_name = ${by},
        reviews = ${reviews}, person_mark = ${mark}
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND state = 'asked' RETURNING 1)
    INSERT INTO erasure (owner_id, person_mark, account_id, reviews, state, asked_at, decided_at, decided_by_name)
    SELECT ${owner.id}, ${mark}, ${accountId}, ${reviews}, 'done', ${now}::timestamptz, ${now}::timestamptz, ${by}
    WHERE NOT EXISTS (SELECT 1 FROM decided)`.execute(owner);
}
