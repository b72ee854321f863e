// The product page (§2): both routes lead here. Pictures, facts, choice, itinerary, what is included, notices, map, policy.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { listCrumbs, StructuredData, type Thing } from '../../parts/page/structured-data.tsx';
import { CardRow } from '../../parts/product/product-card.tsx';
import { Rating } from '../../parts/product/rating.tsx';
import { noteSeen } from '../../parts/product/seen-row.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Badge, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-product';
import { BookingBar } from './booking-bar.tsx';
import { ChooseBooking } from './choose-booking.tsx';
import { describeProduct } from './describe-product.ts';
import { Gallery } from './gallery.tsx';
import { ProductAnchors, ProductDetails } from './product-details.tsx';
import { ProductFacts } from './product-facts.tsx';
import { type Product, useChoice } from './use-choice.ts';

const Later = lazy(() => import('./after-page.tsx'));

/** The back office opens drafts by an address with a token (§7). */
export async function loader({ params, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const preview = ['true', '1'].includes(query.get('isPreview') ?? '');
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
  const gallery = (
    <div className="relative">
      <Gallery pictures={product.pictures} label={say('catalog.product.gallery')} />
      <AfterPage product={product} part="quick" className="absolute top-3 right-0 z-10 flex gap-2 sm:right-3" />
    </div>
  );
  return (
    <article className="py-4">
      <StructuredData things={useThings(product)} />
      <Crumbs product={product} />
      {!single && gallery}
      <div className={`grid items-start gap-6 lg:grid-cols-[1fr_20rem] ${single ? '' : 'mt-5'}`}>
        <div className="grid min-w-0 gap-4">
          {single && gallery}
          <Heading product={product} />
          <ProductFacts product={product} choice={choice} />
          <AfterPage product={product} part="tools" className="min-h-11" />
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
              {product.seatPlan && <AfterPage product={product} part="seats" className="min-h-48" />}
            </ChooseBooking>
          )}
          <ProductDetails product={product} />
        </div>
        {product.onShelf && !soldOut && <BookingBar product={product} choice={choice} />}
      </div>
      {product.rating && <AfterPage product={product} part="reviews" className="mt-6 min-h-96" />}
      <CardRow title={say('catalog.product.related')} cards={product.related} words={words} />
    </article>
  );
}

function Heading({ product }: { product: Product }) {
  const words = useWords();
  const { say } = words;
  const { city } = product;
  return (
    <header>
      <h1 className="text-2xl leading-tight font-bold sm:text-[32px]">{product.heading ?? product.name}</h1>
      <p className="icon icon-pin icon-5 mt-1 flex items-center gap-1 text-quiet">
        {city.name === city.country ? city.name : `${city.name}, ${city.country}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-3">
        {product.offer && (
          <Badge tone="warn">
            {say('catalog.card.offer', {
              percent: product.offer.percent,
              date: words.instant(product.offer.until, product.zone),
            })}
          </Badge>
        )}
        {product.rating && (
          <a href="#reviews" className="inline-block pt-2 pb-1">
            <Rating rating={product.rating} words={words} />
          </a>
        )}
      </div>
    </header>
  );
}

type Part = 'quick' | 'tools' | 'seats' | 'reviews';

/** Content with a separate script, loaded after hydration; its space is reserved. */
function AfterPage({ product, part, className }: { product: Product; part: Part; className: string }) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <div id={part} className={className}>
      <Suspense>{mounted && <Later product={product} part={part} />}</Suspense>
    </div>
  );
}

/** The product and its breadcrumbs (schema.org). Search engines read the server's HTML, so browsers describe no product. */
function useThings(product: Product): Thing[] {
  const { origin, site } = useRoot();
  const { say } = useWords();
  return [
    import.meta.env.SSR ? describeProduct(product, { origin, site, say }) : { '@type': 'Product' },
    listCrumbs(origin, [
      ...listPlaces(product).map(({ name, path }) => ({ name: typeof name === 'string' ? name : say(name.say), path })),
      { name: product.name, path: product.path },
    ]),
  ];
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
