// Accounts at platforms whose orders we fetch, and the result of each fetched order (decision 0502).
import { changed, firstRow, type House, type Owner, rows, sql } from '../../platform/db.ts';
import type { ChannelAccountRow } from '../signed/channel-accounts.sql.ts';

const pulledSources = [1, 4] as const;
const everySeconds = 60;

export async function listPullOwners(house: House): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM channel_account
      WHERE source = ANY(${[...pulledSources]}::int[]) AND due_at <= now()`,
  );
  return found.map((row) => row.owner_id);
}

/** Longer than a round takes; afterwards its process is believed dead. */
const roundMinutes = 5;

/** Of two rounds one gets it. `source`: whether or not it is due. */
export function claimPulls(owner: Owner, source?: number): Promise<ChannelAccountRow[]> {
  const wanted = source === undefined ? sql`c.due_at <= now()` : sql`c.source = ${source}`;
  return rows(
    owner,
    sql<ChannelAccountRow>`UPDATE channel_account c SET due_at = now() + make_interval(secs => ${everySeconds}),
        asked_until = now() + make_interval(mins => ${roundMinutes})
      FROM partner p WHERE c.owner_id = ${owner.id} AND c.source = ANY(${[...pulledSources]}::int[]) AND ${wanted}
        AND (c.asked_until IS NULL OR c.asked_until < now()) AND p.owner_id = c.owner_id AND p.partner_id = c.partner_id
      RETURNING c.source, c.account, c.partner_id, p.name AS partner_name, c.secret_sealed`,
  );
}

export async function noteAccount(owner: Owner, source: number, problem: string): Promise<void> {
  await sql`UPDATE channel_account SET used_at = now(), problem = ${problem}, asked_until = NULL
    WHERE owner_id = ${owner.id} AND source = ${source}`.execute(owner);
}

export type PulledProblem = { word: string; left?: number; min?: number; max?: number };
export type PulledRow = {
  reference: string;
  state: 'refused' | 'booked' | 'over';
  problem: PulledProblem | null;
  told_at: Date | null;
  tries: number;
  is_due: boolean;
};

const columns = sql`reference, state, problem, told_at, tries, due_at <= now() AS is_due`;

export function listPulled(owner: Owner, source: number, references: string[]): Promise<PulledRow[]> {
  return rows(
    owner,
    sql<PulledRow>`SELECT ${columns} FROM pulled_order WHERE owner_id = ${owner.id} AND source = ${source}
      AND reference = ANY(${references}::text[])`,
  );
}

type Pulled = { reference: string; state: PulledRow['state']; problem: PulledProblem | null };

/** After a refusal it is tried again after 1, 2, 4 and at most 60 minutes. An order that was booked meanwhile stays so. */
export async function savePulled(owner: Owner, source: number, { reference, state, problem }: Pulled): Promise<void> {
  const json = problem && JSON.stringify(problem);
  await sql`INSERT INTO pulled_order AS p (owner_id, source, reference, state, problem, tries, due_at)
    VALUES (${owner.id}, ${source}, ${reference}, ${state}, ${json}::jsonb, 1, now() + interval '1 minute')
    ON CONFLICT (owner_id, source, reference) DO UPDATE SET state = excluded.state, problem = excluded.problem,
      tries = CASE WHEN excluded.problem IS NULL THEN 0 ELSE p.tries + 1 END,
      due_at = now() + make_interval(mins => least(60, 2 ^ least(p.tries, 6))::int)
    WHERE excluded.state <> 'refused' OR p.state = 'refused'`.execute(owner);
}

export async function notePulledReported(owner: Owner, source: number, reference: string): Promise<void> {
  await sql`UPDATE pulled_order SET told_at = now(), problem = NULL, tries = 0
    WHERE owner_id = ${owner.id} AND source = ${source} AND reference = ${reference} AND told_at IS NULL`.execute(
    owner,
  );
}

/** Staff ask now: what was refused is tried again at once. */
export function wakePulled(owner: Owner, source: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE pulled_order SET due_at = now() WHERE owner_id = ${owner.id} AND source = ${source} AND problem IS NOT NULL
      AND state <> 'over'`,
  );
}

/** A hostname of the shop, before those on which staff serve partners: an order needs a site. */
export async function findShopHost(owner: Owner): Promise<string> {
  const row = await firstRow(
    owner,
    sql<{
      host: string;
    }>`SELECT host FROM hostname WHERE owner_id = ${owner.id} ORDER BY customer_service, host LIMIT 1`,
  );
  return row?.host ?? '';
}

export type TroubledRow = { source: number; reference: string; problem: PulledProblem; created_at: Date };
const mostTroubled = 50;

/** Orders that staff must look at, newest first. */
export function listTroubled(owner: Owner): Promise<TroubledRow[]> {
  return rows(
    owner,
    sql<TroubledRow>`SELECT source, reference, problem, created_at FROM pulled_order
      WHERE owner_id = ${owner.id} AND problem IS NOT NULL AND state <> 'over' ORDER BY created_at DESC LIMIT ${mostTroubled}`,
  );
}
