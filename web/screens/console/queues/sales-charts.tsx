// Sales as bars, with the same figures as a table below: bars are for eyes and mice, the table is for everyone; both link to the
// orders that are counted (rules §10).
import { Link, useNavigate } from 'react-router';
import { type salesWays, salesWays as ways } from '../../../../contract/choices.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { addDays } from '../../../../domain/dates.ts';
import type { Money } from '../../../../domain/money.ts';
import { BarChart } from '../../../console-kit/bar-chart.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import { ChooseSpan } from './choose-span.tsx';
import { groupDays, type SalesPart, type Step } from './group-days.ts';

type Sales = OutputOf<'consoleSales'>;
type Way = (typeof salesWays)[number];
type Bar = { key: string; label: string; orders: number; amount: Money; href: string; before?: Money };

type SalesProps = { sales: Sales; days: number; step: Step };

export function SalesCharts({ sales, days, step }: SalesProps) {
  const words = useWords();
  const { say, money } = words;
  const span = { sold: '1', placedFrom: sales.from, placedTo: sales.to };
  const hrefOf = (more: Record<string, string>) => consolePaths.orders(new URLSearchParams({ ...span, ...more }));
  const parts = groupDays(sales.byDay, sales.before.byDay, step).map((part) => ({
    ...{ key: part.from, label: namePart(part, step, words) },
    ...{ orders: part.orders, amount: part.amount, before: part.before },
    href: hrefOf({ placedFrom: part.from, placedTo: part.to }),
  }));
  const sold = parts.filter((part) => part.orders || part.before.amountMinor);
  return (
    <section aria-labelledby="sales" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="sales" className="text-lg font-bold">
            {say('desk.sales.title')}
          </h2>
          <p className="text-sm text-quiet">{say('desk.sales.hint', { currency: sales.total.amount.currency })}</p>
        </div>
        <ChooseSpan days={days} from={sales.from} to={sales.to} step={step} />
      </div>
      <div>
        <p className="text-2xl font-bold tabular-nums">
          {say('desk.sales.total', { orders: sales.total.orders, amount: money(sales.total.amount) })}
        </p>
        <Compared sales={sales} />
      </div>
      {sales.total.orders === 0 && <p className="text-quiet">{say('desk.sales.none')}</p>}
      {(sales.total.orders > 0 || sales.before.total.orders > 0) && (
        <div className="grid gap-4 xl:grid-cols-2">
          <Card className="xl:col-span-2">
            <h3 className="mb-3 font-semibold">{say(`desk.sales.step.${step}`)}</h3>
            <SalesBars bars={parts} />
            <SalesTable head={say('console.column.date')} bars={sold.reverse()} />
          </Card>
          {sales.total.orders > 0 &&
            ways.map((way) => <WayCard key={way} way={way} bars={barsOf(way, sales, words, hrefOf)} />)}
        </div>
      )}
    </section>
  );
}

/** "3 Dec", "3 Dec – 9 Dec" or "December 2026"; a partial month shows its days. */
function namePart({ from, to }: SalesPart, step: Step, { day }: Words): string {
  if (step === 'day') return day(from, 'short');
  const isWhole = step === 'month' && from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  return isWhole ? day(from, 'month') : `${day(from, 'short')} – ${day(to, 'short')}`;
}

/** Beside the previous period of the same length. */
function Compared({ sales: { total, before } }: { sales: Sales }) {
  const { say, money, day, intl } = useWords();
  const was = before.total.amount.amountMinor;
  const span = { from: day(before.from, 'short'), to: day(before.to, 'short') };
  const percent = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const;
  const change = was && intl.formatNumber((total.amount.amountMinor - was) / was, percent);
  return (
    <p className="text-sm text-quiet tabular-nums">
      {change
        ? say('desk.sales.compared', { ...span, amount: money(before.total.amount), change })
        : say('desk.sales.noneBefore', span)}
    </p>
  );
}

function barsOf(way: Way, sales: Sales, { say }: Words, hrefOf: (more: Record<string, string>) => string): Bar[] {
  const nameOf = (item: Sales[Way][number]) => {
    if (way === 'channel') return item.key ? say(`payment.channel.${item.key}`) : '–';
    if (way === 'type') return say(`catalog.type.${item.key}`);
    return way === 'source' ? say(`order.list.source.${item.key}`) : item.name;
  };
  return sales[way].map((item) => ({ ...item, label: nameOf(item), href: hrefOf({ [way]: item.key }) }));
}

function WayCard({ way, bars }: { way: Way; bars: Bar[] }) {
  const { say } = useWords();
  return (
    <Card>
      <h3 className="mb-3 font-semibold">{say(`desk.sales.${way}`)}</h3>
      <SalesBars bars={bars} lying />
      <SalesTable head={say(`desk.sales.${way}`)} bars={bars} open />
    </Card>
  );
}

/** Each bar leads to the orders that it counts. */
function SalesBars({ bars, lying }: { bars: Bar[]; lying?: boolean }) {
  const { money } = useWords();
  const navigate = useNavigate();
  const shown = bars.map(({ key, label, amount }) => ({ key, label, value: amount.amountMinor, text: money(amount) }));
  const open = (key: string) => {
    const bar = bars.find((bar) => bar.key === key);
    if (bar) navigate(bar.href);
  };
  return <BarChart bars={shown} lying={lying} onPick={open} />;
}

function SalesTable({ head, bars, open = false }: { head: string; bars: Bar[]; open?: boolean }) {
  const { say, money, intl } = useWords();
  const cell = 'py-1.5 text-right whitespace-nowrap tabular-nums';
  return (
    <details open={open} className="mt-2">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-medium text-quiet">
        {say('desk.sales.table')}
      </summary>
      <table className="w-full text-sm">
        <caption className="sr">{head}</caption>
        <thead className="text-xs text-quiet">
          <tr>
            <th scope="col" className="py-1.5 text-left">
              {head}
            </th>
            <th scope="col" className={cell}>
              {say('desk.sales.orders')}
            </th>
            <th scope="col" className={cell}>
              {say('console.column.amount')}
            </th>
            {bars[0]?.before && (
              <th scope="col" className={cell}>
                {say('desk.sales.before')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {bars.map((bar) => (
            <tr key={bar.key}>
              <th scope="row" className="py-1.5 pr-3 text-left font-normal break-words">
                <Link to={bar.href} className="text-brand underline-offset-2 hover:underline">
                  {bar.label}
                </Link>
              </th>
              <td className={cell}>{intl.formatNumber(bar.orders)}</td>
              <td className={`${cell} pl-3`}>{money(bar.amount)}</td>
              {bar.before && <td className={`${cell} pl-3 text-quiet`}>{money(bar.before)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
