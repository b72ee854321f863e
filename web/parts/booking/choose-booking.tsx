// Choosing what to book on the product page: package, date, session, quantity per SKU, with the total always in view.
import { IconBolt, IconClock } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { money } from '../../../domain/money.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { nameAges, nameSku, useWords } from '../use-words.ts';
import { type CalendarDay, PriceCalendar } from './price-calendar.tsx';

export type Product = OutputOf<'productDetail'>;
type Package = Product['packages'][number];

/** Everything chosen so far; what is missing is told by `missing`. */
export function useChoice(product: Product) {
  const [packageId, setPackageId] = useState(product.packages[0]?.id ?? '');
  const chosen = product.packages.find((one) => one.id === packageId) ?? product.packages[0];
  const [day, setDay] = useState<string>();
  const [session, setSession] = useState('');
  const [counts, setCounts] = useState<Record<string, number>>(() => startCounts(product.packages[0]));
  const [days, setDays] = useState<Map<string, CalendarDay>>(new Map());
  const onDays = useCallback(
    (rows: CalendarDay[]) =>
      setDays((known) => new Map([...known, ...rows.map((row) => [`${row.on} ${row.session}`, row] as const)])),
    [],
  );
  const sessions = [...days.values()].filter((row) => row.on === day);
  const row = days.get(`${day} ${sessions.length === 1 ? sessions[0]?.session : session}`);
  const size = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = useMemo(() => {
    const currency = product.from.currency;
    const minor = (chosen?.skus ?? []).reduce((sum, sku) => {
      const price = row?.prices.find((one) => one.skuId === sku.id)?.price ?? sku.from;
      return sum + price.amountMinor * (counts[sku.id] ?? 0);
    }, 0);
    return money(minor, currency);
  }, [product, chosen, row, counts]);
  const choosePackage = (id: string) => {
    const next = product.packages.find((one) => one.id === id);
    setPackageId(id);
    setCounts(startCounts(next));
    setDays(new Map());
    setDay(undefined);
    setSession('');
  };
  const chooseDay = (next: string) => {
    setDay(next);
    setSession('');
  };
  const missing = !day ? 'date' : !row ? 'session' : size < (chosen?.minQuantity ?? 1) ? 'quantity' : undefined;
  const lines = row
    ? (chosen?.skus ?? [])
        .filter((sku) => (counts[sku.id] ?? 0) > 0)
        .map((sku) => `${sku.id}:${row.on}:${row.session}:${counts[sku.id]}`)
        .join(',')
    : '';
  return {
    chosen,
    choosePackage,
    day,
    chooseDay,
    sessions,
    session,
    setSession,
    row,
    counts,
    setCounts,
    onDays,
    size,
    total,
    missing,
    lines,
  };
}

export type Choice = ReturnType<typeof useChoice>;

function startCounts(one: Package | undefined): Record<string, number> {
  const first = one?.skus[0];
  return first ? { [first.id]: Math.max(1, one.minQuantity) } : {};
}

