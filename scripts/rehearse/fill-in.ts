// Files of deploy/ for one machine: each word between @ gets its value there.
import { readFileSync } from 'node:fs';

/** A word without a value is an error. */
export function fillIn(file: string, values: Record<string, string>): string {
  return readFileSync(file, 'utf8').replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for @${name}@`);
    return value;
  });
}
