// npm run migrate: brings schema, reference data and the rights of the running processes to this version, once, before its processes
// start. They then need no address of the role that owns the tables. With several cells, in each of them.
import { loadGazetteer } from '../server/places/load-gazetteer.ts';
import { readOwnedCells } from '../server/platform/cells/cells.ts';
import { openPool } from '../server/platform/db.ts';
import { openDatabase } from './open-database.ts';

const opened = await openDatabase(console.log, loadGazetteer);
for (const { ownerUrl } of readOwnedCells(process.env).slice(1)) {
  const owner = openPool(ownerUrl, 2);
  await loadGazetteer(owner).finally(() => owner.close());
}
for (const note of opened.notes) console.log(`Warning: ${note}`);
console.log('The database is ready for this version.');
await opened.close();
