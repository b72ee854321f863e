// The voucher of a booking as one page (§3 vouchers, decision 0440): the code, when, where, the pick-up, the number to call, what to
// bring, the lines, cancelled ones marked. No price, no contact of the buyer, no document of a guest.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { entryOf } from '../../../domain/asked-fields.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { textIn } from '../../../domain/languages.ts';
import { isEnded, OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import { pickupField } from '../../../domain/pickup-times.ts';
import { voucherAddress } from '../../../domain/voucher-token.ts';
import { findProduct, type ProductRow } from '../../catalog/catalog.sql.ts';
import { showSeatPlan } from '../../catalog/show-card.ts';
import { findSupplied } from '../../order/delivery/esim.sql.ts';
import { stateOf } from '../../order/delivery/judge-voucher.ts';
import { drawCode, showESims } from '../../order/delivery/show-esims.ts';
import { type DriverRow, driversOf, listDrivers } from '../../order/driver.sql.ts';
import {
  findOrder,
  findPlaces,
  type LineOfOrder,
  listLines,
  type OrderRow,
  type TravelPlace,
} from '../../order/read.sql.ts';
import { fieldsShownByKey, findBegin, listSteps } from '../../order/show-journey.ts';
import { hasVoucher } from '../../order/show-order.ts';
import type { Context } from '../../platform/context.ts';
import { findOwner } from '../../site/site.sql.ts';
import { factsOf } from '../check-voucher.ts';
import { drawSupplierCode } from '../draw-codes.ts';
import { signVoucher } from '../sign-voucher.ts';
import { canSign } from '../wallet/edit-wallets.ts';
import { listWallets } from '../wallet/wallet.sql.ts';
import { admitToPass, findPassLink } from './share-pass.ts';

type Pass = OutputOf<'pass'>;
type Stop = Pass['stops'][number];

/** The page says that a link is over; a file is there or not. */
function sayOver(error: unknown): never {
  throw error instanceof NotHere ? new Refusal('linkExpired') : error;
}

export async function showPass(context: Context, input: ParsedInputOf<'pass'>): Promise<Pass> {
  const { owner, site } = context;
  const { orderNo } = input;
  const admitted = admitToPass(context, input);
  const { visible, seesOrder } = await (input.key === undefined ? admitted : admitted.catch(sayOver));
  const order = await findOrder(owner, orderNo, visible);
  if (!order) throw new NotHere();
  const [lines, company, places, link, supplied, wallets] = await Promise.all([
    listLines(owner, [orderNo]),
    findOwner(owner),
    findPlaces(owner, orderNo),
    seesOrder ? findPassLink(context, orderNo) : null,
    // What installs an eSIM is for its buyer alone.
    seesOrder ? findSupplied(owner, orderNo) : { list: [] },
    listWallets(owner),
  ]);
  const drivers = await listDrivers(
    owner,
    lines.map((line) => line.sub_order_no),
  );
  const stops: Stop[] = [];
  for (const group of groupLines(lines))
    stops.push(await showStop(context, group, { drivers, order, address: company.address ?? '' }));
  const timed = pickupField(order.fields);
  const filled = Object.entries(order.fields).filter(
    ([name, value]) => value && name !== timed && fieldsShownByKey.has(name),
  );
  return {
    orderNo,
    seesOrder,
    link,
    ownerName: site.ownerName,
    ownerPhone: company.phone ?? '',
    stops,
    pickup: showPlace(places?.pickup),
    pickupTime: timed ? (order.fields[timed] ?? '') : '',
    dropOff: showPlace(places?.pickup?.dropOff),
    fields: Object.fromEntries(filled),
    wallets: wallets.filter((row) => canSign(row, context.now)).map(({ kind }) => kind),
    eSims: lines.some(hasVoucher) ? await showESims(supplied.list) : [],
  };
}

const keyOfStop = (line: LineOfOrder) =>
  [line.product_id, line.package_id, line.play_on, line.session, line.until_on].join();

/** Lines of one package at one time, by time; what is wholly cancelled comes last. */
export function groupLines(lines: readonly LineOfOrder[]): LineOfOrder[][] {
  const groups = Map.groupBy(lines, keyOfStop);
  const placeOf = ([line]: LineOfOrder[]) => (line ? line.play_on + line.session : '');
  return [...groups.values()].sort(
    (a, b) => Number(a.every(isCancelled)) - Number(b.every(isCancelled)) || (placeOf(a) < placeOf(b) ? -1 : 1),
  );
}

function isCancelled(line: LineOfOrder): boolean {
  return isEnded(line.status) || line.cancelled_quantity >= line.quantity;
}

type Around = { drivers: DriverRow[]; order: OrderRow; address: string };

async function showStop(context: Context, lines: LineOfOrder[], { drivers, order, address }: Around): Promise<Stop> {
  const { owner, vault, language, now } = context;
  const [first] = lines as [LineOfOrder];
  const { terms } = first;
  const product = await findProduct(owner, String(first.product_id), language);
  const good = lines.find((line) => stateOfLine(line, now) === 'valid');
  const theirs = await showTheirs(lines.filter((line) => stateOfLine(line, now) === 'valid'));
  // Also where the supplier's codes cannot be shown here: its number is what guests have then.
  const code = theirs.length || good?.supplier_codes ? undefined : good?.voucher_code;
  const s = good && code ? await signVoucher({ owner, vault }, code, factsOf(good)) : '';
  const standing = lines.filter((line) => !isCancelled(line));
  const steps = listSteps(product, language);
  return {
    productName: textIn(terms.names, language),
    packageName: textIn(terms.packageNames, language),
    cityName: textIn(terms.cityNames, language),
    playOn: first.play_on,
    session: first.session,
    untilOn: first.until_on,
    validUntil: first.valid_until,
    byDay: terms.byDay ?? false,
    zone: terms.zone,
    lines: lines.map((line) => showPassLine(line, context)),
    shown:
      good && code ? { line: good.sub_order_no, code, s, qr: await drawCode(voucherAddress(address, code, s)) } : null,
    theirs,
    ...showProductTexts(product, order, language),
    deposit: textIn(terms.deposits ?? {}, language),
    begins: findBegin(first, order, steps),
    steps,
    drivers: standing.flatMap((line) => driversOf(drivers, line.sub_order_no)),
  };
}

/** A code of a whole booking is stored on each of its lines, and is shown once. */
function showTheirs(lines: LineOfOrder[]): Promise<Stop['theirs']> {
  const codes = new Map(lines.flatMap((line) => line.supplier_codes ?? []).map((code) => [code.value, code]));
  return Promise.all(
    [...codes.values()].map(async (code) => ({ value: code.value, picture: await drawSupplierCode(code) })),
  );
}

function showProductTexts(product: ProductRow | undefined, { fields }: OrderRow, language: Context['language']) {
  const { lat = 0, lng = 0 } = product ?? {};
  const isPlaced = lat !== 0 || lng !== 0;
  return {
    redemption: product ? entryOf(product.redemption, fields) : '',
    seatPlan: product ? showSeatPlan(product, language) : null,
    lat: isPlaced ? lat : null,
    lng: isPlaced ? lng : null,
    howToUse: textIn(product?.content.instructions ?? {}, language),
    howToGetThere: textIn(product?.content.traffic ?? {}, language),
    notices: (product?.content.notices ?? []).map((notice) => textIn(notice, language)).filter(Boolean),
  };
}

/** Not paid, or not confirmed. */
const notFirm: readonly OrderStatusCode[] = [OrderStatus.unpaid, OrderStatus.pending];

export function stateOfLine(line: LineOfOrder, now: Date): Stop['lines'][number]['state'] {
  if (isCancelled(line)) return 'cancelled';
  if (notFirm.includes(line.status)) return 'waiting';
  if (line.held_back) return 'restOpen';
  if (line.voucher_code === null) return 'waiting';
  return stateOf(line, now);
}

function showPassLine(line: LineOfOrder, { language, now }: Context): Stop['lines'][number] {
  const { terms } = line;
  const state = stateOfLine(line, now);
  return {
    subOrderNo: line.sub_order_no,
    state,
    skuName: textIn(terms.skuNames, language),
    ticketType: terms.ticketType,
    carType: terms.carType,
    quantity: line.quantity,
    cancelledQuantity: isEnded(line.status) ? line.quantity : line.cancelled_quantity,
    askedQuantity: state === 'cancelling' ? 0 : line.asked_quantity,
    code:
      state === 'waiting' || state === 'restOpen' || state === 'cancelled' || line.supplier_codes
        ? ''
        : (line.voucher_code ?? ''),
    usedAt: line.redeemed_at?.toISOString() ?? null,
    guests: terms.room?.guests ?? null,
    travellers: line.travellers.map((traveller) => traveller['102'] || traveller['101'] || '').filter(Boolean),
    addOns: line.add_ons.map((item) => ({ name: textIn(item.names, language), quantity: item.quantity })),
    reference: hasVoucher(line) ? line.supplier_reference : '',
  };
}

function showPlace(place: TravelPlace | null | undefined): Pass['pickup'] {
  return place?.address ? { address: place.address, lat: place.lat, lng: place.lng } : null;
}
