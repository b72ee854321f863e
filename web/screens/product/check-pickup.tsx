// On a transfer's page, before any sign-in (§2 product, §7 PickupPackages): whether it picks up at an address, and with which packages.
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import type { Product } from './use-choice.ts';

/** Loaded on demand, with its map and its texts. */
const PickupForm = lazy(() => import('./pickup-form.tsx'));

export function CheckPickup({ product }: { product: Product }) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  return open ? (
    <Suspense>
      <PickupForm product={product} />
    </Suspense>
  ) : (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-quiet">{say('catalog.product.pickupHint')}</p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {say('catalog.product.pickupCheck')}
      </Button>
    </div>
  );
}
