// A search without a result (§2): other readings of the query, and links: all products, categories, cities.
import { IconMoodEmpty } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pieces.tsx';

type NothingFoundProps = {
  data: {
    input: { query: string };
    found: Pick<OutputOf<'searchProducts'>, 'suggestion'>;
    shelf: OutputOf<'categories'> | null;
  };
};

export function NothingFound({ data: { input, found, shelf } }: NothingFoundProps) {
  const { say } = useWords();
  const { suggestion } = found;
  // The query finds products without filters: then the spelling was right and only the filters were in the way.
  const same = suggestion?.query.toLowerCase() === input.query.trim().toLowerCase();
  // Where nothing is on sale, no other words find more.
  const isEmpty = shelf?.categories.length === 0;
  return (
    <>
      <EmptyState icon={<IconMoodEmpty className="size-12" />} title={say('catalog.search.none')}>
        {suggestion && (
          <p className="text-lg">
            {say(same ? 'catalog.home.withoutFilters' : 'catalog.home.didYouMean')}{' '}
            <Link to={paths.search({ query: suggestion.query })} className="font-semibold text-brand underline">
              {say('catalog.home.meant', suggestion)}
            </Link>
          </p>
        )}
        {!isEmpty && (
          <>
            <p className="max-w-md text-quiet">{say('catalog.search.noneHint')}</p>
            <LinkButton to={paths.search()} variant="outline">
              {say('catalog.search.all')}
            </LinkButton>
          </>
        )}
      </EmptyState>
      {shelf && (
        <div className="mt-8 grid gap-6">
          <Ways
            title={say('catalog.home.categories')}
            rows={shelf.categories.map((row) => ({
              href: paths.search({ type: row.key }),
              label: row.label,
              count: row.count,
            }))}
          />
          <Ways
            title={say('catalog.home.cities')}
            rows={shelf.cities.map((row) => ({
              href: paths.search({ city: row.key }),
              label: row.label,
              count: row.count,
            }))}
          />
        </div>
      )}
    </>
  );
}

function Ways({ title, rows }: { title: string; rows: { href: string; label: string; count: number }[] }) {
  if (!rows.length) return null;
  return (
    <nav aria-label={title}>
      <h2 className="mb-3 text-xl font-bold">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {rows.map((row) => (
          <li key={row.href}>
            <Link
              to={row.href}
              className={
                'inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 ' +
                'font-medium hover:border-brand hover:text-brand'
              }
            >
              {row.label}
              <span className="text-sm text-quiet tabular-nums">{row.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
