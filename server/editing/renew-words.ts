// Products are found by their new names after a city was renamed or merged (§2 search), and by words that an update adds for all products.
// Safe to run twice: each product's words are written again.
import { inTransaction, type Owner } from '../platform/db.ts';
import { findDocument, listInCity, listWordedBefore, lockProduct } from './editing.sql.ts';
import { findBy } from './save-product.ts';
import { writeDocument } from './show-document.ts';

export async function renewWords(owner: Owner, { city }: { city: string }): Promise<void> {
  await renewEach(owner, await listInCity(owner, city));
}

/** Words that an older version wrote. */
export async function renewOldWords(owner: Owner): Promise<void> {
  await renewEach(owner, await listWordedBefore(owner));
}

async function renewEach(owner: Owner, ids: string[]): Promise<void> {
  for (const id of ids)
    await inTransaction(owner, async (owner) => {
      const held = await lockProduct(owner, id);
      if (held?.state !== 'published') return;
      const row = await findDocument(owner, id);
      if (row) await findBy(owner, row.product_id, writeDocument(row));
    });
}
