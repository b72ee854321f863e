// A way to pay as the back office shows it (§3 pay channels): its form from the channel's declaration, of keys only the last letters.
import { fileAddress } from '../../../contract/file-address.ts';
import type { OutputOf } from '../../../contract/index.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { languages } from '../../../domain/languages.ts';
import { type OfferedChannel, traitsOf } from '../../../domain/pay-channels.ts';
import { translate } from '../../../locales/translate.ts';
import type { Context } from '../../platform/context.ts';
import { type ChannelSetting, unlimited } from '../channel.sql.ts';
import type { OptionRule } from '../channels/channel.ts';
import { channelOf, isOutside } from '../channels/index.ts';
import { hasTrouble } from '../choose-channels.ts';
import { configOf, environmentOf } from '../open-channel.ts';
import { isFromSupply } from '../supply/plan-supply.ts';
import { keyRulesOf } from './judge-channel.ts';

type Row = OutputOf<'consoleChannels'>['list'][number];

/** A key must be this long for its last letters to be shown: they then say little of the rest. */
const shortestShown = 12;
const lettersShown = 4;

export function showChannel(
  context: Context,
  channel: OfferedChannel,
  row: ChannelSetting | undefined,
  partners: ReadonlyMap<number, string>,
): Row {
  const shop = context.site.address || context.origin;
  const { currencies } = traitsOf(channel);
  const set = new Set(row ? keyNamesOf(row) : []);
  const values = row ? readKeys(context, row) : {};
  const keys = keyRulesOf(channel).map(({ name, label, looks, long = false, required }) => ({
    ...{ name, label, looks, long, required, set: set.has(name), ending: endingOf(values[name] ?? '') },
  }));
  const ready = keys.every((key) => key.set || !key.required);
  return {
    channel,
    active: row?.active ?? false,
    feePercent: row?.fee_percent ?? '0',
    feeRefundable: row?.fee_refundable ?? false,
    currency: row?.currency ?? null,
    shownCurrencies: (row?.shown_currencies ?? null) as Currency[] | null,
    surchargePercent: row?.surcharge_percent ?? '0',
    currencies: currencies === 'any' ? null : [...currencies],
    leastMinor: row?.least_minor ?? null,
    mostMinor: row?.most_minor ?? null,
    place: row?.place ?? unlimited.place,
    only: {
      currencies: (row?.only_currencies ?? []) as Currency[],
      countries: row?.only_countries ?? [],
      levels: row?.only_levels ?? [],
      partners: (row?.only_partners ?? []).map((id) => ({ id: String(id), name: partners.get(id) ?? '' })),
    },
    fromSupply: isFromSupply(channel),
    trouble: row ? row.active && hasTrouble(row, context.now) : false,
    options: row?.options ?? {},
    keys,
    ...showForm(channel),
    environment:
      isOutside(channel) && ready ? environmentOf(channel, { keys: values, options: row?.options ?? {} }) : null,
    ready,
    exampleTexts: traitsOf(channel).byTransfer ? exampleTexts() : {},
    notifyUrl: isOutside(channel) ? shop + fileAddress('paymentNotice', { channel }) : null,
    returnUrl:
      isOutside(channel) && channelOf(channel).readReturn
        ? shop + fileAddress('paymentReturnByLink', { channel })
        : null,
    revision: row?.revision ?? 0,
  };
}

/** What buyers who transfer could be told beside the account, in every language. */
const exampleTexts = (): Record<string, string> =>
  Object.fromEntries(languages.map((each) => [each, translate(each, 'payment.channelSetting.whereExample')]));

function showForm(channel: OfferedChannel): Pick<Row, 'optionRules' | 'environmentChosen' | 'triable'> {
  if (!isOutside(channel)) return { optionRules: [], environmentChosen: false, triable: false };
  const { form, tryKeys } = channelOf(channel);
  return {
    optionRules: form.options.map(showOption),
    environmentChosen: 'sandboxUrl' in form.environment,
    triable: tryKeys !== null,
  };
}

function showOption(rule: OptionRule): Row['optionRules'][number] {
  const { name, label, kind } = rule;
  const choices = rule.kind === 'choices' ? [...rule.choices] : [];
  if (rule.kind === 'amount') return { name, label, kind, choices, usual: [] };
  const usual = rule.kind === 'choices' ? choices : rule.kind === 'words' ? [...rule.usual] : rule.usual;
  return { name, label, kind, choices, usual };
}

/** The test gateway's keys come from the seed and are stored in separate columns. */
export function keyNamesOf({ key_names: names, merchant, secret }: ChannelSetting): string[] {
  return [...new Set([...names, ...(merchant ? ['merchant'] : []), ...(secret ? ['secret'] : [])])];
}

/** Under another secret key than they were sealed with, keys are set and cannot be read. */
function readKeys(context: Context, row: ChannelSetting): Readonly<Record<string, string>> {
  try {
    return configOf(context, row).keys;
  } catch {
    context.log.warn({ channel: row.channel }, 'the keys of a channel cannot be opened');
    return {};
  }
}

/** Of PEM, the letters before its last line. */
function endingOf(key: string): string {
  const bare = key.replace(/-----[^-]+-----/g, '').trim();
  return bare.length < shortestShown ? '' : bare.slice(-lettersShown);
}
