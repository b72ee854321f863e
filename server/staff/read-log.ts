// The log of staff actions for administrators: who changed what, with before and after.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Context } from '../platform/context.ts';
import { type LogRow, listActs, listLog } from './log.sql.ts';

export async function readLog(
  { owner, language, site }: Context,
  input: ParsedInputOf<'consoleLog'>,
): Promise<OutputOf<'consoleLog'>> {
  const filter = {
    ...{ query: input.query.trim(), act: input.act ?? null, subject: null },
    days: { first: input.from || null, last: input.to || null, zone: site.zone },
  };
  const page = { size: input.size, from: (input.page - 1) * input.size };
  const { total, list } = await listLog(owner, language, { ...filter, ...page });
  const acts = await listActs(owner);
  return { total, page: input.page, pages: Math.ceil(total / input.size), acts, list: list.map(showEntry) };
}

export function showEntry(row: LogRow) {
  return {
    id: String(row.entry_id),
    at: row.at.toISOString(),
    staffName: row.staff_name,
    actingFor: row.acting_for,
    act: row.act,
    subject: row.subject,
    subjectName: row.subject_name ?? '',
    before: row.before,
    after: row.after,
  };
}
