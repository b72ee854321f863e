// The points of a trip as a list beside the map, each with a link to directions.
import { IconMapPin } from '@tabler/icons-react';
import { WayLinks } from '../../parts/map/way-links.tsx';
import { useWords } from '../../parts/use-words.ts';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { NumberedPoint } from './number-points.ts';

export function ListPoints({ points }: { points: NumberedPoint[] }) {
  const { say } = useWords();
  return (
    <TitledCard title={say('places.trip.points')}>
      <ol className="grid gap-4">
        {points.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is not reordered while it is shown
          <PointItem key={at} point={point} />
        ))}
      </ol>
    </TitledCard>
  );
}

function PointItem({ point }: { point: NumberedPoint }) {
  const { say } = useWords();
  const { kind, number, name, address, day, time } = point;
  const when = [day === null ? '' : say('catalog.product.day', { day }), time].filter(Boolean).join(' · ');
  return (
    <li className="flex gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-sm font-bold text-brand">
        {number ?? <IconMapPin aria-hidden="true" className="size-5" />}
      </span>
      <div className="min-w-0">
        <p className="text-sm text-quiet">{[say(`places.trip.kind.${kind}`), when].filter(Boolean).join(' · ')}</p>
        <p className="font-semibold break-words">{name}</p>
        {address && address !== name && <p className="text-sm break-words text-quiet">{address}</p>}
        <WayLinks place={point} />
      </div>
    </li>
  );
}
