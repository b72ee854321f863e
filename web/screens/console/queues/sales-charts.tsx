// Sales as bars, and the same as a table beneath each: bars are for eyes and mice, the table is for everybody; both lead to the
// orders that are counted (rules §10).
import { Link, useNavigate } from 'react-router';
import { type salesWays, salesWays as ways } from '../../../../contract/desk.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import type { Money } from '../../../../domain/money.ts';
import { BarChart } from '../../../console-kit/bar-chart.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';

type Sales = OutputOf<'consoleSales'>;
type Way = (typeof salesWays)[number];
type Bar = { key: string; label: string; orders: number; amount: Money; href: string };

export function SalesCharts({ sales, days }: { sales: Sales; days: number }) {
  const words = useWords();
  const { say, money } = words;
  const span = { sold: '1', placedFrom: sales.from, placedTo: sales.to };
  const hrefOf = (more: Record<string, string>) => consolePaths.orders(new URLSearchParams({ ...span, ...more }));
  const byDay = sales.byDay.map((item) => ({
    key: item.day,
    label: words.day(item.day, 'short'),
    orders: item.orders,
    amount: item.amount,
    href: hrefOf({ placedFrom: item.day, placedTo: item.day }),
  }));
  return (
    <section aria-labelledby="sales" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="sales" className="text-lg font-bold">
            {say('desk.sales.title')}
          </h2>
          <p className="text-sm text-quiet">{say('desk.sales.hint', { currency: sales.total.amount.currency })}</p>
        </div>
        <Spans chosen={days} />
      </div>
      <p className="text-2xl font-bold tabular-nums">
        {say('desk.sales.total', { orders: sales.total.orders, amount: money(sales.total.amount) })}
      </p>
      {sales.total.orders === 0 ? (
        <p className="text-quiet">{say('desk.sales.none')}</p>
      ) : (
        <div className="grid gap-4 xl:grid-cols-2">
          <Card className="xl:col-span-2">
            <h3 className="mb-3 font-semibold">{say('desk.sales.day')}</h3>
            <SalesBars bars={byDay} />
            <SalesTable head={say('console.column.date')} bars={byDay.filter((item) => item.orders).reverse()} />
          </Card>
          {ways.map((way) => (
            <WayCard key={way} way={way} bars={barsOf(way, sales, words, hrefOf)} />
          ))}
        </div>
      )}
    </section>
  );
}

function barsOf(way: Way, sales: Sales, { say }: Words, hrefOf: (more: Record<string, string>) => string): Bar[] {
  const nameOf = (item: Sales[Way][number]) => {
    if (way === 'channel') return item.key ? say(`payment.channel.${item.key}`) : '–';
    return way === 'source' ? say(`order.list.source.${item.key}`) : item.name;
  };
  return sales[way].map((item) => ({ ...item, label: nameOf(item), href: hrefOf({ [way]: item.key }) }));
}

function Spans({ chosen }: { chosen: number }) {
  const { say } = useWords();
  return (
    <nav aria-label={say('desk.sales.title')} className="flex gap-2">
      {[30, 90].map((days) => (
        <Link
          key={days}
          to={consolePaths.start({ days: days })}
          preventScrollReset
          aria-current={days === chosen ? 'page' : undefined}
          className={
            'flex min-h-11 items-center rounded-lg border border-line bg-surface px-3 text-sm font-medium ' +
            'hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
            'aria-[current=page]:text-brand'
          }
        >
          {say('desk.sales.days', { days })}
        </Link>
      ))}
    </nav>
  );
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
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
