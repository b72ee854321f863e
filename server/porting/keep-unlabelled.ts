// A new draft whose codes have no label (rules §4): kept as it came, for the editor would not take them.
import type { ProductDocument } from '../../contract/editing.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { insertHead } from '../editing/editing.sql.ts';
import { replaceLinks, writeAddOns, writePackages, writeSkus } from '../editing/parts.sql.ts';
import { contentOf, newToken } from '../editing/show-document.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction, type Writing } from '../platform/log-actions.sql.ts';

export async function keepUnlabelled(context: Writing, document: ProductDocument): Promise<void> {
  const { ownerId } = context.site;
  await inTransaction(context.db, async (trx) => {
    const productId = await insertHead(trx, ownerId, document, contentOf(document), newToken());
    const ids = await writePackages(trx, ownerId, productId, document.packages);
    await writeSkus(
      trx,
      ownerId,
      document.packages.flatMap((one, at) =>
        one.skus.map((sku, position) => ({ ...sku, packageId: ids[at] ?? 0, position })),
      ),
    );
    await writeAddOns(trx, ownerId, productId, document.addOns);
    await replaceLinks(trx, ownerId, productId, document);
    await refreshCards(trx, ownerId, productId);
    await logAction(trx, context, {
      act: 'product-saved',
      subject: `product ${productId}`,
      after: { key: document.key, revision: 1, type: document.type },
    });
  });
}
