// Who a person is to an owner: accounts, their rows, and bookings in which they are the contact. And what prevents erasing
// them.
import type { AccountKind } from '../../domain/account-status.ts';
import type { ErasureObstacle } from '../../domain/privacy/retention.ts';
import { accountCode, openOrders, refundCode } from '../platform/database/status.sql.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';
import type { Belonging } from './register.ts';

export type PersonAccount = {
  account_id: number;
  partner_id: number;
  kind: AccountKind;
  partner_kind: 'individual' | 'personal' | 'corporate';
  name: string;
  email: string;
  email_proved: boolean;
  language: string;
  username: string | null;
  mobile: string;
  landline: string;
  password_hash: string | null;
};

const accountColumns = sql`a.account_id, a.partner_id, a.kind, p.kind AS partner_kind, a.name, a.email,
  a.email_proved_at IS NOT NULL AS email_proved, a.language, a.username, a.mobile, a.landline, a.password_hash`;
const accountTables = sql`account a JOIN partner p ON p.owner_id = a.owner_id AND p.partner_id = a.partner_id`;

/** Buyers' accounts with an address that are not deleted; `of`: this one alone. `lock`: until the commit no order comes in between. */
export function listAccountsOf(owner: Owner, email: string, of: number | null, lock = false): Promise<PersonAccount[]> {
  const which = of === null ? sql`a.email = ${email}` : sql`a.account_id = ${of}`;
  return rows(
    owner,
    sql<PersonAccount>`SELECT ${accountColumns} FROM ${accountTables}
      WHERE a.owner_id = ${owner.id} AND a.kind <> 'staff' AND a.status <> ${accountCode.deleted} AND ${which}
      ORDER BY a.account_id ${lock ? sql`FOR UPDATE OF a` : sql``}`,
  );
}

/**
 * A person: an address, or one account of it where several have it. `isProved`: the address was known to be the person's, whatever the
 * restored account says of it.
 */
export type Person = { email: string; accountId: number | null; isProved?: boolean };

/**
 * The address by which rows of others are the person's. A main account may open a sub-account with anyone's address (decision 0083): until
 * it is proved, the address says nothing about who the account is.
 */
export function provedEmailOf({ email, accountId, isProved }: Person, list: PersonAccount[]): string | null {
  return accountId === null || isProved || list.some((account) => account.email_proved) ? email : null;
}

/** Everything that the conditions below ask for. */
export type Scope = {
  /** Null: the person is an account whose address no one proved, so nothing belongs to it by that address. */
  email: string | null;
  accounts: number[];
  /** Partners that end with their only person or with their main account. */
  partners: number[];
  orders: string[];
  /** Those of them that others placed, in which the person is the contact. */
  asContact: string[];
  quotations: number[];
};

/**
 * Orders of a person who books alone, and orders of others in which the person is the contact. `placed`: also those that the person
 * placed for customers of an agency, which belong to the agency and are not erased.
 */
export async function findScope(owner: Owner, person: Person, list: PersonAccount[], placed = false): Promise<Scope> {
  const email = provedEmailOf(person, list);
  const isAlone = ({ kind }: PersonAccount) => kind === 'member' || kind === 'guest';
  const alone = list.filter((account) => placed || isAlone(account)).map((account) => account.account_id);
  const partners = list.filter(({ kind }) => kind !== 'sub').map((account) => account.partner_id);
  const row = await firstRow(
    owner,
    sql<Pick<Scope, 'orders' | 'asContact' | 'quotations'>>`SELECT
      ARRAY(SELECT order_no FROM purchase WHERE owner_id = ${owner.id}
        AND (account_id = ANY(${alone}::bigint[]) OR lower(contact ->> 'email') = ${email}::text) ORDER BY order_no) AS orders,
      ARRAY(SELECT order_no FROM purchase WHERE owner_id = ${owner.id} AND NOT account_id = ANY(${alone}::bigint[])
        AND lower(contact ->> 'email') = ${email}::text ORDER BY order_no) AS "asContact",
      ARRAY(SELECT DISTINCT quotation_id FROM quotation_version WHERE owner_id = ${owner.id}
        AND lower(customer_email) = ${email}::text)::int[] AS quotations`,
  );
  return {
    email,
    accounts: list.map((account) => account.account_id),
    partners,
    orders: [],
    asContact: [],
    quotations: [],
    ...row,
  };
}

