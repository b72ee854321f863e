// Price and stock of a package cell by cell (rules §10): held and sold places of each departure, and its day prices.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { addDays, openDay } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { nameSku } from '../../locales/name-sku.ts';
import type { Context } from '../platform/context.ts';
import { findCalendarFrame, listCells } from './calendar.sql.ts';

const longest = 366;

/** At most a year at once. Open tickets have one cell, whatever days are asked for. */
export async function showCalendarCells(
  { owner, language }: Context,
  { packageId, from, to }: ParsedInputOf<'consoleCalendar'>,
): Promise<OutputOf<'consoleCalendar'>> {
  const frame = await findCalendarFrame(owner, packageId);
  if (!frame) throw new NotHere();
  const open = frame.open_days !== null;
  const last = from < '9998' ? addDays(from, longest) : openDay;
  const cells = await listCells(owner, packageId, open ? openDay : from, open ? openDay : to < last ? to : last);
  return {
    productId: String(frame.product_id),
    productName: textIn(frame.names, language),
    packageName: textIn(frame.package_names, language),
    currency: frame.currency,
    zone: frame.zone,
    openDays: frame.open_days,
    skus: frame.skus.map((sku) => ({
      id: String(sku.sku_id),
      name: nameSku(sku, language),
      priceMinor: sku.price_minor,
      sessionPrices: sku.session_prices,
      costMinor: sku.cost_minor,
    })),
    days: cells.map(({ prices, ...cell }) => ({
      ...cell,
      prices: prices.map((price) => ({ skuId: String(price.sku_id), priceMinor: price.price_minor })),
    })),
  };
}
