// The settings of a shop while they are edited (§3, rules §10): numbers are text, lists are yes or no by name, so that
// simultaneous changes of two people can be merged.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { contrastWithWhite, leastContrast } from '../../../../domain/contrast.ts';
import { type Currency, isCurrency } from '../../../../domain/currencies.ts';
import { isLanguage, type Language } from '../../../../domain/languages.ts';
import { decimalOf, money, readAmount } from '../../../../domain/money.ts';
import type { Problems } from '../../../console-kit/merge-drafts.ts';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { judgeEnglish } from '../../../parts/console/judge-english.ts';
import { sayBadAmount } from '../../../parts/form/amount-field.tsx';
import type { Words } from '../../../parts/use-words.ts';

export type Settings = OutputOf<'consoleSettings'>;
export type ServiceContact = { key: string; info: string; picture: string | null };

export type SettingsDraft = {
  title: Record<string, string>;
  description: Record<string, string>;
  brandColour: string;
  ownerPicture: string | null;
  favicon: string | null;
  wxQrCode: string | null;
  /** By type 1–6 (§3). */
  onlineServices: Record<string, { contacts: ServiceContact[]; times: string }>;
  /** Whether staff serve partners there, by hostname. */
  hostnames: Record<string, boolean>;
  /** A hostname that was typed but not added to the list yet. */
  newHost: string;
  languages: Partial<Record<Language, true>>;
  currencies: Partial<Record<Currency, true>>;
  payMinutes: string;
  omitVerCodeType: boolean;
  /** As typed, in the owner's currency; '' is never. */
  fourEyes: string;
  rechargeLeast: string;
  rechargeMost: string;
  staffSecondFactor: boolean;
  reviewAsks: boolean;
  reviewAtOnce: boolean;
  /** Overrides by limit; '' is the default. */
  limits: Record<string, string>;
};

export type SettingsPart = { form: DraftForm<SettingsDraft> };

export const serviceTypes = [1, 2, 3, 4, 5, 6] as const;
export const serviceWords = ['', 'whatsapp', 'line', 'viber', 'wechat', 'qq'].map((item) => `account.detail.${item}`);
serviceWords.push('site.footer.phone');
export const mostContacts = 5;
const payRange = { min: 5, max: 1440 };
export const limitRange = { min: 1, max: 1_000_000 };

const typedAmount = (minor: number | null, currency: Currency) =>
  minor === null ? '' : decimalOf(money(minor, currency));

export function settingsDraftOf(settings: Settings): SettingsDraft {
  const services = serviceTypes.map((type) => {
    const found = settings.onlineServices.find((item) => item.type === type);
    const contacts = (found?.infoList ?? []).map((item, at) => ({ key: `saved-${at}`, ...item }));
    return [type, { contacts, times: found?.timeInfo ?? '' }];
  });
  const yes = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true as const]));
  return {
    title: { ...(settings.title as Record<string, string>) },
    description: { ...(settings.description as Record<string, string>) },
    brandColour: settings.brandColour,
    ownerPicture: settings.ownerPicture,
    favicon: settings.favicon,
    wxQrCode: settings.wxQrCode,
    onlineServices: Object.fromEntries(services),
    hostnames: Object.fromEntries(settings.hostnames.map((hostname) => [hostname.host, hostname.customerService])),
    newHost: '',
    languages: yes(settings.languages),
    currencies: yes([...new Set([settings.currency, ...settings.currencies])]),
    payMinutes: String(settings.payMinutes),
    omitVerCodeType: settings.omitVerCodeType === 1,
    fourEyes: typedAmount(settings.fourEyesMinor, settings.currency),
    rechargeLeast: typedAmount(settings.rechargeLeastMinor, settings.currency),
    rechargeMost: typedAmount(settings.rechargeMostMinor, settings.currency),
    staffSecondFactor: settings.staffSecondFactor,
    reviewAsks: settings.reviewAsks,
    reviewAtOnce: settings.reviewAtOnce,
    limits: Object.fromEntries(
      Object.keys(settings.limitDefaults).map((name) => [name, String(settings.limits[name] ?? '')]),
    ),
  };
}

