// Saves a product's whole document under its revision (rules §10): validated, written part by part in one transaction, found by its
// new words at once, and logged by the names of the changed parts.
import type { ProductDocument } from '../../contract/editing.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { inTransaction, isDuplicate, type Trx } from '../platform/db.ts';
import { type Acting, logAction, type Writing } from '../platform/log-actions.sql.ts';
import { refreshCards, replaceWords } from './cards.sql.ts';
import { changeHead, findCity, findDocument, findFacts, followKey, insertHead, lockProduct } from './editing.sql.ts';
import { judgeProduct } from './judge-product.ts';
import { nameChanges } from './name-changes.ts';
import {
  dropAddOns,
  dropPackages,
  dropSkus,
  replaceLinks,
  writeAddOns,
  writePackages,
  writeSkus,
} from './parts.sql.ts';
import { contentOf, newToken, writeDocument } from './show-document.ts';
import { tidyDocument } from './tidy-document.ts';
import { writeWords } from './write-words.ts';

/** Refuses invalidInput by path, changedMeanwhile. */
export async function saveProduct(
  context: Writing,
  input: ParsedInputOf<'consoleProductSave'>,
): Promise<OutputOf<'consoleProductSave'>> {
  const document = tidyDocument(input.document);
  try {
    return await inTransaction(context.db, (trx) =>
      input.id === undefined
        ? createProduct(trx, context, document)
        : changeProduct(trx, context, input.id, input.revision, document),
    );
  } catch (error) {
    if (isDuplicate(error, 'product_owner_id_key_key')) throw refuseKey();
    throw error;
  }
}

const refuseKey = () => new Refusal('invalidInput', { fields: { key: { problem: 'keyTaken' } } });

/** A new draft; `copyOf` names the original in the log. */
export async function createProduct(
  trx: Trx,
  context: Acting,
  document: ProductDocument,
  copyOf?: string,
): Promise<{ id: string; revision: number }> {
  const { ownerId } = context.site;
  await judge(trx, ownerId, null, document);
  const { productId } = await insertProduct(trx, ownerId, document);
  await refreshCards(trx, ownerId, productId);
  await logAction(trx, context, {
    act: 'product-saved',
    subject: `product ${productId}`,
    after: { key: document.key, revision: 1, ...(copyOf === undefined ? {} : { copyOf: `product ${copyOf}` }) },
  });
  return { id: String(productId), revision: 1 };
}

/**
 * Writes a new product as a draft: one that was judged, or that a file brings with codes that the editor would not take. Its card is the
 * caller's to refresh.
 */
export async function insertProduct(
  trx: Trx,
  ownerId: number,
  document: ProductDocument,
): Promise<{ productId: number; packageIds: number[] }> {
  const productId = await insertHead(trx, ownerId, document, contentOf(document), newToken());
  return { productId, packageIds: await writeParts(trx, ownerId, productId, document) };
}

async function changeProduct(
  trx: Trx,
  context: Acting,
  id: string,
  revision: number | undefined,
  document: ProductDocument,
): Promise<{ id: string; revision: number }> {
  const { ownerId } = context.site;
  const held = await lockProduct(trx, ownerId, id);
  if (!held) throw new NotHere();
  if (revision === undefined) throw new Refusal('invalidInput', { fields: { revision: { problem: 'required' } } });
  if (held.revision !== revision) throw new Refusal('changedMeanwhile');
  await judge(trx, ownerId, id, document);
  const before = await findDocument(trx, ownerId, id);
  if (!before) throw new NotHere();
  if ((await changeHead(trx, ownerId, id, revision, document, contentOf(document))) !== 1)
    throw new Refusal('changedMeanwhile');
  if (document.key !== before.key) await followKey(trx, ownerId, before.key, document.key);
  await dropParts(trx, ownerId, before.product_id, document);
  await writeParts(trx, ownerId, before.product_id, document);
  await refreshCards(trx, ownerId, before.product_id);
  if (before.state === 'published') await findBy(trx, ownerId, before.product_id, document);
  const changes = nameChanges(writeDocument(before), document);
  await logAction(trx, context, {
    act: 'product-saved',
    subject: `product ${id}`,
    before: { revision, ...changes.before },
    after: { revision: revision + 1, changed: changes.changed, ...changes.after },
  });
  return { id, revision: revision + 1 };
}

async function judge(trx: Trx, ownerId: number, id: string | null, document: ProductDocument): Promise<void> {
  const fields = judgeProduct(document, await findFacts(trx, ownerId, id, document));
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

/** Parts missing from the document: removed if nothing was ever sold of them, else taken off sale. */
async function dropParts(trx: Trx, ownerId: number, productId: number, document: ProductDocument): Promise<void> {
  const idsOf = (list: { id?: string | undefined }[]) => list.flatMap((one) => (one.id === undefined ? [] : [one.id]));
  const packages = idsOf(document.packages);
  await dropPackages(trx, ownerId, productId, packages);
  await dropSkus(trx, ownerId, packages.map(Number), idsOf(document.packages.flatMap((one) => one.skus)));
  await dropAddOns(trx, ownerId, productId, idsOf(document.addOns));
}

async function writeParts(trx: Trx, ownerId: number, productId: number, document: ProductDocument): Promise<number[]> {
  const ids = await writePackages(trx, ownerId, productId, document.packages);
  const skus = document.packages.flatMap((one, at) =>
    one.skus.map((sku, position) => ({ ...sku, packageId: ids[at] ?? 0, position })),
  );
  await writeSkus(trx, ownerId, skus);
  await writeAddOns(trx, ownerId, productId, document.addOns);
  await replaceLinks(trx, ownerId, productId, document);
  return ids;
}

/** Lets the search find a product by the words of its document. */
export async function findBy(
  trx: Trx,
  ownerId: number,
  productId: number,
  document: Pick<ProductDocument, 'type' | 'subtype' | 'names' | 'overviews' | 'city'>,
): Promise<void> {
  const places = await findCity(trx, document.city);
  await replaceWords(trx, ownerId, productId, writeWords(document, places ? [places.names, places.country_names] : []));
}
