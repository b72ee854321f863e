// A product as a card: words of the reader, picture, price in the visitor's currency.
import type { OutputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { money } from '../../domain/money.ts';
import { placeholderColour } from '../illustration/encode-picture.ts';
import type { Context } from '../platform/context.ts';
import type { Rates } from '../site/convert-shown.ts';
import type { CardRow, Texts } from './catalog.sql.ts';
import type { Scene } from './read-scene.ts';

type Picture = { src: string; colour: string; alt: string };
export type Card = OutputOf<'searchProducts'>['list'][number];

/** Address of a picture without its width; the answer is AVIF, WebP or JPEG by what the browser takes. */
export function pictureOf(scene: Scene, key: string, alt: string, variant = 0) {
  const src = `/pictures/${scene.kind}/${scene.time}/${encodeURIComponent(key)}-${variant}`;
  return { src, colour: placeholderColour(scene.kind, scene.time), alt };
}

/** What the owner uploaded, under its own words or the product's name; the drawn scene until then. */
export function shownPicture(own: { id: string; alts?: Texts } | null, drawn: Picture, language: Language): Picture {
  if (!own) return drawn;
  return { ...drawn, src: `/api/ucenter/picture/${own.id}`, alt: textIn(own.alts ?? {}, language) || drawn.alt };
}

/** Both routes of §2 lead to the product; the long one is canonical. */
export function pathOf(row: { country_key: string; city: string; product_id: number }): string {
  return `/tours/${row.country_key}/${row.city}/${row.product_id}`;
}

export function showCard(row: CardRow, { language, currency }: Context, rates: Rates): Card {
  return {
    id: String(row.product_id),
    name: row.name,
    path: pathOf(row),
    city: textIn(row.city_names, language),
    country: textIn(row.country_names, language),
    type: row.type,
    subtype: row.subtype,
    picture: shownPicture(row.own_picture, pictureOf(row.scene, row.key, row.name), language),
    from: rates.show(money(Number(row.from_minor), row.currency as Currency), currency),
    nextOn: row.next_on,
    instant: row.instant,
    freeCancelDays: row.free_cancel_days,
    popularity: row.popularity,
  };
}
