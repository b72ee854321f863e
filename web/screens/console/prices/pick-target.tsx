// The scope of a price of this product: all of it, one of its packages, or one item of a package.

import { nameOfSku } from '../../../parts/console/prices/describe-price.ts';
import type { PriceList } from '../../../parts/console/prices/price-draft.ts';
import type { TargetPart } from '../../../parts/console/prices/price-form.tsx';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

const packageMark = 'package ';

export function PickTarget({ draft, errors, set, list }: TargetPart & { list: PriceList }) {
  const { colon, say } = useWords();
  const pick = (typed: string) => {
    if (typed.startsWith(packageMark)) set({ scope: 'package', packageId: typed.slice(packageMark.length), skuId: '' });
    else set({ scope: typed ? 'sku' : 'product', packageId: '', skuId: typed });
  };
  const packages = list.packages.map(
    (one) => [packageMark + one.id, `${colon(say('order.list.column.package'))}${one.name}`] as const,
  );
  return (
    <ChoiceField
      label={say('editing.price.on')}
      error={errors.skuId ?? errors.packageId}
      value={draft.scope === 'package' ? packageMark + draft.packageId : draft.skuId}
      onValue={pick}
      options={[...packages, ...list.skus.map((one) => [one.id, nameOfSku(one)] as const)]}
      none={say('editing.price.all')}
    />
  );
}
