// Search and product list (§2): every choice is in the address, so back, refresh and sharing work.
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { describePage, type Said, sayTitle } from '../../parts/page/describe-page.ts';
import { ProductCard } from '../../parts/product/product-card.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-search';
import { NothingFound } from './nothing-found.tsx';

const sorts = ['default', 'rating', 'priceHigh', 'priceLow'] as const;

function readNumber(value: string | null): number | undefined {
  return value && /^\d{1,6}$/.test(value) ? Number(value) : undefined;
}

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const sort = sorts.find((item) => item === params.get('sort')) ?? 'default';
  const input = {
    query: (params.get('query') ?? '').slice(0, 80),
    type: readNumber(params.get('type')),
    subtype: readNumber(params.get('subtype')),
    city: params.get('city')?.slice(0, 40) || undefined,
    sort,
    page: Math.min(500, Math.max(1, readNumber(params.get('page')) ?? 1)),
  };
  const all = await load('searchProducts', input);
  // Sub-categories are offered within a category only.
  const found = input.type === undefined ? { ...all, subtypes: [] } : all;
  // An empty result is no dead end: everything there is, by category and by city.
  return { input, found, shelf: found.total === 0 ? await load('categories', {}) : null };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { input, found } = loaderData;
  const names = found.list.slice(0, 4).map((card) => card.name);
  return describePage(matches, {
    title: nameResult(loaderData),
    description: names.join(', '),
    path: paths.search({ type: input.type, subtype: input.subtype, city: input.city }),
    noIndex: Boolean(input.query),
  });
};

/** What was looked for, by the narrowest names there are: words, or a category and a city. */
function nameResult({ input, found }: Pick<Route.ComponentProps['loaderData'], 'input' | 'found'>): Said {
  if (input.query) return { say: 'catalog.search.resultsFor', values: { query: input.query } };
  const city = found.cities.find((city) => city.key === input.city)?.label;
  const kind = input.subtype
    ? { say: `catalog.subtype.${input.subtype}` }
    : input.type && { say: `catalog.type.${input.type}` };
  if (city && kind) return { say: 'catalog.search.kindInCity', values: { kind, city } };
  if (city) return { say: 'catalog.search.inCity', values: { city } };
  return kind || { say: 'catalog.search.title' };
}

/** The present address with one choice changed; pages start anew. */
function useAddress() {
  const [params] = useSearchParams();
  return (key: string, value: string | undefined, drop: string[] = []) => {
    const next = new URLSearchParams(params);
    for (const param of ['page', 'l', ...drop]) next.delete(param);
    if (value === undefined) next.delete(key);
    else next.set(key, value);
    return paths.search(next);
  };
}

export default function ShowSearch({ loaderData }: Route.ComponentProps) {
  const { say } = useWords();
  const { input, found } = loaderData;
  const [filters, setFilters] = useState(false);
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
        <Filters data={loaderData} />
      </aside>
      <div>
        <h1 className="text-2xl font-bold sm:text-3xl">{sayTitle(nameResult(loaderData), say)}</h1>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-quiet">
            {say('catalog.search.count', { count: found.total })}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="outline" className="icon icon-5 icon-filters lg:hidden" onClick={() => setFilters(true)}>
              {say('catalog.search.filters')}
            </Button>
            <Sorts sort={input.sort} />
          </div>
        </div>
        <Chosen data={loaderData} />
        {found.total === 0 ? (
          <>
            <NothingFound data={loaderData} />
            {found.instead.length > 0 && (
              <h2 className="mt-8 mb-4 text-xl font-bold">{say('catalog.search.instead')}</h2>
            )}
            <Grid cards={found.instead} />
          </>
        ) : (
          <Grid cards={found.list} />
        )}
        <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
      </div>
      <FilterDialog data={loaderData} open={filters} onClose={() => setFilters(false)} />
    </div>
  );
}

