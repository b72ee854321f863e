// The audit over several clusters (decision 0490): every invariant in each, and that each owner is served by exactly one, which the
// directory names.
import type { DatabaseCell } from '../../platform/cells/cells.ts';
import { listHostCells, listKnownOwners } from '../../platform/cells/directory.sql.ts';
import { openPool } from '../../platform/db.ts';
import { listOwnerIds } from '../../site/site.sql.ts';
import { auditHouse, type Finding } from '../audit-house.ts';
import type { Violation } from '../audit-safety.sql.ts';

type CellFinding = { invariant: string; violations: Violation[] };

export async function auditCells(cells: DatabaseCell[]): Promise<CellFinding[]> {
  const findings: CellFinding[] = [];
  const served = new Map<number, string[]>();
  const places = new Map<number, string>();
  for (const [at, { name, url }] of cells.entries()) {
    const database = openPool(url, 2);
    try {
      const found: Finding[] = await auditHouse(database);
      findings.push(...found.map(({ invariant, violations }) => ({ invariant: `${name}: ${invariant}`, violations })));
      for (const ownerId of await listOwnerIds(database.house))
        served.set(ownerId, [...(served.get(ownerId) ?? []), name]);
      // A missing cell is named.
      if (!at) for (const ownerId of await listKnownOwners(database.house)) places.set(ownerId, name);
      if (!at) for (const { owner_id, cell } of await listHostCells(database.house)) places.set(owner_id, cell);
    } finally {
      await database.close();
    }
  }
  for (const ownerId of places.keys()) if (!served.has(ownerId)) served.set(ownerId, []);
  const violations = [...served].flatMap(([ownerId, names]) => {
    const place = places.get(ownerId) ?? cells[0]?.name;
    const detail = `served by ${names.join(' and ') || 'no cell'}, the directory says ${place}`;
    return names.length === 1 && names[0] === place ? [] : [{ owner_id: ownerId, subject: 'owner', detail }];
  });
  return [...findings, { invariant: 'cells: each owner is served by the one that the directory names', violations }];
}
