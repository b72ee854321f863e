// Links to directions: in the phone's own map app, or in Google Maps.
import { IconExternalLink } from '@tabler/icons-react';
import { useWords } from '../use-words.ts';

type Place = { name: string; address: string; lat: number | null; lng: number | null };

/** By position if there is one, otherwise by the text of the address. */
function addressesOf({ name, address, lat, lng }: Place): { app: string; web: string } {
  const label = encodeURIComponent(address || name);
  const search = 'https://www.google.com/maps/search/?api=1&query=';
  if (lat === null || lng === null) return { app: `geo:0,0?q=${label}`, web: search + label };
  return { app: `geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(name)})`, web: `${search}${lat},${lng}` };
}

export function WayLinks({ place }: { place: Place }) {
  const { say } = useWords();
  const { app, web } = addressesOf(place);
  const way = 'inline-flex min-h-11 items-center gap-1.5 font-medium text-brand underline';
  return (
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
  );
}
