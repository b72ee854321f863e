// A line of a list or quotation: the product's name links to its page; a product that is no longer sold can only be removed.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LineCard, type QuoteUnit } from '../../../parts/quotation/line-card.tsx';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { UnknownLine } from './unknown-line.tsx';
import type { OpenLine } from './use-list.ts';

export type ListedLineProps = {
  line: OpenLine;
  /** Undefined while it is loaded, null if it is no longer sold. */
  product: Quoted | null | undefined;
  onChange(next: QuoteUnit): void;
  onRemove(): void;
  onCopy: (() => void) | undefined;
};

type More = {
  /** The reason why it has no price. */
  problem: string | undefined;
  /** The price. */
  children: ReactNode;
};

export function ListedLine({ line, product, onRemove, ...rest }: ListedLineProps & More) {
  if (!product) return <UnknownLine name={line.name} gone={product === null} onRemove={onRemove} />;
  return (
    <LineCard
      {...{ line, product, onRemove, ...rest }}
      heading={
        <h2 className="font-semibold break-words">
          <Link to={product.path} className="text-brand hover:underline">
            {product.name}
          </Link>
        </h2>
      }
    />
  );
}
