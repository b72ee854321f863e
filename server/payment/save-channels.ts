// Payment channels in the back office (§3 pay channels): validated as a whole, saved under the row's revision, logged. Keys are sealed
// with the server's secret key for one owner and channel; answers and the log contain only their names.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { channelTraits, isOfferedChannel, type OfferedChannel } from '../../domain/pay-channels.ts';
import { findLevelNames, listPartnerNames } from '../marketing/coupons.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { type ChannelChange, type ChannelSetting, findChannel, listAllChannels, writeChannel } from './channel.sql.ts';
import { openKeys, purposeOf } from './open-channel.ts';
import { judgeChannel, trimKeys } from './setting/judge-channel.ts';
import { keyNamesOf, showChannel } from './setting/show-channel.ts';

export async function showChannels(context: Context): Promise<OutputOf<'consoleChannels'>> {
  const { owner, site } = context;
  const rows = await listAllChannels(owner);
  const known = new Map(rows.map((row) => [row.channel, row]));
  const chosen = rows.flatMap((row) => row.only_partners);
  const [partners, levelNames] = await Promise.all([
    chosen.length ? listPartnerNames(owner, chosen) : [],
    findLevelNames(owner),
  ]);
  const names = new Map(partners.map((partner) => [partner.partner_id, partner.name]));
  const channels = Object.keys(channelTraits) as OfferedChannel[];
  const list = channels.map((channel) => showChannel(context, channel, known.get(channel), names));
  return {
    list: list.toSorted((left, other) => left.place - other.place),
    levelNames,
    currencies: [...new Set([site.currency, ...site.currencies])],
  };
}

type Input = ParsedInputOf<'consoleChannelSave'>;

/** Refuses invalidInput by field, channelNotOffered, changedMeanwhile. */
export async function saveChannel(context: Context, input: Input): Promise<{ revision: number }> {
  const { owner, vault } = context;
  const { channel, revision } = input;
  if (!isOfferedChannel(channel)) throw new Refusal('channelNotOffered');
  const typedKeys = trimKeys(input.keys);
  return inTransaction(owner, async (owner) => {
    const before = await findChannel(owner, channel);
    const fields = judgeChannel(input, channel, typedKeys, before ? keyNamesOf(before) : []);
    const only = await readOnly(owner, input.only, fields);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const keys = { ...(before ? openKeys({ owner, vault }, before) : {}), ...typedKeys };
    const keyNames = Object.keys(keys).sort();
    const { active, feePercent, feeRefundable, currency, leastMinor, mostMinor, place, options } = input;
    const { shownCurrencies, surchargePercent } = input;
    const charged = { currency, shownCurrencies, surchargePercent };
    const saved = { active, feePercent, feeRefundable, ...charged, leastMinor, mostMinor, place, only, options };
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
      after: { ...saved, keyNames, keysChanged: Object.keys(typedKeys).sort() },
    });
    return { revision: before ? revision + 1 : 1 };
  });
}

/** Adds a problem where the owner has no such partner. */
async function readOnly(owner: OwnerTrx, input: Input['only'], fields: FieldProblems): Promise<ChannelChange['only']> {
  const partners = [...new Set(input.partnerIds?.map(Number))];
  if (partners.length && (await listPartnerNames(owner, partners)).length < partners.length)
    fields['only.partnerIds'] = { problem: 'choose' };
  const { currencies = [], countries = [], levels = [] } = input;
  return { currencies, countries, levels, partners };
}

function shownInLog(row: ChannelSetting) {
  const {
    active,
    fee_percent: feePercent,
    fee_refundable: feeRefundable,
    currency,
    shown_currencies: shownCurrencies,
    surcharge_percent: surchargePercent,
    least_minor: leastMinor,
    most_minor: mostMinor,
    place,
    only_currencies: currencies,
    only_countries: countries,
    only_levels: levels,
    only_partners: partners,
    options,
    key_names: keyNames,
  } = row;
  return {
    active,
    feePercent,
    feeRefundable,
    currency,
    shownCurrencies,
    surchargePercent,
    leastMinor,
    mostMinor,
    place,
    only: { currencies, countries, levels, partners },
    options,
    keyNames,
  };
}
