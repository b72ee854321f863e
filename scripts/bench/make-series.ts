// Queries that never repeat: the house answers a repeated search from a cache of seconds, and a figure made of such answers does not
// measure searching.

export type Series<Item> = {
  /** The next item; throws when every one was given. */
  next(): Item;
  readonly count: number;
  /** How many items there are, and in how many of them more than the variant differs. */
  readonly size: number;
  readonly basis: number;
};

/**
 * Each item of `basis` in each of `variants`, every pair once. The first `basis.length` items differ in their basis; only after them a
 * basis comes again, with another variant. The order leaps through the basis, so that neighbours are not alike.
 */
export function makeSeries<Basis, Variant, Item>(
  basis: readonly Basis[],
  variants: readonly Variant[],
  make: (basis: Basis, variant: Variant) => Item,
): Series<Item> {
  const size = basis.length * variants.length;
  const step = leapOf(basis.length);
  let count = 0;
  return {
    next() {
      if (count >= size)
        throw new Error(`all ${size} questions were asked: measure for a shorter time, or more products`);
      const round = Math.floor(count / basis.length);
      const at = ((count % basis.length) * step) % basis.length;
      count += 1;
      return make(basis[at] as Basis, variants[(at + round) % variants.length] as Variant);
    },
    get count() {
      return count;
    },
    size,
    basis: basis.length,
  };
}

/** A step that visits every place of a circle of so many: near the golden section of it, and without a common divisor. */
function leapOf(length: number): number {
  let step = Math.max(1, Math.round(length * 0.618));
  while (divisorOf(step, length) !== 1) step += 1;
  return step;
}

function divisorOf(one: number, other: number): number {
  return other === 0 ? one : divisorOf(other, one % other);
}
