// The set-up of a soak: a separate PostgreSQL on a small disk, a connection to it that can fail, and three server processes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openPool } from '../../server/platform/db.ts';
import { startPostgres } from '../../server/platform/own-database/start-postgres.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { type DatabaseRelay, relayDatabase } from '../../tests/build/relay-database.ts';
import { fillForBuyers } from './fill-for-buyers.ts';
import { listServer, signalAll } from './list-processes.ts';
import { launchMember, type Member, untilReady } from './start-member.ts';

export type Rig = {
  folder: string;
  /** Past the wire, as the role that owns the tables: for the audit and for preparing faults. */
  owner: Database;
  relay: DatabaseRelay;
  members: Member[];
  /** Resolves when the server, which is supervised, answers again. */
  untilServer(): Promise<void>;
  /** Process ids of the database server, its first process first; none when it is down. */
  serverPids(): number[];
  startMember(index: number): Promise<void>;
};

const firstPort = Number(process.env.SOAK_PORT ?? 4310);
export const host = 'one.test';

/** Before anything starts, `closings` know how it ends, so that a signal at any time leaves nothing. */
export async function openRig(root: string, closings: (() => unknown)[], report: (line: string) => void): Promise<Rig> {
  const folder = join(root, '.data', 'soak');
  const mounted = mountSmallDisk(folder, report);
  // Lazily: a killed server's processes may hold it for a moment longer.
  closings.push(() => mounted && spawnSync('umount', ['-l', folder]));
  const starting = startPostgres(folder, report);
  const serverPids = () => listServer(join(folder, '.data', 'pg'));
  closings.push(async () => {
    await (await starting).stop();
    await endServer(serverPids);
  });
  const server = await starting;
  await prepareDatabase(server, report);
  const owner = openPool(server.ownerUrl, 4);
  closings.push(() => owner.close());
  await fillForBuyers(owner);
  const relay = await relayDatabase(server.url);
  closings.push(() => relay.close());
  const members: Member[] = [];
  closings.push(() => endMembers(members));
  const rig: Rig = {
    folder,
    owner,
    relay,
    members,
    async untilServer() {
      for (let tries = 0; tries < 240; tries += 1) {
        if (
          await owner.pool.query('SELECT 1').then(
            () => true,
            () => false,
          )
        )
          return;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      throw new Error('the database server did not come back within a minute');
    },
    serverPids,
    async startMember(index) {
      const starts = (members[index]?.starts ?? 0) + 1;
      members[index] = {
        port: firstPort + index,
        child: launchMember(root, firstPort + index, { DATABASE_URL: relay.url }),
        starts,
      };
      await untilReady(firstPort + index);
    },
  };
  for (const index of [0, 1, 2]) await rig.startMember(index);
  return rig;
}

/** Where it still works for a killed process it does not stop; its data are not read again. */
async function endServer(pids: () => number[]): Promise<void> {
  for (let tries = 0; tries < 100 && pids().length; tries += 1) {
    signalAll(pids(), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Asked first, then made to. */
async function endMembers(members: Member[]): Promise<void> {
  for (const { child } of members) child.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 6000));
  for (const { child } of members) child.kill('SIGKILL');
}

/** A disk that can be filled without harm, where this user may mount one. */
function mountSmallDisk(folder: string, report: (line: string) => void): boolean {
  spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const size = process.env.SOAK_DISK ?? '2500m';
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]);
  if (done.status !== 0) report('No small disk could be mounted: the fault "disk full" is left out.');
  else writeFileSync(join(folder, '.small-disk'), '');
  return done.status === 0;
}

export const hasSmallDisk = (rig: Rig) => existsSync(join(rig.folder, '.small-disk'));

/** Resident memory of a process in megabytes. */
export function memoryOf({ child }: Member): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}
