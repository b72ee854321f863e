// Payment channels in the back office (§3 pay channels): validated as a whole, saved under the row's revision, logged. Keys are sealed
// with the server's secret key for one owner and channel; answers and the log contain only their names.
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { parseDecimal } from '../../domain/money.ts';
import { channelTraits, isOfferedChannel, type OfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { areInstructions } from '../../domain/transfer-rules.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { type ChannelSetting, findChannel, listAllChannels, writeChannel } from './channel.sql.ts';
import type { KeyRule } from './channels/channel.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { openKeys, purposeOf } from './open-channel.ts';

const mostPercent = 20;
const mostOptionLetters = 40_000;

type Row = OutputOf<'consoleChannels'>['list'][number];

export async function showChannels(context: Context): Promise<OutputOf<'consoleChannels'>> {
  const { owner } = context;
  const known = new Map((await listAllChannels(owner)).map((row) => [row.channel, row]));
  const names = Object.keys(channelTraits) as OfferedChannel[];
  return { list: names.map((channel) => showChannel(context, channel, known.get(channel))) };
}

function showChannel({ site, origin }: Context, channel: OfferedChannel, row: ChannelSetting | undefined): Row {
  const { currencies } = traitsOf(channel);
  const set = new Set(row ? namesOf(row) : []);
  const keys = rulesOf(channel).map(({ name, required }) => ({ name, required, set: set.has(name) }));
  return {
    channel,
    active: row?.active ?? false,
    feePercent: row?.fee_percent ?? '0',
    feeRefundable: row?.fee_refundable ?? false,
    currency: row?.currency ?? null,
    currencies: currencies === 'any' ? null : [...currencies],
    options: row?.options ?? {},
    keys,
    ready: keys.every((one) => one.set || !one.required),
    notifyUrl: isOutside(channel) ? (site.address || origin) + fileAddress('paymentNotice', { channel }) : null,
    revision: row?.revision ?? 0,
  };
}

const rulesOf = (channel: string): readonly KeyRule[] => (isOutside(channel) ? channelOf(channel).keys : []);

/** The test gateway's keys come from the seed and are stored in separate columns. */
function namesOf({ key_names: names, merchant, secret }: ChannelSetting): string[] {
  return [...new Set([...names, ...(merchant ? ['merchant'] : []), ...(secret ? ['secret'] : [])])];
}

type Input = ParsedInputOf<'consoleChannelSave'>;

/** Refuses invalidInput by field, channelNotOffered, changedMeanwhile. */
export async function saveChannel(context: Context, input: Input): Promise<{ revision: number }> {
  const { owner, vault } = context;
  const { channel, revision } = input;
  if (!isOfferedChannel(channel)) throw new Refusal('channelNotOffered');
  const given = Object.fromEntries(
    Object.entries(input.keys)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  );
  return inTransaction(owner, async (owner) => {
    const before = await findChannel(owner, channel);
    const fields = judge(input, channel, given, before ? namesOf(before) : []);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const keys = { ...(before ? openKeys({ owner, vault }, before) : {}), ...given };
    const keyNames = Object.keys(keys).sort();
    const { active, feePercent, feeRefundable, currency, options } = input;
    const written = await writeChannel(owner, {
      channel,
      active,
      feePercent,
      feeRefundable,
      currency,
      options,
      keysSealed: keyNames.length ? vault.seal(JSON.stringify(keys), purposeOf(owner, channel)) : null,
      keyNames,
      revision,
    });
    if (written !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'channel-saved',
      subject: `channel ${channel}`,
      before: before && shownInLog(before),
      after: { active, feePercent, feeRefundable, currency, options, keyNames, keysChanged: Object.keys(given).sort() },
    });
    return { revision: before ? revision + 1 : 1 };
  });
}

function shownInLog(row: ChannelSetting) {
  const {
    active,
    fee_percent: feePercent,
    fee_refundable: feeRefundable,
    currency,
    options,
    key_names: keyNames,
  } = row;
  return { active, feePercent, feeRefundable, currency, options, keyNames };
}

function judge(input: Input, channel: OfferedChannel, given: Record<string, string>, set: string[]): FieldProblems {
  const fields: FieldProblems = {};
  const { currencies, ownMoney } = traitsOf(channel);
  if (!isPercent(input.feePercent)) fields.feePercent = { problem: 'range', min: 0, max: mostPercent };
  if (input.currency && (ownMoney || (currencies !== 'any' && !currencies.includes(input.currency))))
    fields.currency = { problem: 'choose' };
  if (JSON.stringify(input.options).length > mostOptionLetters)
    fields.options = { problem: 'tooLong', max: mostOptionLetters };
  if (isOutside(channel))
    for (const name of channelOf(channel).badOptions(input.options)) fields[`options.${name}`] = { problem: 'format' };
  else if (traitsOf(channel).byTransfer && !areInstructions(input.options.instructions))
    fields['options.instructions'] = { problem: 'format' };
  const rules = rulesOf(channel);
  for (const [name, value] of Object.entries(given)) {
    const rule = rules.find((one) => one.name === name);
    if (!rule) fields[`keys.${name}`] = { problem: 'notAsked' };
    else if (!rule.shape.test(value)) fields[`keys.${name}`] = { problem: 'format' };
  }
  if (input.active)
    for (const { name, required } of rules)
      if (required && !given[name] && !set.includes(name)) fields[`keys.${name}`] ??= { problem: 'required' };
  return fields;
}

function isPercent(text: string): boolean {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return false;
  const { digits, scale } = parseDecimal(text);
  return digits <= BigInt(mostPercent) * 10n ** scale;
}
