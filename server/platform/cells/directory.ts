// Which cell a host's owner lives in: read whole from the first cell, again every second and after each refusal of a cell. It may be
// old at any time, so it only decides which cell is asked: a cell refuses an owner that it does not serve (decision 0491).
import { findAddress, openConnection } from '../database/open-connection.ts';
import type { Database, House } from '../db.ts';
import type { Logger } from '../log.ts';
import type { DatabaseCell } from './cells.ts';
import { findAway, findDirectorySign, letIn, listHostCells, writeDirectory } from './directory.sql.ts';

const lookMilliseconds = 1000;

export type Directory = {
  /** The cell of a host; the first for one that is unknown. */
  cellOf(host: string): string;
  cellOfOwner(ownerId: number): string;
  /** A cell refused an owner: the directory is read again, and a move whose command ended too early is brought to its end. */
  noteRefusal(cell: string, ownerId: number): void;
  /** The same for an owner of which the first cell just wrote down that it is elsewhere; resolves once this process knows. */
  settle(ownerId: number): Promise<void>;
  stop(): Promise<void>;
};

/** `cells` has at least two; `first` is the database of the first. Resolves once it was read. */
export async function openDirectory(cells: DatabaseCell[], first: Database, log: Logger): Promise<Directory> {
  const usual = cells[0]?.name ?? '';
  const reader = makeReader(first.house);
  const settling = new Set<number>();
  let stopped = false;
  let running: Promise<unknown> = reader.read();
  await running;
  const look = () => {
    running = reader.read().catch((error: unknown) => log.warn({ err: error }, 'the directory of cells was not read'));
    return running;
  };
  const timer = setInterval(look, lookMilliseconds);
  return {
    cellOf: (host) => reader.hosts.get(host) ?? usual,
    cellOfOwner: (ownerId) => reader.owners.get(ownerId) ?? usual,
    noteRefusal(cell, ownerId) {
      if (stopped || settling.has(ownerId)) return;
      settling.add(ownerId);
      running = settleMove(cells, cell, ownerId)
        .catch((error: unknown) => log.warn({ err: error, ownerId }, 'a move of an owner was not brought to its end'))
        .then(look)
        .finally(() => setTimeout(() => settling.delete(ownerId), lookMilliseconds / 4).unref());
    },
    async settle(ownerId) {
      await settleMove(cells, usual, ownerId);
      await reader.read();
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

function makeReader(house: House) {
  const reader = { hosts: new Map<string, string>(), owners: new Map<number, string>(), sign: '', read };
  async function read(): Promise<void> {
    const sign = await findDirectorySign(house);
    if (sign === reader.sign) return;
    const rows = await listHostCells(house);
    reader.hosts = new Map(rows.map(({ host, cell }) => [host, cell]));
    reader.owners = new Map(rows.map(({ owner_id, cell }) => [owner_id, cell]));
    reader.sign = sign;
  }
  return reader;
}

/**
 * Completes a move after the old cell recorded it: the new cell serves the owner, and the directory says so. From that moment on the move
 * cannot be undone, so the command and every process may do this, more than once. Returns the new cell.
 */
export async function settleMove(cells: DatabaseCell[], from: string, ownerId: number): Promise<string | undefined> {
  const moved = await inCell(cells, from, (client) => findAway(client, ownerId));
  if (moved?.state !== 'moved') return undefined;
  const { cell, revision } = moved;
  await inCell(cells, cell, (client) => letIn(client, ownerId, revision));
  await inCell(cells, cells[0]?.name ?? '', (client) => writeDirectory(client, ownerId, cell, revision));
  return cell;
}

type CellWork<Result> = (client: Awaited<ReturnType<typeof openConnection>>) => Promise<Result>;

async function inCell<Result>(cells: DatabaseCell[], name: string, work: CellWork<Result>): Promise<Result> {
  const cell = cells.find((cell) => cell.name === name);
  if (!cell) throw new Error(`CELLS does not name "${name}"`);
  const client = await openConnection(findAddress(cell.url), { options: '-c timezone=UTC -c app.owner_id=0' });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
