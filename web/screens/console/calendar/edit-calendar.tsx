// Price and stock of a package, a month at a time (rules §10): a sheet on wide screens, days one by one on phones. Package and
// month are in the address; edits are preserved from month to month.

import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { openDay, todayIn } from '../../../../domain/dates.ts';
import { textIn } from '../../../../domain/languages.ts';
import { hasLastDay, isProductType, rowOf } from '../../../../domain/product-types.ts';
import { visitor } from '../../../call.ts';
import { load } from '../../../load.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { LeaveGuard } from '../../../parts/form/leave-guard.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/edit-calendar';
import { StockBar } from './stock-bar.tsx';
import { type Calendar, daysFrom, isMonth, lastDay, monthOf, rowsOf, sessionsOf, sheetRows } from './stock-cells.ts';
import { StockDays } from './stock-days.tsx';
import { StockGrid } from './stock-grid.tsx';
import { type ShownRows, StockTools } from './stock-tools.tsx';
import { type Stock, useStock } from './use-stock.ts';

export async function loader({ params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const file = await load('consoleProduct', { id: params.id });
  const saved = file.document.packages.flatMap(({ id, ...rest }) => (id ? [{ id, ...rest }] : []));
  const packages = saved.map(({ id, names, key }) => ({ id, names, key }));
  const chosen = saved.find((item) => item.id === query.get('package')) ?? saved[0];
  const today = todayIn(file.zone, visitor().now);
  const wantedMonth = query.get('month');
  const open = chosen?.openDays != null;
  const month = open ? monthOf(openDay) : isMonth(wantedMonth) ? wantedMonth : monthOf(today);
  const [from, to] = open ? [openDay, openDay] : [`${month}-01`, lastDay(month)];
  const { id, document } = file;
  const [cities, calendar] = await Promise.all([
    load('searchRegion', { code: document.city }),
    chosen ? load('consoleCalendar', { packageId: chosen.id, from, to }) : null,
  ]);
  const place = cities.list[0]?.name ?? file.zone;
  const priced = open ? [] : (chosen?.skus ?? []).flatMap((sku) => sku.sessionPrices.map(({ session }) => session));
  // What is sold by the night or by the day has no times.
  const timed = !isProductType(document.type) || !hasLastDay(rowOf(document.type).stockBy, chosen);
  const nightly = isProductType(document.type) && rowOf(document.type).stockBy === 'room';
  const shown = { names: document.names, packages, packageId: chosen?.id, month, calendar };
  return { id, place, today, priced, timed, nightly, ...shown };
}

type Data = Route.ComponentProps['loaderData'];

export default function EditCalendar({ loaderData }: Route.ComponentProps) {
  const { say, language } = useWords();
  const { id, names, calendar, packageId } = loaderData;
  return (
    <>
      <Link
        to={consolePaths.product(id)}
        className="inline-flex min-h-11 items-center text-sm text-brand hover:underline"
      >
        {say('editing.backToProduct')}
      </Link>
      <PageHeading text={say('inventory.title')} about={textIn(names, language)} />
      <p className="mb-4 break-words text-quiet">{textIn(names, language)}</p>
      {calendar && packageId ? (
        <Sheet key={packageId} data={loaderData} calendar={calendar} packageId={packageId} />
      ) : (
        <EmptyState title={say('inventory.noPackage')}>
          <LinkButton to={consolePaths.product(id, { tab: 'packages' })}>{say('account.centre.edit')}</LinkButton>
        </EmptyState>
      )}
    </>
  );
}

function Sheet({ data, calendar, packageId }: { data: Data; calendar: Calendar; packageId: string }) {
  const { say } = useWords();
  const { month, today } = data;
  const { skus } = calendar;
  const open = calendar.openDays !== null;
  const stock = useStock({ packageId, calendar, month, nightly: data.nightly });
  // Times with a price of their own have a row before they have places.
  const [added, setAdded] = useState<string[]>(data.priced);
  const { known, edits } = stock;
  const sessions = useMemo(() => (open ? [''] : sessionsOf(known, edits, added)), [open, known, edits, added]);
  const shown = useShownRows(stock, skus, sessions);
  const { limits, prices, costs } = shown;
  const rows = useMemo(
    () => sheetRows(sessions, skus, { limits, prices, costs }),
    [sessions, skus, limits, prices, costs],
  );
  const days = useMemo(() => (open ? [openDay] : daysFrom(`${month}-01`, lastDay(month))), [open, month]);
  const only = open ? say('inventory.openTicket') : undefined;
  const seek = useSeek(month);
  const save = async () => {
    const wrong = await stock.save();
    if (wrong) seek(wrong);
  };
  return (
    <>
      <ChoosePackage data={data} />
      {/* Nothing is typed while the edits are sent: it would be lost when they are saved. */}
      <div inert={stock.progress !== undefined}>
        <StockTools
          {...{ stock, month, today, open, sessions, skus, shown }}
          timed={data.timed}
          onSession={(session) => setAdded((before) => [...before, session])}
        />
        <div className="max-md:hidden">
          <StockGrid {...{ stock, rows, days, skus, today, only }} label={`${calendar.packageName}, ${month}`} />
          <p className="mt-2 text-sm text-quiet">{say('inventory.keys')}</p>
        </div>
        <div className="md:hidden">
          <StockDays {...{ stock, rows, days, today, skus, only }} />
        </div>
      </div>
      <p className="mt-2 text-sm text-quiet">
        {open ? say('inventory.openHint', { days: calendar.openDays ?? 0 }) : say('inventory.hint')}{' '}
        {costs && `${say('inventory.marginHint')} `}
        {say('catalog.calendar.note', { currency: calendar.currency, zone: data.place })}
      </p>
      <StockBar {...{ stock, skus, month }} onSave={() => void save()} />
      <LeaveGuard
        dirty={edits.size > 0}
        roomOf={({ pathname, search }) => `${pathname} ${new URLSearchParams(search).get('package') ?? ''}`}
      />
    </>
  );
}

/** Rows that are shown on demand, and always if they have a value. */
function useShownRows({ known, edits }: Stock, skus: Calendar['skus'], sessions: string[]): ShownRows {
  const [rows, setRows] = useState({ limits: false, prices: false, costs: false });
  const some = useMemo(() => rowsOf(skus, known, edits), [skus, known, edits]);
  const toggleOf = (name: keyof typeof rows) =>
    some[name] ? undefined : () => setRows({ ...rows, [name]: !rows[name] });
  return {
    limits: rows.limits || some.limits,
    prices: rows.prices || some.prices,
    costs: rows.costs || some.costs,
    toggle: {
      limits: toggleOf('limits'),
      prices: sessions.some(Boolean) ? toggleOf('prices') : undefined,
      costs: toggleOf('costs'),
    },
  };
}

/** Scrolls a cell into view, also in another month. */
function useSeek(month: string) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (!wanted || monthOf(wanted) !== month) return;
    document.querySelector<HTMLElement>(`[data-cell="${wanted}"]`)?.focus();
    setWanted(undefined);
  }, [wanted, month]);
  return (key: string) => {
    setWanted(key);
    if (monthOf(key) !== month)
      navigate(`?${new URLSearchParams({ ...Object.fromEntries(params), month: monthOf(key) })}`);
  };
}

/** A single package needs no choice. */
function ChoosePackage({ data }: { data: Data }) {
  const { say, language } = useWords();
  const navigate = useNavigate();
  if (data.packages.length < 2) return null;
  return (
    <div className="mb-3 max-w-sm">
      <ChoiceField
        label={say('catalog.product.package')}
        value={data.packageId}
        onValue={(item) => navigate(`?${new URLSearchParams({ package: item, month: data.month })}`)}
        options={data.packages.map((item) => [item.id, textIn(item.names, language) || item.key] as const)}
      />
    </div>
  );
}
