// Texts by which staff answer buyers, and the mark of an unread remark.
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

type Texts = Record<string, string>;
export type TemplateRow = { template_id: number; titles: Texts; texts: Texts; revision: number };

export function listTemplates(owner: Owner): Promise<TemplateRow[]> {
  return rows(
    owner,
    sql<TemplateRow>`SELECT template_id, titles, texts, revision FROM answer_template WHERE owner_id = ${owner.id}
      ORDER BY titles ->> 'en', template_id LIMIT 200`,
  );
}

export function findTemplate(owner: Owner, id: string): Promise<TemplateRow | undefined> {
  return firstRow(
    owner,
    sql<TemplateRow>`SELECT template_id, titles, texts, revision FROM answer_template
      WHERE owner_id = ${owner.id} AND template_id = ${id} FOR UPDATE`,
  );
}

type NewTemplate = { titles: Texts; texts: Texts };

export async function insertTemplate(owner: Owner, { titles, texts }: NewTemplate): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ template_id: number }>`INSERT INTO answer_template (owner_id, titles, texts)
      VALUES (${owner.id}, ${JSON.stringify(titles)}::jsonb, ${JSON.stringify(texts)}::jsonb) RETURNING template_id`,
  );
  if (!row) throw new Error('no template was written');
  return row.template_id;
}

/** 1 when it was still at that revision. */
export function changeTemplate(owner: Owner, id: string, revision: number, { titles, texts }: NewTemplate) {
  return changed(
    owner,
    sql`UPDATE answer_template SET titles = ${JSON.stringify(titles)}::jsonb, texts = ${JSON.stringify(texts)}::jsonb,
        revision = revision + 1
      WHERE owner_id = ${owner.id} AND template_id = ${id} AND revision = ${revision}`,
  );
}

export function deleteTemplateRow(owner: Owner, id: string, revision: number): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM answer_template WHERE owner_id = ${owner.id} AND template_id = ${id} AND revision = ${revision}`,
  );
}

/** The latest remark of the buyer's side; 0 when there is none. */
export function markUnread(owner: Owner, orderNo: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE order_remark SET read_at = NULL WHERE owner_id = ${owner.id} AND remark_id =
      (SELECT max(remark_id) FROM order_remark WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND side = 1)`,
  );
}
