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
  changeFigures,
  closeCells,
  type DayFigure,
  type FigureChange,
  findCalendarFrame,
  findCells,
  listSoldDays,
  lockCells,
  openCells,
  putCapacities,
  putFigures,
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
    for (const kind of ['price', 'cost'] as const) await changeDays(owner, packageId, figuresOf(changes, kind), before);
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

type Figures = {
  kind: DayFigure;
  field: 'prices' | 'costs';
  on: string;
  session: string;
  at: number;
  list: FigureChange[];
}[];

/** What changes of one kind name, by departure. */
function figuresOf(changes: CellChange[], kind: DayFigure): Figures {
  return changes.flatMap(({ on, session, prices, costs }, at): Figures => {
    const list =
      kind === 'price'
        ? prices.map((one) => ({ sku: one.skuId, on, minor: one.priceMinor, was: one.wasMinor }))
        : costs.map((one) => ({ sku: one.skuId, on, minor: one.costMinor, was: one.wasMinor }));
    const field = kind === 'price' ? 'prices' : 'costs';
    return list.length ? [{ kind, field, on, session, at, list }] : [];
  });
}

/** Prices and costs belong to days on sale. A day without a departure showed none, so `was` is not compared. */
async function changeDays(owner: OwnerTrx, packageId: string, given: Figures, before: Set<string>): Promise<void> {
  const [first] = given;
  if (!first) return;
  const { kind } = first;
  const days = [...new Set(given.map((one) => one.on))];
  const after = new Set(await listSoldDays(owner, packageId, days));
  const homeless = given.find((one) => !after.has(one.on));
  if (homeless)
    throw new Refusal('invalidInput', {
      fields: { [`changes.${homeless.at}.${homeless.field}`]: { problem: 'choose' } },
    });
  const unique = new Map(given.flatMap(({ list }) => list).map((one) => [`${one.sku} ${one.on}`, one]));
  const asked = [...unique.values()];
  const fresh = asked.filter((one) => !before.has(one.on));
  if (fresh.length) await putFigures(owner, kind, fresh);
  // A cell that was empty and stays empty needs no write.
  const seen = asked.filter((one) => before.has(one.on) && !(one.minor === null && one.was === null));
  if (!seen.length) return;
  const written = new Set((await changeFigures(owner, kind, seen)).map((one) => `${one.sku} ${one.on}`));
  const left = seen.filter((one) => !written.has(`${one.sku} ${one.on}`));
  if (!left.length) return;
  const cells = left.map((one) => ({
    on: one.on,
    session: given.find(({ on }) => on === one.on)?.session ?? '',
    skuId: one.sku,
    ...(kind === 'cost' ? { cost: true } : {}),
  }));
  throw new Refusal('changedMeanwhile', { data: { cells } });
}

const most = 100;

/** For the log: the number of cells and the days; old and new values of the first hundred. */
function describeChanges(productId: number, packageId: string, changes: CellChange[]) {
  const days = changes.map((change) => change.on).sort();
  const first = changes.slice(0, most);
  const cells = (when: 'was' | 'is') => first.map((change) => describeCell(change, when));
  return {
    subject: `product ${productId}`,
    before: { package: packageId, cells: cells('was') },
    after: { package: packageId, changed: changes.length, from: days[0], to: days.at(-1), cells: cells('is') },
  };
}

function describeCell(change: CellChange, when: 'was' | 'is') {
  const { on, session, prices, costs, limits } = change;
  const was = when === 'was';
  const capacity = was ? change.wasCapacity : change.capacity;
  return {
    on,
    session,
    ...(capacity === undefined ? {} : { capacity }),
    ...(prices.length
      ? { prices: prices.map((one) => ({ sku: one.skuId, priceMinor: was ? one.wasMinor : one.priceMinor })) }
      : {}),
    ...(costs.length
      ? { costs: costs.map((one) => ({ sku: one.skuId, costMinor: was ? one.wasMinor : one.costMinor })) }
      : {}),
    ...(limits.length
      ? { limits: limits.map((one) => ({ sku: one.skuId, capacity: was ? one.wasCapacity : one.capacity })) }
      : {}),
  };
}
