// npm run acts (-- --seeds 2000 --acts 500 --first 1 --lanes 2 --write; one seed again: -- --seed 17): random actions on a small shop, by
// HTTP at two processes, beside a model of its places, purses, promo code and orders (scripts/acts). After each action the books must equal
// the model, after each seed the audit must be clean. Ends with 1 when a seed fails, and prints its last actions. `--planted 20` breaks the
// house first, in one way after another, and ends with 1 where so many seeds do not reveal it.
import { parseArgs } from 'node:util';
import { planted } from '../acts/planted.ts';
import { runSeed } from '../acts/run-seed.ts';
import { paintBackdrop } from '../acts/world.ts';
import { root } from '../open-database.ts';
import { openStages, type Stages } from '../races/open-stage.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { openRecord } from './open-record.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    acts: { type: 'string', default: '500' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string', default: '' },
    lanes: { type: 'string', default: '1' },
    planted: { type: 'string', default: '' },
    minutes: { type: 'string', default: '600' },
    write: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed || values.first);
const seeds = values.seed ? 1 : Number(values.seeds);
const acts = Number(values.acts);
/** So many seeds share a database: the audit reads all of it. */
const seedsOfStage = 20;

const record = openRecord('acts', values.write);
const { closings, close } = closeOnSignal();
let next = first;
let [run, actsDone, failed] = [0, 0, 0];
const began = performance.now();
const isTime = () => performance.now() - began < Number(values.minutes) * 60_000;
try {
  const stages = await openStages(root, closings, 'acts');
  if (values.planted) for (const fault of planted) await showFault(stages, fault);
  else await Promise.all(Array.from({ length: Number(values.lanes) }, () => runLane(stages)));
} finally {
  await close();
}
const seconds = (performance.now() - began) / 1000;
if (values.planted) process.exit(failed ? 1 : 0);
const speed = (actsDone / seconds).toFixed(0);
record.end(
  `${actsDone} acts on ${run} seeds from ${first}, ${speed} a second, each beside the model; ${failed} seeds wrong`,
  failed,
);
process.exit(failed ? 1 : 0);

/** Seeds against a house with this fault, until one is wrong. */
async function showFault(stages: Stages, { name, guards }: (typeof planted)[number]): Promise<void> {
  const stage = await stages.open({ guards });
  try {
    const backdrop = await paintBackdrop(stage);
    for (let seed = first; seed < first + Number(values.planted); seed += 1) {
      const ran = await runSeed(backdrop, seed, acts);
      if (ran.problems.length)
        return console.log(`noticed on seed ${seed} by act ${ran.acts}: ${name}\n         ${ran.problems[0]}`);
    }
    failed += 1;
    console.log(`NOT NOTICED  ${name}`);
  } finally {
    await stage.close();
  }
}

async function runLane(stages: Stages): Promise<void> {
  while (next < first + seeds && isTime()) {
    const stage = await stages.open();
    try {
      const backdrop = await paintBackdrop(stage);
      for (let count = 0; count < seedsOfStage && next < first + seeds && isTime(); count += 1) {
        const seed = next++;
        const ran = await runSeed(backdrop, seed, acts);
        run += 1;
        actsDone += ran.acts;
        if (ran.problems.length) return fail(seed, ran);
        if (run % 10 === 0) console.log(`${run} seeds, ${actsDone} acts, ${failed} wrong`);
      }
    } finally {
      await stage.close();
    }
  }
}

/** What a wrong seed left would be wrong for the next: its lane ends. */
function fail(seed: number, { problems, lastActs }: Awaited<ReturnType<typeof runSeed>>): void {
  failed += 1;
  console.log(`WRONG  seed ${seed} (npm run acts -- --seed ${seed} --acts ${acts}):`);
  for (const act of lastActs) console.log(`         ${act}`);
  for (const problem of problems) console.log(`       ${problem}`);
}
