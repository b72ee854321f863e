// What search engines read about a product besides its name and price: its number, the end of its price, its reviews, and the next date
// of a show or match as an event. They read the server's HTML, so browsers do not load this. docs/search.md says how it is checked.
import type { Thing } from '../../parts/page/structured-data.tsx';
import type { Product } from './use-choice.ts';

const showType = 4;
const stars = { worstRating: 1, bestRating: 5 };

/** `thing` is the product with its description and offer (schema.org). */
export function describeFurther(product: Product, thing: Thing & { offers: Thing }): Thing {
  const offers = { ...thing.offers, ...describeEnd(product) };
  const whole = { ...thing, sku: product.id, offers };
  return { ...whole, ...describeReviews(product), ...describeEvent(product, whole) };
}

/** The last day of a price that is an offer for some time. */
function describeEnd({ offer }: Product) {
  return offer && { priceValidUntil: offer.untilOn };
}

function describeReviews({ rating, newestReviews }: Product) {
  return (
    rating && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.mean, reviewCount: rating.count, ...stars },
      review: newestReviews.map(({ stars: given, body, author, on }) => ({
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: given, ...stars },
        author: { '@type': 'Person', name: author },
        datePublished: on,
        reviewBody: body,
      })),
    }
  );
}

/** Nothing for other kinds, and if no day is sold. */
function describeEvent({ type, nextOn, name, city, place }: Product, thing: Thing): { subjectOf?: Thing } {
  if (type !== showType || !nextOn) return {};
  const { description, image, offers } = thing;
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
