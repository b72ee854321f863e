// What of payments, refunds, differences and promo codes is shown lies in the address; anything else than the known values is left out.
import { isDay } from '../../../../domain/dates.ts';

export const paymentStates = ['101', '102', '103', '104', 'trouble'] as const;
export const differenceKinds = ['missingHere', 'missingThere', 'amount', 'state'] as const;
export const couponStates = ['on', 'planned', 'over', 'usedUp'] as const;

/** One of the known values, else undefined. */
export function pick<Value extends string>(known: readonly Value[], asked: string | null): Value | undefined {
  return known.find((one) => one === asked);
}

export function readChannel(params: URLSearchParams): { channel?: string } {
  const channel = params.get('channel') ?? '';
  return /^\w{1,20}$/.test(channel) ? { channel } : {};
}

export type PaymentFilters = {
  status?: (typeof paymentStates)[number];
  channel?: string;
  from?: string;
  to?: string;
  order?: string;
  query?: string;
};

export function readPaymentFilters(params: URLSearchParams): PaymentFilters {
  const status = pick(paymentStates, params.get('status'));
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  const order = (params.get('order') ?? '').trim().slice(0, 20);
  const query = (params.get('query') ?? '').trim().slice(0, 80);
  return {
    ...(status ? { status } : {}),
    ...readChannel(params),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(order ? { order } : {}),
    ...(query ? { query } : {}),
  };
}

/** A path with those parts that say something. */
export function addressWith(path: string, parts: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(parts))
    if (value !== undefined && value !== '' && !(key === 'page' && value === 1)) query.set(key, String(value));
  return query.size ? `${path}?${query}` : path;
}
