// What search engines read about a product (schema.org): its offer and seller, the end of its price, its reviews, and the next date of a
// show or match as an event. They read the server's HTML, so browsers do not load this. docs/search.md says how it is checked.
import { decimalOf } from '../../../domain/money.ts';
import { paths } from '../../../domain/paths.ts';
import type { Thing } from '../../parts/page/structured-data.tsx';
import type { useWords } from '../../parts/use-words.ts';
import type { useRoot } from '../../root-data.ts';
import type { Product } from './use-choice.ts';

type Page = Pick<ReturnType<typeof useRoot>, 'origin' | 'site'> & Pick<ReturnType<typeof useWords>, 'say'>;

const showType = 4;
const stars = { worstRating: 1, bestRating: 5 };

export function describeProduct(product: Product, page: Page): Thing {
  const thing: Thing = {
    '@type': 'Product',
    name: product.name,
    description: product.overview,
    image: product.pictures.map((picture) => `${page.origin}${picture.src}?w=1200`),
    category: page.say(`catalog.type.${product.type}`),
    offers: describeOffer(product, page),
    sku: product.id,
  };
  return { ...thing, ...describeReviews(product), ...describeEvent(product, thing) };
}

function describeOffer({ from, onShelf, onSale, path, offer }: Product, { origin, site }: Page): Thing {
  return {
    '@type': 'Offer',
    price: decimalOf(from),
    priceCurrency: from.currency,
    availability: onShelf && onSale ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
    url: `${origin}${path}`,
    ...(site ? { seller: { '@type': 'Organization', name: site.title, url: `${origin}${paths.home()}` } } : {}),
    // The last day of a price that is an offer for some time.
    ...(offer && { priceValidUntil: offer.untilOn }),
  };
}

function describeReviews({ rating, newestReviews }: Product) {
  return (
    rating && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.mean, reviewCount: rating.count, ...stars },
      review: newestReviews.map(({ stars: count, body, author, on }) => ({
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: count, ...stars },
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
