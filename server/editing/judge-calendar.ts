// Validates changes of a calendar (rules §10): real sessions, each cell once, prices only of the package's SKUs.
import type { ParsedInputOf } from '../../contract/index.ts';
import { openDay } from '../../domain/dates.ts';
import type { FieldProblems } from '../../domain/errors.ts';
import type { CalendarFrame } from './calendar.sql.ts';
import { isSession } from './judge-product.ts';

export type CellChange = ParsedInputOf<'consoleCalendarSave'>['changes'][number];

const dearest = 1_000_000_000_000;

export function judgeCalendar(changes: CellChange[], frame: CalendarFrame): FieldProblems {
  const fields: FieldProblems = {};
  const cells = new Set<string>();
  const seen = new Map<string, string>();
  const skuIds = new Set(frame.skus.map((sku) => String(sku.sku_id)));
  changes.forEach((change, at) => {
    const path = `changes.${at}`;
    const cell = `${change.on} ${change.session}`;
    if ((frame.open_days === null) === (change.on === openDay)) fields[`${path}.on`] = { problem: 'choose' };
    else if (cells.has(cell)) fields[`${path}.on`] = { problem: 'twice' };
    cells.add(cell);
    if (!isSession(change.session) || (frame.open_days !== null && change.session !== ''))
      fields[`${path}.session`] = { problem: 'format' };
    const figures = [
      ...change.prices.map((price, place) => ({
        ...price,
        at: `prices.${place}`,
        name: 'priceMinor',
        minor: price.priceMinor,
      })),
      ...change.costs.map((cost, place) => ({
        ...cost,
        at: `costs.${place}`,
        name: 'costMinor',
        minor: cost.costMinor,
      })),
    ];
    for (const { skuId, at, name, minor, wasMinor } of figures) {
      const line = `${path}.${at}`;
      const key = `${name} ${skuId} ${change.on}`;
      const value = JSON.stringify([minor, wasMinor]);
      if (!skuIds.has(skuId)) fields[`${line}.skuId`] = { problem: 'choose' };
      // A day has one price and one cost of a SKU, in all its sessions.
      else if ((seen.get(key) ?? value) !== value) fields[`${line}.${name}`] = { problem: 'twice' };
      if ((minor ?? 0) > dearest) fields[`${line}.${name}`] = { problem: 'range', min: 0, max: dearest };
      seen.set(key, value);
    }
    judgeSessionPrices(change, path, skuIds, fields);
    judgeLimits(change, path, skuIds, fields);
  });
  return fields;
}

/** A whole day is no session: its price is the day's. Each SKU of the package at most once. */
function judgeSessionPrices(
  { session, sessionPrices }: CellChange,
  path: string,
  skuIds: Set<string>,
  fields: FieldProblems,
): void {
  sessionPrices.forEach(({ skuId, priceMinor }, place) => {
    const line = `${path}.sessionPrices.${place}`;
    if (!skuIds.has(skuId)) fields[`${line}.skuId`] = { problem: 'choose' };
    else if (sessionPrices.findIndex((price) => price.skuId === skuId) !== place)
      fields[`${line}.skuId`] = { problem: 'twice' };
    if (session === '') fields[`${line}.priceMinor`] = { problem: 'notRequested' };
    else if ((priceMinor ?? 0) > dearest) fields[`${line}.priceMinor`] = { problem: 'range', min: 0, max: dearest };
  });
}

/** Each SKU of the package at most once. */
function judgeLimits({ limits }: CellChange, path: string, skuIds: Set<string>, fields: FieldProblems): void {
  limits.forEach(({ skuId }, place) => {
    const line = `${path}.limits.${place}.skuId`;
    if (!skuIds.has(skuId)) fields[line] = { problem: 'choose' };
    else if (limits.findIndex((limit) => limit.skuId === skuId) !== place) fields[line] = { problem: 'twice' };
  });
}
