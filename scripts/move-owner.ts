// npm run move-owner -- 12 two (docs/scale.md): moves an owner into the cell "two" while it is open; with --confirm instead of a cell, the
// copies that are not served any more are deleted.
import { readOwnedCells } from '../server/platform/cells/cells.ts';
import { confirmMove, moveOwner } from '../server/upkeep/cells/move-owner.ts';

const [owner = '', to = ''] = process.argv.slice(2);
const cells = readOwnedCells(process.env);
const report = (line: string) => console.log(line);
if (!/^[1-9]\d{0,9}$/.test(owner) || !to) {
  console.error('Usage: npm run move-owner -- OWNER CELL   or   npm run move-owner -- OWNER --confirm');
  process.exit(2);
}
try {
  if (cells.length < 2) throw new Error('CELLS names fewer than two cells (docs/scale.md)');
  const ownerId = Number(owner);
  if (to === '--confirm') await confirmMove({ cells, ownerId, report: report });
  else {
    const moved = await moveOwner({ cells, ownerId, to, report: report });
    report(
      moved
        ? `Owner ${owner} is served in ${to} now; its copy in ${moved.from} stays until --confirm.`
        : `Owner ${owner} is in ${to} already.`,
    );
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
