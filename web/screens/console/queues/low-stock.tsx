// Departures of the next 14 days with few places left, and SKUs with few places of their own (rules §10), with links to the calendar for
// those who may edit it.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Pager } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type LowStockProps = { found: OutputOf<'consoleLowStock'>; mayOpen: boolean };

export function LowStock({ found, mayOpen }: LowStockProps) {
  const words = useWords();
  const { say, day } = words;
  return (
    <TitledCard id="low-stock" title={say('desk.queue.lowStock')}>
      {found.total === 0 && <p className="text-quiet">{say('desk.queue.none')}</p>}
      <ul className="divide-y divide-line">
        {found.list.map((row) => {
          const text = [row.productName, row.packageName, row.sku && nameSku(words, row.sku)]
            .filter(Boolean)
            .join(' · ');
          const shown = new URLSearchParams({ package: row.packageId, month: row.playOn.slice(0, 7) });
          return (
            <li
              key={`${row.packageId} ${row.sku?.id} ${row.playOn} ${row.session}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0 break-words">
                {mayOpen ? (
                  <Link
                    to={consolePaths.calendar(row.productId, shown)}
                    className="font-medium text-brand hover:underline"
                  >
                    {text}
                  </Link>
                ) : (
                  text
                )}
              </span>
              <span className="flex gap-4 text-sm tabular-nums">
                <span className="text-quiet">{[day(row.playOn, 'short'), row.session].filter(Boolean).join(' ')}</span>
                <strong className="text-warn">
                  {say('desk.queue.left', { left: row.left, capacity: row.capacity })}
                </strong>
              </span>
            </li>
          );
        })}
      </ul>
      <Pager
        page={found.page}
        pages={found.pages}
        hrefOf={(page) => consolePaths.start({ queue: 'lowStock', page: page })}
      />
    </TitledCard>
  );
}
