// A point on a separate map page (§2 googleMap): ?lat=&lng=&name=, with the way back in `go`.
import { IconArrowLeft, IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { safePath } from '../../../domain/safe-path.ts';
import { PositionLine } from '../../parts/map/position-line.tsx';
import { RangeMap } from '../../parts/map/range-map.tsx';
import { readCoordinates } from '../../parts/map/read-coordinates.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { useWords } from '../../parts/use-words.ts';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-map';

export async function loader({ request }: Route.LoaderArgs) {
  const { searchParams: asked } = new URL(request.url);
  const point = readCoordinates(`${asked.get('lat')}, ${asked.get('lng')}`) ?? null;
  return { point, name: (asked.get('name') ?? '').slice(0, 200), go: safePath(asked.get('go')) };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  describePage(matches, {
    title: loaderData?.name || { say: 'places.map.title' },
    description: '',
    path: paths.map(),
    noIndex: true,
  });

export default function ShowMap({ loaderData: { point, name, go } }: Route.ComponentProps) {
  const { say } = useWords();
  const title = name || say('places.map.title');
  return (
    <div className="grid gap-4 py-6">
      <Link to={go} className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-brand">
        <IconArrowLeft aria-hidden="true" className="size-5" />
        {say('places.map.back')}
      </Link>
      <h1 className="min-w-0 text-2xl font-bold break-words">{title}</h1>
      {!point && <EmptyState icon={<IconMapOff className="size-12" />} title={say('places.map.noPoint')} />}
      {point && (
        <>
          <RangeMap label={title} pin={{ ...point, name: title }} alone />
          <PositionLine point={point} />
        </>
      )}
    </div>
  );
}
