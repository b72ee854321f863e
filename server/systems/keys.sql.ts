// API keys: list, create, replace, end. Creating a key locks the row of the partner or of the owner, so that the number of live keys
// stays within the maximum.
import { type KeyScope, keyRules } from '../../domain/systems.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { changed, firstRow, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';

export type ApiKeyRow = {
  key_id: number;
  partner_id: number | null;
  partner_name: string;
  account_id: number;
  name: string;
  start: string;
  scopes: KeyScope[];
  is_test: boolean;
  networks: string[];
  per_minute: number;
  made_by: string;
  created_at: Date;
  last_used_at: Date | null;
  ends_at: Date | null;
  state: 'live' | 'ending' | 'over';
};

const state = sql`CASE WHEN k.revoked_at IS NOT NULL OR k.ends_at <= now() THEN 'over' WHEN k.ends_at IS NOT NULL THEN 'ending'
  ELSE 'live' END`;

const listed = sql`SELECT k.key_id, k.partner_id, coalesce(p.name, '') AS partner_name, k.account_id, k.name, k.start, k.scopes, k.is_test,
    k.networks::text[] AS networks, k.per_minute, k.made_by, k.created_at, k.last_used_at,
    coalesce(k.revoked_at, k.ends_at) AS ends_at, ${state} AS state
  FROM api_key k LEFT JOIN partner p ON p.owner_id = k.owner_id AND p.partner_id = k.partner_id`;

/** Of one partner: those that work, and those that ended in the last thirty days. */
export function listPartnerKeys(owner: Owner, partnerId: number): Promise<ApiKeyRow[]> {
  return rows(
    owner,
    sql<ApiKeyRow>`${listed} WHERE k.owner_id = ${owner.id} AND k.partner_id = ${partnerId}
      AND coalesce(least(k.revoked_at, k.ends_at), now()) > now() - interval '30 days' ORDER BY k.key_id DESC`,
  );
}

export type KeyFilter = { query: string; state: string; size: number; from: number };

