// npm run backup -- FILE: the whole database and its files in one file, while the server works.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../server/platform/config.ts';
import { openPool } from '../server/platform/db.ts';
import { writeBackup } from '../server/upkeep/write-backup.ts';
import { openDatabase, root } from './open-database.ts';

const folderName = process.argv[2];
if (!folderName) {
  console.error('Name the file to write: npm run backup -- kembara.backup');
  process.exit(2);
}
const file = resolve(process.env.INIT_CWD ?? process.cwd(), folderName);
const began = Date.now();
const opened = await openDatabase(console.log);
const owner = openPool(opened.ownerUrl, 2);
try {
  const { tables, rows, jobs } = await writeBackup(owner, readConfig(process.env, root), file, () => new Date());
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${file}: ${tables} tables, ${rows} rows, ${jobs} waiting jobs, ${megabytes} MB in ${seconds} s`);
  console.log('It contains personal data and keys: store it where only you can read it.');
} catch (error) {
  console.error(`The backup was not written: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await owner.close();
  await opened.close();
}
