// Links by which a supplier answers an order without a login, by the hash of their token; and who gets one.
import { supplierOfLine } from '../order/delivery/delivery.sql.ts';
import { accountCode, orderCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import { isOwnerOpen } from '../site/site.sql.ts';

/** A link is good for three days, and not after the service begins. */
const linkHours = 72;

export type MailedSupplier = { supplierId: number; emails: string[] };
type AboutLines = { moved?: string[] | undefined; ended?: string[] | undefined; booked?: boolean | undefined };

/** Over `supplier c`: the e-mails of its contacts, or of its logins where no contact is known. */
const emailsOf = sql`coalesce(
  (SELECT array_agg(DISTINCT t ->> 'email') FROM jsonb_array_elements(c.contacts) t WHERE coalesce(t ->> 'email', '') <> ''),
  (SELECT array_agg(a.email) FROM account a WHERE a.owner_id = c.owner_id AND a.supplier_id = c.supplier_id
    AND a.status = ${accountCode.normal}), '{}')`;

/**
 * Active suppliers that get mails and for whose answer lines of the order wait. With the numbers of moved lines, those of these
 * lines, which may be confirmed; with those of cancelled lines, theirs in any state; with `booked` those of confirmed lines. Where a person
 * looks at the pick-up, or refused it, no supplier has heard of the order.
 */
export function listMailed(
  owner: Owner,
  orderNo: string,
  { moved, ended, booked }: AboutLines,
): Promise<MailedSupplier[]> {
  const lines = ended
    ? sql`s.sub_order_no = ANY(${ended})`
    : moved
      ? sql`s.sub_order_no = ANY(${moved}) AND s.status IN (${orderCode.pending}, ${orderCode.confirmed})`
      : sql`s.status = ${booked ? orderCode.confirmed : orderCode.pending}`;
  return rows(
    owner,
    sql<MailedSupplier>`SELECT c.supplier_id AS "supplierId", ${emailsOf} AS emails
      FROM supplier c WHERE c.owner_id = ${owner.id} AND c.active AND c.gets_mails AND c.supplier_id IN (
        SELECT ${supplierOfLine} FROM sub_order s JOIN purchase p USING (owner_id, order_no)
        WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND ${lines}
          AND coalesce(p.second_check, 'fine') = 'fine')
      ORDER BY c.supplier_id`,
  );
}

/** Those of the last minutes are being mailed. */
const beingMailedMinutes = 10;

/**
 * Orders that wait for a supplier none of whose contacts was mailed about them, though it gets mails: it was assigned, made active or given
 * a contact or another one after they were paid. Their day is still to come.
 */
export function listUnmailed(house: House, now: Date, most: number): Promise<{ owner_id: number; order_no: string }[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return rows(
    house,
    sql<{ owner_id: number; order_no: string }>`SELECT DISTINCT s.owner_id, s.order_no
      FROM purchase p JOIN sub_order s USING (owner_id, order_no)
      JOIN supplier c ON c.owner_id = s.owner_id AND c.supplier_id = ${supplierOfLine}
      WHERE p.status IN (${orderCode.pending}, ${orderCode.cancelling}) AND s.status = ${orderCode.pending}
        AND p.paid_at < ${at} - make_interval(mins => ${beingMailedMinutes})
        AND s.play_on >= (${at} AT TIME ZONE (s.terms ->> 'zone'))::date
        AND coalesce(p.second_check, 'fine') = 'fine' AND ${isOwnerOpen('p')}
        AND c.active AND c.gets_mails AND cardinality(${emailsOf}) > 0
        AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.owner_id = s.owner_id
          AND m.occasion = 'order ' || s.order_no || ' toConfirm:' || c.supplier_id || '.first' AND m.recipient = ANY(${emailsOf}))
      LIMIT ${most}`,
  );
}

/** Of the orders that were confirmed at once those whose lines a supplier that gets mails delivers. */
export async function listSupplied(
  owner: Owner,
  changes: { orderNo: string; booked?: true }[],
): Promise<ReadonlySet<string>> {
  const booked = changes.filter((change) => change.booked).map(({ orderNo }) => orderNo);
  if (!booked.length) return new Set();
  const found = await rows(
    owner,
    sql<{ order_no: string }>`SELECT DISTINCT s.order_no FROM sub_order s
      JOIN supplier c ON c.owner_id = s.owner_id AND c.supplier_id = ${supplierOfLine} AND c.active AND c.gets_mails
      WHERE s.owner_id = ${owner.id} AND s.order_no = ANY(${booked})`,
  );
  return new Set(found.map((row) => row.order_no));
}

/** Until when a link made now is good; undefined once the first service has begun, in the product's zone. */
export async function findLinkEnd(owner: Owner, orderNo: string, now: Date): Promise<Date | undefined> {
  const row = await firstRow(
    owner,
    sql<{
      until: Date;
    }>`SELECT least(${now}::timestamptz + make_interval(hours => ${linkHours}), min(CASE WHEN s.valid_until IS NULL
        THEN moment_of(s.play_on + coalesce(nullif(s.session, ''), '24:00')::interval, s.terms ->> 'zone')
        ELSE moment_of(s.valid_until + 1, s.terms ->> 'zone') END)) AS until
      FROM sub_order s WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND s.status = ${orderCode.pending}`,
  );
  return row?.until && row.until > now ? row.until : undefined;
}

export type NewSupplyLink = { hash: Buffer; orderNo: string; supplierId: number; sentTo: string; until: Date };

export async function insertSupplyLink(owner: OwnerTrx, link: NewSupplyLink): Promise<void> {
  await sql`INSERT INTO supply_link (owner_id, token_hash, order_no, supplier_id, sent_to, expires_at)
    VALUES (${owner.id}, ${link.hash}, ${link.orderNo}, ${link.supplierId}, ${link.sentTo}, ${link.until})`.execute(
    owner,
  );
}

export type SupplyLinkRow = {
  order_no: string;
  supplier_id: number;
  name: string;
  expires_at: Date;
  used: boolean;
  expired: boolean;
  active: boolean;
  /** Its reader is still one to whom mails for the supplier go. */
  reached: boolean;
};

/** Any that was made, with what may have ended it: it was used, its time, its supplier is not active, or has other contacts. */
export function findSupplyLink(owner: Owner, hash: Buffer, now: Date): Promise<SupplyLinkRow | undefined> {
  return firstRow(
    owner,
    sql<SupplyLinkRow>`SELECT l.order_no, l.supplier_id, c.name, l.expires_at, l.used_at IS NOT NULL AS used,
        l.expires_at <= ${now}::timestamptz AS expired, c.active,
        c.gets_mails AND l.sent_to = ANY(${emailsOf}) AS reached
      FROM supply_link l JOIN supplier c USING (owner_id, supplier_id)
      WHERE l.owner_id = ${owner.id} AND l.token_hash = ${hash}`,
  );
}

/** 1 for the first who answers by it. The links that went to others of the supplier for this order end with it. */
export async function takeSupplyLink(owner: OwnerTrx, hash: Buffer, now: Date): Promise<number> {
  const used = await changed(
    owner,
    sql`UPDATE supply_link SET used_at = ${now}::timestamptz WHERE owner_id = ${owner.id} AND token_hash = ${hash} AND used_at IS NULL
      AND expires_at > ${now}::timestamptz`,
  );
  if (used)
    await sql`UPDATE supply_link l SET used_at = ${now}::timestamptz FROM supply_link o WHERE o.owner_id = ${owner.id}
      AND o.token_hash = ${hash} AND l.owner_id = o.owner_id AND l.order_no = o.order_no AND l.supplier_id = o.supplier_id
      AND l.used_at IS NULL`.execute(owner);
  return used;
}
