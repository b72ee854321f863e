// How many processor seconds a run of tests takes, and for what: steadier than the clock if other programs run at the same time.
// Linux only; elsewhere nothing is counted.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

type Seen = { id: string; pid: number; parent: number; command: string; seconds: number; ofEnded: number };
type Kind = 'browser' | 'database' | 'tests' | 'checks';

const ticksPerSecond = 100;

/** Looks at this process's descendants until the answer is asked for: "412 s: tests 180, browser 150, database 60, checks 22". */
export function countProcessor(everyMilliseconds = 700): () => string {
  if (!existsSync('/proc/self/stat')) return () => '';
  const known = new Map<string, { kind: Kind; seconds: number }>();
  const look = () => {
    const all = new Map(listProcesses().map((one) => [one.pid, one]));
    for (const one of all.values()) {
      if (one.pid === process.pid || !isOurs(one, all)) continue;
      const kind = kindOf(one, all);
      if (kind !== 'database') known.set(one.id, { kind, seconds: one.seconds });
      // Most processes of the database live too shortly to be seen; the first one has counted them when they end.
      else if (!isDatabase(all.get(one.parent))) known.set(one.id, { kind, seconds: one.seconds + one.ofEnded });
    }
  };
  const timer = setInterval(look, everyMilliseconds);
  timer.unref();
  return () => {
    clearInterval(timer);
    const sums = new Map<Kind, number>();
    for (const { kind, seconds } of known.values()) sums.set(kind, (sums.get(kind) ?? 0) + seconds);
    const parts = [...sums].sort((one, other) => other[1] - one[1]);
    const whole = parts.reduce((sum, [, seconds]) => sum + seconds, 0);
    return `${whole.toFixed(0)} s: ${parts.map(([kind, seconds]) => `${kind} ${seconds.toFixed(0)}`).join(', ')}`;
  };
}

function listProcesses(): Seen[] {
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    if (!stat) return [];
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // An ended process that its parent has not yet waited for has no command left: the database would count as something else.
    if (fields[0] === 'Z') return [];
    const seconds = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / ticksPerSecond;
    const command = read(`/proc/${name}/cmdline`).split('\0').slice(0, 3).join(' ');
    const [parent, startedAt] = [Number(fields[1]), fields[19]];
    return [
      { id: `${name} ${startedAt}`, pid: Number(name), parent, command, seconds: seconds(11), ofEnded: seconds(13) },
    ];
  });
}

function isOurs(one: Seen, all: Map<number, Seen>): boolean {
  const parent = all.get(one.parent);
  return one.parent === process.pid || (parent !== undefined && isOurs(parent, all));
}

const isDatabase = (one: Seen | undefined) => /^postgres:|\/postgres /.test(one?.command ?? '');

/** What a test starts counts as its own. */
function kindOf(one: Seen, all: Map<number, Seen>): Kind {
  if (isDatabase(one)) return 'database';
  if (/chrom/i.test(one.command.split(' ')[0] ?? '')) return 'browser';
  if (/vitest/.test(one.command)) return 'tests';
  const parent = all.get(one.parent);
  return parent && parent.pid !== process.pid ? kindOf(parent, all) : 'checks';
}

/** Empty when the process ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