/** Numbers of what the partners that end with the person paid onto their deposits. */
const topUpsOf = (owner: Owner, { partners }: Pick<Scope, 'partners'>) =>
  sql`SELECT r.recharge_no FROM recharge r WHERE r.owner_id = ${owner.id} AND r.partner_id = ANY(${partners}::bigint[])`;

/** Over a row `t` of a quotation: its version `v` is for the person, also where a later version left the address out. */
const quotedTo = (owner: Owner, email: string | null, which: ReturnType<typeof sql>) =>
  sql`EXISTS (SELECT FROM quotation_version v WHERE v.owner_id = ${owner.id} AND v.quotation_id = t.quotation_id AND ${which}
    AND (lower(v.customer_email) = ${email}::text OR (v.customer_email = '' AND EXISTS (SELECT FROM quotation_version n
      WHERE n.owner_id = v.owner_id AND n.quotation_id = v.quotation_id AND lower(n.customer_email) = ${email}::text
        AND lower(n.customer_name) = lower(v.customer_name)))))`;

const isSentLast = (owner: Owner) => sql`v.version = (SELECT max(l.version) FROM quotation_version l
  WHERE l.owner_id = ${owner.id} AND l.quotation_id = t.quotation_id AND l.sent_at IS NOT NULL)`;

/** Which rows of a table `t` are the person's. */
export function belongs(owner: Owner, scope: Scope, of: Exclude<Belonging, null>) {
  const { email, accounts, partners, orders, quotations } = scope;
  const inOrders = sql`t.order_no = ANY(${orders}::text[])`;
  const conditions = {
    account: () => sql`t.account_id = ANY(${accounts}::bigint[])`,
    partner: () => sql`t.partner_id = ANY(${partners}::bigint[])`,
    order: () => inOrders,
    history: () => inOrders,
    orders: () => sql`t.order_nos && ${orders}::text[]`,
    line: () => sql`t.sub_order_no IN (SELECT s.sub_order_no FROM sub_order s
      WHERE s.owner_id = ${owner.id} AND s.order_no = ANY(${orders}::text[]))`,
    payment: () => sql`t.payment_no IN (SELECT y.payment_no FROM payment y
      WHERE y.owner_id = ${owner.id} AND (y.order_no = ANY(${orders}::text[]) OR y.recharge_no IN (${topUpsOf(owner, scope)})))`,
    quotation: () =>
      sql`t.quotation_id = ANY(${quotations}::bigint[]) AND ${quotedTo(owner, email, sql`v.version = t.version`)}`,
    // A link leads to what was sent last.
    quotationLink: () =>
      sql`t.quotation_id = ANY(${quotations}::bigint[]) AND ${quotedTo(owner, email, isSentLast(owner))}`,
    email: () => sql`t.email = ${email}::text`,
    // Also those to others: about the orders, to the agent about a quotation, to the main account about a proved address.
    mail: () => sql`(t.recipient = ${email}::text OR split_part(t.occasion, ' ', 2) = ANY(${orders}::text[])
      OR (t.occasion LIKE 'quotation %' AND split_part(t.occasion, ' ', 2) = ANY(${quotations}::text[]))
      OR (t.occasion LIKE 'account sub-proved %' AND strpos(t.body, ${email}::text) > 0))`,
    log: () => sql`false`,
  };
  return sql`t.owner_id = ${owner.id} AND ${conditions[of]()}`;
}

