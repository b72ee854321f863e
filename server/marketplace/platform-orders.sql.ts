// Orders by the number that their platform gave them (decision 0430): each once, in the transaction that books it.
import { type Currency, currencies, exponentOf } from '../../domain/currencies.ts';
import { type AccountRow, accountColumns, accountTables } from '../account/account.sql.ts';
import { accountCode, openOrders, orderCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

export type PlatformOrderRow = {
  order_no: string;
  partner_id: number;
  reference: string;
  status: number;
  currency: Currency;
  listed_minor: number;
  payable_minor: number;
  platform_minor: number | null;
  platform_currency: Currency | null;
  /** In the order's currency, at the rates of the day on which it was booked; null where there was no rate. */
  platform_own_minor: number | null;
};

const columns = sql`c.order_no, c.partner_id, c.reference, p.status, p.currency, p.listed_minor, p.payable_minor,
  c.told_minor AS platform_minor, c.told_currency AS platform_currency,
  c.told_own_minor AS platform_own_minor`;
const tables = sql`channel_order c JOIN purchase p ON p.owner_id = c.owner_id AND p.order_no = c.order_no`;

export function listPlatformOrders(owner: Owner, source: number, references: string[]): Promise<PlatformOrderRow[]> {
  return rows(
    owner,
    sql<PlatformOrderRow>`SELECT ${columns} FROM ${tables}
      WHERE c.owner_id = ${owner.id} AND c.source = ${source} AND c.reference = ANY(${references}::text[])`,
  );
}

export type NewPlatformOrder = {
  source: number;
  reference: string;
  partnerId: number;
  orderNo: string;
  /** What the traveller paid there; null where it is not known. */
  platformPrice: { amountMinor: number; currency: Currency } | null;
};

const exponents = JSON.stringify(Object.fromEntries(currencies.map((code) => [code, exponentOf(code)])));

/** The price in the currency of the order, whose own rate stays as it was agreed. */
function inOwnCurrency(owner: Owner, { orderNo, platformPrice: price }: NewPlatformOrder) {
  if (!price) return sql`NULL::bigint`;
  const { amountMinor: minor, currency } = price;
  return sql`(SELECT CASE WHEN p.currency = ${currency} THEN ${minor}::bigint ELSE round(${minor}::numeric * r.rate / p.rate
      * 10::numeric ^ ((e.of ->> p.currency)::int - (e.of ->> ${currency}::text)::int))::bigint END
    FROM purchase p JOIN owner o ON o.owner_id = p.owner_id CROSS JOIN (SELECT ${exponents}::jsonb AS of) e
      LEFT JOIN LATERAL (SELECT 1::numeric AS rate WHERE o.currency = ${currency}
        UNION ALL SELECT x.rate FROM exchange_rate x WHERE x.owner_id = p.owner_id AND x.currency = ${currency}
          AND o.currency <> ${currency}) r ON true
    WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo})`;
}

/** Breaks channel_order_pkey where the number is booked by now: its transaction books nothing then. */
export async function insertPlatformOrder(owner: OwnerTrx, row: NewPlatformOrder): Promise<void> {
  const { source, reference, partnerId, orderNo, platformPrice: price } = row;
  await sql`INSERT INTO channel_order (owner_id, source, reference, partner_id, order_no, told_minor, told_currency, told_own_minor)
    VALUES (${owner.id}, ${source}, ${reference}, ${partnerId}, ${orderNo}, ${price?.amountMinor ?? null},
      ${price?.currency ?? null}, ${inOwnCurrency(owner, row)})`.execute(owner);
}

/**
 * 1 where the number is this order's from now on: it was unused, or its former order has ended. Breaks
 * channel_order_owner_id_order_no_key where the order has another number.
 */
export function claimPlatformOrder(owner: Owner, row: NewPlatformOrder): Promise<number> {
  const { source, reference, partnerId, orderNo, platformPrice: price } = row;
  return changed(
    owner,
    sql`INSERT INTO channel_order AS c (owner_id, source, reference, partner_id, order_no, told_minor, told_currency, told_own_minor)
      VALUES (${owner.id}, ${source}, ${reference}, ${partnerId}, ${orderNo}, ${price?.amountMinor ?? null}, ${price?.currency ?? null},
        ${inOwnCurrency(owner, row)})
      ON CONFLICT (owner_id, source, reference) DO UPDATE SET order_no = excluded.order_no, told_minor = excluded.told_minor,
        told_currency = excluded.told_currency, told_own_minor = excluded.told_own_minor,
        items = CASE WHEN c.order_no = excluded.order_no THEN c.items END
      WHERE c.partner_id = excluded.partner_id AND (c.order_no = excluded.order_no OR EXISTS (SELECT 1 FROM purchase p
        WHERE p.owner_id = c.owner_id AND p.order_no = c.order_no AND (p.status <> ALL(${openOrders}::smallint[])
          AND p.status <> ${orderCode.completed} OR p.status = ${orderCode.unpaid} AND p.pay_by < now())))`,
  );
}

/** The platform's numbers of the order's lines, for reports of used units (decision 0540). */
export async function saveChannelItems(
  owner: Owner,
  orderNo: string,
  items: { id: string; ref: string }[],
): Promise<void> {
  await sql`UPDATE channel_order SET items = ${JSON.stringify(items)}::jsonb
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

/** Empty where the platform named none. */
export async function listChannelItems(owner: Owner, orderNo: string): Promise<{ id: string; ref: string }[]> {
  const row = await firstRow(
    owner,
    sql<{ items: { id: string; ref: string }[] | null }>`SELECT items FROM channel_order
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
  return row?.items ?? [];
}

/** The same for values stored once: a repeated message finds the values of the first. */
export async function keepChannelItems(
  owner: Owner,
  orderNo: string,
  items: { id: string; ref: string }[],
): Promise<void> {
  await sql`UPDATE channel_order SET items = ${JSON.stringify(items)}::jsonb
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND items IS NULL`.execute(owner);
}

/** Over `account a` and its `partner p`: the main account of a company or an agent, which alone may hand in orders of platforms. */
export const mayOrder = sql`(a.kind = 'main' AND a.status = ${accountCode.normal} AND p.kind <> 'individual' AND NOT p.frozen
  AND p.approval NOT IN ('waiting', 'disapproved'))`;

/** Undefined where the partner has none that may order. */
export function findMainAccount(owner: Owner, partnerId: string): Promise<AccountRow | undefined> {
  return firstRow(
    owner,
    sql<AccountRow>`SELECT ${accountColumns} FROM ${accountTables}
      WHERE a.owner_id = ${owner.id} AND a.partner_id = ${partnerId}::bigint AND ${mayOrder}`,
  );
}

export type SkuToSell = {
  sku_id: number;
  product_id: number;
  package_id: number;
  currency: Currency;
  names: Record<string, string>;
  package_names: Record<string, string>;
  sku_names: Record<string, string>;
  ticket_type: number | null;
  car_type: number | null;
  seat_class: number | null;
};

const named = sql`SELECT s.sku_id, p.product_id, k.package_id, p.currency, p.names, k.names AS package_names, s.names AS sku_names,
    s.ticket_type, s.car_type, s.seat_class
  FROM sku s JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
  JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id`;

/** Whether or not they are on the shelf. */
export function listSkus(owner: Owner, skuIds: string[]): Promise<SkuToSell[]> {
  return rows(owner, sql<SkuToSell>`${named} WHERE s.owner_id = ${owner.id} AND s.sku_id = ANY(${skuIds}::bigint[])`);
}

/** What can be sold at present. */
export function listSkusOnSale(owner: Owner, most: number): Promise<SkuToSell[]> {
  return rows(
    owner,
    sql<SkuToSell>`${named} WHERE s.owner_id = ${owner.id} AND s.on_shelf AND k.on_shelf AND p.on_shelf
      ORDER BY p.product_id, k.position, s.position LIMIT ${most}`,
  );
}

export type ChannelKeyRow = {
  scope: string;
  partner_id: number;
  partner_name: string;
  name: string;
  start: string;
  last_used_at: Date | null;
  systems_open: boolean;
};

/** Live keys with one of these rights, whichever partner's. */
export function listChannelKeys(owner: Owner, scopes: string[]): Promise<ChannelKeyRow[]> {
  return rows(
    owner,
    sql<ChannelKeyRow>`SELECT w.scope, k.partner_id, p.name AS partner_name, k.name, k.start, k.last_used_at,
        p.systems_open
      FROM unnest(${scopes}::text[]) AS w(scope) JOIN api_key k ON k.owner_id = ${owner.id} AND w.scope = ANY(k.scopes)
      JOIN partner p ON p.owner_id = k.owner_id AND p.partner_id = k.partner_id
      WHERE k.revoked_at IS NULL AND (k.ends_at IS NULL OR k.ends_at > now()) AND NOT k.is_test ORDER BY k.key_id`,
  );
}
