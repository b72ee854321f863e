// A line of the quotation with what the customer pays for it and, unless hidden, what the agent does.
import { Link } from 'react-router';
import { type AskedUnit, LineCard } from '../../../parts/quotation/line-card.tsx';
import type { Quoted } from '../../../parts/quotation/use-products.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Costs, OpenLine } from './use-list.ts';

type QuoteCardProps = {
  line: OpenLine;
  /** Undefined while it is being read, null when it is not sold any more. */
  product: Quoted | null | undefined;
  costs: Costs;
  hidden: boolean;
  onChange(line: AskedUnit): void;
  onRemove(): void;
};

export function QuoteCard({ line, product, costs, hidden, onChange, onRemove }: QuoteCardProps) {
  const words = useWords();
  const { say } = words;
  if (!product)
    return (
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-semibold break-words">{line.name}</h2>
          <p className="text-sm text-quiet">{product === null ? say('quotation.gone') : '…'}</p>
        </div>
        <Button variant="quiet" size="sm" onClick={onRemove}>
          {say('quotation.remove')}
        </Button>
      </Card>
    );
  const figures = costs && 'figures' in costs ? costs.figures : undefined;
  return (
    <LineCard
      line={line}
      product={product}
      problem={costs && 'problem' in costs ? costs.problem : undefined}
      onChange={onChange}
      onRemove={onRemove}
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
