import { describe, expect, it } from 'vitest';
import { firstLanguage, languages, preferredLanguage, withColon } from './languages.ts';

describe('the language that a browser wants most (§2, §9)', () => {
  it.each([
    ['zh-Hant-HK', 'zh_TW'],
    ['zh-Hans-HK', 'zh_CN'],
    ['zh', 'zh_CN'],
    ['in', 'in'],
    ['id-ID', 'in'],
    ['es-419', 'es_ES'],
    ['EN-gb', 'en'],
    ['fr;q=0.3,ko;q=0.7', 'ko_KR'],
    ['th; q=1.0', 'th'],
    ['*', undefined],
    ['xx-YY', undefined],
    ['en;q=0', undefined],
    ['en;q=nonsense', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('is read from %s as %s', (header, language) => {
    expect(preferredLanguage(header, languages)).toBe(language);
  });

  it('is one that the site offers', () => {
    expect(preferredLanguage('ja,th;q=0.5', ['en', 'th'])).toBe('th');
    expect(preferredLanguage('ja', ['en', 'th'])).toBeUndefined();
  });

  it('is English on a first visit where the browser names only others, if the site offers it (rules §11 first visit)', () => {
    expect(firstLanguage('de-DE,nl;q=0.8', languages)).toBe('en');
    expect(firstLanguage('de-DE,th;q=0.8', languages)).toBe('th');
    expect(firstLanguage('de', ['ja_JP', 'th'])).toBeUndefined();
    expect([undefined, '', '*', 'de;q=0'].map((header) => firstLanguage(header, languages))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it('is read quickly from a header without an end', () => {
    expect(preferredLanguage('a-'.repeat(50_000), languages)).toBeUndefined();
    expect(preferredLanguage(',;'.repeat(50_000), languages)).toBeUndefined();
  });
});

it('§2 languages: a label has the colon that its language writes before a value', () => {
  expect((['en', 'zh_CN', 'ja_JP', 'fr_FR', 'th'] as const).map((language) => withColon('x', language))).toEqual([
    'x: ',
    'x：',
    'x：',
    'x\u00a0: ',
    'x: ',
  ]);
});
