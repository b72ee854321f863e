// The statements of web hooks: people create and change hooks; events of orders are read after their commit; messages are claimed in the
// order of their events, for each order separately.
import { AccountStatus } from '../../../domain/account-status.ts';
import { type HookEventType, hookRules } from '../../../domain/systems.ts';
import {
  changed,
  firstRow,
  type House,
  notPrepared,
  type Owner,
  type OwnerTrx,
  onlyIf,
  rows,
  sql,
} from '../../platform/db.ts';

export type HookRow = {
  hook_id: number;
  address: string;
  types: HookEventType[];
  state: 'live' | 'paused' | 'dead';
  created_at: Date;
  failing_since: Date | null;
  /** Until when its former secret signs, too. */
  former_until: Date | null;
  is_octo: boolean;
  waiting: number;
};

export const isOcto = sql`EXISTS (SELECT 1 FROM octo_subscription o WHERE o.owner_id = h.owner_id AND o.hook_id = h.hook_id)`;

/** The key by which a system made it is over: it sends nothing until a person lets it go on (decision 0774). */
export const endedWithKey = sql`EXISTS (SELECT 1 FROM octo_subscription o JOIN api_key k ON k.owner_id = o.owner_id AND k.key_id = o.key_id
  WHERE o.owner_id = h.owner_id AND o.hook_id = h.hook_id AND (k.revoked_at IS NOT NULL OR k.ends_at <= now()))`;

/** `partnerId` null: the owner's own. */
export function listHooks(owner: Owner, partnerId: number | null): Promise<HookRow[]> {
  return rows(
    owner,
    sql<HookRow>`SELECT hook_id, address, types, created_at, failing_since,
        CASE WHEN state = 'live' AND ${endedWithKey} THEN 'paused' ELSE state END AS state,
        CASE WHEN former_until > now() THEN former_until END AS former_until,
        ${isOcto} AS is_octo,
        (SELECT count(*)::int FROM hook_sending s
          WHERE s.owner_id = h.owner_id AND s.hook_id = h.hook_id AND s.state = 'waiting') AS waiting
      FROM hook h WHERE owner_id = ${owner.id} AND partner_id IS NOT DISTINCT FROM ${partnerId}::bigint ORDER BY hook_id`,
  );
}

export type NewHook = {
  partnerId: number | null;
  accountId: number;
  address: string;
  types: HookEventType[];
  sealed: string;
};

/**
 * Under lockKeys. What ended with its key takes no place: a system that got another key can neither see nor delete it. All together have
 * a maximum as well, so that keys that come and go leave no endless list.
 */
const hasPlace = (owner: Owner, partnerId: number | null) => sql`(SELECT count(*) < ${hookRules.mostWithEnded}
    AND count(*) FILTER (WHERE NOT ${endedWithKey}) < ${hookRules.mostHooks}
  FROM hook h WHERE h.owner_id = ${owner.id} AND h.partner_id IS NOT DISTINCT FROM ${partnerId}::bigint)`;

/** The new hook's id; undefined if a maximum is reached. It reports events from now on. */
export async function insertHook(owner: OwnerTrx, hook: NewHook): Promise<string | undefined> {
  const made = await firstRow(
    owner,
    sql<{ id: string }>`INSERT INTO hook (owner_id, partner_id, account_id, address, types, secret_sealed, seen_event)
      SELECT ${owner.id}, ${hook.partnerId}::bigint, ${hook.accountId}::bigint, ${hook.address}, ${hook.types}::text[], ${hook.sealed},
        (SELECT coalesce(max(event_id), 0) FROM order_event WHERE owner_id = ${owner.id})
      WHERE ${hasPlace(owner, hook.partnerId)}
      RETURNING hook_id::text AS id`,
  );
  return made?.id;
}

