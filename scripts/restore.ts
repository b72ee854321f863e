// npm run restore -- FILE: a backup into an empty house, checked by the audit. Ends with 1 when it could not be restored.
import { resolve } from 'node:path';
import { readConfig } from '../server/platform/config.ts';
import { openPool } from '../server/platform/db.ts';
import { installJobs, startJobs } from '../server/platform/jobs.ts';
import { makeLog } from '../server/platform/log.ts';
import { prepareDatabase } from '../server/platform/schema/prepare-database.ts';
import { auditHouse } from '../server/upkeep/audit-house.ts';
import { CannotRestore, restoreBackup } from '../server/upkeep/restore-backup.ts';
import { findDatabase, root } from './open-database.ts';

const folderName = process.argv[2];
if (!folderName) {
  console.error('Name the backup: npm run restore -- kembara.backup');
  process.exit(2);
}
const file = resolve(process.env.INIT_CWD ?? process.cwd(), folderName);
const place = readConfig(process.env, root);
const found = await findDatabase(console.log);
const owner = openPool(found.ownerUrl, 6);
try {
  const openJobs = async () => {
    await installJobs(found.ownerUrl);
    return startJobs(found.ownerUrl, makeLog('warn'));
  };
  const { tables, rows, jobs } = await restoreBackup({ database: owner, place, openJobs }, file);
  await prepareDatabase(found, console.log);
  console.log(`Restored ${tables} tables, ${rows} rows and ${jobs} waiting jobs.`);
  const findings = await auditHouse(owner);
  const broken = findings.filter((finding) => finding.violations.length);
  for (const { invariant } of broken) console.error(`BROKEN  ${invariant}`);
  console.log(broken.length ? 'The audit found faults.' : `The audit is clean: ${findings.length} invariants hold.`);
  process.exitCode = broken.length ? 1 : 0;
} catch (error) {
  if (!(error instanceof CannotRestore)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await owner.close();
  await found.stop();
}
