// The start page of the back office (rules §10): open work for the reader's roles, each number a link to its list, and the
// sales for those who may see money.

import { redirect } from 'react-router';
import { salesSteps } from '../../../../contract/choices.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { isDay } from '../../../../domain/dates.ts';
import type { StaffStep } from '../../../../domain/onboarding-steps.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { FirstSteps } from '../../../parts/onboarding/first-steps.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-queues';
import { LowStock } from './low-stock.tsx';
import { isWorkWaiting, QueueTiles } from './queue-tiles.tsx';
import { SalesCharts } from './sales-charts.tsx';

const pathOf: Record<StaffStep, string> = {
  company: consolePaths.company(),
  look: consolePaths.settings(),
  channel: consolePaths.channels(),
  product: consolePaths.products(),
  departure: consolePaths.products(),
  agreement: consolePaths.agreements(),
  'mail-trial': consolePaths.company(),
  staff: consolePaths.staff(),
  partner: consolePaths.partners(),
  decision: consolePaths.orders(),
  redemption: consolePaths.redeem(),
  transfer: consolePaths.channels({ channel: 'offline' }),
  rates: consolePaths.rates(),
  deposit: consolePaths.balances(),
  picture: consolePaths.products(),
  promotion: consolePaths.promotions(),
  page: consolePaths.pages(),
  supply: consolePaths.orders(),
};

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const days = params.get('days') === '90' ? 90 : 30;
  const wantedPage = Number(params.get('page') ?? 1);
  const page = Number.isInteger(wantedPage) && wantedPage > 0 && wantedPage <= 10_000 ? wantedPage : 1;
  const day = (name: string) => {
    const text = params.get(name);
    return isDay(text) ? text : '';
  };
  const step = salesSteps.find((step) => step === params.get('step')) ?? 'day';
  const span = day('from') && day('to') ? { from: day('from'), to: day('to') } : {};
  const me = await load('consoleMe', {});
  if (me.roles.includes('house')) throw redirect(consolePaths.owners());
  const [queues, onboarding] = await Promise.all([load('consoleQueues', {}), load('consoleOnboarding', {})]);
  const has = (...roles: string[]) => me.roles.some((role) => role === 'admin' || roles.includes(role));
  const wantsLow = params.get('queue') === 'lowStock' && queues.list.some((item) => item.key === 'lowStock');
  const [sales, low] = await Promise.all([
    has('operations', 'finance') ? load('consoleSales', { days, ...span }) : null,
    wantsLow ? load('consoleLowStock', { page }) : null,
  ]);
  return {
    name: me.name,
    onboarding,
    queues,
    sales,
    days: 'from' in span ? 0 : days,
    step,
    low,
    mayOpen: has('content'),
  };
}

export default function ShowQueues({ loaderData }: Route.ComponentProps) {
  const { name, onboarding, queues, sales, days, step, low, mayOpen } = loaderData;
  const { say } = useWords();
  const firstSteps = (
    <FirstSteps
      progress={onboarding}
      word="staff.step"
      pathOf={(step) => pathOf[step as StaffStep]}
      save={(mark) => send('consoleOnboardingUpdate', mark)}
    />
  );
  // A new shop has only empty queues: on a phone they would push its first steps off the screen.
  const stepsFirst = queues.list.length > 0 && !isWorkWaiting(queues);
  return (
    <div className="grid gap-6">
      <PageHeading text={say('console.start')} />
      {stepsFirst && firstSteps}
      {queues.list.length > 0 ? (
        <QueueTiles queues={queues} />
      ) : (
        <Card>
          <h2 className="text-lg font-bold">{say('staff.welcome', { name })}</h2>
          <p className="text-quiet">{say('staff.welcomeText')}</p>
        </Card>
      )}
      {!stepsFirst && firstSteps}
      {low && <LowStock found={low} mayOpen={mayOpen} />}
      {sales && <SalesCharts sales={sales} days={days} step={step} />}
    </div>
  );
}
