// The next date of a show or match as an event of schema.org, within the product that sells it. Search engines read the server's HTML,
// so browsers do not load this.
import type { Thing } from '../../parts/page/structured-data.tsx';
import type { Product } from './use-choice.ts';

const showType = 4;

/** `product` with its description; nothing for other kinds, and if no day is sold. */
export function describeEvent({ type, nextOn, name, city, place }: Product, product: Thing): { subjectOf?: Thing } {
  if (type !== showType || !nextOn) return {};
  const { description, image, offers } = product;
  return {
    subjectOf: {
      '@type': 'Event',
      name,
      description,
      image,
      startDate: nextOn,
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@type': 'Place',
        name: city.name,
        address: { '@type': 'PostalAddress', addressLocality: city.name, addressCountry: city.country },
        geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lng },
      },
      offers,
    },
  };
}
