// The queues of the start page, each with its count and a link to its list; queues that need action come before information.
import { Link } from 'react-router';
import type { QueueKey } from '../../../../contract/desk.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { useWords } from '../../../parts/use-words.ts';

const informational: readonly QueueKey[] = ['unpaid', 'today'];

type Queues = OutputOf<'consoleQueues'>;
type Queue = Queues['list'][number];

/** The list with the same count. */
function hrefOf({ key, by }: Queue, today: string): string {
  if (by === 'refund') return consolePaths.refunds({ state: key === 'refundFailed' ? 'failed' : undefined });
  switch (key) {
    case 'toConfirm':
      return consolePaths.orders({ status: OrderStatus.pending });
    case 'cancels':
      return consolePaths.cancels();
    case 'incomplete':
    case 'incompleteLate':
      return consolePaths.incomplete({ state: key === 'incomplete' ? 'open' : 'late' });
    case 'transfers':
      return consolePaths.transfers({ state: 'submitted' });
    case 'partners':
      return consolePaths.partners({ approval: 'waiting' });
    case 'partnerChanges':
      return consolePaths.partnerChanges();
    case 'reviews':
      return consolePaths.reviews();
    case 'documents':
      return consolePaths.partners({ documents: 'ending' });
    case 'channelTrouble':
    case 'lowBalance':
      return consolePaths.channels();
    case 'supplierTrouble':
      return consolePaths.suppliers({ state: 'trouble' });
    case 'differences':
      return consolePaths.differences();
    case 'goodwill':
      return consolePaths.refunds();
    case 'lowStock':
      return consolePaths.start({ queue: 'lowStock' });
    case 'unpaid':
      return consolePaths.orders({ status: OrderStatus.unpaid });
    case 'today':
      return consolePaths.orders({ placedFrom: today, placedTo: today });
    default:
      return consolePaths.orders({ trouble: key });
  }
}

export const isWorkWaiting = ({ list }: Queues): boolean =>
  list.some((item) => item.count > 0 && !informational.includes(item.key));

/** What waits, and today's figures, as cards; what is empty as a line of links, so that it does not hide the others. */
export function QueueTiles({ queues }: { queues: Queues }) {
  const { say } = useWords();
  const isCard = ({ key, count }: Queue) => count > 0 || informational.includes(key);
  const empty = queues.list.filter((queue) => !isCard(queue));
  return (
    <section aria-labelledby="queues">
      <h2 id="queues" className="mb-3 text-lg font-bold">
        {say('desk.queue.heading')}
      </h2>
      {!isWorkWaiting(queues) && <p className="mb-3 text-quiet">{say('desk.queue.none')}</p>}
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-4">
        {queues.list.filter(isCard).map((queue) => (
          <li key={queue.key}>
            <QueueCard queue={queue} today={queues.today} />
          </li>
        ))}
      </ul>
      <ul className="mt-2 flex flex-wrap gap-x-5 text-sm text-quiet empty:hidden">
        {empty.map((queue) => (
          <li key={queue.key}>
            <Link to={hrefOf(queue, queues.today)} className="flex min-h-11 items-center gap-1.5 hover:text-brand">
              <QueueFigures queue={queue} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function QueueCard({ queue, today }: { queue: Queue; today: string }) {
  const hot = !informational.includes(queue.key);
  return (
    <Link
      to={hrefOf(queue, today)}
      className={[
        'grid h-full content-start break-words rounded-card border bg-surface p-4 hover:border-brand',
        hot ? 'border-warn' : 'border-line',
      ].join(' ')}
    >
      <QueueFigures queue={queue} look={`text-3xl font-bold ${hot ? 'text-warn' : ''}`} />
    </Link>
  );
}

function QueueFigures({ queue: { key, count }, look = '' }: { queue: Queue; look?: string }) {
  const { say, intl } = useWords();
  return (
    <>
      <span className={`tabular-nums ${look}`}>{intl.formatNumber(count)}</span>
      <span className="text-quiet">{say(`desk.queue.${key}`)}</span>
    </>
  );
}
