// Clusters of an installation (0490), as the environment names them: CELLS="one=postgres://… two=postgres://…". The first holds
// the directory, the house and all hostnames. Without CELLS there is one, and nothing of this folder runs.
import type { Database } from '../db.ts';

export type DatabaseCell = { name: string; url: string };
/** The same cluster as its processes reach it, and as the role that owns its tables. */
export type OwnedCell = DatabaseCell & { ownerUrl: string };

/** What the house's admins choose and see of the cells (decision 0580), where there are several. */
export type HouseCells = {
  /** The first cell, where owners begin unless another is chosen. */
  first: string;
  names: readonly string[];
  databaseOf(name: string): Database | undefined;
  /** Completes what the first cell recorded about an owner's move, and reads the directory again. */
  settle(ownerId: number): Promise<void>;
};

/** Names and addresses, divided by blanks; an address may itself name several hosts. */
export function readDatabaseCells(text: string | undefined, variable = 'CELLS'): DatabaseCell[] {
  const cells = (text ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => {
      const [, name = '', url = ''] = /^([a-z][a-z0-9-]{0,30})=(postgres(?:ql)?:\/\/.+)$/.exec(part) ?? [];
      if (!name)
        throw new Error(
          `${variable} must be name=postgres://… for each cell, not "${part.replace(/:[^:@/]*@/, ':…@')}"`,
        );
      return { name, url };
    });
  const twice = cells.find(({ name }, at) => cells.findIndex((cell) => cell.name === name) !== at);
  if (twice) throw new Error(`${variable} names "${twice.name}" twice`);
  return cells;
}

/** With the addresses of CELLS_OWNER, which names the same cells; without it one role does everything. */
export function readOwnedCells(env: NodeJS.ProcessEnv): OwnedCell[] {
  const cells = readDatabaseCells(env.CELLS);
  const owners = readDatabaseCells(env.CELLS_OWNER, 'CELLS_OWNER');
  const stray = owners.find(({ name }) => !cells.some((cell) => cell.name === name));
  if (stray) throw new Error(`CELLS_OWNER names "${stray.name}", which is not in CELLS`);
  return cells.map((cell) => ({ ...cell, ownerUrl: owners.find(({ name }) => name === cell.name)?.url ?? cell.url }));
}
