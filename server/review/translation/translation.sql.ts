// The owner's translator, and the translations that it made. A translation never stands beside a review that is erased.
import type { Language } from '../../../domain/languages.ts';
import { firstRow, type Owner, sql } from '../../platform/db.ts';
import { isSeen, type Viewer } from '../../site/hidden.sql.ts';
import type { Codes } from './ask-translator.ts';

export type TranslatorRow = { address: string; key_sealed: string; codes: Codes };

export function findTranslator(owner: Owner): Promise<TranslatorRow | undefined> {
  return firstRow(
    owner,
    sql<TranslatorRow>`SELECT address, key_sealed, codes FROM translator_setting WHERE owner_id = ${owner.id}`,
  );
}

export async function writeTranslator(owner: Owner, { address, key_sealed, codes }: TranslatorRow): Promise<void> {
  await sql`INSERT INTO translator_setting (owner_id, address, key_sealed, codes)
    VALUES (${owner.id}, ${address}, ${key_sealed}, ${JSON.stringify(codes)}::jsonb)
    ON CONFLICT (owner_id) DO UPDATE SET address = excluded.address, key_sealed = excluded.key_sealed, codes = excluded.codes,
      saved_at = now()`.execute(owner);
}

export async function deleteTranslator(owner: Owner): Promise<void> {
  await sql`DELETE FROM translator_setting WHERE owner_id = ${owner.id}`.execute(owner);
}

export type Translatable = {
  language: Language;
  body: string;
  answer: string;
  translated: string | null;
  translatedAnswer: string | null;
};

/** A published review of a product that the caller sees, with its translation where there is one; an older answer's does not count. */
export function findTranslatable(
  owner: Owner,
  audience: Viewer,
  id: string,
  into: Language,
): Promise<Translatable | undefined> {
  return firstRow(
    owner,
    sql<Translatable>`SELECT v.language, v.body, v.answer, t.body AS translated,
        CASE WHEN t.answer_of = v.answer THEN t.answer END AS "translatedAnswer"
      FROM review v JOIN product p ON p.owner_id = v.owner_id AND p.product_id = v.product_id
      LEFT JOIN review_translation t ON t.owner_id = v.owner_id AND t.review_id = v.review_id AND t.language = ${into}
      WHERE v.owner_id = ${owner.id} AND v.review_id = ${id} AND v.state = 'published' AND p.state <> 'draft'
        AND ${isSeen(owner, audience, 'p')}`,
  );
}

/** Waits for a decision about the review that is being made: nothing is stored once it is erased. */
export async function insertTranslation(
  owner: Owner,
  {
    id,
    into,
    now,
    ...made
  }: { id: string; into: Language; body: string; answer: string | null; answerOf: string; now: Date },
): Promise<void> {
  await sql`INSERT INTO review_translation AS t (owner_id, review_id, language, body, answer, answer_of, created_at)
    SELECT v.owner_id, v.review_id, ${into}, ${made.body}, ${made.answer}, ${made.answerOf}, ${now}::timestamptz FROM
      (SELECT owner_id, review_id FROM review WHERE owner_id = ${owner.id} AND review_id = ${id} AND state <> 'erased' FOR SHARE) v
    ON CONFLICT (owner_id, review_id, language) DO UPDATE SET answer = excluded.answer, answer_of = excluded.answer_of
      WHERE excluded.answer IS NOT NULL`.execute(owner);
}
