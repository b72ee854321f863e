// The controls of `npm run races` and `npm run model-check` drop a guard from the source. Nobody runs them every day, so a guard that was
// rewritten is noticed here.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { planted, plantedInMoney } from '../model-check/list-faults.ts';
import { pairs } from './list-pairs.ts';

const controls = [
  ...pairs.map(({ name, without: { guards, tables = [] } }) => ({ name, guards, tables })),
  ...[...planted, ...plantedInMoney].map((fault) => ({ ...fault, tables: [] as string[] })),
];

it('the guards that controls drop stand once in their files, and each control drops something', () => {
  const wrong = controls.flatMap(({ name, guards, tables }) => {
    if (!guards.length && !tables.length) return [`${name}: nothing is dropped`];
    return guards
      .filter(([file, guard]) => readFileSync(`server/${file}`, 'utf8').split(guard).length !== 2)
      .map(([file, guard]) => `${name}: not once in ${file}: ${guard}`);
  });
  expect(wrong).toEqual([]);
});
