// Price and stock of each day of a package (§2 price calendar). What is shown may be seconds old; the order decides.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { addDays, isBookable, openDay, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { money } from '../../domain/money.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import type { Context } from '../platform/context.ts';
import { findRates } from '../site/convert-shown.ts';
import { findPackageFrame } from './inventory.sql.ts';
import { listDays } from './price-days.ts';

/** Days from today of the product's zone on; at most the calendar's length. */
export async function showCalendar(
  context: Context,
  input: ParsedInputOf<'inventories'>,
): Promise<OutputOf<'inventories'>> {
  const { owner, now, currency } = context;
  const pricing = pricingOf(context);
  const frame = await findPackageFrame(owner, pricing, input.packageId);
  if (!frame || frame.state === 'draft') throw new NotHere();
  const today = todayIn(frame.zone, now.getTime());
  const from = input.from > today ? input.from : today;
  const last = addDays(from, limits.calendarDays);
  const to = input.to < last ? input.to : last;
  // An open ticket has one row of stock and no calendar.
  const [first, end] = frame.open_days === null ? [from, to] : [openDay, openDay];
  const [days, rates] = await Promise.all([listDays(owner, input.packageId, pricing, first, end), findRates(context)]);
  const open = days.filter((row) => isBookable(row.on, row.session, frame.zone, frame.cut_off_hours, now.getTime()));
  const selling = frame.currency;
  const rate = rates.rate(selling, currency);
  return {
    shown: rate ? { currency, rate } : { currency: selling, rate: '1' },
    askedAt: frame.asked_at?.toISOString() ?? null,
    days: open.map((row) => ({
      on: row.on,
      session: row.session,
      left: Math.max(0, row.left),
      prices: (row.prices ?? []).map((price) => ({
        skuId: String(price.sku_id),
        price: money(price.price_minor, selling),
        retail: money(price.retail_minor, selling),
        left: Math.max(0, price.left),
      })),
    })),
  };
}
