// What a visitor may do with a product besides booking it: keep it for later, hand it on. Loaded after the page.
import { AllWords } from '../../parts/page/all-words.tsx';
import { ShareButton, WishButton } from '../../parts/product/wish-buttons.tsx';
import type { Product } from './use-choice.ts';

export default function ProductTools({ product }: { product: Product }) {
  return (
    <AllWords>
      <div className="-ml-4 flex flex-wrap print:hidden">
        {product.onShelf && <WishButton id={product.id} />}
        <ShareButton title={product.name} path={product.path} />
      </div>
    </AllWords>
  );
}
