// Notes when each step of a fail-over was first seen, so that the log says where the time of an outage went.
import pg from 'pg';
import { cut } from '../../server/platform/database/open-connection.ts';
import { local } from './ask-cluster.ts';
import type { Cluster, Server } from './open-cluster.ts';

/**
 * etcd names another leader; HAProxy leads to it; it is no standby any more; a process of the portal is ready; a standby follows it, so
 * that commits are acknowledged; one was, through the pooler.
 */
const steps = ['leader', 'routed', 'promoted', 'ready', 'followed', 'commit'] as const;
type Step = (typeof steps)[number];

/** Seconds after the primary was broken; a step that was not seen is missing. */
export type Moments = Partial<Record<Step, number>>;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function traceFailover(cluster: Cluster, primary: Server): { stop(): Moments } {
  const began = performance.now();
  const moments: Moments = {};
  let stopped = false;
  const { servers, password, urlFor } = cluster;
  const pooled = openLine(urlFor('kembara_runtime', 'runtime', true));
  const others = servers
    .filter((server) => server !== primary)
    .map(({ port }) => openLine(`postgres://postgres:${password}@${local(port)}/postgres`));
  const isOther = (port: number | undefined) => port !== undefined && port !== primary.port;
  const looks: (() => Promise<Step[]>)[] = [
    async () => ((await findLeader(cluster)) === primary.name ? [] : ['leader']),
    async () => (isOther(await findRouted(cluster)) ? ['routed'] : []),
    ...others.map((line) => () => lookAt(line)),
    async () =>
      moments.promoted && (await Promise.all(cluster.memberPorts.map(isReady))).includes(true) ? ['ready'] : [],
    // Writes to the log of changes and nowhere else, and is acknowledged like any commit.
    async () => {
      const row = await pooled.ask<{ port: number }>(
        `SELECT inet_server_port() AS port, pg_logical_emit_message(true, 'rehearsal', '')`,
      );
      return isOther(row?.port) ? ['commit'] : [];
    },
  ];
  const drop = () => {
    for (const line of [pooled, ...others]) line.drop();
  };
  // Once more at the end, for a connection that opened meanwhile.
  void Promise.all(looks.map(follow)).then(drop);
  return {
    stop() {
      stopped = true;
      drop();
      return moments;
    },
  };

  async function follow(look: () => Promise<Step[]>): Promise<void> {
    while (!stopped && steps.some((step) => moments[step] === undefined)) {
      const seen = await look().catch(() => []);
      for (const step of seen) moments[step] ??= (performance.now() - began) / 1000;
      await pause(100);
    }
  }
}

export function describeMoments(moments: Moments): string {
  return steps.map((step) => `${step} ${moments[step]?.toFixed(1) ?? '-'}`).join('  ');
}

/** The name of the server that has the lease, or undefined between two leases. */
async function findLeader({ leaderUrl }: Cluster): Promise<string | undefined> {
  const answer = await fetch(leaderUrl, { signal: AbortSignal.timeout(1000) });
  if (!answer.ok) throw new Error('no leader');
  return ((await answer.json()) as { node: { value: string } }).node.value;
}

/** The port of the server to which HAProxy leads a new connection. */
async function findRouted({ urlFor, password }: Cluster): Promise<number | undefined> {
  const line = openLine(urlFor('postgres', password));
  try {
    return (await line.ask<{ port: number }>('SELECT inet_server_port() AS port'))?.port;
  } finally {
    line.drop();
  }
}

async function lookAt(line: Line): Promise<Step[]> {
  const row = await line.ask<{ promoted: boolean; followed: boolean }>(
    `SELECT NOT pg_is_in_recovery() AS promoted, EXISTS (SELECT FROM pg_stat_replication
      WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')) AS followed`,
  );
  if (!row?.promoted) return [];
  return row.followed ? ['promoted', 'followed'] : ['promoted'];
}

async function isReady(port: number): Promise<boolean> {
  return (
    (await fetch(`http://${local(port)}/ready`, { signal: AbortSignal.timeout(1000) }).catch(() => undefined))?.ok ??
    false
  );
}

type Line = { ask<Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined>; drop(): void };

/** A connection that is opened when it is needed, and anew after a failure. */
function openLine(url: string): Line {
  let client: pg.Client | undefined;
  const drop = () => {
    if (client) cut(client);
    client = undefined;
  };
  return {
    async ask<Row extends pg.QueryResultRow>(text: string) {
      try {
        client ??= await open(url);
        return (await client.query<Row>(text)).rows[0];
      } catch (error) {
        drop();
        throw error;
      }
    },
    drop,
  };
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
