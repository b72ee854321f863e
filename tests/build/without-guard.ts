// A module whose source lacks a guard, to show that a race test fails without it.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Loads a copy of `server/<file>` for as long as `work` takes. In its source each guard is replaced; it fails where one does not stand in
 * it exactly once, so that a guard which was rewritten is noticed.
 */
export async function withoutGuard<Module>(
  file: string,
  guards: [guard: string, instead: string][],
  work: (module: Module) => Promise<void>,
): Promise<void> {
  const source = new URL(`../../server/${file}`, import.meta.url);
  const mutant = new URL(basename(file).replace('.ts', `-unguarded-${randomBytes(4).toString('hex')}.tmp.ts`), source);
  let text = readFileSync(source, 'utf8');
  for (const [guard, instead] of guards) {
    if (text.split(guard).length !== 2) throw new Error(`not once in ${fileURLToPath(source)}: ${guard}`);
    text = text.replace(guard, () => instead);
  }
  writeFileSync(mutant, text);
  try {
    await work((await import(mutant.href)) as Module);
  } finally {
    rmSync(mutant);
  }
}
