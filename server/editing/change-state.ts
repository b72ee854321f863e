// Publishing, withdrawing and returning to a draft (rules §10). Only published products are on sale and found by the search;
// a draft is visible only at its preview address.
import type { ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { languagesToPublish } from '../../domain/languages.ts';
import { productFields, textNames } from '../../domain/product-fields.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { refreshCards, replaceWords } from './cards.sql.ts';
import { changeState, type DocumentRow, findDocument, hasDeparture, lockProduct } from './editing.sql.ts';
import { findBy } from './save-product.ts';

const publishedTexts = textNames.filter((name) => 'published' in productFields[name]) as ('names' | 'overviews')[];
const acts = { published: 'product-published', withdrawn: 'product-withdrawn', draft: 'product-saved' } as const;

/** Refuses productIncomplete with the missing parts, by the path of the field; changedMeanwhile. */
export async function moveProduct(
  context: Context,
  { id, revision, state }: ParsedInputOf<'consoleProductState'>,
): Promise<Record<string, never>> {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    const held = await lockProduct(owner, id);
    if (!held) throw new NotHere();
    if (held.revision !== revision) throw new Refusal('changedMeanwhile');
    if (held.state === state) return;
    const row = await findDocument(owner, id);
    if (!row) throw new NotHere();
    if (state === 'published') {
      const fields = await findMissing(owner, context, row);
      if (Object.keys(fields).length) throw new Refusal('productIncomplete', { fields });
    }
    if ((await changeState(owner, id, revision, state)) !== 1) throw new Refusal('changedMeanwhile');
    if (state === 'published') {
      await refreshCards(owner, row.product_id);
      await findBy(owner, row.product_id, row);
    } else await replaceWords(owner, row.product_id, null);
    await logAction(owner, context, {
      act: acts[state],
      subject: `product ${id}`,
      before: { state: held.state, revision },
      after: { state, revision: revision + 1 },
    });
  });
  return {};
}

/** A name and overview in the languages that are needed, a package with a SKU on the shelf, a coming day with capacity. */
async function findMissing(owner: OwnerTrx, { site, now }: Context, row: DocumentRow): Promise<FieldProblems> {
  const fields: FieldProblems = {};
  for (const language of languagesToPublish(site.languages))
    for (const part of publishedTexts) {
      const texts: Record<string, string | undefined> = row[part];
      if (!texts[language]?.trim()) fields[`${part}.${language}`] = { problem: 'required' };
    }
  const shown = row.packages.filter((pack) => pack.onShelf);
  if (!shown.length) fields.packages = { problem: 'required' };
  else if (!shown.some((item) => item.skus.some((sku) => sku.onShelf)))
    fields[`packages.${row.packages.findIndex((pack) => pack.onShelf)}.skus`] = { problem: 'required' };
  const today = todayIn(row.zone, now.getTime());
  if (!(await hasDeparture(owner, String(row.product_id), today))) fields.departures = { problem: 'required' };
  return fields;
}
