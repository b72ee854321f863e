// Writes to each server directly, past the balancer, all the time: two servers that acknowledge writes in turn are two primaries.
import pg from 'pg';
import { cut } from '../../server/platform/database/open-connection.ts';
import type { Cluster, Server } from './open-cluster.ts';

export type Probe = { server: string; number: number; sentAt: number; acknowledgedAt: number };

export type Probes = {
  /** Acknowledged since the last call. */
  take(): Probe[];
  stop(): Promise<void>;
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const patienceMilliseconds = 2500;

export async function prepareProbes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE SCHEMA rehearsal; CREATE TABLE rehearsal.probe (server text, number int);
    GRANT USAGE ON SCHEMA rehearsal TO PUBLIC; GRANT SELECT ON rehearsal.probe TO PUBLIC`);
  await client.end();
}

export function probeServers({ servers, password }: Cluster): Probes {
  let acknowledged: Probe[] = [];
  let stopped = false;
  let number = 0;
  const probe = async (server: Server) => {
    let client: pg.Client | undefined;
    while (!stopped) {
      try {
        client ??= await open(server, password);
        number += 1;
        const [mine, sentAt] = [number, performance.now()];
        await inTime(client.query('INSERT INTO rehearsal.probe VALUES ($1, $2)', [server.name, mine]));
        acknowledged.push({ server: server.name, number: mine, sentAt, acknowledgedAt: performance.now() });
      } catch (error) {
        // A standby refuses, and its connection is good for the next time.
        if ((error as { code?: string }).code !== '25006') {
          if (client) cut(client);
          client = undefined;
        }
      }
      await pause(200);
    }
    if (client) cut(client);
  };
  const running = Promise.all(servers.map(probe));
  return {
    take() {
      const these = acknowledged;
      acknowledged = [];
      return these;
    },
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function open({ port }: Server, password: string): Promise<pg.Client> {
  const connectionString = `postgres://postgres:${password}@127.0.0.1:${port}/kembara`;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1000 });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function inTime<Result>(asking: Promise<Result>): Promise<Result> {
  asking.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), patienceMilliseconds);
  });
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}

/** Writes that a server acknowledged while another one did so before and after: there were two primaries. */
export function findSecondPrimaries(probes: Probe[]): Probe[] {
  return probes.filter((probe) => {
    const others = probes.filter(({ server }) => server !== probe.server);
    const names = new Set(others.map(({ server }) => server));
    return [...names].some((name) => {
      const theirs = others.filter(({ server }) => server === name);
      const before = theirs.some(({ acknowledgedAt }) => acknowledgedAt < probe.sentAt);
      return before && theirs.some(({ sentAt }) => sentAt > probe.acknowledgedAt);
    });
  });
}

/** Acknowledged writes that the books no longer have. */
export async function findLost(pool: pg.Pool, probes: Probe[]): Promise<Probe[]> {
  const { rows } = await pool.query<{ number: number }>('SELECT number FROM rehearsal.probe WHERE number = ANY($1)', [
    probes.map(({ number }) => number),
  ]);
  const found = new Set(rows.map(({ number }) => number));
  return probes.filter(({ number }) => !found.has(number));
}
