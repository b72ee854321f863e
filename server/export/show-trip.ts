// All points of a trip for the map (§2 googleMap): where a product is or meets, its itinerary, and for readers of an order its pick-up,
// drop-off and hotel. A voucher opens the product's points alone: an address of the guests is for those who see the order.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, NotSignedIn } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { findProduct, listCards, type ProductRow } from '../catalog/catalog.sql.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findPlaces, type TravelPlace } from '../order/read.sql.ts';
import { readDay } from '../order/show-journey.ts';
import { showAreas } from '../places/judge-point.ts';
import type { Context } from '../platform/context.ts';
import { openVoucher } from './check-voucher.ts';

type Trip = OutputOf<'tripMap'>;
type Point = Trip['points'][number];

const nowhere = { day: null, time: '', lat: null, lng: null };

/** Without a product, an order or a voucher that the caller may see there is no map. */
export async function showTrip(context: Context, input: ParsedInputOf<'tripMap'>): Promise<Trip> {
  const { owner, language } = context;
  if (input.order !== undefined) return showOrderTrip(context, input.order);
  if (input.voucher !== undefined) {
    const found = await openVoucher(context, { code: input.voucher, s: input.s ?? '' });
    const product = found && (await findProduct(owner, String(found.row.product_id), language));
    if (!product) throw new NotHere();
    return showTripOf(context, product, found.row.session);
  }
  // As a card, so that what is hidden from the caller has no map either.
  const [card] = input.product === undefined ? [] : await listCards(context, { ids: [input.product] });
  const product = card && (await findProduct(owner, String(card.product_id), language));
  if (!product) throw new NotHere();
  return showTripOf(context, product, '');
}

const showTripOf = async (context: Context, product: ProductRow, session: string): Promise<Trip> => ({
  title: product.name,
  points: listPoints(context, product, session),
  areas: await listAreasOf(context, [product]),
});

/** Where products pick up: these are no one's private addresses, so every viewer of the product sees them. */
async function listAreasOf(context: Context, products: (ProductRow | undefined)[]): Promise<Trip['areas']> {
  const areaIds = [...new Set(products.flatMap((product) => product?.area_ids ?? []))];
  return areaIds.length ? (await showAreas(context, { areaIds })).list : [];
}

async function showOrderTrip(context: Context, orderNo: string): Promise<Trip> {
  const { owner, visitor } = context;
  if (visitor?.partnerId == null) throw new NotSignedIn();
  const visible = limitVisibility(context);
  const [{ order, stops }, places] = await Promise.all([
    readDay(context, orderNo, { visible, closedToo: true }),
    findPlaces(owner, orderNo),
  ]);
  const { fields } = order;
  const shown = new Set<number>();
  const points: Point[] = [];
  const pickup = places?.pickup;
  addPlace(points, 'pickup', pickup);
  const hotel = { name: fields['403'] ?? '', address: fields['402'] ?? '' };
  if (hotel.name || hotel.address) points.push({ kind: 'hotel', ...hotel, ...nowhere });
  for (const { line, product } of stops) {
    if (!product || shown.has(product.product_id)) continue;
    shown.add(product.product_id);
    points.push(...listPoints(context, product, line.session));
  }
  if (fields.stayOverHotel) points.push({ kind: 'hotel', name: fields.stayOverHotel, address: '', ...nowhere });
  const dropOff = pickup?.dropOff;
  addPlace(
    points,
    'dropOff',
    dropOff?.address ? dropOff : { address: fields.dropOffAddress ?? '', lat: null, lng: null },
  );
  const products = stops.map(({ product }) => product);
  return {
    title: products.map((product) => product?.name).find(Boolean) ?? orderNo,
    points,
    areas: await listAreasOf(context, products),
  };
}

function addPlace(points: Point[], kind: Point['kind'], place: TravelPlace | null | undefined): void {
  if (!place?.address) return;
  points.push({ ...nowhere, kind, name: place.address, address: place.address, lat: place.lat, lng: place.lng });
}

function listPoints({ language }: Context, product: ProductRow, session: string): Point[] {
  const { lat, lng, name, content, redemption } = product;
  const city = product.city_name;
  const placed = lat === 0 && lng === 0 ? { lat: null, lng: null } : { lat, lng };
  const kind = redemption === 'meetingPoint' ? 'meeting' : 'place';
  const steps = content.itinerary.map((step): Point => {
    const title = textIn(step.title, language);
    const { day = 1, time, lat = null, lng = null } = step;
    return { kind: 'step', name: title, address: `${title}, ${city}`, day, time, lat, lng };
  });
  return [{ kind, name, address: city, day: null, time: session, ...placed }, ...steps.filter((step) => step.name)];
}
