// A new draft with codes that have no label (rules §4): stored unchanged, because the editor would refuse them.
import type { ProductDocument } from '../../contract/editing.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { insertProduct } from '../editing/save-product.ts';
import { settleCity } from '../editing/settle-city.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction, type Writing } from '../platform/log-actions.sql.ts';

export async function insertUnlabelled(context: Writing, typed: ProductDocument): Promise<void> {
  await inTransaction(context.owner, async (owner) => {
    const { document } = await settleCity(owner, context, typed);
    const { productId } = await insertProduct(owner, document);
    await refreshCards(owner, productId);
    await logAction(owner, context, {
      act: 'product-saved',
      subject: `product ${productId}`,
      after: { key: document.key, revision: 1, type: document.type },
    });
  });
}
