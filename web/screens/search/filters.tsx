// Filters with counts beside the results (§2 search); all others are in a dialog that is loaded on demand.
import { Link } from 'react-router';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import type { SearchData } from './search-data.ts';
import { useAddress } from './use-address.ts';

export function FilterColumn({ data: { input, found }, onMore }: { data: SearchData; onMore(): void }) {
  const { say } = useWords();
  const address = useAddress();
  const type = input.type === undefined ? undefined : String(input.type);
  return (
    <div className="grid gap-6">
      <Button variant="outline" onClick={onMore}>
        {say('catalog.search.more')}
      </Button>
      <Facet
        title={say('catalog.search.category')}
        rows={found.types.map((row) => ({ ...row, label: say(`catalog.type.${row.key}`) }))}
        chosen={type}
        hrefOf={(key) => address({ type: key, subtype: undefined })}
      />
      {type && found.subtypes.length > 1 && (
        <Facet
          title={say('catalog.search.subcategory')}
          rows={found.subtypes.map((row) => ({ ...row, label: say(`catalog.subtype.${row.key}`) }))}
          chosen={input.subtype === undefined ? undefined : String(input.subtype)}
          hrefOf={(key) => address({ subtype: key })}
        />
      )}
      <Facet
        title={say('catalog.search.city')}
        rows={found.cities}
        chosen={input.city}
        hrefOf={(key) => address({ city: key })}
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
