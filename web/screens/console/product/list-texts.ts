// Every text of a product in one list, so that a translator sees the progress of each language (§9: 13 languages).
import type { Language } from '../../../../domain/languages.ts';
import { lineNames, textNames } from '../../../../domain/product-fields.ts';
import { isTyped, type ProductDraft, stockByOf, type Texts } from '../../../parts/console/catalogue/product-draft.ts';

export type TextSlot = { path: string; texts: Texts };

/** In the order of the page; the first two are always needed, others once they exist in some language. */
function listTexts(draft: ProductDraft): TextSlot[] {
  const slots: TextSlot[] = textNames.map((path) => ({ path, texts: draft[path] }));
  draft.itinerary.forEach((step, at) => {
    slots.push({ path: `itinerary.${at}.titles`, texts: step.titles });
    slots.push({ path: `itinerary.${at}.texts`, texts: step.texts });
  });
  for (const list of lineNames)
    draft[list].forEach((texts, at) => {
      slots.push({ path: `${list}.${at}`, texts });
    });
  return [...slots, ...listNames(draft)];
}

/** Names that are edited on other tabs: of packages, SKUs, extras, and the descriptions of pictures. */
export function listNames(draft: ProductDraft): TextSlot[] {
  const slots: TextSlot[] = [];
  draft.packages.forEach((item, at) => {
    slots.push({ path: `packages.${at}.names`, texts: item.names });
    slots.push({ path: `packages.${at}.descriptions`, texts: item.descriptions });
    if (stockByOf(draft) === 'room') slots.push({ path: `packages.${at}.beds`, texts: item.beds });
    item.skus.forEach((sku, row) => {
      if (isTyped(sku, stockByOf(draft))) return;
      slots.push({ path: `packages.${at}.skus.${row}.names`, texts: sku.names });
    });
  });
  draft.addOns.forEach((addOn, at) => {
    slots.push({ path: `addOns.${at}.names`, texts: addOn.names });
  });
  draft.pictures.forEach((picture, at) => {
    slots.push({ path: `pictures.${at}.alts`, texts: picture.alts });
  });
  return slots;
}

export const isFilled = (texts: Texts) => Object.values(texts).some((item) => item?.trim());

export function countTexts(draft: ProductDraft, language: Language): { filled: number; wanted: number } {
  const wanted = listTexts(draft).filter((slot, at) => at < 2 || isFilled(slot.texts));
  return { filled: wanted.filter((slot) => slot.texts[language]?.trim()).length, wanted: wanted.length };
}
