// Which tests of domain/ a changed file can move: those that import it, by however many steps.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The tests, as paths from `root`. */
export function findTests(root: string): { all: string[]; of(file: string): string[] } {
  const all = readdirSync(join(root, 'domain'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('domain', name));
  const reached = new Map(all.map((test) => [test, reach(root, test)]));
  return { all, of: (file) => all.filter((test) => reached.get(test)?.has(join('domain', file))) };
}

function reach(root: string, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(/ from '(\.[^']*\.ts)'/g))
    reach(root, join(dirname(file), target), seen);
  return seen;
}