/** Money that is still moving, journeys that are not over: nothing of a person is erased while one of them is so. */
export async function listObstacles(owner: Owner, scope: Scope, list: PersonAccount[]): Promise<ErasureObstacle[]> {
  const mains = list.filter(({ kind }) => kind === 'main').map((account) => account.partner_id);
  const ofPerson = sql`p.owner_id = ${owner.id}
    AND (p.order_no = ANY(${scope.orders}::text[]) OR p.partner_id = ANY(${mains}::bigint[]))`;
  const inOrders = (table: string) =>
    sql`${sql.table(table)} x JOIN purchase p ON p.owner_id = x.owner_id AND p.order_no = x.order_no WHERE ${ofPerson}`;
  const row = await firstRow(
    owner,
    sql<Record<ErasureObstacle, boolean>>`SELECT
      EXISTS (SELECT 1 FROM purchase p WHERE ${ofPerson} AND p.status = ANY(${openOrders}::smallint[]))
        OR EXISTS (SELECT 1 FROM ${inOrders('sub_order')} AND x.status = ANY(${openOrders}::smallint[])) AS "order",
      EXISTS (SELECT 1 FROM ${inOrders('supplement')} AND x.state = 'open') AS rest,
      EXISTS (SELECT 1 FROM ${inOrders('payment')} AND x.live) OR EXISTS (SELECT 1 FROM payment y
        WHERE y.owner_id = ${owner.id} AND y.live AND y.recharge_no IN (${topUpsOf(owner, scope)})) AS payment,
      EXISTS (SELECT 1 FROM ${inOrders('refund')} AND x.status <> ${refundCode.successful})
        OR EXISTS (SELECT 1 FROM ${inOrders('goodwill')} AND x.state = 'waiting') AS refund,
      EXISTS (SELECT 1 FROM ledger_account l WHERE l.owner_id = ${owner.id} AND l.partner_id = ANY(${scope.partners}::bigint[])
        AND l.kind = 'deposit' AND l.balance_minor <> 0) AS deposit,
      EXISTS (SELECT 1 FROM ledger_account l WHERE l.owner_id = ${owner.id} AND l.partner_id = ANY(${scope.partners}::bigint[])
        AND l.kind = 'credit' AND l.balance_minor <> 0) AS credit,
      EXISTS (SELECT 1 FROM account o WHERE o.owner_id = ${owner.id} AND o.partner_id = ANY(${mains}::bigint[]) AND o.kind = 'sub'
        AND o.status <> ${accountCode.deleted}) AS users`,
  );
  return (Object.keys(row ?? {}) as ErasureObstacle[]).filter((name) => row?.[name]);
}

/** Addresses that a name in the search field leads to: typed in full, or those with this telephone number. */
export async function listEmailsFor(owner: Owner, typed: string, digits: string): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ email: string }>`SELECT DISTINCT email FROM (
        SELECT email FROM account WHERE owner_id = ${owner.id} AND kind <> 'staff' AND status <> ${accountCode.deleted}
          AND (email = ${typed} OR (${digits} <> '' AND mobile = ${digits}))
        UNION SELECT lower(contact ->> 'email') FROM purchase WHERE owner_id = ${owner.id}
          AND (lower(contact ->> 'email') = ${typed} OR (${digits} <> '' AND contact ->> 'phone' = ${digits}))
        UNION SELECT lower(customer_email) FROM quotation_version WHERE owner_id = ${owner.id} AND lower(customer_email) = ${typed}
        UNION SELECT email FROM product_notice WHERE owner_id = ${owner.id} AND email = ${typed}
        UNION SELECT email FROM sign_up WHERE owner_id = ${owner.id} AND email = ${typed}) f
      WHERE email <> '' ORDER BY email LIMIT 20`,
  );
  return found.map(({ email }) => email);
}

/** Seconds since the session began: a person signed in by a mailed code proves the mailbox again by signing in again. */
export async function findSessionAge(owner: Owner, hash: Buffer): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ age: number }>`SELECT extract(epoch FROM now() - created_at)::int AS age FROM login_session
      WHERE owner_id = ${owner.id} AND token_hash = ${hash}`,
  );
  return row?.age ?? Number.POSITIVE_INFINITY;
}
