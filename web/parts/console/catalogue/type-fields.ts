// Converts a field of a product between its value and edited text (rules §10): numbers as text, prices in usual units, texts by language.
import type { Currency } from '../../../../domain/currencies.ts';
import { emptyOf, type Field, type Fields, listFields, type Typed } from '../../../../domain/field-kinds.ts';
import { languages, type Text } from '../../../../domain/languages.ts';
import { readPrice, writePrice } from './read-figures.ts';

/** A value as edited text: '' if there is none. */
export function toEditedText(field: Field, value: unknown, currency: Currency): unknown {
  switch (field.kind) {
    case 'price':
      return typeof value === 'number' ? writePrice(value, currency) : '';
    case 'whole':
      return typeof value !== 'number' || (field.open && value >= field.max) ? '' : String(value);
    case 'code':
    case 'degrees':
      return typeof value === 'number' ? String(value) : '';
    default:
      return value;
  }
}

/** The edited text as a value; the field was checked, so every number can be parsed. */
export function parseEditedText(field: Field, typed: unknown, currency: Currency): unknown {
  switch (field.kind) {
    case 'price':
      return readPrice(String(typed ?? ''), currency) ?? (field.optional ? null : 0);
    case 'whole':
    case 'code':
    case 'degrees':
      return readNumber(field, String(typed ?? '').trim());
    case 'texts':
      return trimTexts(typed as Text);
    case 'lines':
      return (typed as Text[]).map(trimTexts);
    default:
      return field.optional && typed === '' ? null : typed;
  }
}

function readNumber(field: Field, text: string): number | null {
  if (text) return Number(text);
  if (field.optional) return null;
  return field.kind === 'whole' && field.open ? field.max : 0;
}

function trimTexts(texts: Text): Text {
  return Object.fromEntries(
    languages.flatMap((language) => (texts[language]?.trim() ? [[language, texts[language].trim()]] : [])),
  );
}

/** The initial value of a new product. */
export function blankOf<Part extends Fields>(fields: Part, currency: Currency): Typed<Part> {
  const blanks = listFields(fields).map(([name, field]) => [name, blankOne(field, currency)]);
  return Object.fromEntries(blanks) as Typed<Part>;
}

function blankOne(field: Field, currency: Currency): unknown {
  if (field.kind === 'group') return blankOf(field.fields, currency);
  const value = field.blank ?? emptyOf(field)?.value ?? null;
  // A text, or a choice, without a value.
  const isText = value === null && !field.optional && ['text', 'choice', 'currency'].includes(field.kind);
  return toEditedText(field, isText ? '' : value, currency);
}
