// What staff change in an order besides its state: the fields of travellers and journey, and the pick-up's second verification.
import type { OutputOf } from '../../contract/index.ts';
import type { Ways } from '../../domain/asked-fields.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { FreightTable, FreightZone } from '../../domain/freight/freight.ts';
import type { Ladder } from '../../domain/price.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type DeskPlace = { address: string; lat: number | null; lng: number | null; inside: boolean };

export type DeskFacts = {
  partner_id: number;
  source: number;
  pickup: (DeskPlace & { dropOff?: DeskPlace }) | null;
  type: number;
  subtype: number;
  ways: Ways;
  order_fields: number[] | null;
  /** Where it is delivered; null if delivery is in the price, anywhere. */
  freight_zones: FreightZone[] | null;
  currency: Currency;
  listed_minor: number;
  /** What the traveller paid at a platform (decision 0430). */
  platform_minor: number | null;
  platform_currency: Currency | null;
  platform_own_minor: number | null;
  /** What the platform knows of its used vouchers (decision 0540). */
  platform_use: OutputOf<'consoleOrder'>['platformUse'];
  /** Of the traveller who gets the voucher from us (decision 0783): '' where the platform named none; null for other orders. */
  traveller_email: string | null;
};

/** Over `product d` and `purchase p`. */
const waysOfOrder = sql`jsonb_build_object('redemption', d.redemption, 'hasFreight', d.freight_id IS NOT NULL,
  'hasPoints', coalesce(jsonb_array_length(d.content -> 'collectPoints'), 0) > 0,
  'isESim', NOT EXISTS (SELECT FROM sub_order s JOIN sku k ON k.owner_id = s.owner_id AND k.sku_id = s.sku_id
    WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND k.plan_kind IS DISTINCT FROM 'eSim'))`;

export function findDeskFacts(owner: Owner, orderNo: string): Promise<DeskFacts | undefined> {
  return firstRow(
    owner,
    sql<DeskFacts>`SELECT p.partner_id, p.source, p.pickup, d.type, d.subtype, d.order_fields, ${waysOfOrder} AS ways,
        (SELECT t.zones FROM freight_table t WHERE t.owner_id = d.owner_id AND t.freight_id = d.freight_id) AS freight_zones,
        p.currency, p.listed_minor, c.told_minor AS platform_minor, c.told_currency AS platform_currency,
        c.told_own_minor AS platform_own_minor,
        (SELECT jsonb_build_object('used', u.used_units, 'reported', u.told_units,
            'state', CASE u.state WHEN 'told' THEN 'reported' ELSE u.state END, 'problem', u.problem, 'code', u.answer)
          FROM channel_use u WHERE u.owner_id = p.owner_id AND u.order_no = p.order_no) AS platform_use,
        (SELECT coalesce(jsonb_path_query_first(p.notify, '$[*] ? (@.to == "contact").email') #>> '{}', '') FROM octo_booking b
          WHERE b.owner_id = c.owner_id AND b.order_no = c.order_no AND b.email_receipt) AS traveller_email
      FROM purchase p JOIN product d ON d.owner_id = p.owner_id AND d.product_id = p.product_id
        LEFT JOIN channel_order c ON c.owner_id = p.owner_id AND c.order_no = p.order_no
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo}`,
  );
}

/** Over `purchase p`: the price on the platform is not ours (decision 0430). A converted one moves with its rate by so much. */
const rateLeeway = '0.02';
export const hasOtherPrice = sql`EXISTS (SELECT 1 FROM channel_order c WHERE c.owner_id = p.owner_id AND c.order_no = p.order_no
  AND CASE WHEN c.told_currency = p.currency THEN c.told_minor <> p.listed_minor
    ELSE abs(c.told_own_minor - p.listed_minor) > p.listed_minor * ${rateLeeway}::numeric OR c.told_minor IS NOT NULL
      AND c.told_own_minor IS NULL END)`;

export async function saveFields(owner: Owner, orderNo: string, values: unknown): Promise<void> {
  await sql`UPDATE purchase SET fields = ${JSON.stringify(values)}::jsonb
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

/** 1 for the one who decides it. */
export function closeCheck(owner: Owner, orderNo: string, state: 'fine' | 'refused'): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase SET second_check = ${state}
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND second_check = 'waiting'`,
  );
}

/** Hostnames on which staff serve partners. */
export function listServiceHosts(owner: Owner) {
  return rows(
    owner,
    sql<{ host: string }>`SELECT host FROM hostname WHERE owner_id = ${owner.id} AND customer_service ORDER BY host`,
  );
}

type PartFacts = { quantity: number; grams: number; ladder: Ladder; freightMinor: number };

/** What the delivery of an order cost, and its table: of lines that stand and were not sent. Rates are those of the owner's own table. */
export function findFreightFacts(owner: Owner, orderNo: string) {
  return firstRow(
    owner,
    sql<{
      currency: Currency;
      rate: string | null;
      table: FreightTable & { ownerRate: string | null };
      parts: PartFacts[];
    }>`SELECT
        p.currency, (SELECT r.rate::text FROM exchange_rate r WHERE r.owner_id = p.owner_id AND r.currency = p.currency) AS rate,
        json_build_object('currency', t.currency, 'zones', t.zones, 'ownerRate', (SELECT r.rate::text FROM exchange_rate r
          WHERE r.owner_id = t.owner_id AND r.currency = t.currency)) AS table,
        (SELECT coalesce(json_agg(json_build_object('quantity', s.quantity, 'grams', coalesce(k.weight_grams, 0), 'ladder', s.ladder,
            'freightMinor', s.freight_minor) ORDER BY s.sub_order_no), '[]') FROM sub_order s
          JOIN sku k ON k.owner_id = s.owner_id AND k.sku_id = s.sku_id
          WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND s.sent_at IS NULL AND s.cancelled_quantity < s.quantity) AS parts
      FROM purchase p JOIN product d ON d.owner_id = p.owner_id AND d.product_id = p.product_id
        JOIN freight_table t ON t.owner_id = d.owner_id AND t.freight_id = d.freight_id
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo}`,
  );
}
