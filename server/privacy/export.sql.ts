// What an export reads: from each table of the register the identifying and the personal columns, without secrets; and the files. Of an
// order that another placed, as an agency for its customer, it reads what is about its contact, and not what its buyer pays and writes
// (decision 0787).
import { type Owner, rows, sql } from '../platform/db.ts';
import { belongs, type Scope } from './persons.sql.ts';
import type { PersonalColumn, PersonalTable } from './register.ts';

/** The rows that the person may read: none of orders of others, and of the mails those to the person. */
function readable(owner: Owner, { asContact, ...scope }: Scope, of: Exclude<PersonalTable['of'], null>) {
  if (of === 'mail') return sql`t.owner_id = ${owner.id} AND t.recipient = ${scope.email}::text`;
  const orders = scope.orders.filter((orderNo) => !asContact.includes(orderNo));
  return belongs(owner, { ...scope, orders, asContact: [] }, of);
}

/** A column of which some rows are hidden is empty there. */
function pick(name: string, column: PersonalColumn | undefined) {
  if (!column?.shown) return sql`${sql.ref(`t.${name}`)}`;
  return sql`CASE WHEN ${sql.raw(column.shown)} THEN ${sql.ref(`t.${name}`)} END AS ${sql.ref(name)}`;
}

export function listPart(owner: Owner, scope: Scope, { table, of, shown, beside = [], columns }: PersonalTable) {
  if (of === null) throw new Error(`nothing says whose the rows of ${table} are`);
  const isExported = ({ kind, copy, shown }: PersonalColumn) =>
    kind !== 'secret' && kind !== 'file' && !copy && shown !== false;
  const names = Object.keys(columns).filter((name) => isExported(columns[name] as PersonalColumn));
  const picked = sql.join([...new Set([...beside, ...names])].map((name) => pick(name, columns[name])));
  return rows(
    owner,
    sql<Record<string, unknown>>`SELECT ${picked} FROM ${sql.table(table)} t WHERE ${readable(owner, scope, of)}
      AND ${shown ? sql.raw(shown) : sql`true`}`,
  );
}

/** Orders in which the person is the contact, with the travellers that the person may have named. */
export function listAsContact(owner: Owner, { asContact }: Scope) {
  return rows(
    owner,
    sql<Record<string, unknown>>`SELECT p.order_no, p.placed_at, p.language, p.contact, p.fields, p.pickup,
        (SELECT jsonb_agg(jsonb_build_object('play_on', s.play_on, 'session', s.session, 'quantity', s.quantity,
          'travellers', s.travellers) ORDER BY s.sub_order_no) FROM sub_order s
          WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no) AS lines
      FROM purchase p WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${asContact}::text[]) ORDER BY p.order_no`,
  );
}

export type FileOfPerson = { kind: string; id: string; name: string; bytes: Buffer };

export async function listFilesOf(owner: Owner, scope: Scope): Promise<FileOfPerson[]> {
  const files = await Promise.all([
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'order' AS kind, file_id AS id, name, bytes FROM order_file t WHERE ${readable(owner, scope, 'order')}`,
    ),
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'transfer' AS kind, file_id AS id, name, bytes FROM transfer_file t
        WHERE ${readable(owner, scope, 'payment')}`,
    ),
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'partner' AS kind, document_id AS id, name, bytes FROM partner_document t
        WHERE ${readable(owner, scope, 'partner')}`,
    ),
    rows(
      owner,
      sql<FileOfPerson>`SELECT 'review' AS kind, f.picture_id AS id, t.place || '.' || replace(f.type, 'image/', '') AS name, f.bytes
        FROM review_picture t JOIN picture f ON f.owner_id = t.owner_id AND f.picture_id = t.picture_id
        WHERE ${readable(owner, scope, 'line')}`,
    ),
  ]);
  return files.flat();
}
