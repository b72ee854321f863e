// What a search is narrowed by beside words, kind and city (§2 search, decision 0437): days on which something can really be booked, price,
// duration, time of day, terms, languages, rating, distance. These are read of the products themselves, and only where a visitor chose one.
import { openDay } from '../../../domain/dates.ts';
import { sql } from '../../platform/db.ts';
import { hasPlaces, stillOpen } from '../open-days.sql.ts';
import type { RawSql } from '../pricing.sql.ts';

/** Null: not narrowed by it. */
export type Narrowing = {
  /** By its key. */
  country: string | null;
  from: string | null;
  to: string | null;
  /** "HH:mm" from, and before. */
  startsFrom: string | null;
  startsBefore: string | null;
  /** As `from_sort` of the hits: hundredths of the owner's currency. */
  priceFrom: number | null;
  priceTo: number | null;
  minutesFrom: number | null;
  minutesTo: number | null;
  instant: boolean | null;
  freeCancel: boolean | null;
  spoken: string | null;
  /** Stars. */
  ratingFrom: number | null;
  lat: number | null;
  lng: number | null;
  kilometres: number | null;
};

export const notNarrowed: Narrowing = {
  country: null,
  ...{ from: null, to: null, startsFrom: null, startsBefore: null, priceFrom: null, priceTo: null },
  ...{ minutesFrom: null, minutesTo: null, instant: null, freeCancel: null, spoken: null, ratingFrom: null },
  ...{ lat: null, lng: null, kilometres: null },
};

/** Hits with what they are narrowed by, and their distance in metres from where the visitor is; null where either place is not known. */
export function narrowHits(hits: RawSql, ownerId: number, by: Narrowing & { now: Date | null }): RawSql {
  const haversine = sql`power(sin(radians(n.lat - ${by.lat}::float8) / 2), 2)
    + cos(radians(n.lat)) * cos(radians(${by.lat}::float8)) * power(sin(radians(n.lng - ${by.lng}::float8) / 2), 2)`;
  return sql`SELECT f.*, d.away FROM (${hits}) f
    JOIN product n ON n.owner_id = ${ownerId} AND n.product_id = f.product_id JOIN city c ON c.city = n.city
    CROSS JOIN LATERAL (SELECT (${haversine}) AS share) e
    CROSS JOIN LATERAL (SELECT (12742000 * asin(sqrt(CASE WHEN e.share > 1 THEN 1 ELSE e.share END)))::bigint AS away) d
    WHERE (${by.country}::text IS NULL OR c.country = (SELECT y.country FROM country y WHERE y.key = ${by.country}::text))
      AND (${by.priceFrom}::bigint IS NULL OR f.from_sort >= ${by.priceFrom}::bigint)
      AND (${by.priceTo}::bigint IS NULL OR f.from_sort <= ${by.priceTo}::bigint)
      AND (${by.minutesFrom}::int IS NULL OR ${minutes} >= ${by.minutesFrom}::int)
      AND (${by.minutesTo}::int IS NULL OR ${minutes} <= ${by.minutesTo}::int)
      AND (${by.instant}::boolean IS NULL OR n.instant)
      AND (${by.spoken}::text IS NULL OR n.service_languages @> ARRAY[${by.spoken}::text])
      AND (${by.ratingFrom}::int IS NULL OR n.review_count > 0 AND n.rating_sum >= ${by.ratingFrom}::int * n.review_count)
      AND (${by.kilometres}::int IS NULL OR d.away <= ${by.kilometres}::int * 1000)
      AND (${by.freeCancel}::boolean IS NULL OR NOT EXISTS (SELECT 1 FROM package k WHERE k.owner_id = n.owner_id
        AND k.product_id = n.product_id AND k.on_shelf AND NOT ${isFreeAtFirst}))
      AND (${by.from}::date IS NULL AND ${by.startsFrom}::text IS NULL OR ${isSold(by)})`;
}

/** Units of play time: days, hours, minutes. */
const minutes = sql`(n.play_value * CASE n.play_unit WHEN 1 THEN 1440 WHEN 2 THEN 60 ELSE 1 END)`;

/** As the card's badge says it (show-card.ts): some rule is in force, and before it cancelling is free. */
const isFreeAtFirst = sql`(CASE WHEN k.refund_rules IS NOT NULL THEN jsonb_array_length(k.refund_rules) > 0
  ELSE n.free_cancel_days IS NOT NULL OR jsonb_array_length(coalesce(n.refund_rules, '[]')) > 0 END)`;

/**
 * Some package has places on one of the days, at that time of day, that can still be booked; tickets of any day are sold on each. Days and
 * times are plain bounds, so that the departures of a package are found by their index and the others are not read.
 */
function isSold(by: Narrowing & { now: Date | null }): RawSql {
  const today = sql`(${by.now}::timestamptz AT TIME ZONE c.zone)::date`;
  const dayOf = (dated: RawSql) => sql`CASE WHEN k.open_days IS NULL THEN ${dated} ELSE ${openDay}::date END`;
  return sql`EXISTS (SELECT 1 FROM package k JOIN departure d ON d.owner_id = k.owner_id AND d.package_id = k.package_id
    WHERE k.owner_id = n.owner_id AND k.product_id = n.product_id AND k.on_shelf
      AND (k.open_days IS NULL OR ${by.startsFrom}::text IS NULL AND (${by.from}::date <= ${by.to}::date) IS NOT FALSE)
      AND d.play_on >= ${dayOf(sql`coalesce(${by.from}::date, ${today})`)}
      AND d.play_on <= ${dayOf(sql`coalesce(${by.to}::date, ${today} + 60)`)}
      AND d.session >= coalesce(${by.startsFrom}::text, '') AND d.session < coalesce(${by.startsBefore}::text, '99:99')
      AND (k.open_days IS NOT NULL OR ${stillOpen(sql`c.zone`, sql`n.cut_off_hours`, sql`${by.now}::timestamptz`)})
      AND (k.oversell OR ${hasPlaces}))`;
}
