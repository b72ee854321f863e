// The places of a trip on a full-screen map (§2 wechat/gmap): pick-up and drop-off if they have a position, and the
// product's own place.
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { PositionLine } from '../../parts/map/position-line.tsx';
import { RangeMap } from '../../parts/map/range-map.tsx';
import { useWords } from '../../parts/use-words.ts';
import { loadTravel, pointsOf, travelPath } from '../../parts/wechat/load-travel.ts';
import { TravelFrame } from '../../parts/wechat/travel-frame.tsx';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-mobile-map';

export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ request }: Route.LoaderArgs) {
  return { ...(await loadTravel({ request })), at: new URL(request.url).searchParams.get('at') };
}

const labels = { pickup: 'desk.pickupAt', dropOff: 'desk.dropOffAt' } as const;

export default function ShowMobileMap({ loaderData: { travel, opener, at } }: Route.ComponentProps) {
  const { say } = useWords();
  const points = pointsOf(travel);
  const shown = points.find((point) => point.id === at) ?? points[0];
  return (
    <TravelFrame travel={travel} opener={opener} title={say('places.map.title')}>
      {!shown && (
        <EmptyState icon={<IconMapOff aria-hidden="true" className="size-10" />} title={say('places.map.noPoint')} />
      )}
      {points.length > 1 && (
        <nav aria-label={say('wechat.travel.places')} className="no-bar -mx-4 flex gap-2 overflow-x-auto px-4">
          {points.map((point) => (
            <Link
              key={point.id}
              to={travelPath('gmap', opener, { at: point.id })}
              replace
              aria-current={point.id === shown?.id || undefined}
              className={
                'min-h-11 max-w-64 shrink-0 content-center truncate rounded-full border border-line bg-surface ' +
                'px-4 text-sm font-medium aria-[current=true]:border-brand aria-[current=true]:bg-tint ' +
                'aria-[current=true]:text-brand'
              }
            >
              {point.own ? say(labels[point.own]) : point.name}
            </Link>
          ))}
        </nav>
      )}
      {shown && (
        <>
          <h2 className="text-lg font-semibold break-words">{shown.name}</h2>
          <RangeMap label={shown.name} pin={{ name: shown.name, lat: shown.lat, lng: shown.lng }} alone />
          <PositionLine point={shown} />
        </>
      )}
    </TravelFrame>
  );
}
