// Search and product list (§2): every choice is in the address, so back, refresh and sharing work.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { openingOf } from '../../../domain/plain-text.ts';
import { load } from '../../load.ts';
import { describePage, type PageText, sayTitle } from '../../parts/page/describe-page.ts';
import { OwnText } from '../../parts/page/own-text.tsx';
import { type CardData, ProductCard, trimCard } from '../../parts/product/product-card.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager, Skeleton } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-search';
import { ChosenFilters, showDistance } from './chosen-filters.tsx';
import { FilterColumn } from './filters.tsx';
import { ListPlace } from './list-place.tsx';
import { NothingFound } from './nothing-found.tsx';
import { isUnread, readInput, type SearchInput, searchOrders } from './read-input.ts';
import type { SearchData } from './search-data.ts';
import { useAddress } from './use-address.ts';

const MapOfResults = lazy(() => import('./map-of-results.tsx'));

/** All other filters: loaded on demand. */
const NarrowDialog = lazy(() => import('./narrow-dialog.tsx'));

export async function loader({ request }: Route.LoaderArgs) {
  const input = readInput(new URL(request.url).searchParams);
  const { country, city, type } = input;
  const [all, above] = await Promise.all([
    load('searchProducts', input),
    country || isList(input) ? load('listPage', { country, city, type }) : null,
  ]);
  // Sub-categories are offered within a category only.
  const subtypes = input.type === undefined ? [] : all.subtypes.map(countOf);
  const day = daySearched(input, all.dates);
  const found = {
    ...all,
    types: all.types.map(countOf),
    subtypes,
    list: all.list.map((card) => openOn(trimCard(card), day)),
  };
  // An empty result offers everything there is, by category and by city.
  return { input, found, above, shelf: found.total === 0 ? await load('categories', {}) : null };
}

/** Categories have their names among the words of the page. */
const countOf = ({ key, count }: { key: string; count: number }) => ({ key, count });

/** The only day of a search: all of its results have places on it. */
function daySearched({ from = '', to = from }: SearchInput, typed: OutputOf<'searchProducts'>['dates']) {
  const days = typed ?? { from, to };
  return days.from === days.to ? days.from : '';
}

/** A card shows the day searched for and leads to it; an open ticket has no day. */
const openOn = (card: CardData, day: string): CardData =>
  day && card.nextOn ? { ...card, searchedOn: day, path: `${card.path}?on=${day}` } : card;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { input, found } = loaderData;
  const names = found.list.slice(0, 4).map((card) => card.name);
  return describePage(matches, {
    title: nameResult(loaderData),
    description: openingOf(loaderData.above?.text ?? '') || names.join(' · '),
    path: paths.search({ type: input.type, subtype: input.subtype, country: input.country, city: input.city }),
    share: [
      input.country && `country-${input.country}`,
      input.city && `city-${input.city}`,
      input.type && `type-${input.type}`,
    ]
      .filter(Boolean)
      .join('-'),
    noIndex: isUnread(input),
  });
};

/** The first page of a country, city or category, or of both: it has its own address and text (decision 0472). */
const isList = (input: SearchInput) =>
  Boolean(input.country || input.city || input.type) &&
  !(input.subtype || (input.country && input.city)) &&
  input.page === 1 &&
  !isUnread(input);

/** The subject of the search, by the narrowest name: the owner's title, the query, or a category and a place. */
function nameResult({
  input,
  found,
  above,
}: Pick<Route.ComponentProps['loaderData'], 'input' | 'found' | 'above'>): PageText {
  if (above?.title) return above.title;
  if (input.query) return { say: 'catalog.search.resultsFor', values: { query: input.query } };
  const country = input.country && above?.country?.label;
  const city = found.cities.find((city) => city.key === input.city)?.label ?? country;
  const kind = input.subtype
    ? { say: `catalog.subtype.${input.subtype}` }
    : input.type && { say: `catalog.type.${input.type}` };
  if (city && kind) return { say: 'catalog.search.kindInCity', values: { kind, city } };
  if (city) return { say: 'catalog.search.inCity', values: { city } };
  return kind || { say: 'catalog.search.title' };
}

export default function ShowSearch({ loaderData }: Route.ComponentProps) {
  const { say } = useWords();
  const { input, found } = loaderData;
  const [open, setOpen] = useState<'filters' | 'more'>();
  const [params] = useSearchParams();
  const hrefOf = (page: number) => {
    const next = new URLSearchParams(params);
    next.delete('l');
    next.set('page', String(page));
    return paths.search(next);
  };
  return (
    <div className="grid gap-8 py-6 lg:grid-cols-[15rem_1fr]">
      <aside aria-label={say('catalog.search.filters')} className="hidden lg:block">
        <FilterColumn data={loaderData} onMore={() => setOpen('more')} />
      </aside>
      <div className="min-w-0">
        <ListPlace data={loaderData} />
        <WayUp above={loaderData.above} input={input} />
        <h1 className="text-2xl font-bold sm:text-3xl">{sayTitle(nameResult(loaderData), say)}</h1>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-quiet">
            {say('catalog.search.count', { count: found.total })}
          </p>
          <div className="flex min-w-0 flex-wrap items-center gap-2">
            <Button variant="outline" className="icon icon-5 icon-filters lg:hidden" onClick={() => setOpen('filters')}>
              {say('catalog.search.filters')}
            </Button>
            <MapSwitch isMap={input.map === true} />
            <Sorts input={input} />
          </div>
        </div>
        {loaderData.above?.text && (
          <div className="mt-4 max-w-3xl">
            <OwnText text={loaderData.above.text} />
          </div>
        )}
        <ChosenFilters data={loaderData} />
        {found.total === 0 ? <Instead data={loaderData} /> : <Results data={loaderData} />}
        <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
      </div>
      <FilterDialog
        data={loaderData}
        open={open === 'filters'}
        onClose={() => setOpen((now) => (now === 'filters' ? undefined : now))}
        onMore={() => setOpen('more')}
      />
      <Suspense>{open === 'more' && <NarrowDialog data={loaderData} onClose={() => setOpen(undefined)} />}</Suspense>
    </div>
  );
}

