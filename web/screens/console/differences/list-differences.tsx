// Differences between gateways and our books (rules §8, §10): a queue that a person closes line by line with a reason.
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-differences';
import { CompareDay, LastRuns } from './compare-day.tsx';
import { DifferenceCard } from './difference-card.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleDifferences', request) };
}

export default function ListDifferences({ loaderData: { list } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { channels, today, runs, zone } = list.found;
  return (
    <ListPage
      list={list}
      title={say('finance.differences')}
      intro={say('finance.diffIntro')}
      before={<CompareDay channels={channels} today={today} />}
      tabs={{ field: 'state', word: 'finance' }}
      filters={{
        kind: { label: say('finance.kind'), word: 'finance.kind' },
        channel: {
          label: say('payment.balance.column.channel'),
          options: channels.map((channel) => [channel, nameChannel(words, channel)] as const),
        },
      }}
      empty={<EmptyState title={say('finance.diffNone')} />}
      rowKey={(difference) => difference.id}
      card={(difference) => <DifferenceCard difference={difference} />}
    >
      <div className="mt-4">
        <LastRuns runs={runs} zone={zone} />
      </div>
    </ListPage>
  );
}
