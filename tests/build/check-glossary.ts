// One word for one thing in every language: locales/glossary.json defines it, and every message is compared with it.

import { type Language, languageNames, languages } from '../../domain/languages.ts';
import glossary from '../../locales/glossary.json' with { type: 'json' };
import type { Words } from '../../locales/index.ts';

type Keys = Partial<Record<string, string[]>>;
type Term = { term: string; means: string; said: string; words: Partial<Record<Language, string[]>> };

const terms: Term[] = glossary.terms;
const exceptions: Record<string, Keys> = glossary.exceptions;
const leftOut: Partial<Record<Language, Keys>> = glossary.leftOut.keys;

/** A message without the names of its blanks and without the rules of its plurals. */
const textOf = (message: string) => message.replace(/\{\w+, plural,|\b(?:one|other|many|=\d+) ?\{|\{\w+\}|[#{}]/g, ' ');

/** The messages that use each term in English: `from {price}` is recognised by its placeholder, all others by their text. */
export function listSayers(english: Words): Map<string, string[]> {
  const messages = Object.entries(english)
    .filter(([key]) => !key.startsWith(glossary.others.prefix))
    .map(([key, message]) => ({ key, message, text: textOf(message) }));
  return new Map(
    terms.map(({ term, said }) => {
      const pattern = new RegExp(said, 'i');
      const whole = said.includes('{');
      return [term, messages.filter(({ message, text }) => pattern.test(whole ? message : text)).map(({ key }) => key)];
    }),
  );
}

export type Stranger = { term: string; key: string; text: string };

/** Messages that say a term of the glossary otherwise than it says, exceptions among them. */
export function findStrangers(language: Language, words: Words, sayers: ReadonlyMap<string, string[]>): Stranger[] {
  return terms.flatMap(({ term, words: { [language]: forms = [] } }) => {
    const accepted = forms.map((form) => form.toLowerCase());
    return (sayers.get(term) ?? [])
      .map((key) => ({ term, key, text: words[key] ?? '' }))
      .filter(({ text }) => !accepted.some((form) => textOf(text).toLowerCase().includes(form)));
  });
}

const listed = (language: Language) => [...Object.values(exceptions), leftOut[language] ?? {}];

/** Whether the glossary lists the message among its exceptions, with a reason. */
export const isExcepted = (language: Language, { term, key }: Pick<Stranger, 'term' | 'key'>) =>
  listed(language).some((keys) => keys[term]?.includes(key));

/** Messages that a language leaves a word out of: each has to be one that would be found. */
export const listLeftOut = (language: Language) =>
  Object.entries(leftOut[language] ?? {}).flatMap(([term, keys = []]) => keys.map((key) => ({ term, key })));

/** docs/glossary.md. */
export function drawGlossary(): string {
  const others = languages.filter((language) => language !== 'en');
  const rule = '|---'.repeat(others.length + 2);
  const rows = terms.map(({ term, means, words }) =>
    ['', `**${term}**`, means, ...others.map((language) => words[language]?.[0] ?? ''), ''].join(' | ').trim(),
  );
  return [
    '# Glossary',
    '',
    'One word for one thing, in every language and on every screen. `locales/glossary.json` holds the words, the other forms that',
    '`tests/locales.test.ts` accepts (stems, verbs), and the messages that leave a word out, each group with its reason; this table is drawn',
    'from it (`npx vitest run tests/locales.test.ts -u`). The changes of a second reading of all languages are in',
    '[reading-of-the-languages.md](reading-of-the-languages.md).',
    '',
    `| English | It is | ${others.map((language) => languageNames[language]).join(' | ')} |`,
    `${rule}|`,
    ...rows,
    '',
  ].join('\n');
}
