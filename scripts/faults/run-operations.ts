// npm run model-check (-- --seeds 2000 --operations 500 --first 1 --lanes 2 --write; one seed again: -- --seed 17): random operations on a
// small shop, by HTTP at two processes, beside a model (scripts/model-check). After each operation the database must equal the model, after
// each seed the audit must be clean. Ends with 1 when a seed fails, and prints its last operations. `--planted 20` breaks the server first,
// in one way after another, and ends with 1 if so many seeds do not reveal it. `--whole-orders` has no model: orders of several lines, paid
// in parts, with fees and additional payments, of which the money must be right after each step (decision 0765).
import { parseArgs } from 'node:util';
import { type PlantedFault, planted, plantedInMoney } from '../model-check/list-faults.ts';
import { openScene } from '../model-check/orders/open-walk.ts';
import { walkSeed } from '../model-check/orders/walk-seed.ts';
import { type RanSeed, runSeed } from '../model-check/run-seed.ts';
import { paintBackdrop } from '../model-check/world.ts';
import { root } from '../open-database.ts';
import { openStages, type Stages } from '../races/open-stage.ts';
import type { Stage } from '../races/pair.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { openRecord } from './open-record.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    operations: { type: 'string', default: '500' },
    first: { type: 'string', default: '1' },
    seed: { type: 'string', default: '' },
    lanes: { type: 'string', default: '1' },
    planted: { type: 'string', default: '' },
    'whole-orders': { type: 'boolean', default: false },
    minutes: { type: 'string', default: '600' },
    write: { type: 'boolean', default: false },
  },
});
const first = Number(values.seed || values.first);
const seeds = values.seed ? 1 : Number(values.seeds);
const operations = Number(values.operations);
/** So many seeds share a database: the audit reads all of it. */
const seedsOfStage = 20;

const isWhole = values['whole-orders'];

const record = openRecord('model-check', values.write);
const { closings, close } = closeOnSignal();
let next = first;
let [run, operationsDone, failed] = [0, 0, 0];
const began = performance.now();
const isTime = () => performance.now() - began < Number(values.minutes) * 60_000;
try {
  const stages = await openStages(root, closings, 'operations');
  if (values.planted) for (const fault of isWhole ? plantedInMoney : planted) await showFault(stages, fault);
  else await Promise.all(Array.from({ length: Number(values.lanes) }, () => runLane(stages)));
} finally {
  await close();
}
const seconds = (performance.now() - began) / 1000;
if (values.planted) process.exit(failed ? 1 : 0);
const speed = (operationsDone / seconds).toFixed(0);
const beside = isWhole ? 'on whole orders' : 'each beside the model';
record.end(
  `${operationsDone} operations on ${run} seeds from ${first}, ${speed} a second, ${beside}; ${failed} seeds wrong`,
  failed,
);
process.exit(failed ? 1 : 0);

/** What runs a seed on this stage. */
async function prepareSeeds(stage: Stage): Promise<(seed: number) => Promise<RanSeed>> {
  if (isWhole) {
    const scene = await openScene(stage);
    return (seed) => walkSeed(scene, seed, operations);
  }
  const backdrop = await paintBackdrop(stage);
  return (seed) => runSeed(backdrop, seed, operations);
}

/** Runs seeds against a server with this fault, until one fails. */
async function showFault(stages: Stages, { name, guards }: PlantedFault): Promise<void> {
  const stage = await stages.open({ guards });
  try {
    const run = await prepareSeeds(stage);
    for (let seed = first; seed < first + Number(values.planted); seed += 1) {
      const ran = await run(seed);
      if (ran.problems.length)
        return console.log(
          `noticed on seed ${seed} by operation ${ran.operations}: ${name}\n         ${ran.problems[0]}`,
        );
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
      const runOne = await prepareSeeds(stage);
      for (let count = 0; count < seedsOfStage && next < first + seeds && isTime(); count += 1) {
        const seed = next++;
        const ran = await runOne(seed);
        run += 1;
        operationsDone += ran.operations;
        if (ran.problems.length) return fail(seed, ran);
        if (run % 10 === 0) console.log(`${run} seeds, ${operationsDone} operations, ${failed} wrong`);
      }
    } finally {
      await stage.close();
    }
  }
}

/** The data of a failed seed would fail the next one too: its lane ends. */
function fail(seed: number, { problems, lastOperations }: RanSeed): void {
  failed += 1;
  console.log(
    `WRONG  seed ${seed} (npm run model-check -- ${isWhole ? '--whole-orders ' : ''}--seed ${seed} --operations ${operations}):`,
  );
  for (const operation of lastOperations) console.log(`         ${operation}`);
  for (const problem of problems) console.log(`       ${problem}`);
}