/** Not of subscriptions of OCTO, which their systems change. The state of the changed hook. */
export async function changeHookRow(
  owner: OwnerTrx,
  {
    id,
    partnerId,
    address,
    types,
  }: { id: string; partnerId: number | null; address: string; types: readonly string[] },
): Promise<HookRow['state'] | undefined> {
  const row = await firstRow(
    owner,
    sql<Pick<HookRow, 'state'>>`UPDATE hook h SET address = ${address}, types = ${types}::text[]
      WHERE ${isOf(owner, id, partnerId)} AND NOT ${isOcto} RETURNING state`,
  );
  return row?.state;
}

const isOf = (owner: Owner, id: string, partnerId: number | null) =>
  sql`owner_id = ${owner.id} AND hook_id = ${id}::bigint AND partner_id IS NOT DISTINCT FROM ${partnerId}::bigint`;

/** Longer than sending may take; afterwards another process may claim the message. */
const claimSeconds = 60;

/** One that waits may be under way: then it goes once that is over for certain. */
const dueAgain = sql`state = 'waiting', tries = 0, due_at = CASE WHEN state = 'waiting'
  THEN least(due_at, coalesce(tried_at, now()) + make_interval(secs => ${claimSeconds})) ELSE now() END`;

/** A pause keeps since when nothing got through. */
export function pauseHook(owner: Owner, id: string, partnerId: number | null): Promise<number> {
  return changed(owner, sql`UPDATE hook SET state = 'paused' WHERE ${isOf(owner, id, partnerId)}`);
}

/** Under lockKeys: whether its key is over, and as many as may live do. */
export async function lacksPlace(owner: OwnerTrx, id: string, partnerId: number | null): Promise<boolean> {
  const found = await firstRow(
    owner,
    sql<{ full: boolean }>`SELECT count(*) FILTER (WHERE NOT ${endedWithKey}) >= ${hookRules.mostHooks}
        AND coalesce(bool_or(h.hook_id = ${id}::bigint AND ${endedWithKey}), false) AS full
      FROM hook h WHERE h.owner_id = ${owner.id} AND h.partner_id IS NOT DISTINCT FROM ${partnerId}::bigint`,
  );
  return found?.full ?? false;
}

/**
 * What waits for a later try is due at once, with all its tries again, and so is what was given up while nothing got through. A message
 * that may be under way stays as it is. One whose key is over is the person's from now on.
 */
export function resumeHook(owner: Owner, id: string, partnerId: number | null): Promise<number> {
  return changed(
    owner,
    sql`WITH before AS (SELECT owner_id, hook_id, failing_since FROM hook WHERE ${isOf(owner, id, partnerId)} FOR UPDATE),
      again AS (UPDATE hook_sending s SET ${dueAgain} FROM before b
        WHERE s.owner_id = b.owner_id AND s.hook_id = b.hook_id
          AND (s.state = 'waiting' AND s.due_at > s.tried_at + make_interval(secs => ${claimSeconds})
            OR s.state = 'given up' AND s.tried_at >= b.failing_since)),
      freed AS (UPDATE octo_subscription o SET key_id = NULL FROM before b, hook h WHERE o.owner_id = b.owner_id AND o.hook_id = b.hook_id
        AND h.owner_id = b.owner_id AND h.hook_id = b.hook_id AND ${endedWithKey})
      UPDATE hook h SET state = 'live', failing_since = NULL FROM before b
      WHERE h.owner_id = b.owner_id AND h.hook_id = b.hook_id`,
  );
}

