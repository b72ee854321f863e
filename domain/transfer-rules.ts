// Paying by bank transfer (§4 offline payment, §9): an owner's instructions per currency and language, and the rules for vouchers.
import { type Currency, isCurrency } from './currencies.ts';
import { isLanguage, type Language } from './languages.ts';
import type { Money } from './money.ts';
import { priceLevels } from './price-levels.ts';

export const transferRules = {
  mostFiles: 9,
  mostFileBytes: 1_048_576,
  mostPixels: 40_000_000,
  longestSide: 3000,
  remarkLength: 2000,
  instructionsLength: 2000,
  /** Of each field of a bank account. */
  accountLength: 140,
  /** How long a buyer may correct a refused transfer before its order closes. */
  againSeconds: 86_400,
  /** How long a top-up of the deposit waits to be sent in. */
  rechargeSeconds: 14 * 86_400,
  referenceLength: 100,
  /** Hours from the order for which it holds its places once its buyer chose to transfer, unless the owner says otherwise. */
  holdHours: 48,
  mostHoldHours: 336,
} as const;

/** `withdrawn`: a top-up that its agent took back. */
export const transferStates = ['open', 'submitted', 'verified', 'refused', 'withdrawn'] as const;
export type TransferState = (typeof transferStates)[number];

export type Instructions = Partial<Record<Currency, Partial<Record<Language, string>>>>;

/** The texts in a channel's options, by currency and language; other options are ignored. */
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

/** The details that a bank's form requires, each to be copied separately. */
export const accountFields = ['holder', 'bank', 'number', 'swift'] as const;
/** Any of them may be ''. */
export type BankAccount = Record<(typeof accountFields)[number], string>;
export type BankAccounts = Partial<Record<Currency, BankAccount>>;

/** Accounts in a channel's options, by currency. */
export function readAccounts(options: Readonly<Record<string, unknown>>): BankAccounts {
  const found: BankAccounts = {};
  for (const [currency, details] of entriesOf(options.accounts)) {
    const fields = new Map(entriesOf(details));
    const textOf = (name: string) => String(fields.get(name) ?? '').trim();
    const account: BankAccount = {
      ...{ holder: textOf('holder'), bank: textOf('bank') },
      ...{ number: textOf('number'), swift: textOf('swift') },
    };
    if (isCurrency(currency) && Object.values(account).some(Boolean)) found[currency] = account;
  }
  return found;
}

/** Currencies with an account or instructions: in these buyers may transfer. */
export function transferCurrencies(options: Readonly<Record<string, unknown>>): Currency[] {
  return Object.keys({ ...readInstructions(options), ...readAccounts(options) }) as Currency[];
}

/** A bank's code by ISO 9362: bank, country, place, and branch where there is one. */
export const isBic = (text: string): boolean => /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** Fields of accounts that may not be saved, as "MYR.swift"; '' where a value is no list of accounts at all. */
export function findBadAccounts(value: unknown): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [''];
  return entriesOf(value).flatMap(([currency, account]) => {
    if (!isCurrency(currency)) return [currency];
    return entriesOf(account).flatMap(([name, text]) => {
      const known = accountFields.some((field) => field === name) && typeof text === 'string';
      const fits = known && text.length <= transferRules.accountLength && !/\p{Cc}/u.test(text);
      return fits && (name !== 'swift' || text === '' || isBic(text)) ? [] : [`${currency}.${name}`];
    });
  });
}

/** Whether a value holds only texts by currency and language, each within the length limit. */
export function areInstructions(value: unknown): boolean {
  if (value === undefined) return true;
  const isText = ([language, text]: [string, unknown]) =>
    isLanguage(language) && typeof text === 'string' && text.length <= transferRules.instructionsLength;
  const isObject = (item: unknown) => typeof item === 'object' && item !== null && !Array.isArray(item);
  const isPart = ([currency, texts]: [string, unknown]) =>
    isCurrency(currency) && isObject(texts) && entriesOf(texts).every(isText);
  return isObject(value) && entriesOf(value).every(isPart);
}

const isHours = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= transferRules.mostHoldHours;

/** Hours for a buyer's level: the level's own, else those for everybody. */
export function holdHoursOf(options: Readonly<Record<string, unknown>>, level: number): number {
  const levelHours = new Map(entriesOf(options.holdHoursByLevel)).get(String(level));
  return [levelHours, options.holdHours].find(isHours) ?? transferRules.holdHours;
}

/** The option that is no whole number of hours, if so. */
export function findBadHold(options: Readonly<Record<string, unknown>>): 'holdHours' | 'holdHoursByLevel' | undefined {
  if (options.holdHours !== undefined && !isHours(options.holdHours)) return 'holdHours';
  const byLevel = entriesOf(options.holdHoursByLevel);
  const isLevel = ([level, hours]: [string, unknown]) =>
    priceLevels.some((priceLevel) => String(priceLevel) === level) && isHours(hours);
  return byLevel.every(isLevel) ? undefined : 'holdHoursByLevel';
}

/** In the reader's language, else English, else any; '' when the owner wrote nothing for the currency. */
export function instructionsFor(all: Instructions, currency: Currency, language: Language): string {
  const texts = all[currency] ?? {};
  return texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';
}

function entriesOf(value: unknown): [string, unknown][] {
  return value && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];
}

/** A top-up by bank transfer: what was announced and, once it was found, what arrived and by how much the deposit rose. */
export type TopUpOfMail = {
  rechargeNo: string;
  announced: Money;
  arrived?: { amount: Money; credited: Money; reference: string; on: string };
};
