// The project's own source files and what each imports, for tests about the shape of the code.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** A file by its path inside the project. */
export type Source = { path: string; text: string };

const skipped = new Set(['node_modules', '.git', '.data', 'build', '.react-router', 'fonts']);

export function listSources(): Source[] {
  const found: Source[] = [];
  const walk = (folder: string) => {
    for (const name of readdirSync(folder)) {
      if (skipped.has(name)) continue;
      const path = join(folder, name);
      if (statSync(path).isDirectory()) walk(path);
      else if (/\.(ts|tsx)$/.test(name) && !/\.(gen|d|tmp)\.ts$/.test(name))
        found.push({ path: relative(root, path), text: readFileSync(path, 'utf8') });
    }
  };
  walk(root);
  return found;
}

/** What a file imports, as it is written there. */
export function importsOf({ text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] as string);
}

/** The project's files that a file imports, by their paths inside the project. */
export function filesImportedBy(source: Source): string[] {
  return importsOf(source)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(source.path), name));
}

export function isTest(path: string): boolean {
  return /\.test\.ts$/.test(path) || path.startsWith('tests/');
}
