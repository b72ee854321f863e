// The choice on a product page is stored in its address, so that back, refresh and sharing restore it. Written without the router:
// a choice is no navigation and needs no request.
import { useEffect, useRef } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { isDay } from '../../../domain/dates.ts';
import type { Guests } from '../../../domain/rooms.ts';

type Product = OutputOf<'productDetail'>;

export type ChoiceInAddress = {
  packageId: string | undefined;
  day: string | undefined;
  until: string | undefined;
  session: string;
  direction: string;
  counts: Record<string, number>;
  /** Of each room, by SKU. */
  guests: Record<string, Guests[]>;
  addOns: Record<string, number>;
};

const names = ['package', 'on', 'until', 'session', 'units', 'guests', 'extras', 'direction'];

/** Only values that the product still has, and days to come; other values of the address are ignored. */
export function readChoice(product: Product, params: URLSearchParams, today: string): ChoiceInAddress {
  const chosen = product.packages.find((item) => item.id === params.get('package'));
  const dayOf = (name: string) => [params.get(name) ?? ''].find((day) => isDay(day) && day >= today);
  const skus = (chosen ?? product.packages[0])?.skus ?? [];
  return {
    packageId: chosen?.id,
    day: dayOf('on'),
    until: dayOf('until'),
    session: params.get('session') ?? '',
    direction:
      (chosen ?? product.packages[0])?.directions.find((direction) => direction === params.get('direction')) ?? '',
    counts: readCounts(params.get('units'), skus),
    guests: readGuests(params.get('guests'), skus),
    addOns: readCounts(params.get('extras'), product.addOns),
  };
}

function readCounts(text: string | null, known: readonly { id: string }[]): Record<string, number> {
  const pairs = (text ?? '').split(',').map((item) => item.split(':'));
  const counts: Record<string, number> = {};
  for (const [id = '', count = ''] of pairs)
    if (/^\d{1,3}$/.test(count) && known.some((item) => item.id === id)) counts[id] = Number(count);
  return counts;
}

/** "12:2+1/2+0": two rooms of one SKU, with adults and children. */
function readGuests(text: string | null, known: readonly { id: string }[]): Record<string, Guests[]> {
  const rooms: Record<string, Guests[]> = {};
  for (const [id = '', list = ''] of (text ?? '').split(',').map((item) => item.split(':')))
    if (/^(\d{1,2}\+\d{1,2}\/?){1,99}$/.test(list) && known.some((item) => item.id === id))
      rooms[id] = list.split('/').map((item) => {
        const [adults, children] = item.split('+').map(Number);
        return { adults: adults ?? 1, children: children ?? 0 };
      });
  return rooms;
}

const writeGuests = (guests: Record<string, Guests[]>) =>
  Object.entries(guests)
    .filter(([, rooms]) => rooms.length)
    .map(([id, rooms]) => `${id}:${rooms.map((room) => `${room.adults}+${room.children}`).join('/')}`)
    .join(',');

const writeCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([id, count]) => `${id}:${count}`)
    .join(',');

/** Updates the address after every change, except the first render. */
export function useChoiceInAddress(choice: ChoiceInAddress): void {
  const { packageId, day, until, session, counts, guests, addOns, direction } = choice;
  const units = writeCounts(counts);
  const values = [packageId, day, until, session, units, writeGuests(guests), writeCounts(addOns), direction];
  const text = JSON.stringify(values);
  const seen = useRef(text);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text holds all values
  useEffect(() => {
    if (seen.current === text) return;
    seen.current = text;
    const address = new URL(location.href);
    names.forEach((name, at) => {
      const value = values[at];
      if (value) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    });
    history.replaceState(history.state, '', address);
  }, [text]);
}
