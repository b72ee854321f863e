// Paying by bank transfer (§4 offline payment, §9): what an owner tells buyers per currency and language, and how vouchers may be.
import { type Currency, isCurrency } from './currencies.ts';
import { isLanguage, type Language } from './languages.ts';

export const transferRules = {
  mostFiles: 9,
  mostFileBytes: 1_048_576,
  mostPixels: 40_000_000,
  longestSide: 3000,
  remarkLength: 2000,
  instructionsLength: 2000,
  /** How long a refused transfer may be mended before its order is closed. */
  againSeconds: 86_400,
} as const;

export const transferStates = ['open', 'submitted', 'verified', 'refused'] as const;
export type TransferState = (typeof transferStates)[number];

export type Instructions = Partial<Record<Currency, Partial<Record<Language, string>>>>;

/** The texts in a channel's options, by currency and language; whatever else stands there is left out. */
export function readInstructions(options: Readonly<Record<string, unknown>>): Instructions {
  const found: Instructions = {};
  for (const [currency, texts] of entriesOf(options.instructions)) {
    if (!isCurrency(currency)) continue;
    const known = entriesOf(texts).filter(
      (entry): entry is [Language, string] =>
        isLanguage(entry[0]) && typeof entry[1] === 'string' && entry[1].trim() !== '',
    );
    if (known.length) found[currency] = Object.fromEntries(known);
  }
  return found;
}

/** Whether what is to be kept is texts by currency and language and nothing else, each short enough to be read. */
export function areInstructions(value: unknown): boolean {
  if (value === undefined) return true;
  const isText = ([language, text]: [string, unknown]) =>
    isLanguage(language) && typeof text === 'string' && text.length <= transferRules.instructionsLength;
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  const isPart = ([currency, texts]: [string, unknown]) =>
    isCurrency(currency) && isObject(texts) && entriesOf(texts).every(isText);
  return isObject(value) && entriesOf(value).every(isPart);
}

/** In the reader's language, else English, else whichever there is; '' when the owner wrote nothing for the currency. */
export function instructionsFor(all: Instructions, currency: Currency, language: Language): string {
  const texts = all[currency] ?? {};
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}

function entriesOf(value: unknown): [string, unknown][] {
  return value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
}
