// English is what languages without a text show: forms require it, and say why to who wrote in another language.
import type { Words } from '../use-words.ts';

type Texts = Partial<Record<string, string>>;

const hasOther = (texts: Texts) => Object.entries(texts).some(([language, text]) => language !== 'en' && text?.trim());

/** What an empty English field says, beside `all` texts of its form. */
export const missingEnglish = ({ say }: Pick<Words, 'say'>, ...all: Texts[]): string =>
  say(all.some(hasOther) ? 'site.setting.englishToo' : 'ui.field.required');

/** The problem of texts that need English; undefined if they have it. */
export const judgeEnglish = (words: Pick<Words, 'say'>, texts: Texts): string | undefined =>
  texts.en?.trim() ? undefined : missingEnglish(words, texts);
