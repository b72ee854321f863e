// Each row of the specification with the files and tests that cite it: the document is up to date, and rows without a test are known.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  knownGaps,
  listGaps,
  readRows,
  traceFile,
  traceHouse,
  traceRows,
  writeTrace,
} from '../scripts/trace-specification.ts';

const root = join(import.meta.dirname, '..');
const rows = traceHouse(root);

describe('the table of coverage', () => {
  it('is what `npm run trace` writes', () => {
    expect(readFileSync(join(root, traceFile), 'utf8') === writeTrace(rows), 'run `npm run trace`').toBe(true);
  });

  it('has a test for every row but the known ones', () => {
    expect(rows.length).toBeGreaterThan(280);
    expect(listGaps(rows)).toEqual(Object.keys(knownGaps));
  });

  it('has a row for each line of a table and each term in bold, and finds its citations', () => {
    const found = readRows(
      '## §5 Validation\n\n**About**\n\n- **Code**: 4. The **repetition**\n  again.\n\n| A | B |\n|---|---|\n| `/x` | y |',
    );
    expect(found.map(({ keys }) => keys)).toEqual([['code'], ['repetition'], ['x']]);
    const answer = traceRows(found, [
      { file: 'a.ts', text: '// A code (§5 code)' },
      { file: 'a.test.ts', text: "// Head.\nit('is short (§5 code; §5 repetition)', () => {" },
      { file: 'b.test.ts', text: '// The way in (§5 x).\nimport one' },
    ]);
    expect(answer.map(({ code, tests }) => [code, tests])).toEqual([
      [['a.ts'], ['a.test.ts: is short (§5 code; §5 repetition)']],
      [[], ['a.test.ts: is short (§5 code; §5 repetition)']],
      [[], ['b.test.ts']],
    ]);
  });
});
