// The filters in the order list's address: the address is the state, and unknown values are ignored.

import type { InputOf } from '../../../contract/index.ts';
import { isDay } from '../../../domain/dates.ts';
import { shownLimits } from '../../../domain/limits.ts';
import { lastOrderSource } from '../../../domain/order-sources.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { paths } from '../../../domain/paths.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';

export const states = Object.values(OrderStatus);
export const payStates = Object.values(PaymentStatus);
export const sources = Array.from({ length: lastOrderSource + 1 }, (_, at) => at);
export const sorts = ['placed', 'placedFirst', 'play', 'playLast', 'amount', 'amountLow'] as const;
/** Hidden behind "more filters". */
export const further = ['payStatus', 'playFrom', 'playTo', 'placedFrom', 'placedTo', 'creator', 'source', 'unread'];

export type ListInput = InputOf<'orderList'>;

export function readParams(params: URLSearchParams): ListInput {
  const text = (name: string) => params.get(name) ?? '';
  const oneOf = <Value extends number | string>(list: readonly Value[], name: string) =>
    list.find((item) => String(item) === text(name));
  const dayOf = (name: string) => (isDay(text(name)) ? text(name) : '');
  const page = Number(text('page') || 1);
  return {
    query: text('query').slice(0, shownLimits.queryLength),
    status: oneOf(states, 'status'),
    payStatus: oneOf(payStates, 'payStatus'),
    source: oneOf(sources, 'source'),
    creator: /^\d{1,18}$/.test(text('creator')) ? text('creator') : undefined,
    playFrom: dayOf('playFrom'),
    playTo: dayOf('playTo'),
    placedFrom: dayOf('placedFrom'),
    placedTo: dayOf('placedTo'),
    unread: text('unread') === '1' ? '1' : '',
    sort: oneOf(sorts, 'sort') ?? 'placed',
    size: oneOf(shownLimits.listPageSizes, 'size') ?? 10,
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

/** The address with some parameters changed; changing anything but the page goes back to the first. */
export function hrefWith(params: URLSearchParams, changes: Record<string, string>): string {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return paths.orders(next);
}

/** The filters in the address, for saving and for the exported file. */
export function filterOf(input: ListInput): URLSearchParams {
  const { page: _, size: __, ...filter } = input;
  const entries = Object.entries(filter).filter(
    ([name, value]) => value !== undefined && value !== '' && name !== 'sort',
  );
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
}
