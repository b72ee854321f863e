// Cells as the house's admins see them (decision 0580): where an owner begins, where each lives, and what a move left unfinished.
import type { OutputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import type { HouseCells } from '../platform/cells/cells.ts';
import type { Context } from '../platform/context.ts';
import { isOutage } from '../platform/database/detect-outage.ts';
import { type Database, inTransaction, type OwnerTrx } from '../platform/db.ts';
import {
  awaitFirstCell,
  type CopyRow,
  countOwnersByCell,
  findCopy,
  leaveToCell,
  listCopies,
  listEntered,
  listOwnerCells,
  listRunningMoves,
} from './cells.sql.ts';

type Owners = Context['owners'];
type Place = Pick<OutputOf<'houseOwners'>['list'][number], 'cell' | 'move'> & { entered?: boolean };
/** A cell other than the first, in which an owner is to begin. */
type Elsewhere = { name: string; first: string; database: Database };

/** The cells by how many owners live there, the fewest first; none where there is one cell only. */
export async function countCells({ owners: { house, cells } }: Pick<Context, 'owners'>) {
  if (!cells) return [];
  const counts = new Map((await countOwnersByCell(house, cells.first)).map(({ cell, owners }) => [cell, owners]));
  return cells.names
    .map((name) => ({ name, owners: counts.get(name) ?? 0 }))
    .sort((left, other) => left.owners - other.owners);
}

/** Undefined for the first cell, or the only one. Refuses invalidInput by `cell`. */
export async function chooseCell(context: Context, wanted: string | undefined): Promise<Elsewhere | undefined> {
  const { cells } = context.owners;
  if (!cells && wanted === undefined) return undefined;
  const name = wanted ?? (await countCells(context))[0]?.name ?? '';
  const database = cells?.databaseOf(name);
  if (!cells || !database) throw new Refusal('invalidInput', { fields: { cell: { problem: 'choose' } } });
  return name === cells.first ? undefined : { name, first: cells.first, database };
}

/**
 * Writes an owner in another cell, and in the first where it is, as a move does (decision 0492): no request reads what is committed there
 * until this transaction of the first cell is committed.
 */
export async function beginElsewhere(
  here: OwnerTrx,
  { name, first, database }: Elsewhere,
  write: (there: OwnerTrx) => Promise<void>,
): Promise<void> {
  await inTransaction(database.forOwner(here.id), async (there) => {
    // The database could have failed between the two commits of an earlier attempt.
    if (await findCopy(there)) throw new Refusal('invalidInput', { fields: { cell: { problem: 'cellCopy' } } });
    await write(there);
    await awaitFirstCell(there, first);
  });
  await leaveToCell(here, name);
}

/** The cell of each owner, and how far its move is. What a cell that does not answer holds is left out. */
export async function findHomes({ house, cells }: Owners, ownerIds: number[]): Promise<(ownerId: number) => Place> {
  if (!cells || !ownerIds.length) return () => ({ cell: null, move: null });
  const homes = new Map((await listOwnerCells(house, ownerIds)).map(({ owner_id, cell }) => [owner_id, cell]));
  const running = new Set(await listRunningMoves(house));
  const entered = new Set<number>();
  const answered = new Set<string>();
  const copies: (CopyRow & { cell: string })[] = [];
  for (const [name, database] of listDatabases(cells)) {
    try {
      copies.push(...(await listCopies(database, ownerIds)).map((copy) => ({ ...copy, cell: name })));
      for (const ownerId of await listEntered(database, ownerIds)) entered.add(ownerId);
      answered.add(name);
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
  }
  return (ownerId) => {
    if (!ownerIds.includes(ownerId)) return { cell: null, move: null };
    const ofOwner = copies.filter((copy) => copy.owner_id === ownerId);
    const arriving = ofOwner.find(({ state }) => state === 'arriving');
    const left = ofOwner.find(({ state, holds }) => state === 'moved' && holds);
    const state = arriving ? (running.has(ownerId) ? 'running' : 'stopped') : 'left';
    const cell = (arriving ?? left)?.cell;
    const home = homes.get(ownerId) ?? cells.first;
    const move = cell === undefined ? null : ({ state, cell } as const);
    return { cell: home, move, ...(answered.has(home) && { entered: entered.has(ownerId) }) };
  };
}

const listDatabases = (cells: HouseCells) =>
  cells.names.flatMap((name): [string, Database][] => {
    const database = cells.databaseOf(name);
    return database ? [[name, database]] : [];
  });
