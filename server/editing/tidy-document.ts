// Normalises a product's document: texts trimmed, empty languages dropped, characters that the database refuses removed,
// cancellation rules sorted from the earliest limit.
import { hoursOf } from '../../domain/cancellation.ts';
import { type Field, mapFields } from '../../domain/field-kinds.ts';
import type { Language, Text } from '../../domain/languages.ts';
import { type ProductDocument, productFields } from '../../domain/product-fields.ts';

/** Control characters but line ends, and halves of a character, have no place in a text. */
function tidyText(text: Text): Text {
  const list = Object.entries(text).map(([language, value]): [Language, string] => [
    language as Language,
    (value ?? '')
      .replace(/\r\n?/g, '\n')
      .replace(/[\p{Cs}]|(?![\n\t])\p{Cc}/gu, '')
      .trim(),
  ]);
  return Object.fromEntries(list.filter(([, value]) => value));
}

export function tidyDocument(document: ProductDocument): ProductDocument {
  const tidied = mapFields(productFields, document, tidyValue) as ProductDocument;
  const sort = (rules: ProductDocument['refundRules']) => rules && [...rules].sort((a, b) => hoursOf(b) - hoursOf(a));
  return {
    ...tidied,
    refundRules: sort(tidied.refundRules),
    packages: tidied.packages.map((pack) => ({ ...pack, refundRules: sort(pack.refundRules) })),
  };
}

function tidyValue({ kind }: Field, value: unknown): unknown {
  if (kind === 'texts') return tidyText(value as Text);
  return kind === 'lines' ? (value as Text[]).map(tidyText) : value;
}

/** Whether it has a text in any language. */
export const hasText = (text: Text): boolean => Object.values(text).some((value) => value?.trim());
