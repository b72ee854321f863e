// The processes of a PostgreSQL server, for faults that must reach all of them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Process ids of the server with this data folder, its first process first; none when it is down. */
export function listServer(dataFolder: string): number[] {
  const first = readFirstPid(dataFolder);
  if (!first) return [];
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === first);
  return [first, ...children.map(Number)];
}

function readFirstPid(dataFolder: string): number {
  const file = join(dataFolder, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  return pid && existsSync(`/proc/${pid}`) ? pid : 0;
}

function parentOf(pid: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

/** Those that are gone already are left out. */
export function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // gone already
    }
  }
}