export function ChooseBooking({ product, choice }: { product: Product; choice: Choice }) {
  const words = useWords();
  const { say } = words;
  const { chosen, day, sessions, row } = choice;
  if (!chosen) return null;
  return (
    <Card id="book" className="grid gap-6">
      <h2 className="text-xl font-bold">{say('product.choose')}</h2>
      {product.packages.length > 1 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold">{say('product.package')}</legend>
          {product.packages.map((one) => (
            <label
              key={one.id}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border border-line px-4 py-2 has-checked:border-brand has-checked:bg-tint"
            >
              <input
                type="radio"
                name="package"
                className="size-5 accent-brand"
                checked={one.id === chosen.id}
                onChange={() => choice.choosePackage(one.id)}
              />
              <span className="min-w-0 grow">
                <span className="block font-medium">{one.name}</span>
                {one.minQuantity > 1 && (
                  <span className="text-sm text-quiet">
                    {say('product.group', { min: one.minQuantity, max: one.maxQuantity })}
                  </span>
                )}
              </span>
              <span className="text-right text-sm whitespace-nowrap">
                {say('card.from')} <strong className="text-base">{words.shown(lowest(one), product.shown)}</strong>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <div>
        <h3 className="mb-2 font-semibold">{say('product.date')}</h3>
        <PriceCalendar
          key={chosen.id}
          packageId={chosen.id}
          skuId={chosen.skus[0]?.id}
          shown={product.shown}
          chosen={day}
          first={chosen.nextOn ?? product.nextOn ?? new Date().toISOString().slice(0, 10)}
          onChoose={choice.chooseDay}
          onDays={choice.onDays}
        />
        <p className="mt-2 text-sm text-quiet">
          {say('calendar.note', { currency: product.shown.currency, zone: product.city.name })}
        </p>
      </div>
      {day && sessions.length > 1 && (
        <fieldset>
          <legend className="mb-2 font-semibold">{say('product.session')}</legend>
          <div className="flex flex-wrap gap-2">
            {sessions.map((one) => (
              <label
                key={one.session}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line px-4 has-checked:border-brand has-checked:bg-tint has-disabled:opacity-50"
              >
                <input
                  type="radio"
                  name="session"
                  className="accent-brand"
                  checked={row?.session === one.session}
                  disabled={one.left === 0}
                  onChange={() => choice.setSession(one.session)}
                />
                <IconClock aria-hidden="true" className="size-4 text-quiet" />
                {one.session || say('product.wholeDay')}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <Quantities product={product} choice={choice} chosen={chosen} />
    </Card>
  );
}

function lowest(one: Package) {
  return one.skus.reduce(
    (low, sku) => (sku.from.amountMinor < low.amountMinor ? sku.from : low),
    one.skus[0]?.from ?? money(0, 'CNY'),
  );
}

function Quantities({ product, choice, chosen }: { product: Product; choice: Choice; chosen: Package }) {
  const words = useWords();
  const { counts, row, size } = choice;
  const room = Math.min(chosen.maxQuantity, chosen.oversell || !row ? chosen.maxQuantity : row.left) - size;
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{words.say('product.quantity')}</h3>
      {chosen.skus.map((sku) => {
        const label = nameSku(words, sku);
        const note = [nameAges(words, sku), sku.seatClass ? words.say(`seat.${sku.seatClass}`) : '']
          .filter(Boolean)
          .join(' · ');
        const price = row?.prices.find((one) => one.skuId === sku.id)?.price ?? sku.from;
        const count = counts[sku.id] ?? 0;
        return (
          <div key={sku.id} className="flex items-center justify-between gap-3 border-b border-line pb-3 last:border-0">
            <div className="min-w-0">
              <p className="font-medium">{label}</p>
              {note && <p className="text-sm text-quiet">{note}</p>}
              <p className="text-sm">{words.shown(price, product.shown)}</p>
            </div>
            <Stepper
              value={count}
              min={0}
              max={count + Math.max(0, room)}
              onChange={(value) => choice.setCounts({ ...counts, [sku.id]: value })}
              label={label}
              less={words.say('stepper.less')}
              more={words.say('stepper.more')}
            />
          </div>
        );
      })}
      {row && !chosen.oversell && row.left <= 10 && (
        <p className="text-sm font-medium text-warn">{words.say('product.left', { left: row.left })}</p>
      )}
      {chosen.minQuantity > 1 && size < chosen.minQuantity && (
        <p className="text-sm text-warn">
          {words.say('product.group', { min: chosen.minQuantity, max: chosen.maxQuantity })}
        </p>
      )}
    </div>
  );
}

/** Total and the one button: a side card on a desktop, a bar at the bottom of a phone. */
export function BookingBar({ product, choice }: { product: Product; choice: Choice }) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const [told, setTold] = useState(false);
  const book = () => {
    setTold(true);
    if (choice.missing) document.getElementById('book')?.scrollIntoView({ block: 'start' });
    else navigate(`/booking/order?lines=${encodeURIComponent(choice.lines)}`);
  };
  const differs = product.shown.currency !== choice.total.currency;
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] lg:sticky lg:top-4 lg:rounded-card lg:border lg:p-6 lg:shadow-card">
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-4 lg:grid">
        <div aria-live="polite" className="min-w-0">
          <p className="hidden text-sm text-quiet lg:block">
            {choice.day
              ? [words.day(choice.day), choice.row?.session].filter(Boolean).join(' ')
              : say('product.noDate')}
          </p>
          <p className="text-sm text-quiet">{say('product.total', { count: choice.size })}</p>
          <p className="truncate text-xl font-bold lg:text-3xl">{words.shown(choice.total, product.shown)}</p>
          {differs && (
            <p className="text-xs text-quiet">{say('product.youPay', { amount: words.money(choice.total) })}</p>
          )}
        </div>
        <Button variant="book" size="lg" onClick={book} disabled={!product.onShelf} className="shrink-0 lg:w-full">
          {product.instant && <IconBolt aria-hidden="true" className="size-5" />}
          {say('product.book')}
        </Button>
      </div>
      {told && choice.missing && (
        <p role="alert" className="mt-2 text-sm text-bad lg:text-center">
          {say(`product.missing.${choice.missing}`)}
        </p>
      )}
    </div>
  );
}
