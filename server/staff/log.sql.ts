// The log of staff actions, as administrators read it.
import type { Language } from '../../domain/languages.ts';
import { everyAction } from '../platform/database/history.sql.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { nameNoted } from './name-noted.ts';

export type LogRow = {
  entry_id: number;
  at: Date;
  staff_name: string;
  acting_for: string;
  act: string;
  subject: string;
  subject_name: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
};

type LogDays = { first: string | null; last: string | null; zone: string };

export type LogFilter = {
  query: string;
  act: string | null;
  subject: string | null;
  days?: LogDays;
  size: number;
  from: number;
};

/** The zone says when the days begin and end. Only months with these days are read. */
const withinDays = ({ first, last, zone }: LogDays) => sql`
  ${onlyIf(first, sql`at >= (SELECT moment_of(${first}::date, ${zone}))`)}
  AND ${onlyIf(last, sql`at < (SELECT moment_of(${last}::date + 1, ${zone}))`)}`;

/** Names of today. */
const nameOf = (language: Language) => {
  const id = sql`substring(l.subject from '^[a-z]+ (\\d{1,18})$')::bigint`;
  return sql`CASE split_part(l.subject, ' ', 1)
    WHEN 'owner' THEN (SELECT name FROM owner n WHERE n.owner_id = l.owner_id AND n.owner_id = ${id})
    WHEN 'partner' THEN (SELECT name FROM partner n WHERE n.owner_id = l.owner_id AND n.partner_id = ${id})
    WHEN 'staff' THEN (SELECT name FROM account n WHERE n.owner_id = l.owner_id AND n.account_id = ${id})
    WHEN 'supplier' THEN (SELECT name FROM supplier n WHERE n.owner_id = l.owner_id AND n.supplier_id = ${id})
    WHEN 'product' THEN (SELECT coalesce(names ->> ${language}, names ->> 'en', names ->> 'zh_CN', key) FROM product n
      WHERE n.owner_id = l.owner_id AND n.product_id = ${id})
    WHEN 'review' THEN (SELECT coalesce(p.names ->> ${language}, p.names ->> 'en', p.names ->> 'zh_CN', p.key)
      FROM review n JOIN product p USING (owner_id, product_id) WHERE n.owner_id = l.owner_id AND n.review_id = ${id})
    END`;
};

export async function listLog(owner: Owner, language: Language, filter: LogFilter) {
  const like = anywhere(filter.query);
  const where = sql`owner_id = ${owner.id} AND ${onlyIf(filter.act, sql`act = ${filter.act}`)}
    AND ${filter.days ? withinDays(filter.days) : sql`true`}
    AND ${onlyIf(filter.subject, sql`subject = ${filter.subject}`)}
    AND ${onlyIf(filter.query || null, sql`concat_ws(' ', staff_name, acting_for, subject, before::text, after::text) ILIKE ${like}`)}`;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM ${everyAction} l WHERE ${where}`,
  );
  const list = await rows(
    owner,
    sql<LogRow>`SELECT entry_id, at, staff_name, acting_for, act, subject, before, after, ${nameOf(language)} AS subject_name
      FROM ${everyAction} l WHERE ${where} ORDER BY entry_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
  return {
    total: count?.total ?? 0,
    list: list.map((row) => ({ ...row, subject_name: row.subject_name ?? nameNoted(row, language) })),
  };
}

export async function listActs(owner: Owner): Promise<string[]> {
  const list = await rows(
    owner,
    sql<{ act: string }>`SELECT DISTINCT act FROM ${everyAction} l WHERE owner_id = ${owner.id} ORDER BY act`,
  );
  return list.map((row) => row.act);
}
