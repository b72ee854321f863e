// What follows a product's page, as one script: its tools, and its reviews.
import { AllWords } from '../../parts/page/all-words.tsx';
import { ProductReviews } from './product-reviews.tsx';
import { ProductTools } from './product-tools.tsx';
import type { Product } from './use-choice.ts';

export default function AfterPage({ product, reviews }: { product: Product; reviews: boolean }) {
  return <AllWords>{reviews ? <ProductReviews id={product.id} /> : <ProductTools product={product} />}</AllWords>;
}
