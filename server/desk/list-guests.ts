// Who comes on a day (decision 0777): what was sold, by departure and order, under the right to decide orders (right-over.sql.ts). Of the
// guests what delivering takes: no price and no address for messages.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { isDriven } from '../../domain/product-types.ts';
import { isRedeemableNow } from '../order/delivery/judge-voucher.ts';
import { showDelivered, showGuestContact } from '../order/delivery/show-delivered.ts';
import { driversOf, listDrivers } from '../order/driver.sql.ts';
import { type LineOfOrder, listLines, listOrders, type OrderRow } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { type GuestLine, type GuestsOf, listGuestLines, listGuestProducts } from './guests.sql.ts';
import { rightOver } from './right-over.sql.ts';

type Found = OutputOf<'consoleGuests'>;
type Input = ParsedInputOf<'consoleGuests'>;

/** What the caller may see of a day. Not here for roles that decide no orders. */
export function guestsOf(context: Context, { on }: Pick<Input, 'on'>): GuestsOf {
  const right = rightOver(context);
  if (!right.decidesAs) throw new NotHere();
  return { orders: right.decides, lines: right.lines, on: on || todayIn(context.site.zone, context.now.getTime()) };
}

export async function listGuests(context: Context, input: Input): Promise<Found> {
  const { owner, language, site } = context;
  const whose = guestsOf(context, input);
  const most = limits.guestLines;
  const [lines, products] = await Promise.all([
    listGuestLines(owner, { ...whose, product: input.product ?? null }, most + 1),
    listGuestProducts(owner, whose),
  ]);
  const list = showDepartures(context, whose.on, await readBookings(owner, lines.slice(0, most)));
  return {
    on: whose.on,
    zone: site.zone,
    more: lines.length > most,
    writes: whose.lines === null,
    products: products.map(({ id, names }) => ({ id, name: textIn(names, language) })),
    total: list.length,
    list,
  };
}

/** `drivers`: null where the product has none. */
export type GuestRow = GuestLine & {
  order: OrderRow;
  line: LineOfOrder;
  drivers: ReturnType<typeof driversOf> | null;
};

/** The lines with their orders, in the same sequence. */
export async function readBookings(owner: Owner, found: GuestLine[]): Promise<GuestRow[]> {
  const numbers = [...new Set(found.map((row) => row.order_no))];
  const [orders, lines, drivers] = await Promise.all([
    listOrders(owner, numbers),
    listLines(owner, numbers),
    listDrivers(
      owner,
      found.map((row) => row.sub_order_no),
    ),
  ]);
  const orderOf = new Map(orders.map((order) => [order.order_no, order]));
  const lineOf = new Map(lines.map((line) => [line.sub_order_no, line]));
  return found.flatMap((row) => {
    const [order, line] = [orderOf.get(row.order_no), lineOf.get(row.sub_order_no)];
    if (!order || !line) return [];
    const driven = isDriven(line.terms.type ?? row.type);
    return [{ ...row, order, line, drivers: driven ? driversOf(drivers, row.sub_order_no) : null }];
  });
}

function phaseOn(on: string, { line }: GuestRow): Found['list'][number]['phase'] {
  if (line.play_on === on) return 'begins';
  return line.until_on === on ? 'ends' : 'goesOn';
}

/** What began on another day is together by package, whenever it began. */
const groupOn = (on: string) => (row: GuestRow) => {
  const phase = phaseOn(on, row);
  return phase === 'begins' ? String(row.departure_id) : `${phase}-${row.line.package_id}`;
};

function showDepartures(context: Context, on: string, rows: GuestRow[]): Found['list'] {
  const sum = (list: GuestRow[]) =>
    list.reduce((total, { line }) => total + line.quantity - line.cancelled_quantity, 0);
  return [...Map.groupBy(rows, groupOn(on))].map(([id, ofDeparture]) => {
    const [first] = ofDeparture as [GuestRow];
    const { names, packageNames, byDay } = first.line.terms;
    const phase = phaseOn(on, first);
    return {
      id,
      phase,
      byDay: byDay ?? false,
      productName: textIn(names, context.language),
      packageName: textIn(packageNames, context.language),
      session: first.line.session,
      booked: sum(ofDeparture),
      arrived: sum(ofDeparture.filter(({ line }) => line.redeemed_at)),
      left: phase === 'begins' ? Math.max(0, first.left) : null,
      bookings: [...Map.groupBy(ofDeparture, (row) => row.order_no).values()].map((ofOrder) =>
        showBooking(context, ofOrder),
      ),
    };
  });
}

function showBooking(context: Context, rows: GuestRow[]): Found['list'][number]['bookings'][number] {
  const [{ order }] = rows as [GuestRow];
  const delivered = rows.map(({ line, drivers }) => ({
    ...showDelivered(line, order, context),
    redeemable: isRedeemableNow(line, context.now),
    drivers,
  }));
  return {
    orderNo: order.order_no,
    ...showGuestContact(
      order,
      rows.map(({ line }) => line),
    ),
    pickupWaits: order.second_check === 'waiting',
    lines: delivered.map((line) => ({ ...line, quantity: line.quantity - line.cancelledQuantity })),
  };
}
