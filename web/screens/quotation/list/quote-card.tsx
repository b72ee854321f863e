// A line of the quotation with the customer's price and, unless hidden, the agent's price.
import { useWords } from '../../../parts/use-words.ts';
import { ListedLine, type ListedLineProps } from './listed-line.tsx';
import type { Costs } from './use-list.ts';

type QuoteCardProps = ListedLineProps & { costs: Costs; hidden: boolean };

export function QuoteCard({ costs, hidden, ...listed }: QuoteCardProps) {
  const words = useWords();
  const { say } = words;
  const figures = costs && 'figures' in costs ? costs.figures : undefined;
  return (
    <ListedLine {...listed} problem={costs && 'problem' in costs ? costs.problem : undefined}>
      {figures ? (
        <>
          <p className="font-semibold">
            {words.money(figures.unit)} ×&nbsp;{listed.line.quantity} = {words.money(figures.asked)}
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
    </ListedLine>
  );
}
