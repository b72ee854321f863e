// A way to pay while it is being set up: keys are only ever typed, never shown; texts for transfers by currency and language.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { traitsOf } from '../../../../domain/pay-channels.ts';
import { readInstructions, transferRules } from '../../../../domain/transfer-rules.ts';
import type { Problems } from '../../../console-kit/merge-drafts.ts';
import type { SavedDraft } from '../../../console-kit/use-draft.ts';
import type { Words } from '../../../parts/use-words.ts';

export type Channel = OutputOf<'consoleChannels'>['list'][number];
type Texts = Record<string, string>;

export type ChannelDraft = {
  active: boolean;
  feePercent: string;
  feeRefundable: boolean;
  /** '' takes any. */
  currency: Currency | '';
  /** By name of the key, as typed now. */
  keys: Texts;
  /** Where to transfer, by currency and language. */
  where: Record<string, Texts>;
  /** Further options of the channel, as JSON. */
  options: string;
};

export const isTransfer = ({ channel }: Channel) => traitsOf(channel as 'offline').byTransfer === true;
/** Whether the channel has options besides its keys. */
export const hasOptions = ({ channel, notifyUrl }: Channel) => notifyUrl !== null && channel !== 'sandbox';

export function savedChannelOf(row: Channel): SavedDraft<ChannelDraft> {
  const { active, feePercent, feeRefundable, currency, options, revision } = row;
  const where = isTransfer(row) ? (readInstructions(options) as Record<string, Texts>) : {};
  const draft: ChannelDraft = {
    ...{ active, feePercent, feeRefundable, where },
    currency: currency ?? '',
    keys: {},
    options: hasOptions(row) && Object.keys(options).length ? JSON.stringify(options, null, 2) : '',
  };
  return { draft, revision };
}

/** Undefined for what is no object of JSON. */
function readOptions(text: string): Record<string, unknown> | undefined {
  if (!text.trim()) return {};
  try {
    const read: unknown = JSON.parse(text);
    return read && typeof read === 'object' && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

export function judgeChannel(row: Channel, draft: ChannelDraft, { say }: Words): Problems {
  const problems: Problems = {};
  const fee = draft.feePercent.trim().replace(',', '.');
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(fee) || Number(fee) > 20)
    problems.feePercent = say('ui.field.range', { min: 0, max: 20 });
  if (draft.active)
    for (const { name, required, set } of row.keys)
      if (required && !set && !draft.keys[name]?.trim()) problems[`keys.${name}`] = say('ui.field.required');
  for (const [currency, texts] of Object.entries(draft.where))
    for (const [language, text] of Object.entries(texts))
      if (text.length > transferRules.instructionsLength)
        problems[`where.${currency}.${language}`] = say('ui.field.tooLong', { max: transferRules.instructionsLength });
  if (readOptions(draft.options) === undefined) problems.options = say('payment.channelSetting.optionsBad');
  return problems;
}

export function channelInput(row: Channel, draft: ChannelDraft, revision: number): InputOf<'consoleChannelSave'> {
  const filled = (texts: Texts) =>
    Object.entries(texts).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : []));
  const instructions = Object.entries(draft.where).flatMap(([currency, texts]) => {
    const written = filled(texts);
    return written.length ? [[currency, Object.fromEntries(written)]] : [];
  });
  const options = isTransfer(row)
    ? { ...row.options, instructions: Object.fromEntries(instructions) }
    : hasOptions(row)
      ? (readOptions(draft.options) ?? {})
      : row.options;
  return {
    channel: row.channel,
    active: draft.active,
    feePercent: draft.feePercent.trim().replace(',', '.'),
    feeRefundable: draft.feeRefundable,
    currency: draft.currency || null,
    options,
    keys: Object.fromEntries(filled(draft.keys)),
    revision,
  };
}
