// npm run audit (-- --json): every data invariant on the live database; ends with 1 when one is broken.
import { auditHouse } from '../server/upkeep/audit-house.ts';
import { openDatabase } from './open-database.ts';

const asJson = process.argv.includes('--json');
const opened = await openDatabase(() => undefined);
try {
  const findings = await auditHouse(opened.database);
  const broken = findings.filter((finding) => finding.violations.length);
  if (asJson) console.log(JSON.stringify({ healthy: broken.length === 0, findings, notes: opened.notes }, null, 2));
  else {
    for (const { invariant, violations } of findings) {
      console.log(`${violations.length ? 'BROKEN' : 'ok    '}  ${invariant}`);
      for (const one of violations) console.log(`          owner ${one.owner_id}  ${one.subject}: ${one.detail}`);
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
