// Every citation of a law in code and documents resolves: `§4` in docs/specification.md, `rules §7` in docs/rules.md, `security rule 31` in
// docs/security.md, `decision 0081` and `docs/…` as files. Every decision has all its fields and is enforced by files that exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Numbers of the headings `## §N …` of a document. */
const headings = (text: string) => new Set([...text.matchAll(/^## §(\d+)/gm)].map((found) => Number(found[1])));
/** Numbers of the numbered points under a heading, for citations such as `rules §12.9`. */
function pointsUnder(text: string, section: number): Set<number> {
  const from = text.indexOf(`## §${section} `);
  const to = text.indexOf('\n## ', from + 1);
  const part = text.slice(from, to < 0 ? undefined : to);
  return new Set([...part.matchAll(/^(\d+)\. /gm)].map((found) => Number(found[1])));
}
/** Numbers in the first column of the table of security rules. */
const rulesOf = (text: string) => new Set([...text.matchAll(/^\| (\d+) \|/gm)].map((found) => Number(found[1])));

const specification = read('docs/specification.md');
const rules = read('docs/rules.md');
const security = read('docs/security.md');

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.css', '*.mjs', '*.md'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => file && file !== 'tests/citations.test.ts' && existsSync(join(root, file)));
const decisions = files.filter((file) => /^docs\/decisions\/\d{4}-[a-z0-9-]+\.md$/.test(file));
const isDecision = (start: string) => decisions.some((file) => file.startsWith(`docs/decisions/${start}`));

/** Citations of sections that lead nowhere. */
function findBrokenSections(text: string): string[] {
  const broken: string[] = [];
  for (const found of text.matchAll(/(?:\b(\w+)\s+)?((?:§\d+(?:\.\d+)?(?:,? and |, | to |–)?)+)/g)) {
    const source = found[1] ?? '';
    const inRules = source === 'rules';
    const law = inRules ? rules : specification;
    for (const [cited, section, point] of (found[2] ?? '').matchAll(/§(\d+)(?:\.(\d+))?/g)) {
      const unknown =
        !headings(law).has(Number(section)) || (point && !pointsUnder(law, Number(section)).has(Number(point)));
      if (unknown || /^(decisions?|architecture|look)$/.test(source)) broken.push(`${source} ${cited}`.trim());
    }
  }
  return broken;
}

/** Numbers after a word, singly or as a list: `security rules 31 and 42`, `decisions 0003 and 0080`. */
const numbersAfter = (text: string, word: RegExp) =>
  [...text.matchAll(new RegExp(`${word.source} (\\d+(?:(?:,? and |,? or | to |, ?|–)\\d+)*)`, 'gi'))].flatMap((found) =>
    [...(found[1] ?? '').matchAll(/\d+/g)].map(([number]) => number),
  );

/** What is wrong with the citations in a text; nothing when all resolve. */
function findBroken(whole: string): string[] {
  // Headings define sections, and Internet standards have their own. A list that goes on in the next line of a comment is one text.
  const ours = whole.replace(/^## §\d+/gm, '').replace(/RFC \d+ §[\d.]+/g, '');
  const text = ours.replace(/\n\s*(?:\/\/|\*|--) /g, ' ');
  const broken = findBrokenSections(text);
  for (const number of numbersAfter(text, /security rules?/))
    if (!rulesOf(security).has(Number(number))) broken.push(`security rule ${number}`);
  for (const number of numbersAfter(text, /\bdecisions?/))
    if (number.length === 4 && !isDecision(`${number}-`)) broken.push(`decision ${number}`);
  for (const [path] of text.matchAll(/\b(?:docs\/[\w/-]+\.md|decisions\/\d{4}(?:-[\w-]+(?:\.md)?)?)/g))
    if (path.startsWith('docs/') ? !existsSync(join(root, path)) : !isDecision(path.slice('decisions/'.length)))
      broken.push(path);
  return broken;
}

const fields: [string, RegExp][] = [
  ['title', /^# \d{4} · \S.+\n/],
  ['Date', /^\*\*Date\.\*\* 20\d\d-[01]\d-[0-3]\d$/m],
  ['Status', /^\*\*Status\.\*\* (?:accepted|superseded by \[\d{4}\])/m],
  ['Context', /^\*\*Context\.\*\* \S/m],
  ['Decision', /^\*\*Decision\.\*\* \S/m],
  ['Alternatives', /^\*\*Alternatives\.\*\* \S/m],
  ['Consequences', /^\*\*Consequences\.\*\* \S/m],
  ['Enforced by', /^\*\*Enforced by\*\* \S/m],
];
const statusOf = (text: string) => /^\*\*Status\.\*\* (.+)$/m.exec(text)?.[1] ?? '';

/** What is wrong with the text of a decision. */
function judgeDecision(path: string, text: string): string[] {
  const problems = fields.filter(([, shape]) => !shape.test(text)).map(([name]) => `no ${name}`);
  const number = basename(path).slice(0, 4);
  if (!text.startsWith(`# ${number} · `)) problems.push('number of the title is not that of the file');
  const enforced = /^\*\*Enforced by\*\*[\s\S]*/m.exec(text)?.[0] ?? '';
  const named = [...enforced.matchAll(/`(\w[^`\s]*\.[a-z]+)`/g)].map((found) => found[1] ?? '');
  if (named.length === 0) problems.push('enforced by no file');
  for (const file of named)
    if (!existsSync(join(root, file))) problems.push(`enforced by ${file}, which does not exist`);
  for (const [, link] of text.matchAll(/\]\(([\w./-]+\.md)\)/g))
    if (!existsSync(join(root, 'docs/decisions', link ?? ''))) problems.push(`links to ${link}, which does not exist`);
  return problems;
}

describe('citations', () => {
  it('resolve in every file', () => {
    expect(files.length).toBeGreaterThan(900);
    const broken = files.flatMap((file) => findBroken(read(file)).map((citation) => `${file}: ${citation}`));
    expect(broken).toEqual([]);
  });

  it('are found in hundreds of lines, so that the check above is not empty', () => {
    const all = files.map(read).join('\n');
    expect([...all.matchAll(/§\d/g)].length).toBeGreaterThan(500);
    expect(numbersAfter(all, /security rules?/).length).toBeGreaterThan(30);
    expect(numbersAfter(all, /\bdecisions?/).length).toBeGreaterThan(2);
  });

  it.each([
    ['see §10 search', 'see §10'],
    ['rules §99', 'rules §99'],
    ['rules §12.77', 'rules §12.77'],
    ['§3 and §11', '§11'],
    ['rules §3\n// and §98', 'rules §98'],
    ['decisions §3', 'decisions §3'],
    ['RFC 9110 §7.2 and §11', 'and §11'],
    ['security rule 999', 'security rule 999'],
    ['security rules 31 and 999', 'security rule 999'],
    ['decision 9999', 'decision 9999'],
    ['Decisions 0003 and 9998', 'decision 9998'],
    ['docs/nothing.md', 'docs/nothing.md'],
    ['decisions/9999', 'decisions/9999'],
    ['decisions/0003-another-name', 'decisions/0003-another-name'],
  ])('%j would be refused', (text, problem) => {
    expect(findBroken(text)).toEqual([problem]);
  });
});

describe('decisions', () => {
  it('have all their fields, a unique number, and files that enforce them', () => {
    expect(decisions.length).toBeGreaterThan(40);
    expect(
      decisions.flatMap((file) => judgeDecision(file, read(file)).map((problem) => `${file}: ${problem}`)),
    ).toEqual([]);
    const numbers = decisions.map((file) => basename(file).slice(0, 4));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('are listed in the table of docs/decisions/README.md with title and status', () => {
    const lines = decisions.map((file) => {
      const text = read(file);
      const [, number, title] = /^# (\d{4}) · (.+)$/m.exec(text) ?? [];
      return `| [${number}](${basename(file)}) | ${title} | ${statusOf(text)} |`;
    });
    const table = read('docs/decisions/README.md').split('\n');
    expect(table.filter((line) => /^\| \[\d/.test(line)).sort()).toEqual(lines.sort());
  });

  const sound = read('docs/decisions/0003-secure-rows-by-connection.md');
  it.each([
    ...fields.slice(1).map(([name]) => [`**${name}`, `**Other`, `no ${name}`]),
    ['# 0003 · ', '# 0003 ', 'no title'],
    ['# 0003', '# 0004', 'number of the title is not that of the file'],
    [
      'runtime-role.test.ts',
      'nobody.test.ts',
      'enforced by server/platform/schema/nobody.test.ts, which does not exist',
    ],
    ['(0080-', '(0079-', 'links to 0079-separate-database-roles.md, which does not exist'],
    ['accepted', 'perhaps', 'no Status'],
  ])('with %j as %j would be refused', (before, after, problem) => {
    expect(judgeDecision('docs/decisions/0003-x.md', sound)).toEqual([]);
    expect(judgeDecision('docs/decisions/0003-x.md', sound.replace(before, after))).toContain(problem);
  });
});
