// Processor time, which says more than requests per second where a machine is shared: of the house's process, as it counts itself, and of
// all processes of PostgreSQL, where /proc shows them.
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { openConnection } from './ask-house.ts';

/** Seconds since their start; undefined where they cannot be read. */
export type Processor = { house: number; postgres: number | undefined };

/** A number of the house's own /metrics, whose labels are part of the name; `without`: before it was counted for the first time. */
export async function readMetric(port: number, name: string, without?: number): Promise<number> {
  const connection = openConnection(port);
  const { status, body } = await connection.ask({ path: '/metrics' });
  connection.close();
  const line = body
    .toString()
    .split('\n')
    .find((part) => part.startsWith(`${name} `));
  const value = line === undefined ? without : Number(line.slice(name.length + 1));
  if (status !== 200 || value === undefined) throw new Error(`/metrics does not say ${name} (${status})`);
  return value;
}

export async function readProcessor(port: number, postmaster: number | undefined): Promise<Processor> {
  return {
    house: await readMetric(port, 'process_cpu_seconds_total'),
    postgres: postmaster === undefined ? undefined : secondsOfServer(postmaster),
  };
}

/** The first process of the server, if it runs on this machine. */
export async function findPostmaster(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0] && readStat(rows[0].pid);
  return backend?.name === 'postgres' ? backend.parent : undefined;
}

/** Linux counts in hundredths of a second for programs, whatever the kernel's own clock. */
const ticksPerSecond = 100;

/** With the time of processes that ended, which their first process has added up. */
function secondsOfServer(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(Number(name));
    if (!stat) continue;
    if (Number(name) === postmaster) ticks += stat.ticks + stat.ticksOfEnded;
    else if (stat.parent === postmaster) ticks += stat.ticks;
  }
  return ticks / ticksPerSecond;
}

/** Fields of /proc/PID/stat; the name may hold spaces and brackets, so they are counted from its end. */
export function readStat(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const sum = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
  return { name, parent: Number(fields[1]), ticks: sum(11), ticksOfEnded: sum(13) };
}
