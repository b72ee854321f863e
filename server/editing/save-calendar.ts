// Changes of price and stock, all or none (rules §10): a capacity never falls below what is held and sold, and a cell that changed
// since the editor saw it is reported instead of overwritten.
import type { ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  type CapacityChange,
  type Cell,
  changeCapacities,
  changePrices,
  closeCells,
  findCalendarFrame,
  findCells,
  listDepartures,
  lockCells,
  openCells,
  type PriceCell,
  type PriceChange,
  putCapacities,
  putPrices,
} from './calendar.sql.ts';
import { refreshCards } from './cards.sql.ts';
import { type CellChange, judgeCalendar } from './judge-calendar.ts';
import { saveLimits } from './save-limits.ts';

/** Refuses invalidInput by path; changedMeanwhile and capacityInUse with `data.cells`. */
export async function saveCalendar(
  context: Context,
  { packageId, changes }: ParsedInputOf<'consoleCalendarSave'>,
): Promise<{ changed: number }> {
  const { owner } = context;
  const frame = await findCalendarFrame(owner, packageId);
  if (!frame) throw new NotHere();
  const fields = judgeCalendar(changes, frame);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const days = [...new Set(changes.map((change) => change.on))];
  await inTransaction(owner, async (owner) => {
    await lockCells(owner, packageId, days);
    const before = await listSold(owner, packageId, days);
    await changeStock(owner, packageId, changes);
    await saveLimits(owner, packageId, changes);
    await savePrices(owner, packageId, changes, before);
    await refreshCards(owner, frame.product_id);
    await logAction(owner, context, {
      act: 'calendar-changed',
      ...describeChanges(frame.product_id, packageId, changes),
    });
  });
  return { changed: changes.length };
}

async function changeStock(owner: OwnerTrx, packageId: string, changes: CellChange[]): Promise<void> {
  const asked = changes.flatMap(({ on, session, capacity, wasCapacity }): CapacityChange[] =>
    capacity === undefined ? [] : [{ on, session, capacity, was: wasCapacity }],
  );
  const closing = asked.filter((one) => one.capacity === null);
  const opening = asked.filter((one) => one.capacity !== null && one.was === null);
  const blind = asked.filter((one) => one.capacity !== null && one.was === undefined);
  const seen = asked.filter((one) => one.capacity !== null && typeof one.was === 'number');
  const run = async (list: CapacityChange[], write: typeof changeCapacities) =>
    list.length ? write(owner, packageId, list) : [];
  const written = [
    ...(await run(seen, changeCapacities)),
    ...(await run(opening, openCells)),
    ...(await run(blind, putCapacities)),
    ...(await run(
      closing.filter((one) => one.was !== null),
      closeCells,
    )),
  ];
  const done = new Set(written.map(cellKey));
  const left = asked.filter((one) => !done.has(cellKey(one)));
  if (left.length) await refuseCells(owner, packageId, left);
}

const cellKey = ({ on, session }: Cell): string => `${on} ${session}`;

/** Reports why some cells could not be written; taking off sale what is not there is no error. */
async function refuseCells(owner: OwnerTrx, packageId: string, left: CapacityChange[]): Promise<void> {
  const found = await findCells(owner, packageId, left);
  const now = new Map(found.map((row) => [cellKey(row), row]));
  const since = left.filter((one) => {
    const row = now.get(cellKey(one));
    if (!row) return typeof one.was === 'number';
    return one.was !== undefined && row.capacity !== one.was;
  });
  const told = ({ on, session }: Cell) => {
    const row = now.get(cellKey({ on, session }));
    return { on, session, capacity: row?.capacity ?? null, inUse: row ? row.held + row.sold : 0 };
  };
  if (since.length) throw new Refusal('changedMeanwhile', { data: { cells: since.map(told) } });
  const used = left.filter((one) => now.has(cellKey(one)));
  if (used.length) throw new Refusal('capacityInUse', { data: { cells: used.map(told) } });
}

/** Days that are sold, and their departures, as prices need them. */
async function listSold(owner: OwnerTrx, packageId: string, days: string[]): Promise<Set<string>> {
  const cells = await listDepartures(owner, packageId, days);
  return new Set(cells.flatMap((cell) => [placeOf({ ...cell, session: '' }), placeOf(cell)]));
}

