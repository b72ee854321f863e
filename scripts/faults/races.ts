// npm run races (-- --rounds 1000 --controls 300 --only "last seat,coupon"): pairs of actions that may compete for one thing, each released
// at once at two processes of a portal of its own, and judged after each round; then the audit. Each pair runs again without its guard,
// until it fails. With --tables each pair also meets right before its first write to each table, once for each. Ends with 1 when a pair
// fails, or when a control does not.
import { parseArgs } from 'node:util';
import { root } from '../open-database.ts';
import { pairs } from '../races/list-pairs.ts';
import { listTables } from '../races/meet-at.ts';
import { openStages, type Stages } from '../races/open-stage.ts';
import { type Ran, runPair } from '../races/run-pair.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { openRecord } from './open-record.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    controls: { type: 'string', default: '300' },
    only: { type: 'string', default: '' },
    tables: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const words = values.only.split(',');
const chosen = pairs.filter(({ name }) => words.some((word) => name.includes(word.trim())));
const rounds = Number(values.rounds);
const controls = Number(values.controls);
const record = openRecord('races', values.write);
const { closings, close } = closeOnSignal();
let wrong = 0;
try {
  const stages = await openStages(root, closings);
  record.row(['Pair', 'Law', 'Rounds', 'Met at tables', 'Wrong', 'Its control failed in round']);
  const stage = await stages.open();
  closings.push(() => stage.close());
  const tables = values.tables ? await listTables(stage) : [];
  for (const pair of chosen) {
    const ran = await runPair(stage, pair, { rounds, guarded: true, tables });
    const control = controls ? await runControl(stages, pair) : undefined;
    const problem = ran.problem || ran.broken;
    if (problem || (control && !control.problem)) wrong += 1;
    record.row([pair.name, pair.law, ran.rounds, ran.met.length, problem ?? 'none', sayControl(control)]);
  }
  const found = await stage.audit();
  for (const problem of found) console.log(`the audit found: ${problem}`);
  wrong += found.length;
  record.end(
    `${chosen.length} pairs, ${rounds} rounds each, ${wrong} wrong, the audit ${found.length ? 'NOT clean' : 'clean'}`,
    wrong,
  );
} finally {
  await close();
}
process.exit(wrong ? 1 : 0);

function sayControl(control: Ran | undefined): string {
  if (!control) return '–';
  if (control.broken) return `BROKEN in ${control.rounds}: ${control.broken}`;
  return control.problem ? `${control.rounds}: ${control.problem}` : `NEVER in ${control.rounds}`;
}

async function runControl(stages: Stages, pair: (typeof pairs)[number]) {
  const stage = await stages.open(pair.without);
  try {
    return await runPair(stage, pair, { rounds: controls, guarded: false });
  } finally {
    await stage.close();
  }
}
