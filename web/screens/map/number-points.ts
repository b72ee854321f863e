// Points of a trip with the numbers that the map shows; points that nobody placed have none.

import type { OutputOf } from '../../../contract/index.ts';
import type { Point } from '../../../domain/areas.ts';

type TripPoint = OutputOf<'tripMap'>['points'][number];
export type NumberedPoint = TripPoint & { number: number | null };

export const hasPoint = <Given extends TripPoint>(given: Given): given is Given & Point =>
  given.lat !== null && given.lng !== null;

export function numberPoints(points: readonly TripPoint[]): NumberedPoint[] {
  let number = 0;
  return points.map((point) => {
    if (hasPoint(point)) number += 1;
    return { ...point, number: hasPoint(point) ? number : null };
  });
}
