// Paying by bank transfer (§4 offline payment, §9): what an owner tells buyers per currency and language, and how vouchers may be.
import { type Currency, isCurrency } from './currencies.ts';
import { isLanguage, type Language } from './languages.ts';

export const transferRules = {
  mostFiles: 9,
  mostFileBytes: 1_048_576,
  mostPixels: 40_000_000,
  longestSide: 3000,
  remarkLength: 2000,
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

/** In the reader's language, else English, else whichever there is; '' when the owner wrote nothing for the currency. */
export function instructionsFor(all: Instructions, currency: Currency, language: Language): string {
  const texts = all[currency] ?? {};
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}

function entriesOf(value: unknown): [string, unknown][] {
  return value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
}
