// A new draft whose codes have no label (rules §4): kept as it came, for the editor would not take them.
import type { ProductDocument } from '../../contract/editing.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { insertHead } from '../editing/editing.sql.ts';
import { replaceLinks, writeAddOns, writePackages, writeSkus } from '../editing/parts.sql.ts';
import { contentOf, newToken } from '../editing/show-document.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction, type Writing } from '../platform/log-actions.sql.ts';

export async function keepUnlabelled(context: Writing, document: ProductDocument): Promise<void> {
  await inTransaction(context.owner, async (owner) => {
    const productId = await insertHead(owner, document, contentOf(document), newToken());
    const ids = await writePackages(owner, productId, document.packages);
    await writeSkus(
      owner,
      document.packages.flatMap((one, at) =>
        one.skus.map((sku, position) => ({ ...sku, packageId: ids[at] ?? 0, position })),
      ),
    );
    await writeAddOns(owner, productId, document.addOns);
    await replaceLinks(owner, productId, document);
    await refreshCards(owner, productId);
    await logAction(owner, context, {
      act: 'product-saved',
      subject: `product ${productId}`,
      after: { key: document.key, revision: 1, type: document.type },
    });
  });
}
