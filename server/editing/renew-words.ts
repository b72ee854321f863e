// After a city was renamed or merged its products are found by the new names (§2 search). Safe to run twice: each product's words are
// written anew.
import { inTransaction, type Owner } from '../platform/db.ts';
import { findDocument, listInCity, lockProduct } from './editing.sql.ts';
import { findBy } from './save-product.ts';
import { writeDocument } from './show-document.ts';

export async function renewWords(owner: Owner, { city }: { city: string }): Promise<void> {
  for (const id of await listInCity(owner, city))
    await inTransaction(owner, async (owner) => {
      const held = await lockProduct(owner, id);
      if (held?.state !== 'published') return;
      const row = await findDocument(owner, id);
      if (row) await findBy(owner, row.product_id, writeDocument(row));
    });
}
