// On a transfer's page, before any sign-in (§2 product, §7 PickupPackages): whether it picks up at an address, and with which packages. The
// map is loaded once somebody wants to know.
import { lazy, Suspense, useState } from 'react';
import { send } from '../../call.ts';
import type { CheckedAddress } from '../../parts/map/range-checker.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import type { Product } from './use-choice.ts';

/** Loaded once somebody wants to know, like its map. */
const RangeChecker = lazy(async () => ({ default: (await import('../../parts/map/range-checker.tsx')).RangeChecker }));

export function CheckPickup({ product }: { product: Product }) {
  const { say, intl } = useWords();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState<CheckedAddress | null>(null);
  const [packages, setPackages] = useState<string[]>([]);
  const several = product.packages.length > 1;
  if (!open)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="max-w-prose text-quiet">{say('catalog.product.pickupHint')}</p>
        <Button variant="outline" onClick={() => setOpen(true)}>
          {say('catalog.product.pickupCheck')}
        </Button>
      </div>
    );
  return (
    <div className="grid max-w-2xl gap-3">
      <Suspense>
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
      </Suspense>
      {value?.inside && packages.length === 0 && <Notice tone="warn" title={say('catalog.product.noPackages')} />}
      {value?.inside && several && packages.length > 0 && (
        <p className="text-sm text-quiet">
          {say('catalog.product.pickupPackages', { list: intl.formatList(packages, { type: 'conjunction' }) })}
        </p>
      )}
    </div>
  );
}
