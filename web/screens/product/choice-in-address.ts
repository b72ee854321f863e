// The choice on a product page is stored in its address, so that back, refresh and sharing restore it. Written without the router:
// a choice is no navigation and needs no request.
import { useEffect, useRef } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { isDay } from '../../../domain/dates.ts';

type Product = OutputOf<'productDetail'>;

export type ChoiceInAddress = {
  packageId: string | undefined;
  day: string | undefined;
  until: string | undefined;
  session: string;
  direction: string;
  counts: Record<string, number>;
  addOns: Record<string, number>;
};

const names = ['package', 'on', 'until', 'session', 'units', 'extras', 'direction'];

/** Only what the product still has; anything else in the address is no choice. */
export function readChoice(product: Product, params: URLSearchParams): ChoiceInAddress {
  const chosen = product.packages.find((item) => item.id === params.get('package'));
  const dayOf = (name: string) => [params.get(name) ?? undefined].find(isDay);
  const skus = (chosen ?? product.packages[0])?.skus ?? [];
  return {
    packageId: chosen?.id,
    day: dayOf('on'),
    until: dayOf('until'),
    session: params.get('session') ?? '',
    direction: (chosen ?? product.packages[0])?.directions.find((one) => one === params.get('direction')) ?? '',
    counts: readCounts(params.get('units'), skus),
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

const writeCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([id, count]) => `${id}:${count}`)
    .join(',');

/** Follows every change after the first look. */
export function useChoiceInAddress(choice: ChoiceInAddress): void {
  const { packageId, day, until, session, counts, addOns, direction } = choice;
  const values = [packageId, day, until, session, writeCounts(counts), writeCounts(addOns), direction];
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
