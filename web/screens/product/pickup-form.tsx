// The check of a pick-up address, with its map: loaded on demand.
import { useState } from 'react';
import { send } from '../../call.ts';
import { type CheckedAddress, RangeChecker } from '../../parts/map/range-checker.tsx';
import { AllWords } from '../../parts/page/all-words.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Notice } from '../../ui/pieces.tsx';
import type { Product } from './use-choice.ts';

export default function PickupForm({ product }: { product: Product }) {
  return (
    <AllWords>
      <CheckAddress product={product} />
    </AllWords>
  );
}

function CheckAddress({ product }: { product: Product }) {
  const { say, intl } = useWords();
  const [value, setValue] = useState<CheckedAddress | null>(null);
  const [packages, setPackages] = useState<string[]>([]);
  const several = product.packages.length > 1;
  return (
    <div className="grid max-w-2xl gap-3">
      <RangeChecker
        areaIds={product.areaIds}
        ask={async (point) => {
          const found = await send('pickupPackages', { id: product.id, ...point });
          setPackages(found.packages.map((item) => item.name));
          return found;
        }}
        value={value}
        onChange={setValue}
      />
      {value?.inside && packages.length === 0 && <Notice tone="warn" title={say('catalog.product.noPackages')} />}
      {value?.inside && several && packages.length > 0 && (
        <p className="text-sm text-quiet">
          {say('catalog.pickup.packages', { list: intl.formatList(packages, { type: 'conjunction' }) })}
        </p>
      )}
    </div>
  );
}
