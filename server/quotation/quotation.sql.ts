// Saved quotations: head, versions with their lines, history. Every change of status is one UPDATE guarded on the old status, so that
// accepting, withdrawing and expiring at the same moment leave one winner.
import type { Currency } from '../../domain/currencies.ts';
import type { RefusalName } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { type QuotationActionName, type QuotationStatus, quotationActions } from '../../domain/quotation-status.ts';
import type { Guests } from '../../domain/rooms.ts';
import type { OwnPicture } from '../catalog/pictures.sql.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { firstRow, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';

/**
 * Whose quotations a reader sees; null: every partner's; staff: of these what was sent, or had places held (decision 0812). `own`: only
 * those that this account made.
 */
export type AgentReader = { partnerId: number; accountId: number; own: boolean; main: boolean };
export type QuotationReader = AgentReader | 'staff' | null;

/** The same rule as for orders (order/limit-visibility.ts), over `quotation q`. */
export function visibleTo(reader: QuotationReader) {
  if (!reader) return sql`true`;
  if (reader === 'staff')
    return sql`(q.held_at IS NOT NULL OR EXISTS (SELECT FROM quotation_version s
      WHERE s.owner_id = q.owner_id AND s.quotation_id = q.quotation_id AND s.sent_at IS NOT NULL))`;
  const { partnerId, accountId, own: onlyOwn, main } = reader;
  if (main) return sql`q.partner_id = ${partnerId}`;
  if (onlyOwn) return sql`q.partner_id = ${partnerId} AND q.account_id = ${accountId}`;
  return sql`q.partner_id = ${partnerId} AND (q.account_id = ${accountId} OR NOT EXISTS (SELECT 1 FROM account v
    WHERE v.owner_id = q.owner_id AND v.account_id = q.account_id AND v.order_visibility = 2))`;
}

export type QuotedFacts = {
  productKey: string;
  names: Record<string, string>;
  packageNames: Record<string, string>;
  skuNames: Record<string, string>;
  ticketType: number | null;
  carType: number | null;
  scene: { kind: string; time: string };
  pictureId: string | null;
  pictureLook?: Pick<OwnPicture, 'colour' | 'focus'>;
  validUntil: string | null;
  byDay?: boolean;
  /** Delivery by an address has a price of its own. */
  freight?: boolean;
  addOns: { id: string; names: Record<string, string>; quantity: number }[];
};

export type LineOfQuotation = {
  position: number;
  product_id: number | null;
  package_id: number | null;
  sku_id: number | null;
  play_on: string | null;
  session: string;
  until_on: string | null;
  quantity: number;
  /** In each room; null where the package does not ask. */
  guests: Guests | null;
  add_ons: { id: string; quantity: number }[];
  day_on: string | null;
  percent: string;
  title: string;
  text: string;
  unit_minor: number | null;
  amount_minor: number | null;
  net_currency: Currency | null;
  net_minor: number | null;
  retail_minor: number | null;
  shown_net_minor: number | null;
  facts: QuotedFacts | null;
  problem: { refusal: RefusalName; data?: Record<string, unknown> | undefined } | null;
};

export type VersionValues = {
  customer_name: string;
  customer_email: string;
  language: Language;
  currency: Currency;
  title: string;
  greeting: string;
  terms: string;
  valid_until: string;
  percent: string;
  target_minor: number | null;
  total_minor: number | null;
};

export type QuotationRow = VersionValues & {
  quotation_id: number;
  number: string;
  partner_id: number;
  account_id: number;
  status: QuotationStatus;
  version: number;
  revision: number;
  accepted_by: string;
  order_nos: string[];
  changed_at: Date;
  sent_at: Date | null;
};

export const joinedVersion = sql`quotation q JOIN quotation_version v USING (owner_id, quotation_id, version)`;
export const quotationColumns = sql`q.quotation_id, q.number, q.partner_id, q.account_id, q.status, q.version, q.revision,
  q.accepted_by, q.order_nos,
  q.changed_at, v.sent_at, v.customer_name, v.customer_email, v.language, v.currency, v.title, v.greeting, v.terms,
  v.valid_until::text AS valid_until, v.percent, v.target_minor, v.total_minor`;

/** The current version. */
export function findQuotation(
  owner: Owner,
  id: string | number,
  reader: QuotationReader,
): Promise<QuotationRow | undefined> {
  return firstRow(
    owner,
    sql<QuotationRow>`SELECT ${quotationColumns} FROM ${joinedVersion}
      WHERE q.owner_id = ${owner.id} AND q.quotation_id = ${id} AND ${visibleTo(reader)}`,
  );
}

