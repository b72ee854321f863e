// A price for any part of the catalogue: its scope is chosen step by step; the items of a product can be chosen once the product is.
import { useState } from 'react';
import { priceScopes } from '../../../../domain/price-scopes.ts';
import { ChooseGroup } from '../../../parts/console/prices/choose-group.tsx';
import { nameOfSku } from '../../../parts/console/prices/describe-price.ts';
import { PickProduct } from '../../../parts/console/prices/pick-product.tsx';
import type { PriceDraft, PriceList } from '../../../parts/console/prices/price-draft.ts';
import { PriceForm, type TargetPart } from '../../../parts/console/prices/price-form.tsx';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useRead } from '../../../parts/use-read.ts';
import { useWords } from '../../../parts/use-words.ts';

type AnyPriceFormProps = {
  draft: PriceDraft;
  summary: string;
  levelNames: string[];
  maySearch: boolean;
  onDone(): void;
};

export function AnyPriceForm({ draft: start, ...rest }: AnyPriceFormProps) {
  const [productId, setProductId] = useState(start.productId);
  const { found: list } = useRead('consolePriceRules', productId ? { productId } : undefined, 0);
  return (
    <PriceForm
      {...rest}
      start={start}
      list={list}
      target={(part) => <Target {...part} list={list} />}
      onDraft={(draft) => setProductId(draft.productId)}
    />
  );
}

function Target({ draft, errors, set, list }: TargetPart & { list: PriceList | undefined }) {
  const { say } = useWords();
  const { scope } = draft;
  const onProduct = scope === 'product' || scope === 'package' || scope === 'sku';
  return (
    <>
      <ChoiceField
        label={say('editing.price.on')}
        value={scope}
        onValue={(typed) => set({ scope: priceScopes.find((scope) => scope === typed) ?? 'everything' })}
        options={[...priceScopes].reverse()}
        word="editing.price.scope"
      />
      <ChooseGroup draft={draft} errors={errors} set={set} />
      {onProduct && (
        <PickProduct
          productId={draft.productId}
          error={errors.productId}
          onPick={(productId, productName) => set({ productId, productName, packageId: '', skuId: '' })}
        />
      )}
      {list && draft.productId && <Item {...{ draft, errors, set, list }} />}
    </>
  );
}

function Item({ draft, errors, set, list }: TargetPart & { list: PriceList }) {
  const { say } = useWords();
  if (draft.scope === 'package')
    return (
      <ChoiceField
        label={say('editing.price.scope.package')}
        error={errors.packageId}
        value={draft.packageId}
        onValue={(packageId) => set({ packageId })}
        options={list.packages.map((one) => [one.id, one.name] as const)}
        none="…"
      />
    );
  if (draft.scope !== 'sku') return null;
  return (
    <ChoiceField
      label={say('editing.price.scope.sku')}
      error={errors.skuId}
      value={draft.skuId}
      onValue={(skuId) => set({ skuId })}
      options={list.skus.map((one) => [one.id, nameOfSku(one)] as const)}
      none="…"
    />
  );
}
