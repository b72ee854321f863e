// All 13 languages are complete: same keys, same placeholders, no message that does not parse, and every refusal has a text.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { fieldProblems, refusals } from '../domain/errors.ts';
import { formatLocale, type Language, languages } from '../domain/languages.ts';
import { addOnFields, packageFields, productFields, skuFields } from '../domain/product-fields.ts';
import { productTypes } from '../domain/product-types.ts';
import { readWords, wordParts, wordsIn } from '../locales/index.ts';
import { voucherLabels } from '../server/export/draw-voucher.ts';
import { listPages, type User } from '../web/parts/account/list-pages.ts';
import { drawGlossary, findStrangers, isExcepted, listLeftOut, listSayers } from './build/check-glossary.ts';
import { isTest, listSources } from './build/list-sources.ts';

const english = wordsIn('en');
const sayers = listSayers(english);
// Besides the rooms of the server: the frame of the back office, components of the screens, and the refusals of domain/errors.ts.
const firstWords = new Set([...listRooms(), 'console', 'ui', 'refusal']);

const blanksOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\s*[,}]/g)].map((match) => match[1]))].sort();

function parses(text: string, language: Language): boolean {
  try {
    return Boolean(new IntlMessageFormat(text, formatLocale(language)));
  } catch {
    return false;
  }
}

it('a message that does not parse is found', () => {
  expect(['{n, plural, one {#}', '{n', '{n} persons'].map((text) => parses(text, 'en'))).toEqual([false, false, true]);
});

