// npm run erased -- save FILE: the list of erased persons, by marks and without addresses. npm run erased -- apply FILE: erases them
// again in a database that was restored from an older backup.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readOwnedCells } from '../server/platform/cells/cells.ts';
import { readConfig } from '../server/platform/config.ts';
import { openPool } from '../server/platform/db.ts';
import { makeVault } from '../server/platform/vault.ts';
import { addSaved, type ErasedPerson, eraseAgain, listErased } from '../server/privacy/erase-again.ts';
import { findHouseKey } from '../server/site/find-house-key.ts';
import { openDatabase, root } from './open-database.ts';

const [verb, target] = process.argv.slice(2);
if (!target || (verb !== 'save' && verb !== 'apply')) {
  console.error(
    'Say what to do and name the file: npm run erased -- save erased.json, or npm run erased -- apply erased.json',
  );
  process.exit(2);
}
const file = resolve(process.env.INIT_CWD ?? process.cwd(), target);
const place = readConfig(process.env, root);
const opened = await openDatabase(console.log);
const cells = readOwnedCells(process.env);
const databases = (cells.length ? cells : [opened]).map(({ ownerUrl }) => openPool(ownerUrl, 2));
try {
  if (verb === 'save') {
    const found: ErasedPerson[] = [];
    for (const database of databases) found.push(...(await listErased(database)));
    const saved = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ErasedPerson[]) : [];
    const list = addSaved(found, saved);
    // Written beside and moved: a copy is never half a list.
    writeFileSync(`${file}.new`, `${JSON.stringify(list, undefined, 1)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    console.log(`${file}: ${list.length} erased persons`);
  } else {
    const list = JSON.parse(readFileSync(file, 'utf8')) as ErasedPerson[];
    const done = { erased: 0, blocked: 0 };
    for (const database of databases) {
      const vault = makeVault(await findHouseKey(database.house, place));
      const { erased, blocked } = await eraseAgain(database, list, { vault, now: new Date() });
      done.erased += erased;
      done.blocked += blocked;
    }
    console.log(`${done.erased} persons were erased again.`);
    if (done.blocked)
      console.error(`${done.blocked} have something open: erase them on the screen once it is settled.`);
    process.exitCode = done.blocked ? 1 : 0;
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  for (const database of databases) await database.close();
  await opened.close();
}
