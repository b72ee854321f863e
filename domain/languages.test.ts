import { describe, expect, it } from 'vitest';
import { firstLanguage, joinList, languages, languagesToPublish, preferredLanguage, withColon } from './languages.ts';
import { nameLanguage } from './name-language.ts';

it('a language is named as its reader calls it, with a capital as on a label', () => {
  const named = (code: string) =>
    (['en', 'fr_FR', 'ko_KR', 'zh_CN'] as const).map((reader) => nameLanguage(code, reader));
  expect(named('ja_JP')).toEqual(['Japanese', 'Japonais', '일본어', '日语']);
  expect(named('in')).toEqual(['Indonesian', 'Indonésien', '인도네시아어', '印度尼西亚语']);
  expect(named('pt_PT')).toEqual(['Portuguese', 'Portugais', '포르투갈어', '葡萄牙语']);
  const inside = (['en', 'es_ES', 'vi'] as const).map((reader) => nameLanguage('th', reader, { inside: true }));
  expect(inside).toEqual(['Thai', 'tailandés', 'tiếng Thái']);
  // Products may be held in languages that no page is in.
  expect(nameLanguage('de', 'it_IT')).toBe('Tedesco');
  expect(['zh_CN', 'zh_TW'].map((code) => nameLanguage(code, 'en'))).toEqual([
    'Simplified Chinese',
    'Traditional Chinese',
  ]);
  expect(nameLanguage('no language', 'en')).toBe('no language');
});

it('a list has the comma of its language, and no "and"', () => {
  const joined = (['en', 'es_ES', 'th', 'zh_CN', 'zh_TW', 'ja_JP', 'ko_KR'] as const).map((language) =>
    joinList(['A', 'B', 'C'], language),
  );
  expect(joined).toEqual(['A, B, C', 'A, B, C', 'A, B, C', 'A、B、C', 'A、B、C', 'A、B、C', 'A, B, C']);
  expect(joinList([], 'zh_CN')).toBe('');
});

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

  it('is the site’s default where the browser asks for none of its languages, and zh_CN wherever that is offered', () => {
    expect(firstLanguage('de', languages)).toBe('zh_CN');
    expect(firstLanguage('de', ['fr_FR', 'en'])).toBe('en');
    expect(firstLanguage(undefined, ['th'])).toBe('th');
    expect(firstLanguage('th', ['en', 'th'])).toBe('th');
    expect(firstLanguage('de', [])).toBe('zh_CN');
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

it('a product is published in English, and in the shop’s first language only where English is not offered', () => {
  expect(languagesToPublish(languages)).toEqual(['en']);
  expect(languagesToPublish(['zh_CN', 'th', 'en'])).toEqual(['en']);
  expect(languagesToPublish(['th', 'ja_JP'])).toEqual(['en', 'th']);
  expect(languagesToPublish([])).toEqual(['en']);
});
