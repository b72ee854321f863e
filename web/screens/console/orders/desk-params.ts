// The filters in the address of the owner's order list; unknown values are ignored.
import { troubles } from '../../../../contract/desk.ts';
import type { InputOf } from '../../../../contract/index.ts';
import { isDay } from '../../../../domain/dates.ts';
import { limits } from '../../../../domain/limits.ts';
import { payStates, sources, states } from '../../../parts/order/list-params.ts';

export type DeskInput = InputOf<'consoleOrders'>;

/** Behind "more filters". */
export const deskFurther = [
  ...(['payStatus', 'playFrom', 'playTo', 'placedFrom', 'placedTo'] as const),
  ...(['product', 'partner', 'channel', 'source', 'trouble', 'sold'] as const),
];

export function readDesk(params: URLSearchParams): DeskInput {
  const text = (name: string) => params.get(name) ?? '';
  const oneOf = <Value extends number | string>(list: readonly Value[], name: string) =>
    list.find((one) => String(one) === text(name));
  const dayOf = (name: string) => (isDay(text(name)) ? text(name) : '');
  const idOf = (name: string) => (/^\d{1,18}$/.test(text(name)) ? text(name) : undefined);
  const page = Number(text('page') || 1);
  return {
    query: text('query').slice(0, limits.queryLength),
    status: oneOf(states, 'status'),
    payStatus: oneOf(payStates, 'payStatus'),
    source: oneOf(sources, 'source'),
    channel: /^[a-zA-Z0-9]{1,20}$/.test(text('channel')) ? text('channel') : undefined,
    product: idOf('product'),
    partner: idOf('partner'),
    playFrom: dayOf('playFrom'),
    playTo: dayOf('playTo'),
    placedFrom: dayOf('placedFrom'),
    placedTo: dayOf('placedTo'),
    trouble: oneOf(troubles, 'trouble'),
    sold: text('sold') === '1' ? '1' : '',
    size: oneOf(limits.listPageSizes, 'size') ?? 20,
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  };
}

/** What is left of the address without what is empty, for calls and links. */
export function given(input: DeskInput): Partial<Record<keyof DeskInput, string>> {
  const filled = Object.entries(input).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(filled.map(([name, value]) => [name, String(value)]));
}
