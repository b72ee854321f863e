// A product as a card: texts in the reader's language, picture, price in the visitor's currency.
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf } from '../../contract/index.ts';
import { hoursOf, policyOf, rulesInForce } from '../../domain/cancellation.ts';
import { showNextDay } from '../../domain/dates.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { type Money, money } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { hasSeats } from '../../domain/product-types.ts';
import { ratingOf } from '../../domain/review-rules.ts';
import { showHeading } from '../../domain/search/thai-breaks.ts';
import { translate } from '../../locales/translate.ts';
import { placeholderColour } from '../illustration/encode-picture.ts';
import type { Context } from '../platform/context.ts';
import type { Rates } from '../site/convert-shown.ts';
import type { CardRow, ProductRow } from './catalog.sql.ts';
import { describeOnCard } from './figures/describe-figures.ts';
import { priceNow, type ShownOffer } from './offer/apply-offer.ts';
import type { OwnPicture } from './pictures.sql.ts';
import type { Scene } from './read-scene.ts';

type Picture = { src: string; colour: string; alt: string; focus?: string };
export type Card = OutputOf<'searchProducts'>['list'][number];

/** Address of a picture without its width; the answer is AVIF, WebP or JPEG by what the browser takes. */
export function pictureOf(scene: Scene, key: string, alt: string, variant = 0) {
  const src = `/pictures/${scene.kind}/${scene.time}/${encodeURIComponent(key)}-${variant}`;
  return { src, colour: placeholderColour(scene.kind, scene.time), alt };
}

/** The uploaded picture, with its text or the product's name; a drawn scene until then. */
export function shownPicture(ownPicture: OwnPicture | null, drawn: Picture, language: Language): Picture {
  if (!ownPicture) return drawn;
  return {
    src: fileAddress('ownerPicture', { id: ownPicture.id }),
    colour: ownPicture.colour ?? drawn.colour,
    alt: textIn(ownPicture.alts ?? {}, language) || drawn.alt,
    ...(ownPicture.focus ? { focus: ownPicture.focus } : {}),
  };
}

type Seated = Pick<ProductRow, 'seat_plan' | 'type' | 'scene' | 'key' | 'name'>;

/** Of kinds with seats: a product may have been another kind when it was uploaded. */
export function showSeatPlan({ seat_plan: plan, ...row }: Seated, language: Language) {
  if (!plan || !hasSeats(row.type)) return null;
  const alt = translate(language, 'catalog.seatPlan.of', { name: row.name });
  const picture = shownPicture(plan, { ...pictureOf(row.scene, row.key, row.name), alt }, language);
  return { ...picture, caption: textIn(plan.alts ?? {}, language) };
}

type StoredPicture = { pictureId?: string | null; pictureLook?: Pick<OwnPicture, 'colour' | 'focus'> };

/** The part of a picture that an order or a quotation stores, and the picture made from it again. */
export const toStoredPicture = (ownPicture: OwnPicture | null): { pictureId: string | null } & StoredPicture =>
  ownPicture
    ? { pictureId: ownPicture.id, pictureLook: { colour: ownPicture.colour, focus: ownPicture.focus } }
    : { pictureId: null };

export const storedPicture = ({ pictureId, pictureLook }: StoredPicture): OwnPicture | null =>
  pictureId ? { id: pictureId, ...pictureLook } : null;

/** Both routes of §2 lead to the product; the long one is canonical. */
export function pathOf(row: { country_key: string; city: string; product_id: number }): string {
  return paths.product({ country: row.country_key, city: row.city, id: row.product_id });
}

/** A card promises only what holds for every package: whole days before the start, those of the strictest; null where one is never free. */
function freeDaysOf({ refund_rules: refundRules, free_cancel_days: freeCancelDays, package_rules: ownRules }: CardRow) {
  const days = ownRules.map((rules) => {
    const [first] = rulesInForce(policyOf({ refundRules, freeCancelDays }, rules));
    return first ? Math.ceil(hoursOf(first) / 24) : null;
  });
  return days.reduce((most, day) => (most === null || day === null ? null : Math.max(most, day)), 0);
}

/** An offer with the price before it in the caller's currency, or nothing. */
export function showOffer(offer: ShownOffer | undefined, show: (minor: number) => Money) {
  if (!offer) return {};
  const { beforeMinor, ...rest } = offer;
  return { offer: { ...rest, before: show(beforeMinor) } };
}

export function showCard(row: CardRow, context: Context, rates: Rates): Card {
  const { language, currency } = context;
  const { fromMinor, offer } = priceNow(row, context);
  const show = (minor: number) => rates.show(money(minor, row.currency), currency);
  return {
    id: String(row.product_id),
    name: row.name,
    ...showHeading(row.name, language),
    path: pathOf(row),
    facts: describeOnCard(row, language),
    city: row.city_name,
    country: row.country_name,
    type: row.type,
    subtype: row.subtype,
    picture: shownPicture(row.own_picture, pictureOf(row.scene, row.key, row.name), language),
    from: show(fromMinor),
    ...showOffer(offer, show),
    ...showNextDay(row.next_on),
    instant: row.instant,
    freeCancelDays: freeDaysOf(row),
    popularity: row.popularity,
    rating: ratingOf(row.review_count, row.rating_sum),
  };
}
