// The points of a trip in words beside the map, each with the way to it: in the phone's own map app, or in Google Maps.
import { IconExternalLink, IconMapPin } from '@tabler/icons-react';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import { hasPoint, type NumberedPoint } from './number-points.ts';

/** By position where there is one, else by what is written. */
function addressesOf(point: NumberedPoint): { app: string; web: string } {
  const label = encodeURIComponent(point.address || point.name);
  if (!hasPoint(point))
    return { app: `geo:0,0?q=${label}`, web: `https://www.google.com/maps/search/?api=1&query=${label}` };
  const { lat, lng } = point;
  return {
    app: `geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(point.name)})`,
    web: `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`,
  };
}

export function ListPoints({ points }: { points: NumberedPoint[] }) {
  const { say } = useWords();
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{say('places.trip.points')}</h2>
      <ol className="grid gap-4">
        {points.map((point, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is not reordered while it is shown
          <PointItem key={at} point={point} />
        ))}
      </ol>
    </Card>
  );
}

function PointItem({ point }: { point: NumberedPoint }) {
  const { say } = useWords();
  const { kind, number, name, address, day, time } = point;
  const { app, web } = addressesOf(point);
  const when = [day === null ? '' : say('catalog.product.day', { day }), time].filter(Boolean).join(' · ');
  const way = 'inline-flex min-h-11 items-center gap-1.5 font-medium text-brand underline';
  return (
    <li className="flex gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-sm font-bold text-brand">
        {number ?? <IconMapPin aria-hidden="true" className="size-5" />}
      </span>
      <div className="min-w-0">
        <p className="text-sm text-quiet">{[say(`places.trip.kind.${kind}`), when].filter(Boolean).join(' · ')}</p>
        <p className="font-semibold break-words">{name}</p>
        {address && address !== name && <p className="text-sm break-words text-quiet">{address}</p>}
        <p className="flex flex-wrap gap-x-4 text-sm">
          {/* Only phones and tablets have an app for such addresses. */}
          <a href={app} className={`${way} pointer-fine:hidden`}>
            {say('places.trip.app')}
          </a>
          <a href={web} target="_blank" rel="noreferrer" className={way}>
            {say('places.map.elsewhere')}
            <IconExternalLink aria-hidden="true" className="size-4" />
          </a>
        </p>
      </div>
    </li>
  );
}
