// A way to pay while it is set up: keys are typed and never shown; texts for transfers by currency and language.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { decimalOf, money, readAmount } from '../../../../domain/money.ts';
import { traitsOf } from '../../../../domain/pay-channels.ts';
import { largestSurcharge } from '../../../../domain/payment/charge.ts';
import {
  type BankAccount,
  isBic,
  readAccounts,
  readInstructions,
  transferRules,
} from '../../../../domain/transfer-rules.ts';
import type { Problems } from '../../../console-kit/merge-drafts.ts';
import type { SavedDraft } from '../../../console-kit/use-draft.ts';
import { sayBadAmount } from '../../../parts/form/amount-field.tsx';
import type { Words } from '../../../parts/use-words.ts';

export type Channel = OutputOf<'consoleChannels'>['list'][number];
type Texts = Record<string, string>;
export type OptionRule = Channel['optionRules'][number];

export type ChannelDraft = {
  active: boolean;
  feePercent: string;
  feeRefundable: boolean;
  /** '' accepts any. */
  currency: Currency | '';
  /** The currencies in which buyers who see them pay: all that the channel takes, or only these. */
  shownAll: boolean;
  shownCurrencies: Currency[];
  /** Percent, as typed. */
  surchargePercent: string;
  /** Amounts of the owner's currency, as typed. */
  leastMinor: string;
  mostMinor: string;
  /** From 1, as typed. */
  place: string;
  onlyCurrencies: Currency[];
  /** Two letters each, as typed. */
  onlyCountries: string;
  onlyLevels: number[];
  onlyPartners: Channel['only']['partners'];
  /** By name of the key, as typed now. */
  keys: Texts;
  /** Where to transfer, by currency and language. */
  where: Record<string, Texts>;
  /** The account to transfer to, by currency. */
  accounts: Record<string, BankAccount>;
  /** For transfers: hours for which places are held, as typed; '' is the default. */
  holdHours: string;
  /** By level, if it has a separate value. */
  holdByLevel: Texts;
  /** By name: on or off, a choice, or a text. */
  options: Record<string, boolean | string[] | string>;
};

export const isTransfer = ({ channel }: Channel) => traitsOf(channel as 'offline').byTransfer === true;

/** For a gateway. */
export const environments = ['production', 'sandbox'] as const;

export function savedChannelOf(row: Channel, ownCurrency: Currency): SavedDraft<ChannelDraft> {
  const { active, feePercent, feeRefundable, currency, options, revision } = row;
  const where = isTransfer(row) ? (readInstructions(options) as Record<string, Texts>) : {};
  const typed = (minor: number | null) => (minor === null ? '' : decimalOf(money(minor, ownCurrency)));
  const draft: ChannelDraft = {
    ...{ active, feePercent, feeRefundable, where, accounts: { ...readAccounts(options) } },
    currency: currency ?? '',
    shownAll: row.shownCurrencies === null,
    shownCurrencies: row.shownCurrencies ?? [],
    surchargePercent: row.surchargePercent,
    leastMinor: typed(row.leastMinor),
    mostMinor: typed(row.mostMinor),
    place: String(row.place),
    onlyCurrencies: row.only.currencies,
    onlyCountries: row.only.countries.join(', '),
    onlyLevels: row.only.levels,
    onlyPartners: row.only.partners,
    keys: {},
    holdHours: String(options.holdHours ?? ''),
    holdByLevel: textsOf(options.holdHoursByLevel),
    options: draftOptions(row),
  };
  return { draft, revision };
}

const textsOf = (value: unknown): Texts =>
  Object.fromEntries(Object.entries(value ?? {}).map(([level, hours]) => [level, String(hours)]));

/** Only options with a value are sent. */
function readHold({ holdHours, holdByLevel }: ChannelDraft): Record<string, unknown> {
  const byLevel = filled(holdByLevel).map(([level, hours]) => [level, Number(hours)]);
  return {
    ...(holdHours.trim() ? { holdHours: Number(holdHours) } : {}),
    ...(byLevel.length ? { holdHoursByLevel: Object.fromEntries(byLevel) } : {}),
  };
}

const isBadHold = (text: string) =>
  text.trim() !== '' && !(/^\d{1,3}$/.test(text.trim()) && +text >= 1 && +text <= transferRules.mostHoldHours);

function draftOptions({ optionRules, options, environmentChosen }: Channel): ChannelDraft['options'] {
  const drafted: ChannelDraft['options'] = {};
  for (const { name, kind, usual } of optionRules) {
    const value = (options[name] ?? usual) as boolean | string[];
    const isTyped = kind === 'words' || kind === 'amount';
    drafted[name] = isTyped && Array.isArray(value) ? value.join(', ') : value;
  }
  if (environmentChosen)
    drafted.environment = environments.find((each) => each === options.environment) ?? 'production';
  return drafted;
}

const readWords = (text: string) => text.split(/[\s,，、;]+/).filter(Boolean);
const readCountries = (text: string) => readWords(text.toUpperCase());

