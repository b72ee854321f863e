// Keys as requests use them: read with each, their calls taken and noted some at a time; and the log of what was called.

import type { StaffDuty } from '../../../domain/account-status.ts';
import { type KeyScope, testRules } from '../../../domain/systems.ts';
import { DatabaseAway } from '../../platform/database/detect-outage.ts';
import { prepareStatement } from '../../platform/database/prepare-statement.ts';
import { type House, type Owner, sql, testSchema } from '../../platform/db.ts';
import { type AccountRow, accountColumns, accountTables, dutyOf } from '../account.sql.ts';

export type UsedKey = AccountRow & {
  duty: StaffDuty | null;
  key_id: number;
  key_name: string;
  key_partner_id: number | null;
  scopes: KeyScope[];
  is_test: boolean;
  allowed_here: boolean;
  systems_open: boolean;
  per_minute: number;
  /** Calls of `minute` that are taken, by all processes; with `share`, its own among them. */
  minute_calls: number;
  /** The database's; calls that were taken in one count in no other. */
  minute: string;
  minute_left: number;
  /** How many calls are taken at once. */
  share: number;
};

type KeyLookup = { ownerId: number; hash: Buffer; address: string };

const isLive = ({ ownerId, hash }: KeyLookup) =>
  sql`owner_id = ${ownerId} AND key_hash = ${hash} AND revoked_at IS NULL AND (ends_at IS NULL OR ends_at > now())`;

/** One process reserves a sixtieth of the minute's calls at a time; for a key with few calls it reserves them one by one. */
const share = sql`greatest(1, per_minute / 60)`;
const thisMinute = sql`date_trunc('minute', now())`;

const take = (key: KeyLookup) => sql`UPDATE api_key SET last_used_at = now(),
    minute_calls = CASE WHEN minute >= ${thisMinute} THEN minute_calls ELSE 0 END + ${share}, minute = greatest(minute, ${thisMinute})
  WHERE ${isLive(key)} RETURNING *, ${share} AS share`;
const look = (key: KeyLookup) => sql`SELECT *, ${share} AS share FROM api_key WHERE ${isLive(key)}`;

const prepared = prepareStatement(
  (key: KeyLookup, how: 'take' | 'look') => sql<UsedKey>`WITH used AS (${how === 'take' ? take(key) : look(key)})
    SELECT ${accountColumns}, ${dutyOf('a')} AS duty, u.key_id, u.name AS key_name, u.partner_id AS key_partner_id, u.scopes,
      u.is_test, u.networks = '{}' OR ${key.address}::inet <<= ANY(u.networks) AS allowed_here,
      coalesce(p.systems_open, true) AS systems_open, u.per_minute, u.share,
      CASE WHEN u.minute >= ${thisMinute} THEN u.minute_calls ELSE 0 END AS minute_calls, ${thisMinute}::text AS minute,
      greatest(1, ceil(extract(epoch FROM ${thisMinute} + interval '1 minute' - now())))::int AS minute_left
    FROM used u JOIN (${accountTables}) ON a.owner_id = u.owner_id AND a.account_id = u.account_id`,
);

/** The key as it is now with the rights of its account; undefined for one that is unknown or over. Nothing is counted. */
export const lookAtKey = (owner: Owner, hash: Buffer, address: string) => readKey(owner, hash, address, 'look');

/** A key of this owner that is over; undefined for one that was never here. */
export async function findEndedKey(owner: Owner, hash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`SELECT key_id AS id FROM api_key WHERE owner_id = ${owner.id}
    AND key_hash = ${hash}`.execute(owner);
  return rows[0]?.id;
}

/** The same, and `share` calls of this minute taken, whatever becomes of them: of processes and calls at once each gets others. */
export const takeKeyCalls = (owner: Owner, hash: Buffer, address: string) => readKey(owner, hash, address, 'take');

async function readKey(
  owner: Owner,
  hash: Buffer,
  address: string,
  how: 'take' | 'look',
): Promise<UsedKey | undefined> {
  return (await prepared(owner, { ownerId: owner.id, hash, address }, how))[0];
}

const testAccounts = sql.table(`${testSchema}.ledger_account`);

/**
 * The money of the test mode: an account of each kind in each currency, filled once until it ends with its orders (decision 0385). The
 * schema is named, and this is the first statement of each request: where it is missing or closed, nothing of the request is done.
 */
export async function openTestAccounts(owner: Owner, partnerId: number, currencies: string[]): Promise<void> {
  if (!owner.isTest) throw new Error('money is given in test mode only');
  const opening = sql`INSERT INTO ${testAccounts} (owner_id, partner_id, kind, currency, balance_minor, credit_limit_minor)
    SELECT ${owner.id}, ${partnerId}::bigint, k.kind, c.currency, k.balance, k.credit
    FROM (VALUES ('deposit', ${testRules.balanceMinor}::bigint, 0::bigint), ('credit', 0, ${testRules.balanceMinor}))
        k(kind, balance, credit),
      unnest(${currencies}::text[]) c(currency)
    WHERE NOT EXISTS (SELECT 1 FROM ${testAccounts} a WHERE a.owner_id = ${owner.id} AND a.partner_id = ${partnerId}::bigint
      AND a.kind = k.kind AND a.currency = c.currency)
    ON CONFLICT (owner_id, coalesce(partner_id, 0), kind, currency) DO NOTHING`;
  await opening.execute(owner).catch((error: { code?: string }) => {
    throw noTestMode.has(error.code ?? '') ? new DatabaseAway('the test mode is closed', error) : error;
  });
}

/** Missing schema, table or column, or no right to it. */
const noTestMode = new Set(['3F000', '42P01', '42703', '42501']);

export type KeyCall = {
  ownerId: number;
  keyId: number;
  at: Date;
  call: string;
  code: number;
  source: string;
  milliseconds: number;
};

export async function insertKeyCalls(house: House, list: KeyCall[]): Promise<void> {
  await sql`INSERT INTO api_call (owner_id, key_id, at, call, code, source, milliseconds)
    SELECT owner_id, key_id, at, call, code, source, milliseconds FROM jsonb_to_recordset(${JSON.stringify(
      list.map(({ ownerId, keyId, ...rest }) => ({ owner_id: ownerId, key_id: keyId, ...rest })),
    )}::jsonb) AS one(owner_id bigint, key_id bigint, at timestamptz, call text, code int, source text, milliseconds int)`.execute(
    house,
  );
}

export async function deleteOldKeyCalls(house: House, days: number): Promise<void> {
  await sql`DELETE FROM api_call WHERE at < now() - make_interval(days => ${days})`.execute(house);
}
