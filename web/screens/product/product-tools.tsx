// Further actions for a visitor on a product: save it, share it, be notified of a lower price or of new places, calculate
// the price for a group. The first two are used most and are shown on the picture.
// Loaded after the page.
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useWish } from '../../parts/product/use-wish.ts';
import { ShareButton, WishButton } from '../../parts/product/wish-buttons.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { AskNotice } from './ask-notice.tsx';
import type { Product } from './use-choice.ts';

export function QuickTools({ product }: { product: Product }) {
  return (
    <div className="flex gap-2 print:hidden">
      <ShareButton title={product.name} path={product.path} isRound />
      {product.onShelf && <WishButton id={product.id} />}
    </div>
  );
}

export function ProductTools({ product }: { product: Product }) {
  const { say } = useWords();
  const { saved } = useWish(product.id);
  const [asking, setAsking] = useState(false);
  const kind = product.onSale ? 'price' : 'stock';
  return (
    <div className="-ml-4 print:hidden">
      <div className="flex flex-wrap">
        {saved && (
          <Link to={paths.wishes()} className="min-h-11 content-center px-4 font-semibold text-brand underline">
            {say('wish.title')}
          </Link>
        )}
        {product.onShelf && product.packages.length > 0 && (
          <Button variant="quiet" aria-expanded={asking} onClick={() => setAsking(!asking)}>
            {say(`wish.notice.${kind}`)}
          </Button>
        )}
        {product.packages.length > 0 && <CalculatorLink id={product.id} />}
      </div>
      {/* Below all actions: beside them it would be one of the row, and the next one would seem to belong to it. */}
      {asking && <AskNotice id={product.id} kind={kind} />}
    </div>
  );
}

function CalculatorLink({ id }: { id: string }) {
  const { say } = useWords();
  return (
    <LinkButton variant="quiet" to={paths.calculation(id)}>
      {say('quotation.open')}
    </LinkButton>
  );
}
