import { IconExternalLink } from '@tabler/icons-react';
import { useWords } from '../use-words.ts';
import { writeCoordinates } from './read-coordinates.ts';

/** A position as numbers, and a link to a map with routes. */
export function PositionLine({ point }: { point: { lat: number; lng: number } }) {
  const { say } = useWords();
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <span className="text-quiet">
        {say('places.map.position')} <span className="tabular-nums">{writeCoordinates(point)}</span>
      </span>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${point.lat},${point.lng}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center gap-2 font-medium text-brand underline"
      >
        {say('places.map.elsewhere')}
        <IconExternalLink aria-hidden="true" className="size-5" />
      </a>
    </p>
  );
}
