// The owner's pages (§2 customPage, §7 custompage/detail): shown while active, in the footer if chosen; staff write them under
// a revision, logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { isDuplicate } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  changePage,
  countPages,
  findListPage,
  findPage,
  insertPage,
  listListPlaces,
  listPageRows,
  lockPage,
  type PageChange,
} from './pages.sql.ts';
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
  { owner, language }: Context,
  { page }: ParsedInputOf<'consolePages'>,
): Promise<OutputOf<'consolePages'>> {
  const [list, total, places] = await Promise.all([
    listPageRows(owner, { size, page }),
    countPages(owner),
    listListPlaces(owner),
  ]);
  const countries = new Map(places.map((place) => [place.country, textIn(place.country_names, language)]));
  return {
    total,
    pages: Math.max(1, Math.ceil(total / size)),
    countries: [...countries].map(([key, name]) => ({ key, name })),
    cities: places.map(({ city, names }) => ({ key: city, name: textIn(names, language) })),
    list: list.map((row) => ({
      id: String(row.page_id),
      titles: row.titles,
      texts: row.texts,
      active: row.active,
      inFooter: row.in_footer,
      above: { country: row.of_country, city: row.of_city, type: row.of_type },
      revision: row.revision,
      updatedAt: row.updated_at.toISOString(),
    })),
  };
}

/** What the owner wrote above a list (decision 0472); empty texts where it wrote nothing. */
export async function showListPage(
  { owner, language }: Context,
  { country, city, type }: ParsedInputOf<'listPage'>,
): Promise<OutputOf<'listPage'>> {
  const row = await findListPage(owner, { country: country ?? null, city: city ?? null, type: type ?? null });
  return {
    title: textIn(row?.titles ?? {}, language),
    text: textIn(row?.texts ?? {}, language),
    country: row?.country ? { key: row.country, label: textIn(row.country_names ?? {}, language) } : null,
  };
}

/** One page for each list of a place that there is. */
function refuseList(error: unknown): never {
  if (isDuplicate(error, 'custom_page_of_list'))
    throw new Refusal('invalidInput', { fields: { above: { problem: 'listWritten' } } });
  throw error;
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
  if ((input.above.country || input.above.city) && !(await findListPage(owner, input.above))?.country)
    fields.above = { problem: 'choose' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const { country, city, type } = input.above;
  const row: PageChange = {
    ...{ titles, texts, active: input.active },
    // A page above a list has no address for the footer.
    in_footer: input.inFooter && !(country || city || type),
    ...{ of_country: country, of_city: city, of_type: type },
  };
  const saved = await inTransactionOnce(context, 'consolePageSave', input, async (owner) => {
    const before = input.id ? await lockPage(owner, input.id) : undefined;
    const { revision = 0 } = input;
    if (input.id && (await changePage(owner, { id: input.id, revision, row })) !== 1)
      throw new Refusal('changedMeanwhile');
    const id = input.id ?? (await insertPage(owner, row));
    await logAction(owner, context, { act: 'page-saved', subject: `page ${id}`, before, after: row });
    return { id, revision: input.id ? revision + 1 : 1 };
  }).catch(refuseList);
  forgetAppearance(owner);
  return saved;
}
