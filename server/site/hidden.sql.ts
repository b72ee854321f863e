// Products that the caller's level or partner does not see (decision 0285). Every statement that finds products for buyers contains the
// condition, so that a rule holds with the next request; without a rule for the caller it is evaluated once for the whole statement.
import type { Context } from '../platform/context.ts';
import { type Owner, rows, sql } from '../platform/db.ts';

/** The buyer to whom products are shown at his prices; null means none. */
export type Viewer = { partnerId: number | null; level: number | null };

/**
 * Level 0 is everybody without a level: visitors, guests, distributors without approval. Only a session opened by password is its
 * partner's; a code by e-mail is not enough (security rule 46).
 */
export function audienceOf({ visitor }: Pick<Context, 'visitor'>): { partnerId: number | null; level: number } {
  const isApproved = visitor?.verAuthFlag && (visitor.approval === 'approved' || visitor.approval === 'none');
  return isApproved ? { partnerId: visitor.partnerId, level: visitor.level } : { partnerId: null, level: 0 };
}

/** Nothing is hidden from it. */
export const everything: Viewer = { partnerId: null, level: null };

/** The partner's number and the negative level, as rules name them. */
export type AudienceNames = (number | null)[];

export const audienceNamesOf = ({ partnerId, level }: Viewer): AudienceNames => [
  partnerId,
  level === null ? null : -level,
];

/** Whether the caller sees the product that `named` calls by its columns product_id, type and city. */
export const isSeen = (owner: Owner, audience: Viewer, named: 'p' | 'n' | 'found' | 'product') =>
  isSeenBy(owner.id, audienceNamesOf(audience), named);

export function isSeenBy(
  ownerId: number | ReturnType<typeof sql.ref>,
  names: AudienceNames,
  named: 'p' | 'n' | 'found' | 'product',
) {
  const of = (column: string) => sql.ref(`${named}.${column}`);
  const rules = sql`FROM product_hide h WHERE h.owner_id = ${ownerId} AND h.audience = ANY(${names}::bigint[])`;
  return sql`(NOT EXISTS (SELECT 1 ${rules}) OR NOT EXISTS (SELECT 1 ${rules}
    AND (h.product_id = ${of('product_id')} OR h.type = ${of('type')} OR h.city = ${of('city')})))`;
}

/** The audiences from whom a product is hidden, as rules name them. */
export async function listAudiences(owner: Owner): Promise<Set<number>> {
  const found = await rows(
    owner,
    sql<{ audience: number }>`SELECT DISTINCT h.audience FROM product_hide h WHERE h.owner_id = ${owner.id}`,
  );
  return new Set(found.map((row) => row.audience));
}
