// Points of a trip with the numbers on the map; points without a position have none.

import type { OutputOf } from '../../../contract/index.ts';
import type { Point } from '../../../domain/areas.ts';

type TripPoint = OutputOf<'tripMap'>['points'][number];
export type NumberedPoint = TripPoint & { number: number | null };

export const hasPoint = <Given extends TripPoint>(point: Given): point is Given & Point =>
  point.lat !== null && point.lng !== null;

/** The line from point to point. If steps have positions, the product's own place is a stop only if it is the meeting point. */
export function routeOf<Given extends TripPoint & Point>(stops: readonly Given[]): Given[] {
  const route = stops.some(({ kind }) => kind === 'step') ? stops.filter(({ kind }) => kind !== 'place') : [...stops];
  return route.length > 1 ? route : [];
}

export function numberPoints(points: readonly TripPoint[]): NumberedPoint[] {
  let number = 0;
  return points.map((point) => {
    if (hasPoint(point)) number += 1;
    return { ...point, number: hasPoint(point) ? number : null };
  });
}
