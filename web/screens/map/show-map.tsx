// The map (§2 googleMap): all points of a product, an order or a voucher with a list beside them, or one point by ?lat=&lng=&name=. The
// link back is in `go`.
import { IconArrowLeft, IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { safePath } from '../../../domain/safe-path.ts';
import { load } from '../../load.ts';
import { PositionLine } from '../../parts/map/position-line.tsx';
import { RangeMap } from '../../parts/map/range-map.tsx';
import { readCoordinates } from '../../parts/map/read-coordinates.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { useWords } from '../../parts/use-words.ts';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-map';
import { ListPoints } from './list-points.tsx';
import { hasPoint, numberPoints, routeOf } from './number-points.ts';

/** An order's points are private, and a voucher's address is a key: neither is cached, indexed or sent to other sites as referrer. */
export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams: params } = new URL(request.url);
  const [product, order, voucher, s] = ['product', 'order', 'voucher', 's'].map(
    (name) => params.get(name) ?? undefined,
  );
  const trip = product || order || voucher ? await load('tripMap', { product, order, voucher, s }) : null;
  const point = readCoordinates(`${params.get('lat')}, ${params.get('lng')}`) ?? null;
  const name = trip?.title ?? (params.get('name') ?? '').slice(0, 200);
  return { trip, point, name, go: safePath(params.get('go')) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  describePage(matches, {
    title: loaderData?.name || { say: 'places.map.title' },
    description: '',
    path: paths.map(),
    noIndex: true,
  });

export default function ShowMap({ loaderData: { trip, point, name, go } }: Route.ComponentProps) {
  const { say } = useWords();
  const title = name || say('places.map.title');
  return (
    <div className="grid gap-4 py-6">
      <Link to={go} className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-brand">
        <IconArrowLeft aria-hidden="true" className="size-5" />
        {say('places.map.back')}
      </Link>
      <h1 className="min-w-0 text-2xl font-bold break-words">{title}</h1>
      {trip && <TripMap trip={trip} title={title} />}
      {!trip && !point && <EmptyState icon={<IconMapOff className="size-12" />} title={say('places.map.noPoint')} />}
      {!trip && point && (
        <>
          <RangeMap label={title} pin={{ ...point, name: title }} alone />
          <PositionLine point={point} />
        </>
      )}
    </div>
  );
}

type Trip = NonNullable<Route.ComponentProps['loaderData']['trip']>;

function TripMap({ trip, title }: { trip: Trip; title: string }) {
  const { say } = useWords();
  const points = numberPoints(trip.points);
  const stops = points.filter(hasPoint);
  if (!points.length) return <EmptyState icon={<IconMapOff className="size-12" />} title={say('places.map.noPoint')} />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {stops.length > 0 ? (
        <RangeMap label={title} areas={trip.areas} stops={stops} route={routeOf(stops)} alone />
      ) : (
        <EmptyState icon={<IconMapOff className="size-12" />} title={say('places.map.noPoint')} />
      )}
      <ListPoints points={points} />
    </div>
  );
}
