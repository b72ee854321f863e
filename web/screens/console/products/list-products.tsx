// All products of the owner (rules §10): by state, type, city and words, in the address; what is missing shows at the row.

import { IconPlus } from '@tabler/icons-react';
import { Form, Link, useNavigate, useSearchParams } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { languageNames } from '../../../../domain/languages.ts';
import { money } from '../../../../domain/money.ts';
import { productTypeOrder } from '../../../../domain/product-types.ts';
import { load } from '../../../load.ts';
import { StateBadge } from '../../../parts/console/catalogue/editor-frame.tsx';
import { PickCity } from '../../../parts/console/catalogue/pick-city.tsx';
import { useDeskZone } from '../../../parts/console/use-desk-zone.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Field, SelectInput, TextInput } from '../../../ui/field.tsx';
import { Badge, EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-products';
import { ProductActs, type ProductRow } from './product-acts.tsx';

const states = ['draft', 'published', 'withdrawn'] as const;
const sorts = ['newest', 'name', 'changed', 'sold'] as const;

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const state = states.find((one) => one === params.get('state'));
  const type = productTypeOrder.find((one) => String(one) === params.get('type'));
  const sort = sorts.find((one) => one === params.get('sort')) ?? 'newest';
  const query = (params.get('query') ?? '').slice(0, 80);
  const key = (params.get('city') ?? '').slice(0, 40);
  const page = Number(params.get('page') ?? 1);
  const found = await load('consoleProducts', {
    query,
    sort,
    page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
    ...(state ? { state } : {}),
    ...(type ? { type } : {}),
    ...(key ? { city: key } : {}),
  });
  const city = key ? (await load('searchRegion', { query: '' })).list.find((one) => one.code === key) : undefined;
  return { state, type, sort, query, cityKey: key, city, found };
}

export default function ListProducts({ loaderData }: Route.ComponentProps) {
  const { found, state } = loaderData;
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (page: number) =>
    consolePaths.products(new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('catalogue.title')} />
        <LinkButton to={consolePaths.newProduct()}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('catalogue.new')}
        </LinkButton>
      </div>
      <StateTabs chosen={state} counts={found.counts} />
      <Filters loaderData={loaderData} />
      {found.list.length === 0 ? (
        <EmptyState title={say('search.none')} />
      ) : (
        <>
          <p className="mb-2 text-sm text-quiet" role="status">
            {say('search.count', { count: found.total })}
          </p>
          <ul className="grid gap-3">
            {found.list.map((row) => (
              <OneRow key={row.id} row={row} />
            ))}
          </ul>
        </>
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
    </>
  );
}

type Counts = Route.ComponentProps['loaderData']['found']['counts'];

function StateTabs({ chosen, counts }: { chosen: string | undefined; counts: Counts }) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (state: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (state) next.set('state', state);
    else next.delete('state');
    return consolePaths.products(next);
  };
  const all = counts.draft + counts.published + counts.withdrawn;
  const tabs = [
    { key: '', label: say('search.any'), count: all },
    ...states.map((one) => ({ key: one, label: say(`catalogue.state.${one}`), count: counts[one] })),
  ];
  return (
    <nav aria-label={say('console.status')} className="mb-4 flex flex-wrap gap-1 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={hrefOf(tab.key)}
          aria-current={(chosen ?? '') === tab.key ? 'page' : undefined}
          className={
            'flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-3 font-medium text-quiet ' +
            'hover:text-brand aria-[current=page]:border-brand aria-[current=page]:text-brand'
          }
        >
          {tab.label}
          <span className="tabular-nums">({tab.count})</span>
        </Link>
      ))}
    </nav>
  );
}

function Filters({ loaderData }: { loaderData: Route.ComponentProps['loaderData'] }) {
  const { query, type, sort, state, cityKey, city } = loaderData;
  const { say } = useWords();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const pickCity = (code: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (code) next.set('city', code);
    else next.delete('city');
    navigate(consolePaths.products(next));
  };
  return (
    <Form key={`${query} ${type} ${sort} ${cityKey}`} className="mb-4 flex flex-wrap items-end gap-3" role="search">
      {state && <input type="hidden" name="state" value={state} />}
      {cityKey && <input type="hidden" name="city" value={cityKey} />}
      <div className="min-w-0 grow basis-56">
        <Field label={say('catalogue.search')}>
          {(ids) => <TextInput ids={ids} name="query" maxLength={80} defaultValue={query} />}
        </Field>
      </div>
      <div className="min-w-0 basis-48 max-sm:grow">
        <PickCity
          label={say('search.city')}
          value={cityKey}
          name={city?.name ?? cityKey}
          onPick={(one) => pickCity(one?.code ?? '')}
        />
      </div>
      <Field label={say('search.category')}>
        {(ids) => (
          <SelectInput ids={ids} name="type" defaultValue={type ?? ''}>
            <option value="">{say('search.any')}</option>
            {productTypeOrder.map((one) => (
              <option key={one} value={one}>
                {say(`type.${one}`)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={say('search.sort')}>
        {(ids) => (
          <SelectInput ids={ids} name="sort" defaultValue={sort}>
            {sorts.map((one) => (
              <option key={one} value={one}>
                {say(`catalogue.sort.${one}`)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Button type="submit" variant="outline">
        {say('search.go')}
      </Button>
    </Form>
  );
}

function OneRow({ row }: { row: ProductRow }) {
  const zone = useDeskZone();
  const words = useWords();
  const { say } = words;
  const facts = [
    say('catalogue.fromPrice', { price: words.money(money(row.fromMinor, row.currency)) }),
    row.nextOn
      ? say('card.next', { date: words.day(row.nextOn, 'short') })
      : say(row.onSale ? 'when.open' : 'catalogue.noDates'),
    say('catalogue.soldCount', { count: row.sold }),
    say('catalogue.viewCount', { count: row.views }),
  ];
  return (
    <li className="flex flex-wrap gap-4 rounded-card border border-line bg-surface p-4">
      <img
        src={row.picture}
        alt=""
        loading="lazy"
        className="aspect-3/2 w-32 shrink-0 self-start rounded-lg border border-line bg-canvas object-cover max-sm:w-24"
      />
      <div className="grid min-w-0 grow basis-56 content-start gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={consolePaths.product(row.id)}
            className="min-w-0 font-semibold break-words text-brand hover:underline"
          >
            {row.name || row.key}
          </Link>
          <StateBadge state={row.state} />
          {row.missing.length > 0 && (
            <Badge tone="warn">
              {say('catalogue.missing', { count: row.missing.length })}
              <span className="sr">
                : {row.missing.map((one) => languageNames[one as keyof typeof languageNames] ?? one).join(', ')}
              </span>
            </Badge>
          )}
        </p>
        <p className="text-sm break-words text-quiet">
          {say(`type.${row.type}`)} · {say(`subtype.${row.subtype}`)} · {row.cityName} · {row.key}
        </p>
        <p className="text-sm">{facts.join(' · ')}</p>
        <p className="text-xs text-quiet">{say('catalogue.changedAt', { date: words.instant(row.updatedAt, zone) })}</p>
        <ProductActs row={row} />
      </div>
    </li>
  );
}
