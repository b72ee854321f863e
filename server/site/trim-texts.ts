// Texts per language as staff type them: empty ones are left out; English is needed, and a language has title and text or
// neither. An announcement may be a title alone.
import type { FieldProblems } from '../../domain/errors.ts';
import { languages } from '../../domain/languages.ts';

type Texts = Record<string, string>;

/** The non-empty texts, trimmed. */
export function trimTexts(texts: Partial<Texts>): Texts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text?.trim() ? [[language, text.trim()]] : [])),
  );
}

export function judgeTexts(titles: Texts, texts: Texts, titleAlone = false): FieldProblems {
  const fields: FieldProblems = {};
  for (const language of languages) {
    const wanted = language === 'en' || titles[language] || texts[language];
    if (wanted && !titles[language]) fields[`titles.${language}`] = { problem: 'required' };
    if (wanted && !texts[language] && !titleAlone) fields[`texts.${language}`] = { problem: 'required' };
  }
  return fields;
}
