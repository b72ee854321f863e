// docs/security.md compared with the code: every rule and every requirement of levels 1 and 2 has a row, every row an answer, and every test
// and file that it names exists.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** Requirements of ASVS 5.0.0 by section: how many are of level 1, then of level 2; a level's numbers follow those of the lower one. */
const sections = `1.1 0 2 · 1.2 5 4 · 1.3 2 9 · 1.4 0 3 · 1.5 1 1 · 2.1 1 2 · 2.2 2 1 · 2.3 1 3 · 2.4 0 1 · 3.2 2 0 · 3.3 1 3 · 3.4 2 4 · 3.5 3 2
  · 3.7 0 2 · 4.1 1 2 · 4.2 0 1 · 4.3 0 2 · 4.4 1 3 · 5.1 0 1 · 5.2 2 1 · 5.3 2 0 · 5.4 0 3 · 6.1 1 2 · 6.2 8 4 · 6.3 2 2 · 6.4 2 2 · 6.5 0 5
  · 6.6 0 3 · 6.8 0 4 · 7.1 0 3 · 7.2 4 0 · 7.3 0 2 · 7.4 2 3 · 7.5 0 2 · 7.6 0 2 · 8.1 1 1 · 8.2 2 1 · 8.3 1 0 · 8.4 0 1 · 9.1 3 0 · 9.2 1 3
  · 10.1 0 2 · 10.2 0 2 · 10.3 0 4 · 10.4 5 6 · 10.5 0 5 · 10.6 0 2 · 10.7 0 3 · 11.1 0 2 · 11.2 0 3 · 11.3 2 1 · 11.4 1 3 · 11.5 0 1 · 11.6 0 1
  · 12.1 1 2 · 12.2 2 0 · 12.3 0 4 · 13.1 0 1 · 13.2 0 5 · 13.3 0 2 · 13.4 1 4 · 14.1 0 2 · 14.2 1 3 · 14.3 1 2 · 15.1 1 2 · 15.2 1 2 · 15.3 1 6
  · 16.1 0 1 · 16.2 0 5 · 16.3 0 4 · 16.4 0 3 · 16.5 0 3 · 17.1 0 1 · 17.2 0 4 · 17.3 0 2`;

const required = sections.split('·').flatMap((section) => {
  const [name, first, second] = section.trim().split(/\s+/);
  return Array.from({ length: Number(first) + Number(second) }, (_, at) => ({
    id: `${name}.${at + 1}`,
    level: at < Number(first) ? 1 : 2,
  }));
});

const rows = text
  .split('\n')
  .filter((line) => /^\| *[\d.]/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const rules = rows.filter(([first]) => /^\d+$/.test(first ?? ''));
const requirements = rows.filter(([first]) => /^\d+\.\d+\.\d+/.test(first ?? ''));

function listTests(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return /^(node_modules|build.*|\.\w+)$/.test(entry.name) ? [] : listTests(path);
    return path.endsWith('.test.ts') ? [path] : [];
  });
}
const tests = listTests('');
const quoted = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);

/** Titles of tests and of rows of their tables. */
function titlesOf(code: string): string[] {
  const strings = code.matchAll(
    /(?:\b(?:it|test|describe)(?:\.each)?\(|\)\(|[[,])\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g,
  );
  return [...strings].map((found) => (found[1] ?? found[2] ?? found[3] ?? '').replaceAll("\\'", "'"));
}

/** What is wrong with a reference to a test, or undefined. */
function judge(reference: string): string | undefined {
  const [file = '', name = ''] = reference.split(' › ');
  const found = tests.filter((path) => path === `${file}.test.ts` || path.endsWith(`/${file}.test.ts`));
  if (found.length !== 1) return `${reference}: ${found.length} such files`;
  const code = readFileSync(join(root, found[0] as string), 'utf8');
  return titlesOf(code).some((title) => title.includes(name)) ? undefined : `${reference}: no such test`;
}

it('has every rule from 1 to 80 once, in order, with a place and a test or a reason', () => {
  expect(rules.map(([number]) => Number(number))).toEqual(Array.from({ length: 80 }, (_, at) => at + 1));
  for (const [number, rule, place, answer] of rules) {
    expect(rule?.length, number).toBeGreaterThan(10);
    expect(place, number).toMatch(/^`.+`$/);
    expect(answer, number).toMatch(/^(`.+ › .+`|By design: )/);
  }
});

it('has every requirement of levels 1 and 2 once, under its level, with a test or a reason', () => {
  expect([required.filter((one) => one.level === 1).length, required.length]).toEqual([70, 253]);
  const ids = requirements.flatMap(([first, level]) =>
    (first ?? '').split(', ').map((id) => ({ id, levels: level ?? '' })),
  );
  expect(ids.map((one) => one.id).sort()).toEqual(required.map((one) => one.id).sort());
  for (const { id, level } of required) expect(ids.find((one) => one.id === id)?.levels, id).toContain(String(level));
  for (const [first, , , answer] of requirements)
    expect(answer, first).toMatch(/^(`.+ › .+`|(Not here|Outside|By design|Open)\b)/);
});

it('names tests and files that exist', () => {
  const references = quoted.filter((one) => one.includes(' › ') && !one.startsWith('room/'));
  expect(references.length).toBeGreaterThan(150);
  expect(references.flatMap((one) => judge(one) ?? [])).toEqual([]);
  const files = quoted.filter((one) => /^[\w.-]+(\/[\w.-]+)*\.(ts|sql|json|md)$/.test(one) && one.includes('/'));
  expect(files.length).toBeGreaterThan(60);
  expect(files.filter((one) => !existsSync(join(root, one)))).toEqual([]);
});

it('would notice a missing test', () => {
  expect(judge('order/place-order › sells exactly six')).toMatch(/no such test/);
  expect(judge('order/no-such-file › sells')).toMatch(/0 such files/);
});
