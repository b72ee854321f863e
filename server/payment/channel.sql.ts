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
  /** In these a buyer who sees them pays; null: in all that the way takes. */
  shown_currencies: string[] | null;
  /** On top of the rate where the charge is in another currency than its order. */
  surcharge_percent: string;
  /** Amounts that are taken, in minor units of the owner's currency. */
  least_minor: number | null;
  most_minor: number | null;
  /** Its position among the ways to pay; equal ones are sorted by name, a deposit first (decision 0805). */
  place: number;
  /** Currencies of orders, countries of buyers; empty: any. */
  only_currencies: string[];
  only_countries: string[];
  /** A buyer must be of one of these levels or one of these partners; both empty: everybody. */
  only_levels: number[];
  only_partners: number[];
  /** The latest failed starts, three at most. */
  failed_at: Date[];
  trouble_until: Date | null;
  options: Record<string, unknown>;
  keys_sealed: string | null;
  key_names: string[];
  revision: number;
  merchant: string | null;
  secret: string | null;
  base_url: string | null;
};

const channelColumns = sql`channel, active, fee_percent, fee_refundable, currency, shown_currencies,
  surcharge_percent, least_minor, most_minor,
  place, only_currencies, only_countries, only_levels, to_jsonb(only_partners) AS only_partners, failed_at, trouble_until,
  options, keys_sealed, key_names, revision, merchant, secret, base_url`;

export function listChannels(owner: Owner): Promise<ChannelSetting[]> {
  return rows(
    owner,
    sql<ChannelSetting>`SELECT ${channelColumns} FROM channel_setting WHERE owner_id = ${owner.id} AND active
      ORDER BY place, channel <> 'deposit', channel`,
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
    sql<ChannelSetting>`SELECT ${channelColumns} FROM channel_setting WHERE owner_id = ${owner.id} ORDER BY place, channel`,
  );
}

export type ChannelChange = {
  channel: string;
  active: boolean;
  feePercent: string;
  feeRefundable: boolean;
  currency: Currency | null;
  shownCurrencies: string[] | null;
  surchargePercent: string;
  leastMinor: number | null;
  mostMinor: number | null;
  place: number;
  only: { currencies: string[]; countries: string[]; levels: number[]; partners: number[] };
  options: Record<string, unknown>;
  keysSealed: string | null;
  keyNames: string[];
  /** 0 for a channel without a row. */
  revision: number;
};

/** For everybody, in what they see, and in the middle of 1 to 99, so that any other way can be put before or behind it. */
export const unlimited: Pick<ChannelChange, 'place' | 'only' | 'shownCurrencies' | 'surchargePercent'> = {
  place: 50,
  shownCurrencies: null,
  surchargePercent: '0',
  only: { currencies: [], countries: [], levels: [], partners: [] },
};

/** 1 when written; 0 when it was changed since `revision`. */
export function writeChannel(owner: Owner, row: ChannelChange): Promise<number> {
  const { only } = row;
  return changed(
    owner,
    sql`INSERT INTO channel_setting AS c (owner_id, channel, active, fee_percent, fee_refundable, currency,
        shown_currencies, surcharge_percent, least_minor, most_minor,
        place, only_currencies, only_countries, only_levels, only_partners, options, keys_sealed, key_names)
      SELECT ${owner.id}, ${row.channel}, ${row.active}, ${row.feePercent}, ${row.feeRefundable}, ${row.currency},
        ${row.shownCurrencies}::text[], ${row.surchargePercent}, ${row.leastMinor}::bigint, ${row.mostMinor}::bigint,
        ${row.place}, ${only.currencies}::text[], ${only.countries}::text[], ${only.levels}::smallint[], ${only.partners}::bigint[],
        ${JSON.stringify(row.options)}::jsonb,
        ${row.keysSealed}, ${row.keyNames}::text[]
      WHERE ${row.revision} = 0 OR EXISTS (SELECT 1 FROM channel_setting WHERE owner_id = ${owner.id} AND channel = ${row.channel})
      ON CONFLICT (owner_id, channel) DO UPDATE SET active = EXCLUDED.active, fee_percent = EXCLUDED.fee_percent,
        fee_refundable = EXCLUDED.fee_refundable,
        currency = EXCLUDED.currency, shown_currencies = EXCLUDED.shown_currencies, surcharge_percent = EXCLUDED.surcharge_percent,
        least_minor = EXCLUDED.least_minor, most_minor = EXCLUDED.most_minor,
        place = EXCLUDED.place, only_currencies = EXCLUDED.only_currencies, only_countries = EXCLUDED.only_countries,
        only_levels = EXCLUDED.only_levels, only_partners = EXCLUDED.only_partners,
        options = EXCLUDED.options, keys_sealed = EXCLUDED.keys_sealed, key_names = EXCLUDED.key_names, revision = c.revision + 1
      WHERE c.revision = ${row.revision}`,
  );
}

/**
 * Counts a failed start, under the row's lock, so that none of several at once is lost. The third within five minutes
 * marks the way for five more; returns whether it was unmarked before.
 */
export async function noteFailedStart(owner: Owner, channel: string): Promise<boolean> {
  const isThird = sql`cardinality(c.failed_at) >= 2 AND c.failed_at[cardinality(c.failed_at) - 1] > now() - interval '5 minutes'`;
  const row = await firstRow(
    owner,
    sql<{ begun: boolean }>`UPDATE channel_setting c SET
        failed_at = (c.failed_at || now())[greatest(1, cardinality(c.failed_at) - 1):],
        trouble_since = CASE WHEN ${isThird} AND coalesce(c.trouble_until <= now(), true) THEN now() ELSE c.trouble_since END,
        trouble_until = CASE WHEN ${isThird} THEN now() + interval '5 minutes' ELSE c.trouble_until END
      WHERE c.owner_id = ${owner.id} AND c.channel = ${channel}
      RETURNING coalesce(c.trouble_since = now(), false) AS begun`,
  );
  return row?.begun ?? false;
}

/** A start that worked: the way is like the others again. */
export async function forgetFailedStarts(owner: Owner, channel: string): Promise<void> {
  await sql`UPDATE channel_setting SET failed_at = '{}', trouble_since = NULL, trouble_until = NULL
    WHERE owner_id = ${owner.id} AND channel = ${channel} AND failed_at <> '{}'`.execute(owner);
}