function Sorts({ sort }: { sort: string }) {
  const { say } = useWords();
  const address = useAddress();
  return (
    <nav aria-label={say('catalog.search.sort')} className="flex rounded-lg border border-line bg-surface p-1 text-sm">
      {sorts.map((item) => (
        <Link
          key={item}
          to={address('sort', item === 'default' ? undefined : item)}
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

type Data = Route.ComponentProps['loaderData'];

function Filters({ data: { input, found } }: { data: Data }) {
  const { say } = useWords();
  const address = useAddress();
  const type = input.type === undefined ? undefined : String(input.type);
  return (
    <div className="grid gap-6">
      <Facet
        title={say('catalog.search.category')}
        rows={found.types.map((row) => ({ ...row, label: say(row.label) }))}
        chosen={type}
        hrefOf={(key) => address('type', key, ['subtype'])}
      />
      {type && found.subtypes.length > 1 && (
        <Facet
          title={say('catalog.search.subcategory')}
          rows={found.subtypes.map((row) => ({ ...row, label: say(row.label) }))}
          chosen={input.subtype === undefined ? undefined : String(input.subtype)}
          hrefOf={(key) => address('subtype', key)}
        />
      )}
      <Facet
        title={say('catalog.search.city')}
        rows={found.cities}
        chosen={input.city}
        hrefOf={(key) => address('city', key)}
      />
    </div>
  );
}

type FacetProps = {
  title: string;
  rows: { key: string; label: string; count: number }[];
  chosen: string | undefined;
  hrefOf(key: string | undefined): string;
};

function Facet({ title, rows, chosen, hrefOf }: FacetProps) {
  const { say } = useWords();
  return (
    <section>
      <h2 className="mb-1 px-3 text-sm font-bold">{title}</h2>
      <Link to={hrefOf(undefined)} discover="none" aria-current={chosen === undefined || undefined} className="facet">
        {say('catalog.search.any')}
      </Link>
      <ul className="max-h-96 overflow-y-auto">
        {rows.map((row) => (
          <li key={row.key}>
            <Link to={hrefOf(row.key)} discover="none" aria-current={row.key === chosen || undefined} className="facet">
              <span>{row.label}</span>
              <small>{row.count}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chosen({ data: { input, found } }: { data: Data }) {
  const { say } = useWords();
  const address = useAddress();
  const chips = [
    input.query && { label: `“${input.query}”`, href: address('query', undefined) },
    input.type !== undefined && {
      label: say(`catalog.type.${input.type}`),
      href: address('type', undefined, ['subtype']),
    },
    input.subtype !== undefined && {
      label: say(`catalog.subtype.${input.subtype}`),
      href: address('subtype', undefined),
    },
    input.city !== undefined && {
      label: found.cities.find((city) => city.key === input.city)?.label ?? input.city,
      href: address('city', undefined),
    },
  ].filter((chip) => chip !== false && chip !== '');
  if (!chips.length) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2" aria-label={say('catalog.search.chosen')}>
      {chips.map((chip) => (
        <li key={chip.label}>
          <Link
            to={chip.href}
            aria-label={say('catalog.search.remove', { filter: chip.label })}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-tint px-3 text-sm font-medium text-brand hover:line-through"
          >
            {chip.label}
            <IconX aria-hidden="true" className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Grid({ cards }: { cards: Route.ComponentProps['loaderData']['found']['list'] }) {
  const words = useWords();
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {cards.map((card, at) => (
        <ProductCard key={card.id} card={card} words={words} eager={at < 3} wide />
      ))}
    </div>
  );
}

type FilterDialogProps = { data: Route.ComponentProps['loaderData']; open: boolean; onClose(): void };

function FilterDialog({ data, open, onClose }: FilterDialogProps) {
  const { say } = useWords();
  return (
    <Dialog open={open} onClose={onClose} title={say('catalog.search.filters')}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click */}
      <div onClick={(event) => (event.target as HTMLElement).closest('a') && onClose()}>
        <Filters data={data} />
      </div>
    </Dialog>
  );
}
