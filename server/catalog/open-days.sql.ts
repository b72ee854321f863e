// Conditions on a departure `d` for whole calendars: the next day on cards and packages.
import { sql } from '../platform/db.ts';

type Part = ReturnType<typeof sql>;

/**
 * It can still be booked at `now`, by the same rule as isBookable of domain/dates.ts. What the zone's clock has shown already is over, also
 * when the clock was put back since; that is looked at only where it can matter.
 */
export function stillOpen(zone: Part, cutOff: Part, now: Part): Part {
  const starts = sql`(d.play_on + coalesce(nullif(d.session, '')::time, '00:00'))`;
  const end = sql`(${now} + make_interval(hours => ${cutOff}))`;
  return sql`(${cutOff} = 0 AND d.session = '' AND d.play_on >= (${now} AT TIME ZONE ${zone})::date
    OR ${starts} > ${end} AT TIME ZONE ${zone}
      AND (${starts} > (${end} + interval '24 hours') AT TIME ZONE ${zone} OR moment_of(${starts}, ${zone}) > ${end}))`;
}

/** It has places for some SKU on the shelf. */
export const hasPlaces = sql`(d.held + d.sold < d.capacity AND (NOT d.limited OR EXISTS (SELECT 1 FROM sku s
  LEFT JOIN departure_sku l ON l.owner_id = s.owner_id AND l.departure_id = d.departure_id AND l.sku_id = s.sku_id
  WHERE s.owner_id = d.owner_id AND s.package_id = d.package_id AND s.on_shelf AND (l.sku_id IS NULL OR l.held + l.sold < l.capacity))))`;
