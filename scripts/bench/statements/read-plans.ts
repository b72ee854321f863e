// Plans of statements as they ran, from the log of the server (its module auto_explain).
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** One statement of twenty-five is explained, with the values it ran with and what it took. */
export const explainingSettings = {
  'auto_explain.log_min_duration': '0',
  'auto_explain.sample_rate': '0.04',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
  log_min_messages: 'log',
  log_line_prefix: '%p ',
};

export type SeenPlan = {
  queryId: string;
  milliseconds: number;
  /** With its parameters as `$1`. */
  query: string;
  plan: string;
  /** Statements that ran within it, inside functions. */
  within: SeenPlan[];
};

/** What the log has from a place on. */
export function readLog(file: string, from: number): string {
  const log = openSync(file, 'r');
  const text = Buffer.alloc(fstatSync(log).size - from);
  readSync(log, text, 0, text.length, from);
  closeSync(log);
  return text.toString('utf8');
}

/** For each statement of `wanted`, by its number, the sample that took the median time; `outer`: all that callers send themselves. */
export function readPlans(log: string, wanted: readonly string[], outer: ReadonlySet<string>): Map<string, SeenPlan> {
  const samples = new Map<string, SeenPlan[]>(wanted.map((id) => [id, []]));
  // A function's statements end, and are logged, before the one that called it.
  const open = new Map<string, SeenPlan[]>();
  for (const { process, ...entry } of listEntries(log)) {
    const within = open.get(process) ?? [];
    if (!outer.has(entry.queryId)) {
      open.set(process, [...within, { ...entry, within: [] }]);
      continue;
    }
    open.delete(process);
    samples.get(entry.queryId)?.push({ ...entry, within });
  }
  const medians = [...samples].flatMap(([id, list]): [string, SeenPlan][] => {
    const sorted = list.sort((left, other) => left.milliseconds - other.milliseconds);
    const median = sorted[Math.floor(sorted.length / 2)];
    return median ? [[id, median]] : [];
  });
  return new Map(medians);
}

const begins = /^(\d+) LOG: {2}duration: ([\d.]+) ms {2}plan:$/;

function* listEntries(log: string): Generator<Omit<SeenPlan, 'within'> & { process: string }> {
  let head: RegExpExecArray | null = null;
  let lines: string[] = [];
  for (const line of [...log.split('\n'), '']) {
    if (head && line.startsWith('\t')) {
      lines.push(line.slice(1));
      continue;
    }
    if (head) yield { process: head[1] ?? '', milliseconds: Number(head[2]), ...splitEntry(lines) };
    head = begins.exec(line);
    lines = [];
  }
}

/** The query's own lines come first; the plan begins with the first line that has costs. */
function splitEntry(lines: string[]): Pick<SeenPlan, 'query' | 'plan' | 'queryId'> {
  const start = lines.findIndex((line) => /^\S.*\(cost=/.test(line));
  const plan = lines.slice(start).filter((line) => !/^\s*(Output|Query Identifier|Settings):/.test(line));
  const queryId = lines.findLast((line) => line.startsWith('Query Identifier:'))?.split(' ')[2] ?? '';
  const query = lines.slice(0, start).join('\n').replace('Query Text: ', '');
  return { query, plan: plan.join('\n'), queryId };
}
