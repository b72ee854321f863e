// An owner's settings of each channel: fee, currency, options, and its keys sealed under the server's secret key.
import type { Currency } from '../../domain/currencies.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type ChannelSetting = {
  channel: string;
  active: boolean;
  fee_percent: string;
  fee_refundable: boolean;
  /** What is paid in where the channel takes several; null: the order's own. */
  currency: Currency | null;
  /** Amounts that are taken, in minor units of the owner's currency. */
  least_minor: number | null;
  most_minor: number | null;
  options: Record<string, unknown>;
  keys_sealed: string | null;
  key_names: string[];
  revision: number;
  merchant: string | null;
  secret: string | null;
  base_url: string | null;
};

const channelColumns = sql`channel, active, fee_percent, fee_refundable, currency, least_minor, most_minor, options,
  keys_sealed, key_names, revision, merchant, secret, base_url`;

export function listChannels(owner: Owner): Promise<ChannelSetting[]> {
  return rows(
    owner,
    sql<ChannelSetting>`SELECT ${channelColumns} FROM channel_setting WHERE owner_id = ${owner.id} AND active ORDER BY channel`,
  );
}

/** A channel's keys even when it is switched off: money under way still settles. */
export function findChannel(owner: Owner, channel: string): Promise<ChannelSetting | undefined> {
  return firstRow(
    owner,
    sql<ChannelSetting>`SELECT ${channelColumns} FROM channel_setting WHERE owner_id = ${owner.id} AND channel = ${channel}`,
  );
}

/** Every row of the owner, also of ways that are switched off. */
export function listAllChannels(owner: Owner): Promise<ChannelSetting[]> {
  return rows(
    owner,
    sql<ChannelSetting>`SELECT ${channelColumns} FROM channel_setting WHERE owner_id = ${owner.id} ORDER BY channel`,
  );
}

export type ChannelChange = {
  channel: string;
  active: boolean;
  feePercent: string;
  feeRefundable: boolean;
  currency: Currency | null;
  leastMinor: number | null;
  mostMinor: number | null;
  options: Record<string, unknown>;
  keysSealed: string | null;
  keyNames: string[];
  /** 0 for a channel without a row. */
  revision: number;
};

/** 1 when written; 0 when somebody else changed it since `revision`. */
export function writeChannel(owner: Owner, row: ChannelChange): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO channel_setting AS c (owner_id, channel, active, fee_percent, fee_refundable, currency,
        least_minor, most_minor, options, keys_sealed, key_names)
      SELECT ${owner.id}, ${row.channel}, ${row.active}, ${row.feePercent}, ${row.feeRefundable}, ${row.currency},
        ${row.leastMinor}::bigint, ${row.mostMinor}::bigint,
        ${JSON.stringify(row.options)}::jsonb,
        ${row.keysSealed}, ${row.keyNames}::text[]
      WHERE ${row.revision} = 0 OR EXISTS (SELECT 1 FROM channel_setting WHERE owner_id = ${owner.id} AND channel = ${row.channel})
      ON CONFLICT (owner_id, channel) DO UPDATE SET active = EXCLUDED.active, fee_percent = EXCLUDED.fee_percent,
        fee_refundable = EXCLUDED.fee_refundable,
        currency = EXCLUDED.currency, least_minor = EXCLUDED.least_minor, most_minor = EXCLUDED.most_minor,
        options = EXCLUDED.options, keys_sealed = EXCLUDED.keys_sealed, key_names = EXCLUDED.key_names, revision = c.revision + 1
      WHERE c.revision = ${row.revision}`,
  );
}
