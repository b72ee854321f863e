// Moves an owner to another cluster while it is open (decision 0492). Up to one commit in the old cell nothing has happened, and from it on
// everything is decided: whatever dies, the owner is served by exactly one cell, and the command can be run again.
import type { OwnedCell } from '../../platform/cells/cells.ts';
import { findAway } from '../../platform/cells/directory.sql.ts';
import { settleMove } from '../../platform/cells/directory.ts';
import { asMover, moverLock, ownerLock } from '../../platform/cells/guard.sql.ts';
import { findAddress, type LoneClient, openConnection } from '../../platform/database/open-connection.ts';
import {
  copyChanges,
  copyJobs,
  copyPlaces,
  deleteOwner,
  expectOwner,
  findDirectoryRow,
  findOwnerRow,
  type Held,
  leaveCell,
  listDifferent,
  listMigrationsOf,
  listOwnerTables,
  type OwnerTable,
  raiseSequences,
  readSnapshot,
  type Way,
} from './copy-owner.sql.ts';

export type Move = {
  cells: OwnedCell[];
  ownerId: number;
  to: string;
  report(line: string): void;
  /** For tests: called before each step, so that it can be made to fail there. */
  before?(step: Step): Promise<void>;
};
export type Step = 'copy' | 'freeze' | 'leave' | 'arrive';
export type MoveResult = { from: string; rows: number; jobs: number; freezeSeconds: number };

const mostPasses = 8;
/** A pass that took no longer leaves little for the freeze. */
const shortMilliseconds = 800;

/** Undefined when the owner is there already. */
export async function moveOwner(move: Move): Promise<MoveResult | undefined> {
  const { cells, ownerId, to, report } = move;
  const connections = makeConnections(cells);
  try {
    const first = await connections.open(cells[0]?.name ?? '');
    await lockMover(first, ownerId);
    const place = await findTruth(move, first, connections);
    if (place.cell === to) return undefined;
    const [from, target] = [await connections.open(place.cell), await connections.open(to)];
    const revision = place.revision + 1;
    await judge(from, target, ownerId, place.cell, to);
    await expectOwner(target, ownerId, place.cell, revision);
    const way: Way = { from, to: target, ownerId };
    const tables = await listOwnerTables(from);
    await move.before?.('copy');
    await inBoth(way, async () => {
      await deleteOwner(target, ownerId, to === cells[0]?.name);
      await copyPlaces(way);
    });
    const held: Held = new Map();
    const { since, rows } = await copyUntilClose(way, tables, held, report);
    const frozen = await freeze({ ...move, source: place.cell, way: { ...way, since }, tables, held, revision });
    report(`frozen for ${frozen.freezeSeconds.toFixed(2)} s; ${frozen.rows} rows and ${frozen.jobs} jobs went in it`);
    return { from: place.cell, ...frozen, rows: rows + frozen.rows };
  } finally {
    await connections.close();
  }
}

/** Deletes every copy of an owner that is not served from: the old one after a move, an unfinished one after a move that failed. */
export async function confirmMove({ cells, ownerId, report }: Omit<Move, 'to'>): Promise<void> {
  const connections = makeConnections(cells);
  try {
    const first = await connections.open(cells[0]?.name ?? '');
    await lockMover(first, ownerId);
    const place = await findTruth({ cells, ownerId }, first, connections);
    for (const { name } of cells) {
      const client = await connections.open(name);
      if (!(await findAway(client, ownerId))) continue;
      await client.query('BEGIN');
      await deleteOwner(client, ownerId, name === cells[0]?.name);
      await client.query(`UPDATE owner_away SET state = 'moved', cell = $2, revision = $3 WHERE owner_id = $1`, [
        ownerId,
        place.cell,
        place.revision,
      ]);
      await client.query('COMMIT');
      report(`The copy in ${name} is deleted.`);
    }
  } finally {
    await connections.close();
  }
}

function makeConnections(cells: OwnedCell[]) {
  const opened: LoneClient[] = [];
  return {
    async open(name: string): Promise<LoneClient> {
      const cell = cells.find((cell) => cell.name === name);
      if (!cell)
        throw new Error(`There is no cell "${name}": CELLS names ${cells.map((cell) => cell.name).join(', ')}`);
      const options = '-c timezone=UTC -c app.owner_id=0 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=0';
      const client = await openConnection(findAddress(cell.ownerUrl), { options });
      opened.push(client);
      await client.query(asMover);
      await client.query('SET session_replication_role = replica').catch((error: unknown) => {
        throw new Error(
          `In ${name}, a superuser has to run once: GRANT SET ON PARAMETER session_replication_role TO the role of CELLS_OWNER`,
          { cause: error },
        );
      });
      return client;
    },
    close: () => Promise.all(opened.map((client) => client.end().catch(() => undefined))),
  };
}
type Connections = ReturnType<typeof makeConnections>;

