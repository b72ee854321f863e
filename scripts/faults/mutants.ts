// npm run mutants (-- --count 2000 --files money.ts,price.ts --seed 7 --write): changes one expression of the rules for money, days, rights
// and codes at a time, and runs the tests of domain/ against it. A test must fail; what survives shows a check that is missing. Ends with 1
// when fewer than 85 of a hundred are killed, or when the tests fail without a change.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTests } from '../mutants/find-tests.ts';
import { listMutants, type Mutant } from '../mutants/list-mutants.ts';
import { endGroups, runGroup } from '../mutants/run-group.ts';
import { root } from '../open-database.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { openRecord } from './open-record.ts';

/** Rules without a database whose tests lie beside them; those of stock are statements, whose guards `npm run races` takes away. */
const subjects: Record<string, string[]> = {
  money: [
    'money.ts',
    'price.ts',
    'coupon.ts',
    'cancellation.ts',
    'exchange-rate.ts',
    'quotation-price.ts',
    'open-payments.ts',
  ],
  'days of stock': ['dates.ts'],
  rights: ['order-status.ts', 'account-status.ts', 'payment-status.ts', 'quotation-status.ts'],
  codes: ['passwords.ts', 'voucher-token.ts', 'safe-path.ts'],
};
const least = 0.85;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    files: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const record = openRecord('mutants', values.write);
const config = join('scripts', 'mutants', 'vitest.config.ts');
const tests = findTests(root);
closeOnSignal().closings.push(endGroups);

const began = performance.now();
/** An endless loop ends after five times as long as all tests take without a change. */
let mostMilliseconds = 600_000;
if (!(await passes(undefined))) {
  console.log('The tests fail without any change.');
  process.exit(1);
}
mostMilliseconds = Math.round(5 * (performance.now() - began));
const chosen = choose();
record.row(['Subject', 'Possible', 'Tried', 'Killed', 'Survived']);
let [tried, killed] = [0, 0];
for (const [subject, mutants] of chosen) {
  const survivors: Mutant[] = [];
  for (const mutant of mutants.tried)
    if (await passes(mutant)) {
      survivors.push(mutant);
      printMutant(mutant);
    }
  tried += mutants.tried.length;
  killed += mutants.tried.length - survivors.length;
  record.row([
    subject,
    mutants.possible,
    mutants.tried.length,
    mutants.tried.length - survivors.length,
    survivors.length,
  ]);
}
if (!(await passes(undefined))) {
  console.log('The tests fail without any change now, so that what was counted as killed says nothing.');
  process.exit(1);
}
const share = killed / Math.max(1, tried);
record.end(
  `${killed} of ${tried} mutants were killed, ${(100 * share).toFixed(0)} %; at least ${100 * least} % must be`,
  share < least ? 1 : 0,
);
process.exit(share < least ? 1 : 0);

function printMutant({ file, line, was, instead }: Mutant): void {
  console.log(`SURVIVED  domain/${file}:${line}  ${was}  →  ${instead}`);
}

/** As many of each subject as its share of all, in an order that the seed decides. */
function choose(): [string, { possible: number; tried: Mutant[] }][] {
  const wanted = values.files.split(',').filter(Boolean);
  const all = Object.entries(subjects).map(([subject, files]): [string, Mutant[]] => [
    subject,
    files.filter((file) => !wanted.length || wanted.includes(file)).flatMap((file) => listMutants(root, file)),
  ]);
  const total = all.reduce((sum, [, list]) => sum + list.length, 0);
  return all
    .filter(([, list]) => list.length)
    .map(([subject, list]) => {
      const most = Math.min(list.length, Math.max(1, Math.round((Number(values.count) * list.length) / total)));
      return [subject, { possible: list.length, tried: shuffle(list).slice(0, most) }];
    });
}

function shuffle(list: Mutant[]): Mutant[] {
  let state = Number(values.seed) || 1;
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return list
    .map((mutant) => ({ mutant, at: roll() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant);
}

/** Whether the tests pass that the mutant can reach; an endless loop is a failure too. */
async function passes(mutant: Mutant | undefined): Promise<boolean> {
  const files = mutant ? tests.of(mutant.file) : tests.all;
  if (!files.length) return true;
  const hook = new URL('../mutants/load-mutant.ts', import.meta.url).href;
  return await runGroup(['node_modules/vitest/vitest.mjs', 'run', '--config', config, ...files], {
    cwd: root,
    mostMilliseconds,
    env: {
      ...process.env,
      NODE_OPTIONS: `--import=${hook}`,
      NODE_COMPILE_CACHE: '',
      ...(mutant ? { MUTANT: JSON.stringify(mutant) } : {}),
    },
  });
}
