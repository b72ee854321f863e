// What an entry of the log is about, by the name that the entry has: also of what was deleted since, and of a file.
import { isLanguage, type Language, type Text, textIn } from '../../domain/languages.ts';

/** Of these the log notes the name, in one field or another; the rest is found by its id. */
const noted = 'announcement answer area banner freight import key offer page promotion'.split(' ');
const fields = ['file', 'name', 'title', 'titles', 'names'] as const;

type Side = Record<string, unknown> | null;

/** '' without one. */
export function nameNoted(
  { subject, before, after }: { subject: string; before: Side; after: Side },
  language: Language,
) {
  const [kind = ''] = subject.split(' ');
  if (!noted.includes(kind)) return '';
  const found = [after, before].flatMap((side) => fields.map((field) => readName(side?.[field], language)));
  return found.find((name) => name !== '') ?? '';
}

function readName(value: unknown, language: Language): string {
  if (typeof value === 'string') return value;
  return isTexts(value) ? textIn(value, language) : '';
}

const isTexts = (value: unknown): value is Text =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).every(isLanguage);