/** The quotation that a link leads to; not while its partner is blocked, who could book nothing of what the customer accepts. */
export function findByToken(owner: Owner, hash: Buffer): Promise<QuotationRow | undefined> {
  return firstRow(
    owner,
    sql<QuotationRow>`SELECT ${quotationColumns} FROM quotation_link k JOIN ${joinedVersion} USING (owner_id, quotation_id)
      JOIN partner p ON p.owner_id = q.owner_id AND p.partner_id = q.partner_id
      WHERE k.owner_id = ${owner.id} AND k.token_hash = ${hash} AND NOT p.frozen AND p.approval NOT IN ('waiting', 'disapproved')`,
  );
}

/** Newest first. */
export function listQuotationVersions(owner: Owner, id: number) {
  return rows(
    owner,
    sql<
      VersionValues & { version: number; sent_at: Date | null }
    >`SELECT v.version, v.sent_at, v.customer_name, v.customer_email, v.language,
        v.currency, v.title, v.greeting, v.terms, v.valid_until::text AS valid_until, v.percent, v.target_minor, v.total_minor
      FROM quotation_version v WHERE v.owner_id = ${owner.id} AND v.quotation_id = ${id} ORDER BY v.version DESC`,
  );
}

export function listQuotationLines(owner: Owner, id: number, version: number): Promise<LineOfQuotation[]> {
  return rows(
    owner,
    sql<LineOfQuotation>`SELECT position, product_id, package_id, sku_id, play_on::text AS play_on, session,
        until_on::text AS until_on, quantity, guests, add_ons, day_on::text AS day_on, percent, title, text, unit_minor, amount_minor,
        net_currency, net_minor, retail_minor, shown_net_minor, facts, problem
      FROM quotation_line WHERE owner_id = ${owner.id} AND quotation_id = ${id} AND version = ${version} ORDER BY position`,
  );
}

/** Types of products by their numbers. */
export async function findTypes(owner: Owner, productIds: readonly number[]): Promise<Map<number, number>> {
  const found = await rows(
    owner,
    sql<{ product_id: number; type: number }>`SELECT product_id, type FROM product
      WHERE owner_id = ${owner.id} AND product_id = ANY(${[...productIds]})`,
  );
  return new Map(found.map(({ product_id, type }) => [product_id, type]));
}

/** A draft without a version; saveVersion gives it one. */
export async function insertQuotation(
  owner: OwnerTrx,
  made: { number: string; partnerId: number; accountId: number },
): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ quotation_id: number }>`INSERT INTO quotation (owner_id, number, partner_id, account_id)
      VALUES (${owner.id}, ${made.number}, ${made.partnerId}, ${made.accountId}) RETURNING quotation_id`,
  );
  if (!row) throw new Error('no row for a new quotation');
  return row.quotation_id;
}

/**
 * The right to write one more change: the version to write it to, for the first of those who read the same revision; undefined for others.
 * What was sent is not written over.
 */
export function claimChange(
  owner: OwnerTrx,
  { id, revision, reader }: { id: string; revision: number; reader: QuotationReader },
): Promise<{ version: number; was: QuotationStatus } | undefined> {
  const from = [...quotationActions.save.from, ...quotationActions.revise.from];
  return firstRow(
    owner,
    sql<{ version: number; was: QuotationStatus }>`WITH old AS (SELECT q.quotation_id, q.status FROM quotation q
        WHERE q.owner_id = ${owner.id} AND q.quotation_id = ${id} AND ${visibleTo(reader)} FOR UPDATE)
      UPDATE quotation q SET revision = q.revision + 1, status = 'draft', accepted_by = '', changed_at = now(),
        version = q.version + (old.status <> 'draft')::int
      FROM old WHERE q.owner_id = ${owner.id} AND q.quotation_id = old.quotation_id AND q.revision = ${revision}
        AND q.status = ANY(${from}::text[])
      RETURNING q.version, old.status AS was`,
  );
}

