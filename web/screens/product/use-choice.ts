// The choice on a product page: package, day or stay, session, quantities, extras; with the total and what is still missing.
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { chargedDays, openDay, todayIn } from '../../../domain/dates.ts';
import { addMoney, type Money, money, sumShown } from '../../../domain/money.ts';
import { hasLastDay } from '../../../domain/product-types.ts';
import { extraOf, type Guests, usualGuests, wrongGuests } from '../../../domain/rooms.ts';
import { send } from '../../call.ts';
import { useNow } from '../../root-data.ts';
import type { CalendarDay } from './calendar-day.tsx';
import { type ChoiceInAddress, readChoice, useChoiceInAddress } from './choice-in-address.ts';

export type Product = OutputOf<'productDetail'>;
export type Package = Product['packages'][number];

/** A day, or the nights of a stay as one: the fewest places and the sum of the prices. */
type ChosenRow = { on: string; session: string; left: number; prices: CalendarDay['prices'] };

function joinNights(days: (CalendarDay | undefined)[]): ChosenRow | undefined {
  const nights = days.filter((night) => night !== undefined);
  const [first] = nights;
  if (!first || nights.length < days.length) return undefined;
  const sum = (skuId: string, pick: 'price' | 'retail') =>
    nights.reduce(
      (minor, night) => minor + (night.prices.find((price) => price.skuId === skuId)?.[pick].amountMinor ?? 0),
      0,
    );
  return {
    on: first.on,
    session: '',
    left: Math.min(...nights.map((night) => night.left)),
    prices: first.prices.map(({ skuId, price, retail }) => ({
      skuId,
      price: money(sum(skuId, 'price'), price.currency),
      retail: money(sum(skuId, 'retail'), retail.currency),
      left: Math.min(...nights.map((night) => night.prices.find((price) => price.skuId === skuId)?.left ?? 0)),
    })),
  };
}

/** The whole choice so far; `missing` names the missing parts. */
export function useChoice(product: Product) {
  const [params] = useSearchParams();
  const now = useNow();
  const [start] = useState(() => readChoice(product, params, todayIn(product.zone, now)));
  const [packageId, setPackageId] = useState(start.packageId ?? product.packages[0]?.id ?? '');
  const chosen = product.packages.find((item) => item.id === packageId) ?? product.packages[0];
  const stay = hasLastDay(product.stockBy, chosen);
  const byDay = chosen?.byDay ?? false;
  const open = chosen?.openDays != null;
  const [picked, setPicked] = useState(start.day);
  const [until, setUntil] = useState(start.until);
  const [session, setSession] = useState(start.session);
  const { direction, lacksDirection, setDirection } = useDirection(chosen, start.direction);
  const [counts, setCounts] = useState<Record<string, number>>(() =>
    Object.keys(start.counts).length ? start.counts : startCounts(chosen),
  );
  const rooms = useRooms(chosen, counts, setCounts, start.guests);
  const [addOns, setAddOns] = useState(start.addOns);
  const { days, isAnswered, onDays, forgetDays } = useDays();
  useRange(chosen?.id, open ? { day: openDay, until: openDay } : start, onDays);
  useChoiceInAddress({ packageId, day: picked, until, session, direction, counts, guests: rooms.guests, addOns });
  const day = open ? openDay : picked;
  const { sessions, row, firstNight } = useRow({ stay, byDay, day, until, session }, days);
  const size = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const nights = stay && day && until ? chargedDays(day, until, byDay).length : 1;
  const sums = sumUp(product, { chosen, row: row ?? firstNight, units: rooms.units, nights, addOns });
  const choosePackage = (id: string) => {
    setPackageId(id);
    setCounts(startCounts(product.packages.find((item) => item.id === id)));
    rooms.setGuests({});
    forgetDays();
    setPicked(undefined);
    setUntil(undefined);
    setSession('');
  };
  const mayEnd = (end: string) => (stay && !until && chosen && picked ? fitsStay(chosen, picked, end, days) : false);
  /** For a stay the first click is the check-in, the next the check-out, where a stay can end; elsewhere another one begins. */
  const chooseDay = (next: string) => {
    if (mayEnd(next)) return setUntil(next);
    setPicked(next);
    setUntil(undefined);
    setSession('');
  };
  return {
    ...{ chosen, choosePackage, stay, byDay, open, day, until, mayEnd, chooseDay, sessions, session, setSession },
    ...{ direction, setDirection, row, days, counts, setCounts, addOns, setAddOns, onDays, size },
    ...{ roomsOf: rooms.roomsOf, setRooms: rooms.setRooms },
    ...sums,
    /** The chosen days, from the address or a ticket for any day, have no answer yet: whether they are sold is not known. */
    isAwaited: day !== undefined && row === undefined && ![day, until ?? day].every(isAnswered),
    missing:
      lacksDirection ??
      whatIsMissing({ day, stay, byDay, until, row, sessions: sessions.length, size, counts, chosen }),
    lines: writeLines(rooms.units, row, stay ? until : undefined),
    extras: writeExtras(addOns),
  };
}

