// Links in texts of owners (domain/plain-text.ts): what becomes a link, and what stays words whatever it tries.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutLinks, listQuestions, openingOf } from './plain-text.ts';

const linksOf = (line: string) => cutLinks(line).flatMap((span) => (span.to === undefined ? [] : [span.to]));
const wordsOf = (line: string) =>
  cutLinks(line)
    .map((span) => span.words)
    .join('');

describe('a link', () => {
  it('leads to http, https or a path of the own site', () => {
    expect(cutLinks('See [our map](https://maps.example/a?b=1#c), or [all tours](/search?query=x) now')).toEqual([
      { words: 'See ' },
      { words: 'our map', to: 'https://maps.example/a?b=1#c' },
      { words: ', or ' },
      { words: 'all tours', to: '/search?query=x' },
      { words: ' now' },
    ]);
    expect(linksOf('[a](http://one.example)[b](/)')).toEqual(['http://one.example/', '/']);
  });

  it.each([
    'javascript:alert(1)',
    'javascript:alert`1`',
    'JaVaScRiPt:alert`1`',
    'java\tscript:alert`1`',
    '\u0001javascript:alert`1`',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://one.example/1',
    'mailto:a@one.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\u0000x',
    'https:evil.example',
    'https:///evil.example',
    'https://one.example@evil.example',
    'https://a:b@evil.example',
    'https://one.example/\u0007',
    'https://one.example/a b',
    ' https://one.example',
    '\u00a0/search',
    'search',
    '#top',
    '',
  ])('to %j stays words', (target) => {
    const line = `before [words](${target}) after`;
    expect(linksOf(line)).toEqual([]);
    expect(wordsOf(line)).toBe(line);
  });

  it('of nested or broken brackets is the innermost whole one, or none', () => {
    expect(cutLinks('[[in](/a)](javascript:x)')).toEqual([
      { words: '[' },
      { words: 'in', to: '/a' },
      { words: '](javascript:x)' },
    ]);
    for (const line of ['[a](/b', '[a] (/b)', '[](/b)', '[ ](/b)', '[a](/b(c))', '[a]()', '](/b)[', '[a](/[b](/c'])
      expect(linksOf(line), line).toEqual([]);
  });

  it('is never anything but http, https or an own path, and no word is lost where there is none', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      'javascript:',
      'data:',
      'https://',
      '/',
      '\\',
      '\t',
      'a',
      '@',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 24 }), (parts) => {
        const line = parts.join('');
        for (const to of linksOf(line)) expect(to).toMatch(/^(https?:\/\/[^/@]|\/(?![/\\]))/);
        if (!linksOf(line).length) expect(wordsOf(line)).toBe(line);
      }),
      { numRuns: 500 },
    );
  });

  it('does not take long over a line made to be slow', () => {
    const from = performance.now();
    cutLinks('['.repeat(20_000) + '[a]('.repeat(5000));
    expect(performance.now() - from).toBeLessThan(500);
  });
});

describe('the opening of a text', () => {
  it('is its words without headings and marks', () => {
    expect(openingOf('# Title\nRead [this](/a) first.\n\n- one\n- two')).toBe('Read this first. one two');
    expect(openingOf('ab cd', 2)).toBe('ab');
  });
});

describe('questions in a text', () => {
  it('are headings with a question mark, each with the text up to the next heading; others and unanswered ones are none (§2)', () => {
    const text = [
      '# About us\nSince 1998.',
      '# When do we [leave](/x)?\nAt eight.\n\n- from the [pier](/pier)\n- from the hotel',
      '# 怎么付款？\n刷卡。',
      '# Why?',
    ];
    expect(listQuestions(text.join('\n\n'))).toEqual([
      { question: 'When do we leave?', answer: 'At eight.\nfrom the pier\nfrom the hotel' },
      { question: '怎么付款？', answer: '刷卡。' },
    ]);
  });
});
