// Payment channels in the back office (§3 pay channels): validated as a whole, saved under the row's revision, logged. Keys are sealed
// with the server's secret key for one owner and channel; answers and the log contain only their names.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { channelTraits, isOfferedChannel, type OfferedChannel } from '../../domain/pay-channels.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { type ChannelSetting, findChannel, listAllChannels, writeChannel } from './channel.sql.ts';
import { openKeys, purposeOf } from './open-channel.ts';
import { judgeChannel, trimKeys } from './setting/judge-channel.ts';
import { keyNamesOf, showChannel } from './setting/show-channel.ts';

export async function showChannels(context: Context): Promise<OutputOf<'consoleChannels'>> {
  const { owner } = context;
  const known = new Map((await listAllChannels(owner)).map((row) => [row.channel, row]));
  const names = Object.keys(channelTraits) as OfferedChannel[];
  return { list: names.map((channel) => showChannel(context, channel, known.get(channel))) };
}

type Input = ParsedInputOf<'consoleChannelSave'>;

/** Refuses invalidInput by field, channelNotOffered, changedMeanwhile. */
export async function saveChannel(context: Context, input: Input): Promise<{ revision: number }> {
  const { owner, vault } = context;
  const { channel, revision } = input;
  if (!isOfferedChannel(channel)) throw new Refusal('channelNotOffered');
  const given = trimKeys(input.keys);
  return inTransaction(owner, async (owner) => {
    const before = await findChannel(owner, channel);
    const fields = judgeChannel(input, channel, given, before ? keyNamesOf(before) : []);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const keys = { ...(before ? openKeys({ owner, vault }, before) : {}), ...given };
    const keyNames = Object.keys(keys).sort();
    const { active, feePercent, feeRefundable, currency, leastMinor, mostMinor, options } = input;
    const saved = { active, feePercent, feeRefundable, currency, leastMinor, mostMinor, options };
    const written = await writeChannel(owner, {
      ...saved,
      channel,
      keysSealed: keyNames.length ? vault.seal(JSON.stringify(keys), purposeOf(owner, channel)) : null,
      keyNames,
      revision,
    });
    if (written !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'channel-saved',
      subject: `channel ${channel}`,
      before: before && shownInLog(before),
      after: { ...saved, keyNames, keysChanged: Object.keys(given).sort() },
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
    least_minor: leastMinor,
    most_minor: mostMinor,
    options,
    key_names: keyNames,
  } = row;
  return { active, feePercent, feeRefundable, currency, leastMinor, mostMinor, options, keyNames };
}