/** The new secret signs from the next try on, the one before it for so many hours, too; an older one ends. */
export function renewSecret(
  owner: Owner,
  { id, partnerId, sealed, hours }: { id: string; partnerId: number | null; sealed: string; hours: number },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE hook SET secret_sealed = ${sealed}, former_sealed = CASE WHEN ${hours} > 0 THEN secret_sealed END,
        former_until = CASE WHEN ${hours} > 0 THEN now() + make_interval(hours => ${hours}) END
      WHERE ${isOf(owner, id, partnerId)}`,
  );
}

export function deleteHook(owner: Owner, id: string, partnerId: number | null): Promise<number> {
  return changed(owner, sql`DELETE FROM hook WHERE ${isOf(owner, id, partnerId)}`);
}

/** Why the last try failed; '' where it did not. */
export type HookProblem = '' | 'privateAddress' | 'noAddress' | 'silent' | 'redirect' | 'refused';

export type SendingRow = {
  sending_id: string;
  subject: string;
  type: HookEventType;
  state: 'waiting' | 'sent' | 'given up';
  tries: number;
  answer: number | null;
  problem: HookProblem;
  created_at: Date;
  tried_at: Date | null;
  due_at: Date;
};

export type SendingFilter = { hookId: string; partnerId: number | null; state: string; size: number; from: number };

export async function listSendings(owner: Owner, filter: SendingFilter) {
  const where = sql`s.owner_id = ${owner.id} AND s.hook_id = ${filter.hookId}::bigint
    AND ${onlyIf(filter.state || null, sql`s.state = ${filter.state}`)}
    AND EXISTS (SELECT 1 FROM hook WHERE ${isOf(owner, filter.hookId, filter.partnerId)})`;
  const [count, list] = await Promise.all([
    firstRow(owner, sql<{ n: number }>`SELECT count(*)::int AS n FROM hook_sending s WHERE ${where}`),
    rows(
      owner,
      sql<SendingRow>`SELECT sending_id::text, subject, type, state, tries, answer, problem, created_at, tried_at, due_at
        FROM hook_sending s WHERE ${where} ORDER BY s.sending_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
    ),
  ]);
  return { total: count?.n ?? 0, list };
}

/** Sends it once more, with the same id and body. */
export function sendHookAgain(owner: Owner, id: string, sendingId: string, partnerId: number | null): Promise<number> {
  return changed(
    owner,
    sql`UPDATE hook_sending SET ${dueAgain} WHERE owner_id = ${owner.id}
      AND sending_id = ${sendingId}::bigint AND hook_id = ${id}::bigint
      AND EXISTS (SELECT 1 FROM hook WHERE ${isOf(owner, id, partnerId)})`,
  );
}

