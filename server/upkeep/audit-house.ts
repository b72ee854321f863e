// Checks every invariant on the live database (npm run audit), all within one snapshot so that orders in flight do not
// look like faults.
import type { Database } from '../platform/db.ts';
import { sql } from '../platform/db.ts';
import { findViolations, type InvariantName, invariants } from './audit.sql.ts';
import type { Violation } from './audit-safety.sql.ts';

export type Finding = { invariant: InvariantName; violations: Violation[] };

export async function auditHouse(database: Database): Promise<Finding[]> {
  return database.house
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`SET TRANSACTION READ ONLY`.execute(trx);
      const findings: Finding[] = [];
      for (const invariant of Object.keys(invariants) as InvariantName[]) {
        findings.push({ invariant, violations: await findViolations(trx, invariant) });
      }
      return findings;
    });
}
