// Default alternative texts: the product's name in each language, numbered from the second picture on.
import { languages } from '../../../../domain/languages.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import type { PictureDraft, Texts } from '../../../parts/console/catalogue/product-draft.ts';

const longest = productFields.pictures.fields.alts.max;

export function suggestAlts(names: Texts, at: number): Texts {
  const number = at === 0 ? '' : ` (${at + 1})`;
  return Object.fromEntries(
    languages.flatMap((language) => {
      const name = names[language]?.trim();
      return name ? [[language, name.slice(0, longest - number.length) + number]] : [];
    }),
  );
}

const lacksIn = (texts: Texts, names: Texts): boolean =>
  languages.some((language) => names[language]?.trim() && !texts[language]?.trim());

/** Whether a picture has no text in a language in which the product has a name. */
export const hasMissingAlts = (pictures: PictureDraft[], names: Texts): boolean =>
  pictures.some(({ alts }) => lacksIn(alts, names));

/** Existing texts are not changed. */
export const fillAlts = (pictures: PictureDraft[], names: Texts): PictureDraft[] =>
  pictures.map((picture, at) => {
    const written = Object.entries(picture.alts).filter(([, text]) => text?.trim());
    return lacksIn(picture.alts, names)
      ? { ...picture, alts: { ...suggestAlts(names, at), ...Object.fromEntries(written) } }
      : picture;
  });
