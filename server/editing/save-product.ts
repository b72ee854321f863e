// Saves a product's whole document under its revision (rules §10): validated, written part by part in one transaction, found by its
// new words at once, and logged by the names of the changed parts.
import type { ProductDocument } from '../../contract/editing.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate, type OwnerTrx } from '../platform/db.ts';
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
import { judgeZone, settleCity } from './settle-city.ts';
import { contentOf, newToken, writeDocument } from './show-document.ts';
import { tidyDocument } from './tidy-document.ts';
import { writeWords } from './write-words.ts';

/** The editor's call: a repeat under its key changes nothing. */
export const saveEditedProduct = (context: Context, input: ParsedInputOf<'consoleProductSave'>) =>
  saveProduct(context, input, (work) => inTransactionOnce(context, 'consoleProductSave', input, work));

/** Refuses invalidInput by path, changedMeanwhile. */
export async function saveProduct(
  context: Writing,
  input: ParsedInputOf<'consoleProductSave'>,
  within = (work: (owner: OwnerTrx) => Promise<OutputOf<'consoleProductSave'>>) => inTransaction(context.owner, work),
): Promise<OutputOf<'consoleProductSave'>> {
  const document = tidyDocument(input.document);
  try {
    return await within((owner) =>
      input.id === undefined
        ? createProduct(owner, context, document)
        : changeProduct(owner, context, input.id, input.revision, document),
    );
  } catch (error) {
    if (isDuplicate(error, 'product_owner_id_key_key')) throw refuseKey();
    throw error;
  }
}

const refuseKey = () => new Refusal('invalidInput', { fields: { key: { problem: 'keyTaken' } } });

/** A new draft; `copyOf` names the original in the log. */
export async function createProduct(
  owner: OwnerTrx,
  context: Acting,
  typed: ProductDocument,
  copyOf?: string,
): Promise<{ id: string; revision: number }> {
  const { document } = await settleCity(owner, context, typed);
  await judge(owner, null, document);
  const { productId } = await insertProduct(owner, document);
  await refreshCards(owner, productId);
  await logAction(owner, context, {
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
  owner: OwnerTrx,
  document: ProductDocument,
): Promise<{ productId: number; packageIds: number[] }> {
  const productId = await insertHead(owner, document, contentOf(document), newToken());
  return { productId, packageIds: await writeParts(owner, productId, document) };
}

async function changeProduct(
  owner: OwnerTrx,
  context: Acting,
  id: string,
  revision: number | undefined,
  typed: ProductDocument,
): Promise<{ id: string; revision: number }> {
  // Before the product's row: who merges cities takes the two in this order.
  const { document, zone } = await settleCity(owner, context, typed);
  const held = await lockProduct(owner, id);
  if (!held) throw new NotHere();
  if (revision === undefined) throw new Refusal('invalidInput', { fields: { revision: { problem: 'required' } } });
  if (held.revision !== revision) throw new Refusal('changedMeanwhile');
  await judge(owner, id, document, zone);
  const before = await findDocument(owner, id);
  if (!before) throw new NotHere();
  if ((await changeHead(owner, id, revision, document, contentOf(document))) !== 1)
    throw new Refusal('changedMeanwhile');
  if (document.key !== before.key) await followKey(owner, before.key, document.key);
  await dropParts(owner, before.product_id, document);
  await writeParts(owner, before.product_id, document);
  await refreshCards(owner, before.product_id);
  if (before.state === 'published') await findBy(owner, before.product_id, document);
  const changes = nameChanges(writeDocument(before), document);
  await logAction(owner, context, {
    act: 'product-saved',
    subject: `product ${id}`,
    before: { revision, ...changes.before },
    after: { revision: revision + 1, changed: changes.changed, ...changes.after },
  });
  return { id, revision: revision + 1 };
}

async function judge(owner: OwnerTrx, id: string | null, document: ProductDocument, zone?: string): Promise<void> {
  const facts = await findFacts(owner, id, document);
  const cityProblem = facts.cityProblem ?? (id === null ? null : await judgeZone(owner, id, zone));
  const fields = judgeProduct(document, { ...facts, cityProblem });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

/** Parts missing from the document: removed if nothing was ever sold of them, else taken off sale. */
async function dropParts(owner: OwnerTrx, productId: number, document: ProductDocument): Promise<void> {
  const idsOf = (list: { id?: string | undefined }[]) =>
    list.flatMap((item) => (item.id === undefined ? [] : [item.id]));
  const packages = idsOf(document.packages);
  await dropPackages(owner, productId, packages);
  await dropSkus(owner, packages.map(Number), idsOf(document.packages.flatMap((pack) => pack.skus)));
  await dropAddOns(owner, productId, idsOf(document.addOns));
}

async function writeParts(owner: OwnerTrx, productId: number, document: ProductDocument): Promise<number[]> {
  const ids = await writePackages(owner, productId, document.packages);
  const skus = document.packages.flatMap((pack, at) =>
    pack.skus.map((sku, position) => ({ ...sku, packageId: ids[at] ?? 0, position })),
  );
  await writeSkus(owner, skus);
  await writeAddOns(owner, productId, document.addOns);
  await replaceLinks(owner, productId, document);
  return ids;
}

/** Lets the search find a product by the words of its document. */
export async function findBy(
  owner: OwnerTrx,
  productId: number,
  document: Pick<ProductDocument, 'type' | 'subtype' | 'names' | 'overviews' | 'city' | 'coverage'>,
): Promise<void> {
  const places = await findCity(owner, document.city);
  await replaceWords(owner, productId, writeWords(document, places ? [places.names, places.country_names] : []));
}
