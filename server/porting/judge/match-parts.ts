// Matches the parts of a file's document with those of the product it changes: by number where it is this product's, else by
// name (a package's key, a SKU's kind or name, an extra's name). Unmatched parts are new.
import type { ProductDocument } from '../../../contract/editing.ts';

type Package = ProductDocument['packages'][number];
type Sku = Package['skus'][number];

export function matchParts(
  document: ProductDocument,
  before: Pick<ProductDocument, 'packages' | 'addOns'>,
): ProductDocument {
  const packages = pair(document.packages, before.packages, (item) => item.key).map(([item, old]) => ({
    ...item,
    skus: pair(item.skus, old?.skus ?? [], nameOf).map(([sku]) => sku),
  }));
  return {
    ...document,
    packages,
    addOns: pair(document.addOns, before.addOns, (item) => item.names.en ?? '').map(([item]) => item),
  };
}

const nameOf = ({ ticketType, carType, seatClass, names }: Sku) =>
  JSON.stringify([ticketType, carType, seatClass, names.en ?? '']);

/** Each with the existing part it replaces, under that part's id; none twice. */
function pair<One extends { id?: string | undefined }>(
  list: One[],
  old: One[],
  name: (item: One) => string,
): [One, One | undefined][] {
  const free = new Set(old);
  const take = (fits: (item: One) => boolean) => {
    const found = [...free].find(fits);
    if (found) free.delete(found);
    return found;
  };
  const byId = list.map((item) => (item.id === undefined ? undefined : take((other) => other.id === item.id)));
  return list.map((item, at) => {
    const found = byId[at] ?? take((other) => name(other) === name(item));
    const { id: _, ...rest } = item;
    return [(found?.id === undefined ? rest : { ...item, id: found.id }) as One, found];
  });
}
