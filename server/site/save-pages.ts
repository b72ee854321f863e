// The owner's pages (§2 customPage, §7 custompage/detail): shown while active, in the footer if chosen; staff write them under
// a revision, logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { changePage, countPages, findPage, insertPage, listPageRows, lockPage, type PageChange } from './pages.sql.ts';
import { forgetAppearance } from './read-appearance.ts';
import { judgeTexts, trimTexts } from './trim-texts.ts';

const size = 20;

export async function showPage({ owner, language }: Context, { id }: { id: string }) {
  const row = await findPage(owner, id);
  if (!row) throw new NotHere();
  return {
    id: String(row.page_id),
    title: textIn(row.titles, language),
    text: textIn(row.texts, language),
    updatedAt: row.updated_at.toISOString(),
  };
}

export async function listAllPages(
  { owner }: Context,
  { page }: ParsedInputOf<'consolePages'>,
): Promise<OutputOf<'consolePages'>> {
  const [list, total] = await Promise.all([listPageRows(owner, { size, page }), countPages(owner)]);
  return {
    total,
    pages: Math.max(1, Math.ceil(total / size)),
    list: list.map((row) => ({
      id: String(row.page_id),
      titles: row.titles,
      texts: row.texts,
      active: row.active,
      inFooter: row.in_footer,
      revision: row.revision,
      updatedAt: row.updated_at.toISOString(),
    })),
  };
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function savePage(
  context: Context,
  input: ParsedInputOf<'consolePageSave'>,
): Promise<OutputOf<'consolePageSave'>> {
  const { owner } = context;
  const titles = trimTexts(input.titles);
  const texts = trimTexts(input.texts);
  const fields = judgeTexts(titles, texts);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const row: PageChange = { titles, texts, active: input.active, in_footer: input.inFooter };
  const saved = await inTransaction(owner, async (owner) => {
    const before = input.id ? await lockPage(owner, input.id) : undefined;
    const { revision = 0 } = input;
    if (input.id && (await changePage(owner, { id: input.id, revision, row })) !== 1)
      throw new Refusal('changedMeanwhile');
    const id = input.id ?? (await insertPage(owner, row));
    await logAction(owner, context, { act: 'page-saved', subject: `page ${id}`, before, after: row });
    return { id, revision: input.id ? revision + 1 : 1 };
  });
  forgetAppearance(owner);
  return saved;
}