/** The direction of a transfer. A single direction needs no choice. */
function useDirection(chosen: Package | undefined, start: string) {
  const [wanted, setDirection] = useState(start);
  const offered = chosen?.directions ?? [];
  const [only = ''] = offered.length === 1 ? offered : [];
  const direction = only || (offered.includes(wanted) ? wanted : '');
  return { direction, setDirection, lacksDirection: offered.length && !direction ? ('direction' as const) : undefined };
}

export type Choice = ReturnType<typeof useChoice>;

/** Every night or day of it is sold, and the bounds of the package are met. A last day may be the first one too. */
function fitsStay(chosen: Package, from: string, end: string, days: Map<string, CalendarDay>): boolean {
  if (chosen.byDay ? end < from : end <= from) return false;
  const nights = chargedDays(from, end, chosen.byDay);
  const fits = nights.length >= chosen.minNights && nights.length <= chosen.maxNights;
  return fits && nights.every((night) => (days.get(`${night} `)?.left ?? 0) > 0);
}

export type Span = { from: string; to: string };

/** Every day that was loaded so far, and the spans about which there was an answer, be it that it failed. */
function useDays() {
  const [known, setKnown] = useState({ days: new Map<string, CalendarDay>(), spans: [] as Span[] });
  const onDays = useCallback((rows: CalendarDay[], { from, to }: Span) => {
    const byKey = rows.map((row) => [`${row.on} ${row.session}`, row] as const);
    setKnown(({ days, spans }) => ({
      days: new Map([...days, ...byKey]),
      spans: [...spans.filter((span) => span.from !== from || span.to !== to), { from, to }],
    }));
  }, []);
  const isAnswered = (day: string) => known.spans.some(({ from, to }) => from <= day && day <= to);
  return { days: known.days, isAnswered, onDays, forgetDays: () => setKnown({ days: new Map(), spans: [] }) };
}

type Place = { stay: boolean; byDay: boolean; day: string | undefined; until: string | undefined; session: string };

/** The departures of the chosen day, and the chosen one; for a stay its nights as one. */
function useRow({ stay, byDay, day, until, session }: Place, days: Map<string, CalendarDay>) {
  return useMemo(() => {
    const sessions = [...days.values()].filter((row) => row.on === day);
    const only = sessions.length === 1 ? sessions[0]?.session : session;
    if (!stay || !day) return { sessions, row: days.get(`${day} ${only}`) };
    const nights = until ? chargedDays(day, until, byDay).map((item) => days.get(`${item} `)) : [undefined];
    const isWhole = nights.every((night) => night !== undefined);
    // Until the last day is chosen, the total is that of the chosen first night, not of the cheapest one.
    const firstNight = until ? undefined : joinNights([days.get(`${day} `)]);
    return { sessions, row: isWhole ? joinNights(nights as CalendarDay[]) : undefined, firstNight };
  }, [stay, byDay, day, until, days, session]);
}

/** The chosen units, and the guests of each room if the package asks for them. */
function useRooms(
  chosen: Package | undefined,
  counts: Record<string, number>,
  setCounts: (next: Record<string, number>) => void,
  start: Record<string, Guests[]>,
) {
  const [guests, setGuests] = useState(start);
  const units = useMemo(() => unitsOf(chosen, counts, guests), [chosen, counts, guests]);
  return {
    ...{ guests, setGuests, units },
    roomsOf: (skuId: string) => units.flatMap((unit) => (unit.skuId === skuId && unit.guests ? [unit.guests] : [])),
    setRooms(skuId: string, rooms: Guests[]) {
      setCounts({ ...counts, [skuId]: rooms.length });
      setGuests({ ...guests, [skuId]: rooms });
    },
  };
}

/**
 * What no calendar loads: the one row of an open ticket, and the nights of a stay from the address, which may end in a month that the
 * calendar does not open. Answers about a package that was left are dropped.
 */
function useRange(
  packageId: string | undefined,
  { day: from, until: to }: Pick<ChoiceInAddress, 'day' | 'until'>,
  onDays: (days: CalendarDay[], span: Span) => void,
) {
  useEffect(() => {
    if (!packageId || !from || !to) return;
    let isOver = false;
    const ask = () =>
      send('inventories', { packageId, from, to }).then(
        (answer) => isOver || onDays(answer.days, { from, to }),
        () => isOver || onDays([], { from, to }),
      );
    void ask();
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), 30_000);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [packageId, from, to, onDays]);
}

