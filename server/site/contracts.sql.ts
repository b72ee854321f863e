// Contracts of single distributors: versions that are never changed, each accepted at most once.
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type ContractRow = {
  partner_id: number;
  version: number;
  token: string;
  titles: Record<string, string>;
  texts: Record<string, string>;
  published_at: Date;
  accepted_at: Date | null;
  accepted_name: string | null;
  newest: boolean;
};

const columns = sql`c.partner_id, c.version, c.token, c.titles, c.texts, c.published_at, c.accepted_at, c.accepted_name,
  c.version = (SELECT max(n.version) FROM partner_contract n
    WHERE n.owner_id = c.owner_id AND n.partner_id = c.partner_id) AS newest`;

export function findContract(owner: Owner, token: string) {
  return firstRow(
    owner,
    sql<ContractRow>`SELECT ${columns} FROM partner_contract c WHERE c.owner_id = ${owner.id} AND c.token = ${token}`,
  );
}

/** Newest first. */
export function listContracts(owner: Owner, partnerId: number) {
  return rows(
    owner,
    sql<ContractRow>`SELECT ${columns} FROM partner_contract c
      WHERE c.owner_id = ${owner.id} AND c.partner_id = ${partnerId} ORDER BY c.version DESC`,
  );
}

/** The next version of a distributor's contract; none for a partner that is no distributor or not there. */
export async function insertContract(
  owner: Owner,
  row: Pick<ContractRow, 'partner_id' | 'token' | 'titles' | 'texts'>,
): Promise<number | undefined> {
  const made = await firstRow(
    owner,
    sql<{ version: number }>`INSERT INTO partner_contract (owner_id, partner_id, version, token, titles, texts)
      SELECT p.owner_id, p.partner_id, (SELECT coalesce(max(version), 0) + 1 FROM partner_contract c
        WHERE c.owner_id = p.owner_id AND c.partner_id = p.partner_id),
        ${row.token}, ${JSON.stringify(row.titles)}::jsonb, ${JSON.stringify(row.texts)}::jsonb
      FROM partner p WHERE p.owner_id = ${owner.id} AND p.partner_id = ${row.partner_id} AND p.kind <> 'individual'
      RETURNING version`,
  );
  return made?.version;
}

/** 1 for the newest version of the partner if it is not accepted yet, else 0. */
export function acceptContract(
  owner: Owner,
  { token, partnerId, accountId, name }: { token: string; partnerId: number; accountId: number; name: string },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner_contract c SET accepted_at = now(), accepted_by = ${accountId}, accepted_name = ${name}
      WHERE owner_id = ${owner.id} AND token = ${token} AND partner_id = ${partnerId} AND accepted_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM partner_contract n WHERE n.owner_id = c.owner_id AND n.partner_id = c.partner_id
          AND n.version > c.version)`,
  );
}
