// The controls of `npm run races` drop a guard from the source. Nobody runs them every day, so a guard that was rewritten is noticed here.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pairs } from './list-pairs.ts';

describe('the guards that the controls of races drop', () => {
  it('stand once in their files, and each control drops something', () => {
    const wrong = pairs.flatMap(({ name, without: { guards, tables = [] } }) => {
      if (!guards.length && !tables.length) return [`${name}: nothing is dropped`];
      return guards
        .filter(([file, guard]) => readFileSync(`server/${file}`, 'utf8').split(guard).length !== 2)
        .map(([file, guard]) => `${name}: not once in ${file}: ${guard}`);
    });
    expect(wrong).toEqual([]);
  });
});
