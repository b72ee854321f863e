// Which files and which tests cite each row of docs/specification.md. A row is a line of a table, or what a paragraph or bullet says about
// one term in bold; code and the names of tests cite it as `§5 quantity`. A call of §7 is found by its name in the contract as well.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls, fileRoutes } from '../contract/calls.ts';

export type Row = { section: number; name: string; keys: string[]; call: string | undefined };
export type TracedRow = Row & { code: string[]; tests: string[] };
type Source = { file: string; text: string };

export const traceFile = 'docs/coverage-of-the-specification.md';

/** Small letters, with one space for everything that is neither letter nor digit. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const addresses = new Map(
  Object.entries({ ...calls, ...fileRoutes }).map(([name, { method, path }]) => [
    `${method} ${path.slice('/api/'.length).replace(/:\w+/g, '*')}`,
    name,
  ]),
);

/** The row of a table: cited by its first cell, or by one of several addresses in it. */
function readTableRow(section: number, heading: string, line: string): Row {
  const [cell = ''] = line
    .slice(1)
    .split('|')
    .map((part) => part.trim());
  const call = addresses.get(cell.replace(/`/g, '').replace(/\{\w+\}/g, '*'));
  const parts = call ? [cell.replace(/\/\{\w+\}/g, '')] : (cell.match(/`[^`]+`/g) ?? [cell]);
  const names = call ? parts.map((part) => part.split(/[/ ]/).at(-1) ?? '') : parts;
  const keys = names.map((value) => plain(/^[\d–]/.test(value) ? `${heading} ${value}` : value));
  return { section, name: cell === '`/`' ? '`/`' : cell, keys: keys.map((key) => key || 'home'), call };
}

/** A paragraph or bullet: what follows each sentence with a term in bold belongs to that term. */
function readTerms(section: number, text: string): Row[] {
  // A heading above a list or a table is no statement.
  if (/^(?:- )?\*\*[^*]+\*\*[.:]?$/.test(text)) return [];
  const terms = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map((found) => found[1] ?? '');
  return terms.map((name) => ({ section, name: name.replace(/[.:]$/, ''), keys: [plain(name)], call: undefined }));
}

export function readRows(specification: string): Row[] {
  const rows: Row[] = [];
  let section = 0;
  let heading = '';
  for (const block of specification.replace(/\n(?=- )/g, '\n\n').split(/\n(?:\n|(?=## §))/)) {
    const lines = block.split('\n');
    section = Number(/^## §(\d+)/.exec(block)?.[1] ?? section);
    if (section === 0 || block.startsWith('## ')) continue;
    if (!block.startsWith('|')) rows.push(...readTerms(section, block));
    else
      for (const [at, line] of lines.entries())
        if (at === 0) heading = plain(line.split('|')[1] ?? '').replace(/s$/, '');
        else if (at > 1) rows.push(readTableRow(section, heading, line));
  }
  return rows;
}

/** The rows that a text cites: of those whose key follows the number, those with the longest. */
function citedRows<Cited extends Row>(rows: Cited[], text: string): Cited[] {
  return [...text.matchAll(/(?<!rules )§(\d+) ([^§]{1,90})/g)].flatMap(([, section, after]) => {
    const words = `${plain(after ?? '')} `;
    const lengthOf = ({ keys }: Cited) =>
      Math.max(0, ...keys.filter((key) => words.startsWith(`${key} `)).map((key) => key.length));
    const ofSection = rows.filter((row) => row.section === Number(section));
    const longest = Math.max(...ofSection.map(lengthOf));
    return longest > 0 ? ofSection.filter((row) => lengthOf(row) === longest) : [];
  });
}

/** Names of tests and of groups of tests: what is given first to it, describe and each. */
const namesOfTests = (text: string) =>
  [...text.matchAll(/\b(?:it|describe|each\([\s\S]*?\))[.\w]*\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)].map(
    (found) => found[2] ?? '',
  );

/** What a file begins with, up to its first statement. */
const headOf = (text: string) => text.slice(0, Math.max(0, text.search(/^(?!\/\/|\s*$)/m))).replace(/\n\/\/ /g, ' ');

export function traceRows(rows: Row[], sources: Source[]): TracedRow[] {
  const traced = rows.map((row) => ({ ...row, code: new Set<string>(), tests: new Set<string>() }));
  for (const { file, text } of sources) {
    if (file.endsWith('.test.ts')) {
      for (const row of citedRows(traced, headOf(text))) row.tests.add(file);
      for (const name of namesOfTests(text))
        for (const row of citedRows(traced, name)) row.tests.add(`${file}: ${name}`);
    } else {
      // Comments go on in the next line.
      for (const row of citedRows(traced, text.replace(/\n\s*(?:\/\/|\*|--) /g, ' '))) row.code.add(file);
    }
    for (const row of traced)
      if (row.call && text.includes(`'${row.call}'`)) row[file.endsWith('.test.ts') ? 'tests' : 'code'].add(file);
  }
  return traced.map((row) => ({ ...row, code: [...row.code].sort(), tests: [...row.tests].sort() }));
}

/** Files of the installation with code: no documents, and not what this file makes. */
export function readSources(root: string): Source[] {
  return execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        file &&
        existsSync(join(root, file)) &&
        !/^(scripts|contract\/(calls|file-routes)\.ts|tests\/(trace|citations)\.)/.test(file),
    )
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

export function traceHouse(root: string): TracedRow[] {
  return traceRows(readRows(readFileSync(join(root, 'docs/specification.md'), 'utf8')), readSources(root));
}

/** `§5 quantity`: how the row is cited. */
export const citationOf = ({ section, keys }: Row) => `§${section} ${keys[0]}`;

/** Rows that no test cites. */
export const listGaps = (rows: TracedRow[]) => rows.filter(({ tests }) => tests.length === 0).map(citationOf);

/** Why these rows have no test of their own. */
export const knownGaps: Record<string, string> = {
  '§3 client state': 'names of what a former client stored; ours has the address, cookies and the browser’s storage',
};

const cell = (items: string[], most: number) =>
  items.length === 0
    ? '–'
    : [...items.slice(0, most), ...(items.length > most ? [`and ${items.length - most} more`] : [])]
        .map((item) =>
          item
            .replace(/ \((?:§[^)]*\)?[^)]*)\)$/, '')
            .replace(/\|/g, '\\|')
            .replace(/\\'/g, '’'),
        )
        .join('<br>');

/** The document: each row of the specification with the files and the tests that cite it. */
export function writeTrace(rows: TracedRow[]): string {
  const sections = [...new Set(rows.map(({ section }) => section))].map((section) => {
    const lines = rows
      .filter((row) => row.section === section)
      .map((row) => `| ${row.name.replace(/\|/g, '\\|')} | ${cell(row.code, 4)} | ${cell(row.tests, 4)} |`);
    return [`## Section ${section}`, '', '| Row | Code that cites it | Tests |', '|---|---|---|', ...lines].join('\n');
  });
  const gaps = listGaps(rows).map((gap) => `- ${gap}: ${knownGaps[gap] ?? 'not known'}`);
  return `${[
    '# Coverage of the specification',
    [
      'Made by `npm run trace`; `tests/trace.test.ts` holds it to the files. A row is a line of a table of',
      '[specification.md](specification.md), or what a paragraph or bullet says about one term in bold. Code cites it by its number and',
      'term; a test by its name or the head of its file. A call is found by its name in the contract as well.',
    ].join('\n'),
    `${rows.length} rows, ${gaps.length} without a test:`,
    gaps.join('\n'),
    ...sections,
  ].join('\n\n')}\n`;
}
