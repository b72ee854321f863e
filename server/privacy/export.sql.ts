// What an export reads: from each table of the register the identifying and the personal columns, without secrets; and the files.
import { type Owner, rows, sql } from '../platform/db.ts';
import { belongs, type Scope } from './persons.sql.ts';
import type { PersonalTable } from './register.ts';

export function listPart(owner: Owner, scope: Scope, { table, of, beside = [], columns }: PersonalTable) {
  if (of === null) throw new Error(`nothing says whose the rows of ${table} are`);
  const answers = Object.entries(columns).filter(([, { kind, copy }]) => kind !== 'secret' && kind !== 'file' && !copy);
  const names = [...new Set([...beside, ...answers.map(([name]) => name)])];
  const picked = sql.join(names.map((name) => sql`${sql.ref(`t.${name}`)}`));
  return rows(
    owner,
    sql<Record<string, unknown>>`SELECT ${picked} FROM ${sql.table(table)} t WHERE ${belongs(owner, scope, of)}`,
  );
}

export type FileOfPerson = { kind: string; id: string; name: string; bytes: Buffer };

export async function listFilesOf(owner: Owner, scope: Scope): Promise<FileOfPerson[]> {
  const files = await Promise.all([
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'order' AS kind, file_id AS id, name, bytes FROM order_file t WHERE ${belongs(owner, scope, 'order')}`,
    ),
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'transfer' AS kind, file_id AS id, name, bytes FROM transfer_file t
        WHERE ${belongs(owner, scope, 'payment')}`,
    ),
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'partner' AS kind, document_id AS id, name, bytes FROM partner_document t
        WHERE ${belongs(owner, scope, 'partner')}`,
    ),
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'review' AS kind, f.picture_id AS id, t.place || '.' || replace(f.type, 'image/', '') AS name, f.bytes
        FROM review_picture t JOIN picture f ON f.owner_id = t.owner_id AND f.picture_id = t.picture_id
        WHERE ${belongs(owner, scope, 'line')}`,
    ),
  ]);
  return files.flat();
}