export async function listAllKeys(owner: Owner, filter: KeyFilter) {
  const where = sql`k.owner_id = ${owner.id} AND ${onlyIf(filter.state || null, sql`${state} = ${filter.state}`)}
    AND ${onlyIf(filter.query || null, sql`concat_ws(' ', k.name, k.start, p.name) ILIKE ${anywhere(filter.query)}`)}`;
  const [count, list] = await Promise.all([
    firstRow(
      owner,
      sql<{ n: number }>`SELECT count(*)::int AS n FROM api_key k
        LEFT JOIN partner p ON p.owner_id = k.owner_id AND p.partner_id = k.partner_id WHERE ${where}`,
    ),
    rows(
      owner,
      sql<ApiKeyRow>`${listed} WHERE ${where} ORDER BY k.key_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
    ),
  ]);
  return { total: count?.n ?? 0, list };
}

/** `partnerId` null: a key of the owner's own systems. */
export function findLiveKey(owner: Owner, id: string, partnerId: number | null): Promise<ApiKeyRow | undefined> {
  return firstRow(
    owner,
    sql<ApiKeyRow>`${listed} WHERE k.owner_id = ${owner.id} AND k.key_id = ${id}::bigint
      AND k.partner_id IS NOT DISTINCT FROM ${partnerId}::bigint AND k.revoked_at IS NULL AND k.ends_at IS NULL`,
  );
}

/** No other transaction creates a key for the same side until this one ends. */
export async function lockKeys(owner: OwnerTrx, partnerId: number | null): Promise<void> {
  await rows(
    owner,
    partnerId === null
      ? sql`SELECT 1 FROM owner WHERE owner_id = ${owner.id} FOR NO KEY UPDATE`
      : sql`SELECT 1 FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} FOR NO KEY UPDATE`,
  );
}

export type NewKey = Pick<
  ApiKeyRow,
  'partner_id' | 'account_id' | 'name' | 'start' | 'scopes' | 'is_test' | 'networks' | 'per_minute' | 'made_by'
> & {
  key_hash: Buffer;
};

/** The new key's id; undefined if the maximum of live keys is reached. */
export async function insertApiKey(owner: OwnerTrx, row: NewKey): Promise<string | undefined> {
  const made = await firstRow(
    owner,
    sql<{
      id: string;
    }>`INSERT INTO api_key (owner_id, partner_id, account_id, name, key_hash, start, scopes, is_test, networks,
        per_minute, made_by)
      SELECT ${owner.id}, ${row.partner_id}, ${row.account_id}, ${row.name}, ${row.key_hash}, ${row.start}, ${row.scopes}::text[],
        ${row.is_test}, ${row.networks}::cidr[], ${row.per_minute}, ${row.made_by}
      WHERE (SELECT count(*) FROM api_key k WHERE k.owner_id = ${owner.id}
        AND k.partner_id IS NOT DISTINCT FROM ${row.partner_id}::bigint AND k.is_test = ${row.is_test} AND k.revoked_at IS NULL
        AND k.ends_at IS NULL) < ${keyRules.mostKeys}
      RETURNING key_id::text AS id`,
  );
  return made?.id;
}

/** 1 where the key was live and unlimited until now. */
export function endKey(owner: OwnerTrx, id: string, partnerId: number | null, hours: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE api_key SET ends_at = now() + make_interval(hours => ${hours}) WHERE owner_id = ${owner.id} AND key_id = ${id}::bigint
      AND partner_id IS NOT DISTINCT FROM ${partnerId}::bigint AND revoked_at IS NULL AND ends_at IS NULL`,
  );
}

/** What a system subscribed to with a key is the next key's (decision 0774). */
export async function handHooksOver(owner: OwnerTrx, from: string, to: string): Promise<void> {
  await sql`UPDATE octo_subscription SET key_id = ${to}::bigint WHERE owner_id = ${owner.id} AND key_id = ${from}::bigint`.execute(
    owner,
  );
}

/** The revoked key's name; `partnerId` undefined: of any partner or the owner. */
export function revokeKey(owner: OwnerTrx, id: string, partnerId: number | undefined) {
  return firstRow(
    owner,
    sql<{ name: string; start: string; partner_id: number | null }>`UPDATE api_key SET revoked_at = now()
      WHERE owner_id = ${owner.id} AND key_id = ${id}::bigint AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now())
        AND ${onlyIf(partnerId ?? null, sql`partner_id = ${partnerId ?? null}::bigint`)}
      RETURNING name, start, partner_id`,
  );
}

/** What it was before; undefined for a key that is unknown or over. */
export function limitKey(owner: OwnerTrx, id: string, perMinute: number) {
  return firstRow(
    owner,
    sql<{ name: string; before: number }>`WITH locked AS MATERIALIZED (SELECT key_id, per_minute FROM api_key
        WHERE owner_id = ${owner.id} AND key_id = ${id}::bigint FOR UPDATE)
      UPDATE api_key k SET per_minute = ${perMinute} FROM locked o
      WHERE k.owner_id = ${owner.id} AND k.key_id = o.key_id AND k.revoked_at IS NULL AND (k.ends_at IS NULL OR k.ends_at > now())
      RETURNING k.name, o.per_minute AS before`,
  );
}

export function findOpenness(owner: Owner, partnerId: string | number) {
  return firstRow(
    owner,
    sql<{
      open: boolean;
      kind: string;
      live: number;
    }>`SELECT systems_open AS open, kind, (SELECT count(*)::int FROM api_key k
        WHERE k.owner_id = p.owner_id AND k.partner_id = p.partner_id AND k.revoked_at IS NULL
          AND (k.ends_at IS NULL OR k.ends_at > now())) AS live
      FROM partner p WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint`,
  );
}

/** 1 where it changed. Individuals have no systems. */
export function setOpenness(owner: OwnerTrx, partnerId: string, open: boolean): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner SET systems_open = ${open} WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint
      AND kind <> 'individual' AND systems_open <> ${open}`,
  );
}

export type CallFilter = { query: string; refused: boolean; size: number; from: number };

export type CallLogRow = {
  call_id: string;
  at: Date;
  key_name: string;
  partner_name: string;
  call: string;
  code: number;
  source: string;
  milliseconds: number;
};

export async function listKeyCalls(owner: Owner, filter: CallFilter) {
  const from = sql`FROM api_call c JOIN api_key k ON k.owner_id = c.owner_id AND k.key_id = c.key_id
    LEFT JOIN partner p ON p.owner_id = k.owner_id AND p.partner_id = k.partner_id
    WHERE c.owner_id = ${owner.id} AND ${filter.refused ? sql`c.code <> 200` : sql`true`}
      AND ${onlyIf(filter.query || null, sql`concat_ws(' ', k.name, k.start, p.name, c.call, c.source) ILIKE ${anywhere(filter.query)}`)}`;
  const [count, list] = await Promise.all([
    firstRow(owner, sql<{ n: number }>`SELECT count(*)::int AS n FROM (SELECT 1 ${from} LIMIT 20000) few`),
    rows(
      owner,
      sql<CallLogRow>`SELECT c.call_id::text, c.at, k.name AS key_name, coalesce(p.name, '') AS partner_name, c.call, c.code, c.source,
        c.milliseconds ${from} ORDER BY c.call_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
    ),
  ]);
  return { total: count?.n ?? 0, list };
}

/** The latest requests of a partner's systems by the standard OCTO. */
export function listOctoCalls(owner: Owner, partnerId: number): Promise<CallLogRow[]> {
  return rows(
    owner,
    sql<CallLogRow>`SELECT c.call_id::text, c.at, k.name AS key_name, '' AS partner_name, c.call, c.code, c.source, c.milliseconds
      FROM api_key k CROSS JOIN LATERAL (SELECT * FROM api_call l WHERE l.owner_id = k.owner_id AND l.key_id = k.key_id
        AND l.call LIKE 'octo%' ORDER BY l.call_id DESC LIMIT 20) c
      WHERE k.owner_id = ${owner.id} AND k.partner_id = ${partnerId} ORDER BY c.call_id DESC LIMIT 20`,
  );
}