/** Nothing was found: why, and other products. */
function Instead({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const { say } = useWords();
  const cards = data.found.instead;
  return (
    <>
      <NothingFound data={data} />
      {cards.length > 0 && <h2 className="mt-8 mb-4 text-xl font-bold">{say('catalog.search.instead')}</h2>}
      <Grid cards={cards} />
    </>
  );
}

/** From a city to all products in its country. */
function WayUp({ above, input }: Pick<Route.ComponentProps['loaderData'], 'above' | 'input'>) {
  const { say } = useWords();
  if (!above?.country || !input.city) return null;
  return (
    <Link
      to={paths.search({ country: above.country.key })}
      className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
    >
      {say('catalog.search.inCity', { city: above.country.label })}
    </Link>
  );
}

/** With the map, a list of the same height that scrolls separately; on a phone the list follows. */
function Results({ data }: { data: SearchData }) {
  const { say } = useWords();
  // A map is rendered only in the browser: if the server rendered one, hydration would fail.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  if (!data.input.map) return <Grid cards={data.found.list} />;
  const place = <Skeleton className="h-[65dvh] min-h-80" />;
  return (
    <div className="mt-4 grid gap-4 xl:grid-cols-2">
      {mounted ? (
        <Suspense fallback={place}>
          <MapOfResults places={data.found.places} label={sayTitle(nameResult(data), say)} />
        </Suspense>
      ) : (
        place
      )}
      <div className="xl:max-h-[65dvh] xl:overflow-y-auto">
        <Grid cards={data.found.list} narrow />
      </div>
    </div>
  );
}

function MapSwitch({ isMap }: { isMap: boolean }) {
  const { say } = useWords();
  const address = useAddress();
  return (
    <LinkButton variant="outline" to={address({ view: isMap ? undefined : 'map' })} preventScrollReset discover="none">
      {say(isMap ? 'catalog.search.list' : 'catalog.search.map')}
    </LinkButton>
  );
}

function Sorts({ input: { sort, lat } }: { input: SearchInput }) {
  const { say } = useWords();
  const address = useAddress();
  const orders = [...searchOrders, ...(lat === undefined ? [] : ['distance'])];
  const nav = useRef<HTMLElement>(null);
  const at = orders.indexOf(sort);
  // A phone shows three of them: the chosen one is among these.
  useEffect(() => {
    const chosen = nav.current?.children[at];
    if (!(chosen instanceof HTMLElement) || !nav.current) return;
    nav.current.scrollLeft = chosen.offsetLeft - (nav.current.clientWidth - chosen.offsetWidth) / 2;
  }, [at]);
  return (
    <nav
      ref={nav}
      aria-label={say('catalog.search.sort')}
      className="no-bar relative flex max-w-full overflow-x-auto rounded-lg border border-line bg-surface p-1 text-sm"
    >
      {orders.map((item) => (
        <Link
          key={item}
          to={address({ sort: item === 'default' ? undefined : item })}
          aria-current={item === sort || undefined}
          preventScrollReset
          discover="none"
          className="sort-link"
        >
          {say(`catalog.search.sort.${item}`)}
        </Link>
      ))}
    </nav>
  );
}

function Grid({ cards, narrow = false }: { cards: SearchData['found']['list']; narrow?: boolean }) {
  const words = useWords();
  const placeCard = (card: (typeof cards)[number]) =>
    card.metres === undefined ? card : { ...card, city: `${card.city} · ${showDistance(card.metres, words.locale)}` };
  return (
    <div
      className={narrow ? 'grid gap-4 sm:grid-cols-2 xl:grid-cols-1' : 'mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3'}
    >
      {cards.map((card, at) => (
        <ProductCard key={card.id} card={placeCard(card)} words={words} eager={at < 3} wide />
      ))}
    </div>
  );
}

type FilterDialogProps = { data: SearchData; open: boolean; onClose(): void; onMore(): void };

function FilterDialog({ data, open, onClose, onMore }: FilterDialogProps) {
  const { say } = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={say('catalog.search.filters')}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click */}
      <div onClick={(event) => (event.target as HTMLElement).closest('a') && onClose()}>
        <FilterColumn data={data} onMore={onMore} />
      </div>
    </Dialog>
  );
}
