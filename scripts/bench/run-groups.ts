// Runs the groups: references, each side in turn, references again; and compares.

import { viator } from './marketplaces/measure-viator.ts';
import type { Bench, Compared, Group, Measured, Reference } from './measure.ts';
import { agents } from './measure-agents.ts';
import { memory, sizes, start } from './measure-house.ts';
import { keys } from './measure-keys.ts';
import { hot, orders, rush } from './measure-orders.ts';
import { cached, detail, pages, search } from './measure-reading.ts';
import { ways } from './measure-ways.ts';
import type { GroupName } from './read-options.ts';
import { perSecond, type Row, short } from './write-table.ts';

export const groups: Record<GroupName, Group> = {
  ...{ search, detail, pages, cached, orders, hot },
  ...{ ways, rush, keys, start, memory, sizes, agents, viator },
};

type Taken = Map<string, { reference: Reference; taken: Compared[] }>;

/** `report` gets each row when it is measured. The first bench is this commit's, by which references are measured. */
export async function runGroups(
  benches: Bench[],
  report: (row: Row) => void,
): Promise<{ references: Row[]; rows: Row[] }> {
  const [first] = benches;
  if (!first) throw new Error('nothing to measure');
  const references: Row[] = [];
  const rows: Row[] = [];
  for (const [at, name] of first.options.groups.entries()) {
    const group = groups[name];
    const taken: Taken = new Map(group.references.map((reference) => [reference.key, { reference, taken: [] }]));
    await takeReferences(taken, first);
    const found: Measured[] = [];
    // The second side finds a warmer machine: the sides take turns.
    for (const bench of at % 2 ? benches.toReversed() : benches) found.push(...(await measureGroup(group, bench)));
    await takeReferences(taken, first);
    for (const { reference, taken: both } of taken.values()) references.push(rowOf(name, reference, both));
    for (const row of found) {
      const ratio = compare(row, taken);
      rows.push({ ...row, ...(ratio === undefined ? {} : { ratio }) });
      report(rows.at(-1) as Row);
    }
  }
  return { references, rows };
}

/** A group that cannot be measured is a failure of the run, and the others are measured all the same. */
async function measureGroup(group: Group, bench: Bench): Promise<Measured[]> {
  try {
    return await group.measure(bench);
  } catch (error) {
    const reasons = [(error as Error).message];
    // What it left undone must not fail the next one.
    await bench.side.end();
    await bench.side.start();
    return [{ name: group.name, side: bench.side.name, figure: '–', failed: 1, reasons, varies: 'not measured' }];
  }
}

async function takeReferences(taken: Taken, bench: Bench): Promise<void> {
  for (const { reference, taken: list } of taken.values()) list.push(await reference.run(bench));
}

const meanOf = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
const rateOf = (list: Compared[]) => meanOf(list.map(({ load }) => load.perSecond));

/** Differences between before and after show how restless the machine was. */
function rowOf(group: GroupName, { key, varies }: Reference, taken: Compared[]): Row {
  const [house] = taken.flatMap((item) => item.house ?? []);
  const [postgres] = taken.flatMap((item) => item.postgres ?? []);
  const rates = taken.map(({ load }) => short(load.perSecond)).join(' and ');
  return {
    name: `${key}, for ${group}`,
    side: '',
    figure: perSecond(rateOf(taken)),
    p50: meanOf(taken.map(({ load }) => load.p50)),
    p99: Math.max(...taken.map(({ load }) => load.p99)),
    failed: taken.reduce((sum, { load }) => sum + load.failed, 0),
    reasons: taken.flatMap(({ load }) => load.reasons),
    ...(house === undefined ? {} : { house }),
    ...(postgres === undefined ? {} : { postgres }),
    varies: `${varies}; before and after: ${rates}`,
  };
}

function compare({ perSecond: rate, against }: Measured, taken: Taken): string | undefined {
  const reference = against === undefined ? undefined : taken.get(against);
  if (!reference || rate === undefined) return undefined;
  return `${((100 * rate) / rateOf(reference.taken)).toFixed(1)} % of ${against}`;
}
