// The product page (§2): both routes lead here. Pictures, facts, choice, itinerary, what is included, notices, map, policy.
import { IconCheck, IconClock, IconLanguage, IconStar, IconTicket, IconUserCheck } from '@tabler/icons-react';

import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { policyOf } from '../../../domain/cancellation.ts';
import { openDay } from '../../../domain/dates.ts';
import { isLanguage, languageNames, languageTags } from '../../../domain/languages.ts';
import { decimalOf } from '../../../domain/money.ts';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { tellParts } from '../../parts/booking/tell-parts.ts';
import { tellRoom } from '../../parts/booking/tell-room.ts';
import { tellFree } from '../../parts/booking/tell-rules.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { listCrumbs, StructuredData, type Thing } from '../../parts/page/structured-data.tsx';
import { CardRow } from '../../parts/product/product-card.tsx';
import { Rating } from '../../parts/product/rating.tsx';
import { noteSeen } from '../../parts/product/seen-row.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useNow, useRoot } from '../../root-data.ts';
import { Badge, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-product';
import { BookingBar, ChooseBooking, termsOf } from './choose-booking.tsx';
import { Gallery } from './gallery.tsx';
import { ProductAnchors, ProductDetails } from './product-details.tsx';
import { tellShow } from './tell-show.ts';
import { type Choice, type Product, useChoice } from './use-choice.ts';

const Later = lazy(() => import('./after-page.tsx'));

/** The back office opens drafts by an address with a token (§7). */
export async function loader({ params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const preview = query.get('isPreview') === 'true';
  return load('productDetail', {
    id: params.id,
    ...(preview ? { isPreview: 'true', token: query.get('token') ?? '' } : {}),
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? describePage(matches, {
        title: loaderData.name,
        description: loaderData.overview,
        path: loaderData.path,
        share: `product-${loaderData.id}`,
      })
    : [];

/** Another product starts without a choice. */
export default function ShowProduct({ loaderData: product }: Route.ComponentProps) {
  return <ProductPage key={product.id} product={product} />;
}

function ProductPage({ product }: { product: Product }) {
  const words = useWords();
  const { say } = words;
  const choice = useChoice(product);
  const soldOut = product.onShelf && !product.packages.some((item) => item.onSale);
  const { id, onShelf } = product;
  const city = product.city.key;
  useEffect(() => {
    if (onShelf) noteSeen({ id, city });
  }, [id, city, onShelf]);
  // A single picture over the whole width would be cropped too much: it is shown beside the price.
  const single = product.pictures.length === 1;
  const gallery = <Gallery pictures={product.pictures} label={say('catalog.product.gallery')} />;
  return (
    <article className="py-4">
      <StructuredData things={useThings(product)} />
      <Crumbs product={product} />
      {!single && gallery}
      <div className={`grid items-start gap-6 lg:grid-cols-[1fr_20rem] ${single ? '' : 'mt-5'}`}>
        <div className="grid min-w-0 gap-4">
          {single && gallery}
          <Heading product={product} />
          <Facts product={product} choice={choice} />
          {!product.onShelf && <Notice tone="warn" title={say('refusal.productGone')} />}
          {soldOut && (
            <Notice
              tone="warn"
              title={say(product.packages.length ? 'catalog.product.soldOut' : 'catalog.product.noPackages')}
            >
              {say('catalog.product.soldOutHint')}
            </Notice>
          )}
          <ProductAnchors product={product} />
          {product.onShelf && !soldOut && (
            <ChooseBooking product={product} choice={choice}>
              {product.seatPlan && <AfterPage product={product} id="seats" className="min-h-48" />}
            </ChooseBooking>
          )}
          <ProductDetails product={product} />
        </div>
        {product.onShelf && !soldOut && <BookingBar product={product} choice={choice} />}
      </div>
      {product.rating && <AfterPage product={product} id="reviews" className="mt-6 min-h-96" />}
      <CardRow title={say('catalog.product.related')} cards={product.related} words={words} />
    </article>
  );
}

function Heading({ product }: { product: Product }) {
  const words = useWords();
  const { say } = words;
  return (
    <header>
      <h1 className="text-2xl leading-tight font-bold sm:text-[32px]">{product.name}</h1>
      <p className="icon icon-pin icon-5 mt-1 flex items-center gap-1 text-quiet">
        {product.city.name}, {product.city.country}
      </p>
      {product.offer && (
        <Badge tone="warn">
          {say('catalog.card.offer', {
            percent: product.offer.percent,
            date: words.instant(product.offer.until, product.zone),
          })}
        </Badge>
      )}
      {product.rating && (
        <a href="#reviews" className="inline-block py-3">
          <Rating rating={product.rating} words={words} />
        </a>
      )}
      <AfterPage product={product} className="min-h-22 sm:min-h-11" />
    </header>
  );
}

/** Content with a separate script, loaded after hydration; its space is reserved. */
function AfterPage({ product, ...place }: { product: Product; id?: string; className: string }) {
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return (
    <div {...place}>
      <Suspense>{stands && <Later product={product} part={place.id} />}</Suspense>
    </div>
  );
}

/** The cancellation terms of the chosen package, for the chosen day or the next sold one. */
function useFree(product: Product, choice: Choice): string | undefined {
  const words = useWords();
  const now = useNow();
  const { chosen, day } = choice;
  const free = tellFree(words, policyOf(product, chosen?.refundRules ?? null));
  const on = day === openDay ? undefined : (day ?? chosen?.nextOn ?? product.nextOn);
  if (!free || !on) return free;
  const { freeUntil, freeUntilAt } = termsOf(product, choice, on, now);
  if (!freeUntil) return free;
  return `${free} · ${freeUntilAt ? words.instant(freeUntilAt, product.zone) : words.day(freeUntil, 'short')}`;
}

/** The facts that a visitor needs first. */
function Facts({ product, choice }: { product: Product; choice: Choice }) {
  const words = useWords();
  const { say } = words;
  const free = useFree(product, choice);
  const nextOn = choice.day ? null : (choice.chosen?.nextOn ?? product.nextOn);
  const spoken = product.serviceLanguages.map((item) => (isLanguage(item) ? languageNames[item] : item)).join(', ');
  const facts: [ReactNode, string][] = [
    [
      product.instant ? <span key="i" className="icon icon-bolt icon-5 flex text-brand" /> : <IconUserCheck key="i" />,
      say(product.instant ? 'catalog.product.instant' : 'catalog.product.manual'),
    ],
    ...product.keyFacts.map((fact): [ReactNode, string] => [<IconTicket key="i" />, fact]),
    [
      free ? <IconCheck key="i" /> : <span key="i" className="icon icon-calendar icon-5 flex text-quiet" />,
      free ?? say('catalog.product.noCancel'),
    ],
  ];
  // A stay is as long as its nights.
  if (product.stockBy !== 'room')
    facts.unshift([
      <IconClock key="i" />,
      say(`catalog.unit.${product.playTime.unit}`, { count: product.playTime.value }),
    ]);
  if (product.stars) facts.unshift([<IconStar key="i" />, say('catalog.stay.stars', { count: product.stars })]);
  for (const time of tellRoom(words, { beds: '', board: null, checkIn: product.checkIn, checkOut: product.checkOut }))
    facts.push([<IconClock key="i" />, time]);
  if (spoken) facts.push([<IconLanguage key="i" />, spoken]);
  if (product.cutOffHours > 0)
    facts.push([<IconClock key="i" />, say('catalog.product.cutOff', { hours: product.cutOffHours })]);
  if (product.minBookerAge)
    facts.push([<IconUserCheck key="i" />, say('catalog.product.minBookerAge', { age: product.minBookerAge })]);
  if (nextOn)
    facts.unshift([
      <span key="i" className="icon icon-calendar icon-5 flex text-brand" />,
      say('catalog.card.next', { date: words.day(nextOn, 'short') }),
    ]);
  const parts = tellParts(words, { ...product, currency: product.from.currency });
  if (parts) facts.push([<IconTicket key="i" />, parts]);
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:flex sm:flex-wrap sm:gap-x-6">
      {facts.map(([icon, text]) => (
        <li key={text} className="flex items-center gap-2 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand">
          {icon}
          {text}
        </li>
      ))}
    </ul>
  );
}

/** The product with its offer and seller, and its breadcrumbs (schema.org). */
function useThings(product: Product): Thing[] {
  const { origin, language, site } = useRoot();
  const { say } = useWords();
  const thing: Thing = {
    '@type': 'Product',
    name: product.name,
    description: product.overview,
    image: product.pictures.map((picture) => `${origin}${picture.src}?w=1200`),
    inLanguage: languageTags[language],
    category: say(`catalog.type.${product.type}`),
    ...tellReviews(product),
    offers: {
      '@type': 'Offer',
      price: decimalOf(product.from),
      priceCurrency: product.from.currency,
      availability: product.onShelf && product.onSale ? 'https://schema.org/InStock' : 'https://schema.org/SoldOut',
      url: `${origin}${product.path}`,
      ...(site ? { seller: { '@type': 'Organization', name: site.title, url: `${origin}${paths.home()}` } } : {}),
    },
  };
  return [
    import.meta.env.SSR ? { ...thing, ...tellShow(product, thing) } : thing,
    listCrumbs(origin, [
      ...listPlaces(product).map(({ name, path }) => ({ name: typeof name === 'string' ? name : say(name.say), path })),
      { name: product.name, path: product.path },
    ]),
  ];
}

/** The rating of its travellers for schema.org; nothing without reviews. */
function tellReviews({ rating, newestReviews }: Product) {
  return (
    rating && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.mean, reviewCount: rating.count },
      review: newestReviews.map(({ stars, body, author, on }) => ({
        '@type': 'Review',
        reviewRating: { '@type': 'Rating', ratingValue: stars },
        author: { '@type': 'Person', name: author },
        datePublished: on,
        reviewBody: body,
      })),
    }
  );
}

/** The pages above a product's page. */
function listPlaces(product: Product) {
  return [
    { name: { say: 'site.bar.home' }, path: paths.home() },
    { name: product.city.name, path: paths.search({ city: product.city.key }) },
    { name: { say: `catalog.type.${product.type}` }, path: paths.search({ type: product.type }) },
  ];
}

function Crumbs({ product }: { product: Product }) {
  const { say } = useWords();
  return (
    <nav aria-label={say('catalog.product.crumbs')} className="mb-3 text-sm text-quiet">
      {listPlaces(product).map(({ name, path }, at) => (
        <span key={path}>
          {at > 0 && ' › '}
          <Link to={path} className="hover:underline">
            {typeof name === 'string' ? name : say(name.say)}
          </Link>
        </span>
      ))}
    </nav>
  );
}
