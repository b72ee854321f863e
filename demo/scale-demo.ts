// The demo made large, for measuring: numbered copies of its products until there are as many as asked for.
import type { ProductSeed, SeedFile } from '../contract/seed.ts';

export function scaleDemo(demo: SeedFile, count: number): SeedFile {
  const owner = demo.owners[0];
  if (!owner) throw new Error('the demo has no owner');
  const base = owner.products;
  const more: ProductSeed[] = Array.from({ length: Math.max(0, count - base.length) }, (_, at) => {
    const product = base[at % base.length] as ProductSeed;
    const number = Math.floor(at / base.length) + 2;
    const names =
      typeof product.names === 'string'
        ? product.names
        : Object.fromEntries(Object.entries(product.names).map(([language, name]) => [language, `${name} ${number}`]));
    const { seatPlanPicture: plan, ...document } = product;
    return { ...document, key: `${product.key}-${number}`, names, popular: (at * 7919) % 60 } as ProductSeed;
  });
  return { ...demo, owners: [{ ...owner, products: [...base, ...more] }] };
}
