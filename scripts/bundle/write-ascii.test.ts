import { expect, it } from 'vitest';
import { shorten } from './write-ascii.ts';

it('a bundle in ASCII means the same', () => {
  const texts = ['café', '日本', '😀', 'ẩm thực', '«»'];
  const code = `const list = ${JSON.stringify(texts)}; const match = '“a” 😀'.match(/[“”]|😀/gu); const word = 'x\\é\\\\é';`;
  const run = (source: string) => new Function(`${source} return [list, [...match], word];`)() as unknown[];
  const padded = code + '//'.padEnd(400);
  expect(shorten(padded)).toMatch(/^[\0-\x7f]*$/);
  expect(run(`${shorten(padded)}\n`)).toEqual(run(`${padded}\n`));
  expect(run(`${padded}\n`)).toEqual([texts, ['“', '”', '😀'], 'xé\\é']);
});

it('a file that would be longer so stays as it is', () => {
  expect(shorten("'ทัวร์'")).toBe("'ทัวร์'");
});