/** The quantity of one SKU; for a room with the guests of each, one row per room. */
type Unit = { skuId: string; quantity: number; guests: Guests | null };

function unitsOf(
  chosen: Package | undefined,
  counts: Record<string, number>,
  guests: Record<string, Guests[]>,
): Unit[] {
  const usual = chosen ? usualGuests(chosen) : null;
  return (chosen?.skus ?? []).flatMap(({ id: skuId }): Unit[] => {
    const quantity = counts[skuId] ?? 0;
    if (!chosen || !usual) return [{ skuId, quantity, guests: null }];
    const known = guests[skuId] ?? [];
    return Array.from({ length: quantity }, (_, at) => {
      const party = known[at];
      return { skuId, quantity: 1, guests: party && !wrongGuests(chosen, party) ? party : usual };
    });
  });
}

type Summed = {
  chosen: Package | undefined;
  row: ChosenRow | undefined;
  units: Unit[];
  nights: number;
  addOns: Record<string, number>;
};

/** A quantity of one ticket, room or extra at one price. */
type Part = { skuId?: string; addOnId?: string; unit: Money; usual: Money; quantity: number };

/** The total to pay in the selling currency, and the displayed total, for which each unit is rounded once; `before` is without an offer. */
function sumUp(product: Product, { chosen, row, units, nights, addOns }: Summed) {
  const tickets = units.flatMap(({ skuId, quantity, guests }) => {
    const sku = chosen?.skus.find((item) => item.id === skuId);
    const priced = row?.prices.find((item) => item.skuId === skuId);
    const price = priced?.price ?? sku?.from;
    if (!chosen || !sku || !price) return [];
    const extra = money(extraOf(chosen, guests) * nights, price.currency);
    const usual = addMoney(priced?.retail ?? sku.retail, extra);
    return [{ skuId, unit: addMoney(price, extra), usual, quantity }];
  });
  const extras = product.addOns.map(({ id, price }) => ({
    ...{ addOnId: id, unit: price, usual: price },
    quantity: addOns[id] ?? 0,
  }));
  const parts: Part[] = [...tickets, ...extras].filter(({ quantity }) => quantity > 0);
  const { currency, rate } = product.shown;
  const shownTotal = sumShown(parts, currency, rate);
  const usual = parts.map(({ usual, quantity }) => ({ unit: usual, quantity }));
  const before = product.offer ? sumShown(usual, currency, rate) : shownTotal;
  return { parts, total: sumShown(parts, product.from.currency, '1'), shownTotal, before };
}

type Made = {
  day: string | undefined;
  stay: boolean;
  byDay: boolean;
  until: string | undefined;
  row: ChosenRow | undefined;
  /** The number of places on that day. */
  sessions: number;
  size: number;
  counts: Record<string, number>;
  chosen: Package | undefined;
};

function whatIsMissing({ day, stay, byDay, until, row, sessions, size, counts, chosen }: Made) {
  if (!day) return 'date';
  if (stay && !until) return byDay ? 'lastDay' : 'checkOut';
  if (!row) return sessions > 1 ? 'session' : 'date';
  if (!chosen?.oversell && row.prices.some((price) => (counts[price.skuId] ?? 0) > price.left)) return 'places';
  return size < (chosen?.minQuantity ?? 1) ? 'quantity' : undefined;
}

/** The lines in the format that the booking form reads from its address: rooms with the same guests are one line. */
function writeLines(units: Unit[], row: ChosenRow | undefined, until: string | undefined): string {
  if (!row) return '';
  const sizes = new Map<string, number>();
  const keyOf = ({ skuId, guests }: Unit) => `${skuId} ${guests ? `${guests.adults}+${guests.children}` : ''}`;
  for (const unit of units) sizes.set(keyOf(unit), (sizes.get(keyOf(unit)) ?? 0) + unit.quantity);
  return [...sizes]
    .filter(([, size]) => size > 0)
    .map(([key, size]) => {
      const [skuId, guests] = key.split(' ');
      return [skuId, row.on, row.session, size, until, guests].filter((part) => part !== undefined).join(':');
    })
    .map((line) => line.replace(/:$/, ''))
    .join(',');
}

function startCounts(chosen: Package | undefined): Record<string, number> {
  const first = chosen?.skus[0];
  return first ? { [first.id]: Math.max(1, chosen.minQuantity) } : {};
}

function writeExtras(addOns: Record<string, number>): string {
  return Object.entries(addOns)
    .filter(([, count]) => count > 0)
    .map(([id, count]) => `${id}:${count}`)
    .join(',');
}
