// Normalises a product's document: texts trimmed, empty languages dropped, characters that the database refuses removed,
// cancellation rules sorted from the earliest day.
import type { ProductDocument } from '../../contract/editing.ts';
import type { Language, Text } from '../../domain/languages.ts';

/** Control characters but line ends, and halves of a character, have no place in a text. */
function tidyText(text: Text): Text {
  const list = Object.entries(text).map(([language, one]): [Language, string] => [
    language as Language,
    (one ?? '')
      .replace(/\r\n?/g, '\n')
      .replace(/[\p{Cs}]|(?![\n\t])\p{Cc}/gu, '')
      .trim(),
  ]);
  return Object.fromEntries(list.filter(([, one]) => one));
}

export function tidyDocument(document: ProductDocument): ProductDocument {
  const tidied = {
    ...document,
    names: tidyText(document.names),
    overviews: tidyText(document.overviews),
    descriptions: tidyText(document.descriptions),
    instructions: tidyText(document.instructions),
    traffic: tidyText(document.traffic),
    itinerary: document.itinerary.map((step) => ({
      ...step,
      titles: tidyText(step.titles),
      texts: tidyText(step.texts),
    })),
    included: document.included.map(tidyText),
    excluded: document.excluded.map(tidyText),
    notices: document.notices.map(tidyText),
    pictures: document.pictures.map((one) => ({ ...one, alts: tidyText(one.alts) })),
    addOns: document.addOns.map((one) => ({ ...one, names: tidyText(one.names) })),
    packages: document.packages.map((one) => ({
      ...one,
      names: tidyText(one.names),
      descriptions: tidyText(one.descriptions),
      skus: one.skus.map((sku) => ({ ...sku, names: tidyText(sku.names) })),
    })),
  };
  const rules = document.refundRules && [...document.refundRules].sort((a, b) => b.daysBefore - a.daysBefore);
  return { ...tidied, refundRules: rules };
}

/** A text somebody can read in some language. */
export const hasText = (text: Text): boolean => Object.values(text).some((one) => one?.trim());
