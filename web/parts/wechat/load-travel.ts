// The order of the mobile group's screens (§2 wechat): by the key it was found with, or by number for signed-in users. Every link
// carries the key or the number.

import { redirect } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { isEnded } from '../../../domain/order-status.ts';
import { paths, type TravelScreen } from '../../../domain/paths.ts';
import { CallFailed, CallRefused, send } from '../../call.ts';
import { load } from '../../load.ts';

export type Travel = OutputOf<'wechatOrder'>;
export type Stop = Travel['stops'][number];

/** The part of the address that identifies the order. */
export type Opener = { key?: string; order?: string };
export type LoadedTravel = { travel: Travel; opener: Opener };

/** The loader of the screens that show nothing else. */
export async function loadTravel({ request }: { request: Request }): Promise<LoadedTravel> {
  const params = new URL(request.url).searchParams;
  const key = params.get('key');
  const order = params.get('order');
  if (key) return { travel: await openByKey(key), opener: { key } };
  if (!order) throw redirect(paths.findOrder());
  return { travel: await load('wechatOrder', { orderNo: order }), opener: { order } };
}

/** An expired key leads to the page that gives a new one. */
async function openByKey(key: string): Promise<Travel> {
  try {
    return await send('wechatOrder', { key });
  } catch (error) {
    const over = error instanceof CallRefused || (error instanceof CallFailed && error.status === 421);
    throw over ? redirect(paths.findOrder({ over: 1 })) : error;
  }
}

export function travelPath(screen: TravelScreen, opener: Opener, more: Record<string, string> = {}): string {
  return paths.travel(screen, { ...opener, ...more });
}

/** Closed or cancelled entirely: no one travels. */
export const isTripOff = ({ status }: Travel): boolean => isEnded(status);

/** Points of the trip on the map: pick-up and drop-off, and the products' places, each once. */
export function pointsOf({ stops, pickup, dropOff }: Travel) {
  const points: { id: string; name: string; lat: number; lng: number; own?: 'pickup' | 'dropOff' }[] = [];
  for (const [id, place] of [['pickup', pickup] as const, ['dropOff', dropOff] as const])
    if (place && place.lat !== null && place.lng !== null)
      points.push({ id, own: id, name: place.address, lat: place.lat, lng: place.lng });
  for (const { productId, productName, lat, lng } of stops)
    if ((lat || lng) && !points.some((point) => point.id === productId))
      points.push({ id: productId, name: productName, lat, lng });
  return points;
}