export async function listHookOwners(house: House): Promise<number[]> {
  const found = await rows(house, sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM hook`);
  return found.map((row) => row.owner_id);
}

/** Planned for each execution: a table that was empty a moment ago may have ten thousand messages, and the old plan would read them all. */
export const growing = notPrepared;

export type ClaimedSending = {
  sending_id: string;
  hook_id: number;
  subject: string;
  message_id: string;
  body: string;
  tries: number;
  address: string;
  secret_sealed: string;
  /** While it signs, too. */
  former_sealed: string | null;
};

/** Messages for subscriptions of OCTO are written and sent by server/octo. */
export type HookKind = 'plain' | 'octo';

/** Messages of a partner wait while it or its account is frozen or its interface is closed: its keys are not accepted then either. */
const isOpen = sql`(h.partner_id IS NULL OR EXISTS (SELECT 1 FROM partner p JOIN account a ON a.owner_id = p.owner_id
    WHERE p.owner_id = h.owner_id AND p.partner_id = h.partner_id AND p.systems_open AND NOT p.frozen
      AND a.account_id = h.account_id AND a.status IN (${AccountStatus.normal}, ${AccountStatus.disapproved}))
  AND NOT ${endedWithKey})`;

/** One hook's messages about one order or product. */
type Queue = Pick<ClaimedSending, 'hook_id' | 'subject'>;

/**
 * The first due message of each order; hooks with the maximum of running messages are left out. With `of`, that order's messages only, by
 * one index. The first message is found row by row: a join would compare all waiting messages with each other.
 */
export function claimSendings(
  owner: Owner,
  kind: HookKind,
  { most, busy, of }: { most: number; busy: number[]; of?: Queue | undefined },
): Promise<ClaimedSending[]> {
  return rows(
    owner,
    sql<ClaimedSending>`${growing} WITH due AS MATERIALIZED (SELECT w.sending_id, h.address, h.secret_sealed,
          CASE WHEN h.former_until > now() THEN h.former_sealed END AS former_sealed FROM hook_sending w
          JOIN hook h ON h.owner_id = w.owner_id AND h.hook_id = w.hook_id
        WHERE w.owner_id = ${owner.id} AND w.state = 'waiting' AND w.due_at <= now() AND h.state = 'live' AND ${isOpen}
          AND h.hook_id <> ALL(${busy}::bigint[]) AND ${kind === 'octo' ? isOcto : sql`NOT ${isOcto}`}
          AND ${of ? sql`w.hook_id = ${of.hook_id} AND w.subject = ${of.subject}` : sql`true`}
          AND w.sending_id = (SELECT b.sending_id FROM hook_sending b WHERE b.owner_id = w.owner_id AND b.hook_id = w.hook_id
            AND b.subject = w.subject AND b.state = 'waiting' ORDER BY b.event_id, b.part LIMIT 1)
        ORDER BY w.due_at LIMIT ${most} FOR UPDATE OF w SKIP LOCKED)
      UPDATE hook_sending s SET tries = s.tries + 1, tried_at = now(), due_at = now() + make_interval(secs => ${claimSeconds}) FROM due c
      WHERE s.owner_id = ${owner.id} AND s.sending_id = c.sending_id
      RETURNING s.sending_id::text, s.hook_id, s.subject, s.message_id, s.body, s.tries, c.address, c.secret_sealed, c.former_sealed`,
  );
}

/** Only by the process whose claim still holds. */
const isClaimed = (owner: Owner, { sending_id: id, tries }: ClaimedSending) =>
  sql`owner_id = ${owner.id} AND sending_id = ${id}::bigint AND state = 'waiting' AND tries = ${tries}`;

export async function markHookSent(owner: Owner, claimed: ClaimedSending, answer: number): Promise<void> {
  await sql`WITH sent AS (UPDATE hook_sending SET state = 'sent', answer = ${answer}, problem = ''
      WHERE ${isClaimed(owner, claimed)})
    UPDATE hook SET failing_since = NULL
    WHERE owner_id = ${owner.id} AND hook_id = ${claimed.hook_id} AND failing_since IS NOT NULL`.execute(owner);
}

export type Failure = { answer: number; problem: HookProblem; retryAfter: number | null };

/** `retryAfter` null: there is no further try. */
export async function markHookFailed(owner: OwnerTrx, claimed: ClaimedSending, failure: Failure): Promise<void> {
  const { answer, problem, retryAfter } = failure;
  await sql`WITH failed AS (UPDATE hook_sending SET answer = ${answer}, problem = ${problem},
        state = CASE WHEN ${retryAfter}::float8 IS NULL THEN 'given up' ELSE 'waiting' END,
        due_at = now() + make_interval(secs => coalesce(${retryAfter}::float8, 0)) WHERE ${isClaimed(owner, claimed)})
    UPDATE hook SET failing_since = now() WHERE owner_id = ${owner.id} AND hook_id = ${claimed.hook_id} AND failing_since IS NULL`.execute(
    owner,
  );
}

/** The account that created the hook, if this call paused it: no message succeeded for so long, or its receiver is gone. */
export function pauseDead(owner: OwnerTrx, hookId: number, failedSeconds: number) {
  return firstRow(
    owner,
    sql<{ account_id: number; address: string; email: string }>`UPDATE hook h SET state = 'dead' FROM account a
      WHERE h.owner_id = ${owner.id} AND h.hook_id = ${hookId} AND h.state = 'live'
        AND h.failing_since <= now() - make_interval(secs => ${failedSeconds}::float8)
        AND a.owner_id = h.owner_id AND a.account_id = h.account_id RETURNING h.account_id, h.address, a.email`,
  );
}

export async function deleteOldSendings(house: House, days: number): Promise<void> {
  await sql`DELETE FROM hook_sending WHERE created_at < now() - make_interval(days => ${days})`.execute(house);
}
