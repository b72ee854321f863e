// The start page of the back office (rules §10): what waits for the reader's roles, each number leading to its list, and what was
// sold for those who may see money.

import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-queues';
import { LowStock } from './low-stock.tsx';
import { QueueTiles } from './queue-tiles.tsx';
import { SalesCharts } from './sales-charts.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const days = params.get('days') === '90' ? 90 : 30;
  const asked = Number(params.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked > 0 && asked <= 10_000 ? asked : 1;
  const [me, queues] = await Promise.all([load('consoleMe', {}), load('consoleQueues', {})]);
  const has = (...roles: string[]) => me.roles.some((role) => role === 'admin' || roles.includes(role));
  const wantsLow = params.get('queue') === 'lowStock' && queues.list.some((item) => item.key === 'lowStock');
  const [sales, low] = await Promise.all([
    has('operations', 'finance') ? load('consoleSales', { days }) : null,
    wantsLow ? load('consoleLowStock', { page }) : null,
  ]);
  return { name: me.name, queues, sales, days, low, mayOpen: has('content') };
}

export default function ShowQueues({ loaderData }: Route.ComponentProps) {
  const { name, queues, sales, days, low, mayOpen } = loaderData;
  const { say } = useWords();
  return (
    <div className="grid gap-6">
      <PageHeading text={say('console.start')} />
      {queues.list.length > 0 ? (
        <QueueTiles queues={queues} />
      ) : (
        <Card>
          <h2 className="text-lg font-bold">{say('staff.welcome', { name })}</h2>
          <p className="text-quiet">{say('staff.welcomeText')}</p>
        </Card>
      )}
      {low && <LowStock found={low} mayOpen={mayOpen} />}
      {sales && <SalesCharts sales={sales} days={days} />}
    </div>
  );
}
