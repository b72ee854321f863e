// What a platform does not know yet of a product's departures (decision 0595): today's against what it was told last.
import { isDeepStrictEqual } from 'node:util';

type Told = { vacancies: number };
/** `isOver`: it cannot be booked any more because its time has come, which the platform knows by itself. */
export type CurrentPlace<Sent extends Told> = { place: string; sent: Sent; isOver: boolean };
type Place<Sent> = { place: string; sent: Sent };

/** Departures that are not there any more have no places. */
export function comparePlaces<Sent extends Told>(current: CurrentPlace<Sent>[], told: Place<Sent>[]): Place<Sent>[] {
  const known = new Map(told.map(({ place, sent }) => [place, sent]));
  const changed = current.filter(({ place, sent, isOver }) => {
    const before = known.get(place);
    if (isOver)
      return before !== undefined && !isDeepStrictEqual({ ...before, vacancies: 0 }, { ...sent, vacancies: 0 });
    return !isDeepStrictEqual(before, sent);
  });
  const here = new Set(current.map(({ place }) => place));
  const gone = told.filter(({ place, sent }) => !here.has(place) && sent.vacancies > 0);
  return [
    ...changed.map(({ place, sent }) => ({ place, sent })),
    ...gone.map(({ place, sent }) => ({ place, sent: { ...sent, vacancies: 0 } })),
  ];
}