export function settingsInput(
  draft: SettingsDraft,
  revision: number,
  currency: Currency,
): InputOf<'consoleSettingsSave'> {
  const filled = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])));
  const limits = Object.entries(filled(draft.limits)).map(([name, text]) => [name, Number(text)]);
  return {
    revision,
    // The contract's texts by language carry no key type.
    title: filled(draft.title),
    description: filled(draft.description),
    brandColour: draft.brandColour.trim().toLowerCase(),
    ownerPicture: draft.ownerPicture,
    favicon: draft.favicon,
    wxQrCode: draft.wxQrCode,
    onlineServices: serviceTypes.flatMap((type) => {
      const { contacts, times } = draft.onlineServices[type] ?? { contacts: [], times: '' };
      const infoList = contacts
        .filter((contact) => contact.info.trim() || contact.picture)
        .map(({ info, picture }) => ({ info: info.trim(), picture }));
      return infoList.length ? [{ type, infoList, timeInfo: times.trim() }] : [];
    }),
    hostnames: Object.entries(draft.hostnames).map(([host, customerService]) => ({ host, customerService })),
    languages: Object.keys(draft.languages).filter(isLanguage),
    currencies: Object.keys(draft.currencies).filter(isCurrency),
    payMinutes: Number(draft.payMinutes),
    omitVerCodeType: draft.omitVerCodeType ? 1 : 0,
    fourEyesMinor: readAmount(draft.fourEyes, currency)?.amountMinor ?? null,
    rechargeLeastMinor: readAmount(draft.rechargeLeast, currency)?.amountMinor ?? null,
    rechargeMostMinor: readAmount(draft.rechargeMost, currency)?.amountMinor ?? null,
    staffSecondFactor: draft.staffSecondFactor,
    reviewAsks: draft.reviewAsks,
    reviewAtOnce: draft.reviewAtOnce,
    limits: Object.fromEntries(limits),
  };
}

/** The problems as texts, by field; empty if it can be saved. */
export function judgeSettings(draft: SettingsDraft, words: Words, currency: Currency): Problems {
  const { say } = words;
  const problems: Problems = {};
  const english = judgeEnglish(words, draft.title);
  if (english) problems['title.en'] = english;
  const contrast = contrastWithWhite(draft.brandColour.trim());
  if (!contrast) problems.brandColour = say('site.setting.colourFormat');
  else if (contrast < leastContrast) problems.brandColour = say('ui.field.contrast');
  for (const [type, { contacts, times }] of Object.entries(draft.onlineServices))
    if (times.trim() && !contacts.some((contact) => contact.info.trim() || contact.picture))
      problems[`service.${type}`] = say('site.setting.contactMissing');
  if (draft.newHost.trim()) problems.newHost = say('site.setting.hostPending');
  if (!Object.keys(draft.hostnames).length) problems.hostnames = say('ui.field.required');
  if (!Object.keys(draft.languages).length) problems.languages = say('ui.field.choose');
  if (!Object.keys(draft.currencies).length) problems.currencies = say('ui.field.choose');
  if (!isWhole(draft.payMinutes, payRange)) problems.payMinutes = say('ui.field.range', payRange);
  for (const name of ['fourEyes', 'rechargeLeast', 'rechargeMost'] as const)
    if (draft[name].trim() && !readAmount(draft[name], currency)) problems[name] = sayBadAmount(words, currency);
  const [least, most] = [readAmount(draft.rechargeLeast, currency), readAmount(draft.rechargeMost, currency)];
  if (least && most && least.amountMinor > most.amountMinor) problems.rechargeMost = say('ui.field.limitOrder');
  for (const [name, text] of Object.entries(draft.limits))
    if (text.trim() && !isWhole(text, limitRange)) problems[`limits.${name}`] = say('ui.field.range', limitRange);
  return problems;
}

function isWhole(text: string, { min, max }: { min: number; max: number }): boolean {
  return /^\d{1,9}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
}

/** "https://Shop.example.com/tours" gives "shop.example.com"; '' if it contains no hostname. */
export function hostOf(text: string): string {
  try {
    const { hostname } = new URL(`http://${text.trim().replace(/^[a-z][a-z\d+.-]*:\/\//i, '')}`);
    return /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(hostname) && hostname.length <= 253 ? hostname : '';
  } catch {
    return '';
  }
}
