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
  listSoldDays,
  lockCells,
  openCells,
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
    const before = new Set(await listSoldDays(owner, packageId, days));
    await changeStock(owner, packageId, changes);
    await saveLimits(owner, packageId, changes);
    await changeDayPrices(owner, packageId, changes, before);
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

/** Prices belong to days on sale. A day without a departure showed no price, so `was` is not compared. */
async function changeDayPrices(
  owner: OwnerTrx,
  packageId: string,
  changes: CellChange[],
  before: Set<string>,
): Promise<void> {
  const priced = changes.filter((change) => change.prices.length);
  if (!priced.length) return;
  const days = [...new Set(priced.map((change) => change.on))];
  const after = new Set(await listSoldDays(owner, packageId, days));
  const homeless = changes.findIndex((change) => change.prices.length && !after.has(change.on));
  if (homeless >= 0)
    throw new Refusal('invalidInput', { fields: { [`changes.${homeless}.prices`]: { problem: 'choose' } } });
  const list = new Map<string, PriceChange>();
  for (const { on, prices } of priced)
    for (const { skuId, priceMinor, wasMinor } of prices)
      list.set(`${skuId} ${on}`, { sku: skuId, on, price: priceMinor, was: wasMinor });
  const asked = [...list.values()];
  const fresh = asked.filter((one) => !before.has(one.on));
  if (fresh.length) await putPrices(owner, fresh);
  // A cell that was empty and stays empty needs no write.
  const seen = asked.filter((one) => before.has(one.on) && !(one.price === null && one.was === null));
  if (!seen.length) return;
  const written = new Set((await changePrices(owner, seen)).map((one) => `${one.sku} ${one.on}`));
  const left = seen.filter((one) => !written.has(`${one.sku} ${one.on}`));
  if (!left.length) return;
  const cells = left.map((one) => ({
    on: one.on,
    session: priced.find((change) => change.on === one.on)?.session ?? '',
    skuId: one.sku,
  }));
  throw new Refusal('changedMeanwhile', { data: { cells } });
}

const most = 100;

/** For the log: the number of cells and the days; old and new values of the first hundred. */
function describeChanges(productId: number, packageId: string, changes: CellChange[]) {
  const days = changes.map((change) => change.on).sort();
  const first = changes.slice(0, most);
  return {
    subject: `product ${productId}`,
    before: {
      package: packageId,
      cells: first.map(({ on, session, wasCapacity, prices, limits }) => ({
        on,
        session,
        ...(wasCapacity === undefined ? {} : { capacity: wasCapacity }),
        ...(prices.length ? { prices: prices.map((one) => ({ sku: one.skuId, priceMinor: one.wasMinor })) } : {}),
        ...(limits.length ? { limits: limits.map((one) => ({ sku: one.skuId, capacity: one.wasCapacity })) } : {}),
      })),
    },
    after: {
      package: packageId,
      changed: changes.length,
      from: days[0],
      to: days.at(-1),
      cells: first.map(({ on, session, capacity, prices, limits }) => ({
        on,
        session,
        ...(capacity === undefined ? {} : { capacity }),
        ...(prices.length ? { prices: prices.map((one) => ({ sku: one.skuId, priceMinor: one.priceMinor })) } : {}),
        ...(limits.length ? { limits: limits.map((one) => ({ sku: one.skuId, capacity: one.capacity })) } : {}),
      })),
    },
  };
}
