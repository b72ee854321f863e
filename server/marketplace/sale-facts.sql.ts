// What decides which products marketplaces may sell, without what they show of them: staff look through all of it, some at a time.
import type { Text } from '../../domain/languages.ts';
import type { Pricing } from '../catalog/pricing.sql.ts';
import { readInParts } from '../platform/database/read-in-parts.ts';
import { type Owner, rows, sql } from '../platform/db.ts';
import { isSeen } from '../site/hidden.sql.ts';
import type { SaleFacts } from './channel-order.ts';

type FactsRow = SaleFacts['row'] & {
  product_id: number;
  names: Text;
  packages: (SaleFacts['pack'] & { package_id: number; names: Text })[];
};

const batchSize = 1000;

/** Products on the shelf that the caller sees, by their ids. */
export const readSaleFacts = (owner: Owner, pricing: Pricing) =>
  readInParts(batchSize, (after) =>
    rows(
      owner,
      sql<FactsRow>`SELECT p.product_id, p.names, p.type, p.subtype, p.instant, p.redemption, p.order_fields, p.traveller_fields,
          p.later_order_fields, p.later_traveller_fields, p.freight_id,
          jsonb_build_object('collectPoints', p.content -> 'collectPoints') AS content,
          (SELECT coalesce(json_agg(json_build_object('package_id', k.package_id, 'names', k.names, 'oversell', k.oversell,
              'open_days', k.open_days, 'by_day', k.by_day, 'directions', k.directions) ORDER BY k.position), '[]')
            FROM package k WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id AND k.on_shelf) AS packages
        FROM product p WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${isSeen(owner, pricing, 'p')}
          AND p.product_id > ${after}::bigint ORDER BY p.product_id LIMIT ${batchSize}`,
    ),
  );
