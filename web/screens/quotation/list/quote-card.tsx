// A line of the quotation with what the customer pays for it and, unless hidden, what the agent does.
import { Link } from 'react-router';
import { type AskedUnit, LineCard } from '../../../parts/quotation/line-card.tsx';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { useWords } from '../../../parts/use-words.ts';
import { UnknownLine } from './unknown-line.tsx';
import type { Costs, OpenLine } from './use-list.ts';

type QuoteCardProps = {
  line: OpenLine;
  /** Undefined while it is being read, null when it is not sold any more. */
  product: Quoted | null | undefined;
  costs: Costs;
  hidden: boolean;
  onChange(line: AskedUnit): void;
  onRemove(): void;
  onCopy: (() => void) | undefined;
};

export function QuoteCard({ line, product, costs, hidden, onChange, onRemove, onCopy }: QuoteCardProps) {
  const words = useWords();
  const { say } = words;
  if (!product) return <UnknownLine name={line.name} gone={product === null} onRemove={onRemove} />;
  const figures = costs && 'figures' in costs ? costs.figures : undefined;
  return (
    <LineCard
      line={line}
      product={product}
      problem={costs && 'problem' in costs ? costs.problem : undefined}
      onChange={onChange}
      onRemove={onRemove}
      onCopy={onCopy}
      heading={
        <h2 className="font-semibold break-words">
          <Link to={product.path} className="text-brand hover:underline">
            {product.name}
          </Link>
        </h2>
      }
    >
      {figures ? (
        <>
          <p className="font-semibold">
            {words.money(figures.unit)} × {line.quantity} = {words.money(figures.asked)}
          </p>
          {!hidden && (
            <p className="text-sm text-quiet">
              {[
                `${say('quotation.column.net')} ${words.money(figures.net)}`,
                `${say('quotation.column.retail')} ${words.money(figures.retail)}`,
                `${say('quotation.margin')} ${words.money(figures.margin)}`,
              ].join(' · ')}
            </p>
          )}
        </>
      ) : (
        <p>–</p>
      )}
    </LineCard>
  );
}