/** This form never sets an option that the channel does not declare. */
function readOptions({ optionRules, environmentChosen }: Channel, draft: ChannelDraft): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, kind } of optionRules) {
    const value = draft.options[name];
    const words = kind === 'words' && typeof value === 'string' ? readWords(value) : [];
    if (kind === 'amount')
      read[name] = String(value ?? '')
        .trim()
        .replace(',', '.');
    else if (kind !== 'words') read[name] = value;
    else if (words.length) read[name] = words;
  }
  if (environmentChosen) read.environment = draft.options.environment;
  return read;
}

const isBadAmount = (text: string, ownCurrency: Currency) =>
  text.trim() !== '' && (readAmount(text, ownCurrency)?.amountMinor ?? 0) < 1;
const minorOf = (text: string, ownCurrency: Currency) =>
  text.trim() ? (readAmount(text, ownCurrency)?.amountMinor ?? null) : null;

const percentOf = (typed: string) => typed.trim().replace(',', '.');

function isBadPercent(typed: string, most: number): boolean {
  const percent = percentOf(typed);
  return !/^\d{1,2}(\.\d{1,4})?$/.test(percent) || Number(percent) > most;
}

export function judgeChannel(row: Channel, draft: ChannelDraft, ownCurrency: Currency, words: Words): Problems {
  const { say } = words;
  const problems: Problems = {};
  if (isBadPercent(draft.feePercent, 20)) problems.feePercent = say('ui.field.range', { min: 0, max: 20 });
  if (isBadPercent(draft.surchargePercent, largestSurcharge))
    problems.surchargePercent = say('ui.field.range', { min: 0, max: largestSurcharge });
  for (const name of ['leastMinor', 'mostMinor'] as const)
    if (isBadAmount(draft[name], ownCurrency)) problems[name] = sayBadAmount(words, ownCurrency);
  if (!/^[1-9]\d?$/.test(draft.place.trim())) problems.place = say('ui.field.range', { min: 1, max: 99 });
  if (readCountries(draft.onlyCountries).some((each) => !/^[A-Z]{2}$/.test(each)))
    problems.onlyCountries = say('payment.channelSetting.countriesBad');
  if (draft.active)
    for (const { name, required, set } of row.keys)
      if (required && !set && !draft.keys[name]?.trim()) problems[`keys.${name}`] = say('ui.field.required');
  const range = say('ui.field.range', { min: 1, max: transferRules.mostHoldHours });
  if (isBadHold(draft.holdHours)) problems.holdHours = range;
  for (const [level, hours] of Object.entries(draft.holdByLevel))
    if (isBadHold(hours)) problems[`holdByLevel.${level}`] = range;
  for (const [currency, texts] of Object.entries(draft.where))
    for (const [language, text] of Object.entries(texts))
      if (text.length > transferRules.instructionsLength)
        problems[`where.${currency}.${language}`] = say('ui.field.tooLong', { max: transferRules.instructionsLength });
  for (const [currency, { swift }] of Object.entries(draft.accounts))
    if (swift.trim() && !isBic(bicOf(swift))) problems[`accounts.${currency}.swift`] = say('ui.field.bic');
  return problems;
}

/** In the format of banks: people type blanks and small letters. */
const bicOf = (typed: string) => typed.replace(/\s/g, '').toUpperCase();

function readTypedAccounts({ accounts }: ChannelDraft) {
  const typed = Object.entries(accounts).map(([currency, account]) => [
    currency,
    { ...account, swift: bicOf(account.swift) },
  ]);
  return readAccounts({ accounts: Object.fromEntries(typed) });
}

const filled = (texts: Texts) =>
  Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));

export function channelInput(
  row: Channel,
  draft: ChannelDraft,
  ownCurrency: Currency,
  revision: number,
): InputOf<'consoleChannelSave'> {
  const instructions = Object.entries(draft.where).flatMap(([currency, texts]) => {
    const written = filled(texts);
    return written.length ? [[currency, Object.fromEntries(written)]] : [];
  });
  const options = isTransfer(row)
    ? { instructions: Object.fromEntries(instructions), accounts: readTypedAccounts(draft), ...readHold(draft) }
    : readOptions(row, draft);
  return {
    channel: row.channel,
    active: draft.active,
    feePercent: percentOf(draft.feePercent),
    feeRefundable: draft.feeRefundable,
    currency: draft.currency || null,
    shownCurrencies: draft.shownAll ? null : draft.shownCurrencies,
    surchargePercent: percentOf(draft.surchargePercent),
    leastMinor: minorOf(draft.leastMinor, ownCurrency),
    mostMinor: minorOf(draft.mostMinor, ownCurrency),
    place: Number(draft.place),
    only: {
      currencies: draft.onlyCurrencies,
      countries: readCountries(draft.onlyCountries),
      levels: draft.onlyLevels,
      partnerIds: draft.onlyPartners.map((partner) => partner.id),
    },
    options,
    keys: Object.fromEntries(filled(draft.keys)),
    revision,
  };
}

export const tryInput = (row: Channel, draft: ChannelDraft): InputOf<'consoleChannelTry'> => ({
  channel: row.channel,
  options: readOptions(row, draft),
  keys: Object.fromEntries(filled(draft.keys)),
});
