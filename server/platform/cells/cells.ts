// Clusters of one installation (decision 0490), as the environment names them: CELLS="one=postgres://… two=postgres://…". The first holds
// the directory, the house and all hostnames. Without CELLS there is one, and nothing of this folder runs.

export type Cell = { name: string; url: string };
/** The same cluster as its processes reach it, and as the role that owns its tables. */
export type OwnedCell = Cell & { ownerUrl: string };

/** Names and addresses, divided by blanks; an address may itself name several hosts. */
export function readCells(text: string | undefined, variable = 'CELLS'): Cell[] {
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
  const twice = cells.find(({ name }, at) => cells.findIndex((one) => one.name === name) !== at);
  if (twice) throw new Error(`${variable} names "${twice.name}" twice`);
  return cells;
}

/** With the addresses of CELLS_OWNER, which names the same cells; without it one role does everything. */
export function readOwnedCells(env: NodeJS.ProcessEnv): OwnedCell[] {
  const cells = readCells(env.CELLS);
  const owners = readCells(env.CELLS_OWNER, 'CELLS_OWNER');
  const stray = owners.find(({ name }) => !cells.some((cell) => cell.name === name));
  if (stray) throw new Error(`CELLS_OWNER names "${stray.name}", which is not in CELLS`);
  return cells.map((cell) => ({ ...cell, ownerUrl: owners.find(({ name }) => name === cell.name)?.url ?? cell.url }));
}
