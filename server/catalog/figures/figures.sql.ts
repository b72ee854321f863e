// The figures of a product (decision 0511) within the statements that show products: those of its row, and of its packages on the shelf
// the least and the most.
import { packageFigures, productFigures } from '../../../domain/product-features.ts';
import { sql } from '../../platform/db.ts';
import { jsonColumns, listRanges } from '../field-columns.sql.ts';

/** Unknown figures are left out. `range` has the minimum and the maximum. */
export type Figures = {
  groupMost?: number;
  doorsMinutes?: number;
  courses?: number;
  tableMinutes?: number;
  coverage?: string[];
  freeWaitingMinutes?: number;
  gearbox?: string;
  doors?: number;
  securityMinor?: number;
  stars?: number;
  unlimitedData?: boolean;
  areaSqm?: Range;
  dataMb?: Range;
  dayDataMb?: Range;
  dataDays?: Range;
  /** Where all packages are open tickets. */
  openDays?: Range;
  /** Of tickets: all for a day that is chosen, or some. */
  dated?: 'dated' | 'either';
  seats?: number;
};
export type Range = [least: number, most: number];

/** Of product `p`. */
export const figures = sql`(SELECT jsonb_strip_nulls(jsonb_build_object(${jsonColumns('p', productFigures)}, 'stars', p.stars,
    'unlimitedData', nullif('unlimitedData' = ANY(p.amenities), false), ${listRanges('o', packageFigures)},
    'openDays', CASE WHEN bool_and(o.open_days IS NOT NULL) THEN jsonb_build_array(min(o.open_days), max(o.open_days)) END,
    'dated', CASE WHEN p.type <> 3 THEN NULL WHEN bool_and(o.open_days IS NULL) THEN 'dated'
      WHEN bool_or(o.open_days IS NULL) THEN 'either' END,
    'seats', (SELECT max(s.seats) FROM package a JOIN sku s ON s.owner_id = a.owner_id AND s.package_id = a.package_id AND s.on_shelf
      WHERE p.type = 11 AND a.owner_id = p.owner_id AND a.product_id = p.product_id AND a.on_shelf)))
  FROM package o WHERE o.owner_id = p.owner_id AND o.product_id = p.product_id AND o.on_shelf) AS figures`;

/** Of a package. */
export const figuresOfPackage = (table: string) =>
  sql`jsonb_strip_nulls(jsonb_build_object(${jsonColumns(table, packageFigures)})) AS figures`;
