// Matches the parts of a file's document with those of the product it changes: by number where it is this product's, else by
// name (a package's key, a SKU's kind or name, an extra's name). Unmatched parts are new.
import type { ProductDocument } from '../../contract/editing.ts';

type Package = ProductDocument['packages'][number];
type Sku = Package['skus'][number];

export function matchParts(
  document: ProductDocument,
  before: Pick<ProductDocument, 'packages' | 'addOns'>,
): ProductDocument {
  const packages = pair(document.packages, before.packages, (one) => one.key).map(([one, old]) => ({
    ...one,
    skus: pair(one.skus, old?.skus ?? [], nameOf).map(([sku]) => sku),
  }));
  return {
    ...document,
    packages,
    addOns: pair(document.addOns, before.addOns, (one) => one.names.en ?? '').map(([one]) => one),
  };
}

const nameOf = ({ ticketType, carType, seatClass, names }: Sku) =>
  JSON.stringify([ticketType, carType, seatClass, names.en ?? '']);

/** Each with the old one it stands for, under that one's id; none twice. */
function pair<One extends { id?: string | undefined }>(
  list: One[],
  old: One[],
  name: (one: One) => string,
): [One, One | undefined][] {
  const free = new Set(old);
  const take = (fits: (one: One) => boolean) => {
    const found = [...free].find(fits);
    if (found) free.delete(found);
    return found;
  };
  const byId = list.map((one) => (one.id === undefined ? undefined : take((other) => other.id === one.id)));
  return list.map((one, at) => {
    const found = byId[at] ?? take((other) => name(other) === name(one));
    const { id: _, ...rest } = one;
    return [(found?.id === undefined ? rest : { ...one, id: found.id }) as One, found];
  });
}
