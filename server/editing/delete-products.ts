// Deleting drafts that were never used (decision 0762): with their packages, prices, days and pictures. Whatever a buyer, a quotation, a
// promotion or a marketplace refers to stays.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal, type RefusalName } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { deleteHead, isReferred } from './delete-products.sql.ts';
import { lockProduct } from './editing.sql.ts';
import { dropAddOns, dropPackages, replaceLinks } from './parts.sql.ts';

/** Each for itself: what cannot be deleted is answered with the name of the refusal, or `missing`. */
export async function deleteProducts(
  context: Context,
  { ids }: ParsedInputOf<'consoleProductsDelete'>,
): Promise<OutputOf<'consoleProductsDelete'>> {
  const list: { id: string; problem: RefusalName | 'missing' | null }[] = [];
  for (const id of new Set(ids)) list.push({ id, problem: await deleteDraft(context, id) });
  return { list };
}

async function deleteDraft(context: Context, id: string): Promise<RefusalName | 'missing' | null> {
  try {
    await inTransaction(context.owner, async (owner) => {
      const held = await lockProduct(owner, id);
      if (!held) throw new NotHere();
      if (held.state !== 'draft') throw new Refusal('actionNotAllowed');
      if (await isReferred(owner, id, held.key)) throw new Refusal('productInUse');
      await dropPackages(owner, Number(id), []);
      await dropAddOns(owner, Number(id), []);
      await replaceLinks(owner, Number(id), { pictures: [], areas: [] });
      await deleteHead(owner, id);
      const before = { key: held.key, revision: held.revision };
      await logAction(owner, context, { act: 'product-deleted', subject: `product ${id}`, before });
    });
    return null;
  } catch (error) {
    if (error instanceof NotHere) return 'missing';
    if (error instanceof Refusal) return error.refusal;
    // Foreign key: something refers to it, perhaps since a moment ago.
    if ((error as { code?: string }).code === '23503') return 'productInUse';
    throw error;
  }
}