/** One command at a time for an owner; its connection is the lock. */
async function lockMover(first: LoneClient, ownerId: number): Promise<void> {
  const { rows } = await first.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS mine', [
    moverLock,
    ownerId,
  ]);
  if (!rows[0]?.mine) throw new Error('Another command moves this owner at this moment');
}

/** Where the owner is served. A move whose command ended after its commit is brought to its end first. */
async function findTruth(
  { cells, ownerId }: Pick<Move, 'cells' | 'ownerId'>,
  first: LoneClient,
  connections: Connections,
) {
  for (const _ of cells) {
    const place = (await findDirectoryRow(first, ownerId)) ?? { cell: cells[0]?.name ?? '', revision: 0 };
    const client = await connections.open(place.cell);
    const away = await findAway(client, ownerId);
    if (!away) return place;
    if (!(await settleMove(cells, place.cell, ownerId))) throw new Error(`${place.cell} does not serve the owner`);
  }
  throw new Error('no cell serves the owner');
}

async function judge(from: LoneClient, target: LoneClient, ownerId: number, source: string, to: string): Promise<void> {
  const row = await findOwnerRow(from, ownerId);
  if (!row) throw new Error(`There is no owner ${ownerId} in ${source}`);
  if (row.is_house) throw new Error('The house stays in the first cell');
  if ((await findOwnerRow(target, ownerId)) && !(await findAway(target, ownerId)))
    throw new Error(`Both ${source} and ${to} serve an owner ${ownerId}: their databases do not belong together`);
  if ((await listMigrationsOf(from)) !== (await listMigrationsOf(target)))
    throw new Error(`${source} and ${to} are of different versions: run npm run migrate first`);
}

/** One snapshot there, one transaction here. */
async function inBoth<Result>({ from, to }: Way, work: () => Promise<Result>): Promise<Result> {
  await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await to.query('BEGIN');
  const result = await work();
  await from.query('COMMIT');
  await to.query('COMMIT');
  return result;
}

/** The whole, then what changed meanwhile, until little is left; and everything compared, while nothing is frozen. */
async function copyUntilClose(way: Way, tables: OwnerTable[], held: Held, report: Move['report']) {
  let since: string | undefined;
  let rows = 0;
  for (let pass = 1; ; pass += 1) {
    const began = performance.now();
    const next = await inBoth(way, async () => {
      const snapshot = await readSnapshot(way.from);
      const copied = await copyChanges({ ...way, ...(since !== undefined && { since }) }, tables, held);
      rows += copied;
      const took = performance.now() - began;
      report(`pass ${pass}: ${copied} rows in ${(took / 1000).toFixed(1)} s`);
      const isLast = pass > 1 && (took < shortMilliseconds || pass === mostPasses);
      const different = isLast ? await listDifferent(way, tables) : [];
      if (different.length) throw new Error(`copied otherwise than it is: ${different.join(', ')}`);
      return { snapshot, isLast };
    });
    since = next.snapshot;
    if (next.isLast) return { since, rows };
  }
}

type Frozen = Move & { source: string; way: Way; tables: OwnerTable[]; held: Held; revision: number };

/**
 * From the first lock on there is no other writer for the owner: its locks belong to this connection alone, so that they end with the
 * command. Only this connection can record that the owner left.
 */
async function freeze({
  cells,
  source,
  way,
  tables,
  held,
  revision,
  to,
  before,
  ownerId,
}: Frozen): Promise<Omit<MoveResult, 'from'>> {
  const { from } = way;
  // What changed since the comparison is copied before any request has to wait.
  way.since = await inBoth(way, async () => {
    const snapshot = await readSnapshot(from);
    await copyChanges(way, tables, held);
    return snapshot;
  });
  await before?.('freeze');
  const began = performance.now();
  await from.query('SELECT pg_advisory_lock($1, $2)', [ownerLock, ownerId]);
  await from.query('SELECT pg_advisory_lock($1, 0)', [ownerLock]);
  const result = await inBoth(way, async () => {
    const rows = await copyChanges(way, tables, held);
    await raiseSequences(way);
    return { rows, jobs: await copyJobs(way) };
  });
  await before?.('leave');
  await leaveCell(from, ownerId, to, revision);
  await before?.('arrive');
  await settleMove(cells, source, ownerId);
  const freezeSeconds = (performance.now() - began) / 1000;
  await from.query('SELECT pg_advisory_unlock_all()');
  return { ...result, freezeSeconds };
}
