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
  type Figure,
  type FigureCell,
  type FigureChange,
  findCalendarFrame,
  findCells,
  listDepartures,
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
    const before = await listSold(owner, packageId, days);
    await changeStock(owner, packageId, changes);
    await saveLimits(owner, packageId, changes);
    await saveFigures(owner, packageId, changes, before);
    await refreshCards(owner, frame.product_id);
    await logAction(owner, context, {
      act: 'calendar-changed',
      ...describeChanges(frame.product_id, packageId, changes),
    });
  });
  return { changed: changes.length };
}

async function changeStock(owner: OwnerTrx, packageId: string, changes: CellChange[]): Promise<void> {
  const capacityChanges = changes.flatMap(({ on, session, capacity, wasCapacity }): CapacityChange[] =>
    capacity === undefined ? [] : [{ on, session, capacity, was: wasCapacity }],
  );
  const closing = capacityChanges.filter((change) => change.capacity === null);
  const opening = capacityChanges.filter((change) => change.capacity !== null && change.was === null);
  const blind = capacityChanges.filter((change) => change.capacity !== null && change.was === undefined);
  const seen = capacityChanges.filter((change) => change.capacity !== null && typeof change.was === 'number');
  const run = async (list: CapacityChange[], write: typeof changeCapacities) =>
    list.length ? write(owner, packageId, list) : [];
  const written = [
    ...(await run(seen, changeCapacities)),
    ...(await run(opening, openCells)),
    ...(await run(blind, putCapacities)),
    ...(await run(
      closing.filter((change) => change.was !== null),
      closeCells,
    )),
  ];
  const done = new Set(written.map(cellKey));
  const left = capacityChanges.filter((change) => !done.has(cellKey(change)));
  if (left.length) await refuseCells(owner, packageId, left);
}

const cellKey = ({ on, session }: Cell): string => `${on} ${session}`;

/** Reports why some cells could not be written; taking off sale what is not there is no error. */
async function refuseCells(owner: OwnerTrx, packageId: string, left: CapacityChange[]): Promise<void> {
  const found = await findCells(owner, packageId, left);
  const now = new Map(found.map((row) => [cellKey(row), row]));
  const since = left.filter((change) => {
    const row = now.get(cellKey(change));
    if (!row) return typeof change.was === 'number';
    return change.was !== undefined && row.capacity !== change.was;
  });
  const showCell = ({ on, session }: Cell) => {
    const row = now.get(cellKey({ on, session }));
    return { on, session, capacity: row?.capacity ?? null, inUse: row ? row.held + row.sold : 0 };
  };
  if (since.length) throw new Refusal('changedMeanwhile', { data: { cells: since.map(showCell) } });
  const used = left.filter((change) => now.has(cellKey(change)));
  if (used.length) throw new Refusal('capacityInUse', { data: { cells: used.map(showCell) } });
}

/** Days that are sold, and their departures, as figures need them. */
async function listSold(owner: OwnerTrx, packageId: string, days: string[]): Promise<Set<string>> {
  const cells = await listDepartures(owner, packageId, days);
  return new Set(cells.flatMap((cell) => [placeOf({ ...cell, session: '' }), placeOf(cell)]));
}

/** Where a price or a cost belongs: the day, or one session of it. */
const placeOf = ({ on, session }: Cell): string => (session ? `${on} ${session}` : on);
const figureKey = ({ sku, ...cell }: FigureCell): string => `${sku} ${placeOf(cell)}`;

/** A figure, and the change and the field that name it. */
type AskedFigure = FigureChange & { kind: Figure; at: number; field: 'prices' | 'sessionPrices' | 'costs' };

/** What a change names: prices of its day and of its session, costs of its day. */
function figuresOf({ on, session, prices, sessionPrices, costs }: CellChange, at: number): AskedFigure[] {
  const priced = (field: 'prices' | 'sessionPrices', session: string) => (item: CellChange['prices'][number]) => ({
    ...{ kind: 'price' as const, at, field },
    ...{ sku: item.skuId, on, session, minor: item.priceMinor, was: item.wasMinor },
  });
  return [
    ...prices.map(priced('prices', '')),
    ...sessionPrices.map(priced('sessionPrices', session)),
    ...costs.map(({ skuId, costMinor, wasMinor }) => ({
      ...{ kind: 'cost' as const, at, field: 'costs' as const },
      ...{ sku: skuId, on, session: '', minor: costMinor, was: wasMinor },
    })),
  ];
}

/** Prices and costs belong to days and sessions on sale. */
async function saveFigures(
  owner: OwnerTrx,
  packageId: string,
  changes: CellChange[],
  before: Set<string>,
): Promise<void> {
  const figures = changes.flatMap(figuresOf);
  if (!figures.length) return;
  const after = await listSold(owner, packageId, [...new Set(figures.map((figure) => figure.on))]);
  const homeless = figures.find((figure) => !after.has(placeOf(figure)));
  if (homeless) {
    const field = `changes.${homeless.at}.${homeless.field}`;
    throw new Refusal('invalidInput', { fields: { [field]: { problem: 'choose' } } });
  }
  for (const kind of ['price', 'cost'] as const) {
    const left = await writeFigures(owner, kind, figures, before);
    if (!left.length) continue;
    const cells = left.map(({ on, sku, session, at }) => ({
      ...{ on, session: changes[at]?.session ?? '', skuId: sku },
      ...(session ? { ofSession: true } : {}),
      ...(kind === 'cost' ? { cost: true } : {}),
    }));
    throw new Refusal('changedMeanwhile', { data: { cells } });
  }
}

/** Answers those that changed since they were seen. A place that had no departure showed none, so `was` is not compared there. */
async function writeFigures(
  owner: OwnerTrx,
  kind: Figure,
  figures: AskedFigure[],
  before: Set<string>,
): Promise<AskedFigure[]> {
  const list = [
    ...new Map(figures.filter((figure) => figure.kind === kind).map((figure) => [figureKey(figure), figure])).values(),
  ];
  const fresh = list.filter((figure) => !before.has(placeOf(figure)));
  if (fresh.length) await putFigures(owner, kind, fresh);
  // A cell that was empty and stays empty needs no write.
  const seen = list.filter((figure) => before.has(placeOf(figure)) && !(figure.minor === null && figure.was === null));
  if (!seen.length) return [];
  const written = new Set((await changeFigures(owner, kind, seen)).map(figureKey));
  return seen.filter((figure) => !written.has(figureKey(figure)));
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
  const { on, session, prices, sessionPrices, costs, limits } = change;
  const was = when === 'was';
  const capacity = was ? change.wasCapacity : change.capacity;
  const priced = (item: CellChange['prices'][number]) => ({
    sku: item.skuId,
    priceMinor: was ? item.wasMinor : item.priceMinor,
  });
  return {
    on,
    session,
    ...(capacity === undefined ? {} : { capacity }),
    ...(prices.length ? { prices: prices.map(priced) } : {}),
    ...(sessionPrices.length ? { sessionPrices: sessionPrices.map(priced) } : {}),
    ...(costs.length
      ? { costs: costs.map((cost) => ({ sku: cost.skuId, costMinor: was ? cost.wasMinor : cost.costMinor })) }
      : {}),
    ...(limits.length
      ? { limits: limits.map((limit) => ({ sku: limit.skuId, capacity: was ? limit.wasCapacity : limit.capacity })) }
      : {}),
  };
}
