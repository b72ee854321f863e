// A copy of a product as a new draft (rules §10): texts, packages, prices and pictures; no stock, no orders.
import { todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { isDuplicate } from '../platform/db.ts';
import { findDocument, listKeys, lockProduct } from './editing.sql.ts';
import { copyPrices } from './parts.sql.ts';
import { createProduct } from './save-product.ts';
import { writeDocument } from './show-document.ts';
import { tidyDocument } from './tidy-document.ts';

const keyLength = 60;

export async function copyProduct(context: Context, { id }: { id: string }): Promise<{ id: string }> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyOnce(context, id);
    } catch (error) {
      // Another person took the same number at the same moment.
      if (!isDuplicate(error, 'product_owner_id_key_key') || tries === 5) throw error;
    }
  }
}

function copyOnce(context: Context, id: string): Promise<{ id: string }> {
  const { now } = context;
  return inTransactionOnce(context, 'consoleProductCopy', { id }, async (owner) => {
    // Locked, so that packages and prices are of the same moment.
    await lockProduct(owner, id);
    const row = await findDocument(owner, id);
    if (!row) throw new NotHere();
    const document = tidyDocument(writeDocument(row));
    const packages = document.packages.map(({ id: _, ...item }) => ({
      ...item,
      skus: item.skus.map(({ id: __, ...sku }) => sku),
    }));
    const addOns = document.addOns.map(({ id: _, ...item }) => item);
    const stem = document.key.replace(/-copy-\d+$/, '').slice(0, keyLength - 10);
    const key = nextKey(stem, await listKeys(owner, `${stem}-copy-`));
    const made = await createProduct(owner, context, { ...document, key, packages, addOns }, id);
    await copyPrices(owner, id, Number(made.id), todayIn(row.zone, now.getTime()));
    return { id: made.id };
  });
}

function nextKey(stem: string, taken: string[]): string {
  for (let count = 1; ; count += 1) {
    const key = `${stem}-copy-${count}`;
    if (!taken.includes(key)) return key;
  }
}
