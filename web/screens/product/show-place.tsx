// The map of a product page (§2 product), with links to the map of the trip and to a world map.
import { IconExternalLink, IconMap2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../../parts/use-words.ts';
import type { Product } from './use-choice.ts';

/** The phone's own map app, once the device is known to be a phone; otherwise a world map in the browser. */
function useMapOfDevice(lat: number, lng: number, name: string): string {
  const place = `${lat},${lng}`;
  const world = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=15/${lat}/${lng}`;
  const [address, setAddress] = useState(world);
  useEffect(() => {
    const label = encodeURIComponent(name);
    if (/Android/.test(navigator.userAgent)) setAddress(`geo:${place}?q=${place}(${label})`);
    else if (/iPhone|iPad/.test(navigator.userAgent)) setAddress(`https://maps.apple.com/?ll=${place}&q=${label}`);
    else setAddress(world);
  }, [place, name, world]);
  return address;
}

/** The place of the product: a drawn map, and the links to larger ones. */
export function ShowPlace({ product }: { product: Product }) {
  const { say } = useWords();
  const { pathname } = useLocation();
  const { lat, lng } = product.place;
  const maps = useMapOfDevice(lat, lng, product.name);
  return (
    <>
      <img
        src={product.place.map}
        alt={say('catalog.product.mapAlt', { city: product.city.name })}
        width={720}
        height={360}
        loading="lazy"
        className="w-full rounded-lg border border-line"
      />
      <div className="mt-2 flex flex-wrap gap-x-4">
        <a
          href={maps}
          {...(maps.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand hover:underline"
        >
          <IconExternalLink aria-hidden="true" className="size-5" />
          {say('catalog.product.openMap')}
        </a>
        <Link
          to={paths.map({ product: product.id, go: pathname })}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand hover:underline"
        >
          <IconMap2 aria-hidden="true" className="size-5" />
          {say('places.trip.open')}
        </Link>
      </div>
    </>
  );
}
