// npm run audit (-- --json): every data invariant on the live database; ends with 1 when one is broken. With several
// cells, each of them, and that every owner is served by one.
import { readOwnedCells } from '../server/platform/cells/cells.ts';
import { auditHouse } from '../server/upkeep/audit-house.ts';
import { auditCells } from '../server/upkeep/cells/audit-cells.ts';
import { openDatabase } from './open-database.ts';

const asJson = process.argv.includes('--json');
const opened = await openDatabase(() => undefined);
try {
  const cells = readOwnedCells(process.env);
  const findings = cells.length > 1 ? await auditCells(cells) : await auditHouse(opened.database);
  const broken = findings.filter((finding) => finding.violations.length);
  if (asJson) console.log(JSON.stringify({ healthy: broken.length === 0, findings, notes: opened.notes }, null, 2));
  else {
    for (const { invariant, violations } of findings) {
      console.log(`${violations.length ? 'BROKEN' : 'ok    '}  ${invariant}`);
      for (const violation of violations)
        console.log(`          owner ${violation.owner_id}  ${violation.subject}: ${violation.detail}`);
    }
    for (const note of opened.notes) console.log(`note    ${note}`);
    console.log(
      broken.length
        ? `${broken.length} of ${findings.length} invariants are broken`
        : `all ${findings.length} invariants hold`,
    );
  }
  process.exitCode = broken.length ? 1 : 0;
} finally {
  await opened.close();
}