/** Where a price belongs: the day, or one session of it. */
const placeOf = ({ on, session }: Cell): string => (session ? `${on} ${session}` : on);

/** The prices of a change, of its day and of its session. */
function pricesOf({ on, session, prices, sessionPrices }: CellChange): PriceChange[] {
  const listed = (session: string) => (one: CellChange['prices'][number]) => ({
    ...{ sku: one.skuId, on, session, price: one.priceMinor, was: one.wasMinor },
  });
  return [...prices.map(listed('')), ...sessionPrices.map(listed(session))];
}

const priceKey = ({ sku, ...cell }: PriceCell): string => `${sku} ${placeOf(cell)}`;

/** Prices belong to days and sessions on sale. One without a departure showed no price, so `was` is not compared. */
async function savePrices(
  owner: OwnerTrx,
  packageId: string,
  changes: CellChange[],
  before: Set<string>,
): Promise<void> {
  const list = new Map<string, PriceChange>();
  for (const one of changes.flatMap(pricesOf)) list.set(priceKey(one), one);
  if (!list.size) return;
  const after = await listSold(owner, packageId, [...new Set([...list.values()].map((one) => one.on))]);
  const homeless = changes.findIndex((change) => pricesOf(change).some((one) => !after.has(placeOf(one))));
  if (homeless >= 0) {
    const field = changes[homeless]?.prices.length ? 'prices' : 'sessionPrices';
    throw new Refusal('invalidInput', { fields: { [`changes.${homeless}.${field}`]: { problem: 'choose' } } });
  }
  const asked = [...list.values()];
  const fresh = asked.filter((one) => !before.has(placeOf(one)));
  if (fresh.length) await putPrices(owner, fresh);
  // A cell that was empty and stays empty needs no write.
  const seen = asked.filter((one) => before.has(placeOf(one)) && !(one.price === null && one.was === null));
  if (!seen.length) return;
  const written = new Set((await changePrices(owner, seen)).map(priceKey));
  const left = seen.filter((one) => !written.has(priceKey(one)));
  if (!left.length) return;
  const cells = left.map(({ on, sku, session }) => ({
    on,
    session: session || (changes.find((change) => change.on === on)?.session ?? ''),
    skuId: sku,
    ...(session ? { ofSession: true } : {}),
  }));
  throw new Refusal('changedMeanwhile', { data: { cells } });
}

const most = 100;

const pricedAs = (which: 'wasMinor' | 'priceMinor') => (one: CellChange['prices'][number]) => ({
  sku: one.skuId,
  priceMinor: one[which],
});

/** For the log: the number of cells and the days; old and new values of the first hundred. */
function describeChanges(productId: number, packageId: string, changes: CellChange[]) {
  const days = changes.map((change) => change.on).sort();
  const first = changes.slice(0, most);
  return {
    subject: `product ${productId}`,
    before: {
      package: packageId,
      cells: first.map(({ on, session, wasCapacity, prices, sessionPrices, limits }) => ({
        on,
        session,
        ...(wasCapacity === undefined ? {} : { capacity: wasCapacity }),
        ...(prices.length ? { prices: prices.map(pricedAs('wasMinor')) } : {}),
        ...(sessionPrices.length ? { sessionPrices: sessionPrices.map(pricedAs('wasMinor')) } : {}),
        ...(limits.length ? { limits: limits.map((one) => ({ sku: one.skuId, capacity: one.wasCapacity })) } : {}),
      })),
    },
    after: {
      package: packageId,
      changed: changes.length,
      from: days[0],
      to: days.at(-1),
      cells: first.map(({ on, session, capacity, prices, sessionPrices, limits }) => ({
        on,
        session,
        ...(capacity === undefined ? {} : { capacity }),
        ...(prices.length ? { prices: prices.map(pricedAs('priceMinor')) } : {}),
        ...(sessionPrices.length ? { sessionPrices: sessionPrices.map(pricedAs('priceMinor')) } : {}),
        ...(limits.length ? { limits: limits.map((one) => ({ sku: one.skuId, capacity: one.capacity })) } : {}),
      })),
    },
  };
}
