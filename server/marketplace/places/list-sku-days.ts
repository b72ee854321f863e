// The days of one SKU for platforms that name SKUs (decision 0690): what is left of it and its prices, in the currency that the platform
// gets. "12" or "12-0900", as in orders.
import type { Currency } from '../../../domain/currencies.ts';
import { addDays, isBookable } from '../../../domain/dates.ts';
import { convertMoney, decimalOf, money } from '../../../domain/money.ts';
import { findDays } from '../../octo/find-days.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { timesOf } from '../../octo/show-availability.ts';
import { findRates } from '../../site/convert-shown.ts';
import { type ChannelOffer, listChannelOffers } from '../channel-order.ts';
import { listSkus } from '../platform-orders.sql.ts';
import { readSkuRef } from '../signed/choose-skus.ts';
import type { CurrentPlace } from './compare-places.ts';

/** Prices are amounts as text, "104.50"; null where the platform gets none. `cost` is what the partner pays. */
export type SentDay = { vacancies: number; price: string | null; cost: string | null };

export type FoundSku = { offer: ChannelOffer; skuId: string; session: string };

/** Undefined for what is not offered to platforms, or not any more. */
export async function findSku(asking: OctoAsking, ref: string): Promise<FoundSku | undefined> {
  const read = readSkuRef(ref);
  const [sku] = read ? await listSkus(asking.context.owner, [read.skuId]) : [];
  if (!read || !sku) return undefined;
  const [offer] = await listChannelOffers(asking, `${sku.product_id}-${sku.package_id}`);
  const isSold = offer?.pack.skus.some((sku) => String(sku.sku_id) === read.skuId);
  return offer && isSold ? { offer, ...read } : undefined;
}

type Wanted = { from: string; to: string; currency: Currency | null };

/** 'noRate' where its price cannot be given in the currency. What cannot be booked any more today has no places. */
export async function listSkuDays(
  asking: OctoAsking,
  { offer: { row, pack }, skuId, session }: FoundSku,
  { from, to, currency }: Wanted,
): Promise<CurrentPlace<SentDay>[] | 'noRate'> {
  const { context } = asking;
  const ids = { productId: String(row.product_id), optionId: String(pack.package_id) };
  const found = await findDays(asking, ids, from, to);
  const rate = currency && (await findRates(context)).rate(found.row.currency, currency);
  if (currency && !rate) return 'noRate';
  const show = (minor: number) =>
    currency && rate ? decimalOf(convertMoney(money(minor, found.row.currency), currency, rate)) : null;
  return found.days.flatMap((day) => {
    const price = day.prices.find((price) => String(price.sku_id) === skuId);
    if (!price || day.session !== session) return [];
    const isOpen = isBookable(day.on, session, found.row.zone, found.row.cut_off_hours, context.now.getTime());
    const vacancies = isOpen ? Math.max(0, Math.min(day.left, price.left)) : 0;
    const sent = { vacancies, price: show(price.retail_minor), cost: show(price.price_minor) };
    return [{ place: timesOf(found.row, { on: day.on, session }).id, sent, isOver: false }];
  });
}

export const dayOf = (place: string): string => place.slice(0, 10);

/** The last of so many days from a day on. */
export const lastDay = (from: string, count: number): string => addDays(from, count - 1);
