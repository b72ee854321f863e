// The start page of the back office: what waits for a person, each number leading to its list. Roles without orders are
// welcomed and led to the menu (decisions §10).
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { load } from '../../load.ts';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-queues';

export async function loader() {
  const me = await load('consoleMe', {});
  const mayQueues = me.roles.some((role) => role === 'admin' || role === 'operations');
  return { name: me.name, counts: mayQueues ? await load('consoleQueues', {}) : null };
}

export default function ShowQueues({ loaderData: { name, counts } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{say('console.start')}</h1>
      {counts ? (
        <Queues counts={counts} />
      ) : (
        <Card>
          <h2 className="text-lg font-bold">{say('staff.welcome', { name })}</h2>
          <p className="text-quiet">{say('staff.welcomeText')}</p>
        </Card>
      )}
    </>
  );
}

function Queues({ counts }: { counts: OutputOf<'consoleQueues'> }) {
  const { say } = useWords();
  const tiles = [
    { key: 'toConfirm', href: '/console/orders?status=1002', count: counts.toConfirm, hot: counts.toConfirm > 0 },
    { key: 'payTrouble', href: '/console/orders?status=4006', count: counts.payTrouble, hot: counts.payTrouble > 0 },
    { key: 'unpaid', href: '/console/orders?status=1001', count: counts.unpaid, hot: false },
    { key: 'today', href: '/console/orders', count: counts.today, hot: false },
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {tiles.map((tile) => (
        <Link
          key={tile.key}
          to={tile.href}
          className={`rounded-card border bg-surface p-5 hover:border-brand ${tile.hot ? 'border-warn' : 'border-line'}`}
        >
          <span className={`block text-4xl font-bold tabular-nums ${tile.hot ? 'text-warn' : ''}`}>{tile.count}</span>
          <span className="text-quiet">{say(`console.queue.${tile.key}`)}</span>
        </Link>
      ))}
    </div>
  );
}
