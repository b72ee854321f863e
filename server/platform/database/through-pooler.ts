// Connections through a pooler in transaction mode (PgBouncer, decision 0425): one is ours from BEGIN to COMMIT only, and the next
// transaction may run on another. So every transaction sets its owner and its mode at its start, and a single statement becomes a
// transaction. That takes no extra round trip: all of it is sent together.
import type pg from 'pg';
import type { GuardedClient } from './guard-pool.ts';
import { lockLeft } from './limit-waiting.ts';

/** `prepares`: the pooler keeps prepared statements (PgBouncer from 1.21, with max_prepared_statements). */
export type Pooler = { url: string; prepares: boolean };

/** What a transaction needs to know, by names of PostgreSQL's settings. */
export type Settings = Record<string, string | number>;

type Query = { text: string; values?: unknown[]; name?: string | undefined };

/** Two transactions of different owners on one connection never see each other's: what SET LOCAL sets ends with the transaction. */
function open(begin: string, settings: Settings): string {
  const all = { ...settings, lock_timeout: Math.ceil(lockLeft()) };
  const parts = Object.entries(all).map(([name, value]) => `SET LOCAL ${name} = ${value}`);
  return [begin, ...parts].join('; ');
}

/** Runs a statement of a transaction, or one that is a transaction itself; after a failure none is left open. */
export async function runPooled(client: GuardedClient, { text, values, name }: Query, settings: Settings) {
  const query: pg.QueryConfig = values?.length ? { text, values, ...(name && { name }) } : { text };
  const inside = client.getTransactionStatus() === 'T' || client.getTransactionStatus() === 'E';
  if (inside) return client.query(query);
  if (/^\s*(begin|start)\b/i.test(text)) return client.query(open(text, settings));
  const answer = [client.query(open('BEGIN', settings)), client.query(query), client.query('COMMIT')] as const;
  const failed = (await Promise.allSettled(answer)).find((step) => step.status === 'rejected');
  if (failed) throw failed.reason;
  return answer[1];
}