describe.each(languages)('%s', (language) => {
  const words = wordsIn(language);

  it('has every key and no other, each in the same file', () => {
    for (const part of wordParts)
      expect(Object.keys(readWords(language, part)).sort()).toEqual(Object.keys(readWords('en', part)).sort());
    const all = wordParts.flatMap((part) => Object.keys(readWords(language, part)));
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([]);
  });

  // One expectation for all words of a language: one for each word took longer than everything else of this file.
  it('has the same placeholders in each message, and each parses', () => {
    const wrong = Object.entries(words).flatMap(([key, text]) => {
      const blanks = [blanksOf(text).join(), blanksOf(english[key] ?? '').join()];
      return text.trim() && blanks[0] === blanks[1] && parses(text, language) ? [] : [`${key}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });

  it('shows no escapes of its file', () => {
    expect(Object.entries(words).filter(([, text]) => text.includes('\\'))).toEqual([]);
  });

  it('is not untranslated English', () => {
    if (language === 'en') return;
    const same = Object.entries(words).filter(
      ([key, text]) =>
        // French counts minutes with the same word.
        key !== 'catalog.unit.3' && text === english[key] && text.length > 14 && !/^\W*\{?\w*\}?\W*$/.test(text),
    );
    expect(same).toEqual([]);
  });

  it('uses the words of the glossary', () => {
    if (language === 'en') return;
    const strangers = findStrangers(language, words, sayers);
    expect(strangers.filter((one) => !isExcepted(language, one))).toEqual([]);
    // What is listed and said all the same leaves the list.
    const found = new Set(strangers.map(({ term, key }) => `${term} ${key}`));
    expect(listLeftOut(language).filter(({ term, key }) => !found.has(`${term} ${key}`))).toEqual([]);
  });
});

it('a word that is not the glossary’s is found, and the glossary’s document says what its data say', async () => {
  const key = 'export.voucher.title';
  const changed = { ...wordsIn('fr_FR'), [key]: 'Coupon', 'payment.channelHelp.telr.storeId': 'Coupon' };
  const strangers = findStrangers('fr_FR', changed, sayers).filter(({ term }) => term === 'voucher');
  expect(strangers.filter((one) => !isExcepted('fr_FR', one))).toEqual([{ term: 'voucher', key, text: 'Coupon' }]);
  await expect(drawGlossary()).toMatchFileSnapshot('../docs/glossary.md');
});

it('every refusal, field problem, product type, field of a product and voucher label has a text', () => {
  const keys = [
    ...Object.keys(refusals).map((name) => `refusal.${name}`),
    ...fieldProblems.map((name) => `ui.field.${name}`),
    ...Object.entries(productTypes).flatMap(([type, row]) => [
      `catalog.type.${type}`,
      ...row.subtypes.map((one) => `catalog.subtype.${one}`),
    ]),
    ...[productFields, packageFields, skuFields, addOnFields].flatMap((fields) =>
      Object.keys(fields).map((name) => `editing.field.${name}`),
    ),
    ...voucherLabels.map((label) => `export.voucher.${label}`),
  ];
  expect(keys.filter((key) => !(key in english))).toEqual([]);
});

it('French keeps its high punctuation on the line of its word', () => {
  const torn = Object.entries(wordsIn('fr_FR')).filter(([, text]) => / [?!;:»]|« /.test(text));
  expect(torn.map(([key]) => key)).toEqual([]);
});

it('refunds are promised within 48 hours in every language (§9 refund)', () => {
  for (const language of languages) expect(wordsIn(language)['order.refundState.0'], language).toContain('48');
});

it('lines break as the language of the text does (decision 0457)', () => {
  const style = readFileSync(join(import.meta.dirname, '..', 'web', 'style.css'), 'utf8');
  const rule = (selector: string) => style.split(`${selector} {`)[1]?.split('}')[0];
  expect(rule('[lang]:is(:lang(zh), :lang(ja), :lang(ko))')).toContain('line-break: strict');
  expect(rule('[lang]:lang(ko)')).toContain('word-break: keep-all');
  expect(rule('[lang]:not(:lang(ko))')).toContain('word-break: normal');
});

it('only one file formats dates for readers, so that Thai years are Gregorian everywhere (decision 0455)', () => {
  const writes = /DateTimeFormat\((?!'|\))|toLocaleDateString|FormattedDate/;
  const writers = listSources().filter(
    ({ path, text }) => !isTest(path) && !path.startsWith('scripts/') && writes.test(text),
  );
  // The second one reads what a reader types, in the calendars that people type.
  expect(writers.map(({ path }) => path)).toEqual(['domain/dates.ts', 'domain/search/read-dates.ts']);
});

it('every refusal is a sentence with a full stop, except that of the pick-up time, as specified, and Thai, which has no full stop', () => {
  const ends = /[.?。？]$|[.。]\}\}$/;
  const open = languages
    .filter((language) => language !== 'th')
    .flatMap((language) => Object.entries(wordsIn(language)).map(([key, text]) => ({ language, key, text })))
    .filter(({ key, text }) => key.startsWith('refusal.') && key !== 'refusal.pickupTimeClosed' && !ends.test(text));
  expect(open).toEqual([]);
});

it('no sentence ends with two full stops, one inside a plural and one behind it', () => {
  const doubled = /[.!?。！？]\}\s*\}[.!?。！？]|。。/;
  const found = languages.flatMap((language) =>
    Object.entries(wordsIn(language)).flatMap(([key, text]) => (doubled.test(text) ? [`${language} ${key}`] : [])),
  );
  expect(found).toEqual([]);
});

it('docs/screens.md shows every sheet of screens in five languages, at most 3 MB together (decision 0520)', () => {
  const docs = join(import.meta.dirname, '..', 'docs');
  const shown = [...readFileSync(join(docs, 'screens.md'), 'utf8').matchAll(/\]\(pictures\/languages\/(.+?)\)/g)];
  const sheets = readdirSync(join(docs, 'pictures', 'languages'));
  expect(shown.map(([, name]) => name).sort()).toEqual(sheets.sort());
  const bytes = sheets.map((name) => statSync(join(docs, 'pictures', 'languages', name)).size);
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(3 * 1024 * 1024);
});

it('each key begins with the room of its text', () => {
  expect(firstWords.size).toBeGreaterThan(20);
  expect(Object.keys(english).filter((key) => !firstWords.has(key.split('.')[0] ?? ''))).toEqual([]);
});

function listRooms(): string[] {
  const folders = readdirSync(join(import.meta.dirname, '..', 'server'), { withFileTypes: true });
  return folders.filter((one) => one.isDirectory()).map(({ name }) => name);
}

it('the pages of the user centre have different names in each language', () => {
  const user = { kind: 'main', registrant: 'company', approval: 'approved', verAuthFlag: true, passwordSet: true };
  const labels = listPages(user as User).map(({ label }) => label);
  expect(labels).toContain('privacy.title');
  for (const language of languages) {
    const words = wordsIn(language);
    const names = labels.map((label) => words[label]);
    expect(new Set(names).size, `${language}: ${names.join(', ')}`).toBe(labels.length);
  }
});