export async function saveVersion(
  owner: OwnerTrx,
  at: { id: number; version: number },
  values: VersionValues,
  lines: Omit<LineOfQuotation, 'position'>[],
): Promise<void> {
  const list = lines.map((line, position) => ({ ...line, position }));
  await sql`INSERT INTO quotation_version (owner_id, quotation_id, version, customer_name, customer_email, language, currency, title,
      greeting, terms, valid_until, percent, target_minor, total_minor)
    VALUES (${owner.id}, ${at.id}, ${at.version}, ${values.customer_name}, ${values.customer_email}, ${values.language},
      ${values.currency}, ${values.title}, ${values.greeting}, ${values.terms}, ${values.valid_until}, ${values.percent},
      ${values.target_minor}, ${values.total_minor})
    ON CONFLICT (owner_id, quotation_id, version) DO UPDATE SET (customer_name, customer_email, language, currency, title, greeting,
      terms, valid_until, percent, target_minor, total_minor) = (EXCLUDED.customer_name, EXCLUDED.customer_email, EXCLUDED.language,
      EXCLUDED.currency, EXCLUDED.title, EXCLUDED.greeting, EXCLUDED.terms, EXCLUDED.valid_until, EXCLUDED.percent,
      EXCLUDED.target_minor, EXCLUDED.total_minor)`.execute(owner);
  await sql`DELETE FROM quotation_line
    WHERE owner_id = ${owner.id} AND quotation_id = ${at.id} AND version = ${at.version}`.execute(owner);
  await sql`INSERT INTO quotation_line (owner_id, quotation_id, version, position, product_id, package_id, sku_id, play_on, session,
      until_on, quantity, guests, add_ons, day_on, percent, title, text, unit_minor, amount_minor, net_currency, net_minor,
      retail_minor, shown_net_minor, facts, problem)
    SELECT ${owner.id}, ${at.id}, ${at.version}, position, product_id, package_id, sku_id, play_on, session, until_on, quantity,
      guests, add_ons, day_on, percent, title, text, unit_minor, amount_minor, net_currency, net_minor, retail_minor,
      shown_net_minor, facts, problem
    FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS x(position int, product_id bigint, package_id bigint, sku_id bigint,
      play_on date, session text, until_on date, quantity int, guests jsonb, add_ons jsonb, day_on date, percent text, title text,
      text text, unit_minor bigint, amount_minor bigint, net_currency text, net_minor bigint, retail_minor bigint, shown_net_minor bigint,
      facts jsonb, problem jsonb)`.execute(owner);
}

type Move = {
  id: string | number;
  action: Exclude<QuotationActionName, 'save' | 'revise'>;
  reader: QuotationReader;
  /** As read before by a person of the agent; the customer names the version instead. */
  revision?: number;
  version?: number;
  /** Accepting: not after this day has begun to be over; expiring: only then. */
  today?: string;
  acceptedBy?: string;
  orderNos?: string[];
};

export type MovedQuotation = Pick<QuotationRow, 'quotation_id' | 'version' | 'revision'>;

/** The only way to another status: undefined unless the action applies now. Opening decides nothing, so it leaves the revision. */
export function moveQuotation(owner: OwnerTrx, move: Move): Promise<MovedQuotation | undefined> {
  const { id, action, reader, revision, version, today, acceptedBy, orderNos } = move;
  const { from, to } = quotationActions[action];
  return firstRow(
    owner,
    sql<MovedQuotation>`UPDATE quotation q SET status = ${to}, revision = q.revision + ${action === 'open' ? 0 : 1}, changed_at = now(),
        accepted_by = coalesce(${acceptedBy ?? null}::text, q.accepted_by),
        order_nos = coalesce(${orderNos ?? null}::text[], q.order_nos)
      FROM quotation_version v
      WHERE q.owner_id = ${owner.id} AND q.quotation_id = ${id} AND q.status = ANY(${[...from]}::text[]) AND ${visibleTo(reader)}
        AND v.owner_id = q.owner_id AND v.quotation_id = q.quotation_id AND v.version = q.version
        AND ${onlyIf(revision, sql`q.revision = ${revision}`)} AND ${onlyIf(version, sql`q.version = ${version}`)}
        AND ${onlyIf(today, action === 'expire' ? sql`v.valid_until < ${today}::date` : sql`v.valid_until >= ${today}::date`)}
      RETURNING q.quotation_id, q.version, q.revision`,
  );
}

export async function noteSent(owner: OwnerTrx, { quotation_id, version }: MovedQuotation): Promise<void> {
  await sql`UPDATE quotation_version SET sent_at = now()
    WHERE owner_id = ${owner.id} AND quotation_id = ${quotation_id} AND version = ${version}`.execute(owner);
}

/**
 * The partner, who made it, and whom the customer may contact: the maker, or the main account while no one has proved the maker's address
 * (decision 0083) and once the maker may not act any more.
 */
export function findMaker(owner: Owner, { partner_id, account_id }: Pick<QuotationRow, 'partner_id' | 'account_id'>) {
  return firstRow(
    owner,
    sql<{
      name: string;
      email: string;
      language: string;
      person: string;
      reader: string;
      contacts: Record<string, { areaCode?: string; phone?: string }>;
    }>`SELECT p.name, p.contacts, r.email, r.language, a.name AS person, r.name AS reader
      FROM partner p JOIN account a USING (owner_id, partner_id)
      CROSS JOIN LATERAL (SELECT b.email, b.language, b.name FROM account b
        WHERE b.owner_id = a.owner_id AND b.partner_id = a.partner_id AND (b.account_id = a.account_id OR b.kind = 'main')
        ORDER BY b.status = ${accountCode.normal} DESC, b.email_proved_at IS NOT NULL DESC, b.account_id = a.account_id DESC,
          b.account_id LIMIT 1) r
      WHERE p.owner_id = ${owner.id} AND p.partner_id = ${partner_id} AND a.account_id = ${account_id}`,
  );
}
