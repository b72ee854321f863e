// The changes of a product's departures that a platform does not know yet (decision 0595): compares them with the last report.
import { isDeepStrictEqual } from 'node:util';

export type Reported = { vacancies: number };
/** `isOver`: it cannot be booked any more because its time has come, which the platform knows by itself. */
export type CurrentPlace<Sent extends Reported> = { place: string; sent: Sent; isOver: boolean };
export type KnownPlace<Sent> = { place: string; sent: Sent };

/** Departures that are not there any more have no places. */
export function comparePlaces<Sent extends Reported>(
  current: CurrentPlace<Sent>[],
  reported: KnownPlace<Sent>[],
): KnownPlace<Sent>[] {
  const known = new Map(reported.map(({ place, sent }) => [place, sent]));
  const changed = current.filter(({ place, sent, isOver }) => {
    const before = known.get(place);
    if (isOver)
      return before !== undefined && !isDeepStrictEqual({ ...before, vacancies: 0 }, { ...sent, vacancies: 0 });
    return !isDeepStrictEqual(before, sent);
  });
  const here = new Set(current.map(({ place }) => place));
  const gone = reported.filter(({ place, sent }) => !here.has(place) && sent.vacancies > 0);
  return [
    ...changed.map(({ place, sent }) => ({ place, sent })),
    ...gone.map(({ place, sent }) => ({ place, sent: { ...sent, vacancies: 0 } })),
  ];
}
