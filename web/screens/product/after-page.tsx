// Content after a product's page, in one script: its tools, and its reviews; the seating plan, which few products have, in another.
import { lazy } from 'react';
import { AllWords } from '../../parts/page/all-words.tsx';
import { ProductReviews } from './product-reviews.tsx';
import { ProductTools, QuickTools } from './product-tools.tsx';
import type { Product } from './use-choice.ts';

const SeatPlan = lazy(() => import('../../parts/product/seat-plan.tsx'));

type Part = 'quick' | 'tools' | 'seats' | 'reviews';

export default function AfterPage({ product, part }: { product: Product; part: Part }) {
  return (
    <AllWords>
      {part === 'quick' ? (
        <QuickTools product={product} />
      ) : part === 'reviews' ? (
        <ProductReviews id={product.id} />
      ) : part === 'seats' && product.seatPlan ? (
        <SeatPlan picture={product.seatPlan} />
      ) : (
        <ProductTools product={product} />
      )}
    </AllWords>
  );
}
