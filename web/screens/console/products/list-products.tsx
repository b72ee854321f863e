// All products of the owner (rules §10): filters by state, type, city and text in the address; each row shows its missing data. Drafts
// can be deleted together.

import { Link, useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { languageNames } from '../../../../domain/languages.ts';
import { money } from '../../../../domain/money.ts';
import { productTypeOrder } from '../../../../domain/product-types.ts';
import { ActionResult } from '../../../console-kit/action-dialog.tsx';
import { useHrefWith } from '../../../console-kit/list-address.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { RunMany } from '../../../console-kit/run-many.tsx';
import { RowCheckbox, type Selection, useSelection } from '../../../console-kit/select-rows.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { StateBadge } from '../../../parts/console/catalogue/editor-frame.tsx';
import { PickCity } from '../../../parts/places/pick-city.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-products';
import { ProductActs, type ProductRow } from './product-acts.tsx';
import { useDraftDeletion } from './use-draft-deletion.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const list = await loadList('consoleProducts', request, { known: { type: productTypeOrder } });
  const key = list.address.city;
  const city = key ? (await load('searchRegion', { code: key })).list[0] : undefined;
  return { list, city };
}

export default function ListProducts({ loaderData: { list, city } }: Route.ComponentProps) {
  const { say } = useListWords();
  const navigate = useNavigate();
  const hrefWith = useHrefWith();
  const { counts } = list.found;
  const key = list.address.city ?? '';
  const { selection, deletion } = useDrafts(list.found.list);
  const isWhole = list.address.state === 'draft' && counts.draft <= list.found.list.length;
  const isMore = selection.all && !isWhole && counts.draft > 0;
  return (
    <ListPage
      list={list}
      title={say('editing.title')}
      actions={<NewButton to={consolePaths.newProduct()} text={say('editing.new')} />}
      tabs={{
        field: 'state',
        label: say('console.status'),
        all: counts.draft + counts.published + counts.withdrawn,
        word: 'editing.state',
        counts,
      }}
      filters={{
        query: { label: say('editing.search') },
        city: {
          label: say('catalog.search.city'),
          control: (
            <PickCity
              label={say('catalog.search.city')}
              value={key}
              name={city?.name ?? key}
              ownOnly
              onPick={(item) => navigate(hrefWith({ city: item?.code }))}
            />
          ),
        },
        type: { label: say('catalog.search.category'), word: 'catalog.type' },
        sort: { label: say('catalog.search.sort'), word: 'editing.sort' },
      }}
      none={say('editing.noneYet')}
      rowKey={(row) => row.id}
      selection={selection}
      bulk={<DraftActs {...{ selection, deletion }} count={isMore ? counts.draft : 0} filter={list.input} />}
      card={(row, words) => <ProductCard row={row} words={words} selection={selection} />}
    >
      <RunMany
        wish={deletion.wish}
        onClose={deletion.close}
        onDone={(ids) => selection.select(ids, false)}
        nameRow={(id) => <NamedDraft id={id} rows={list.found.list} />}
      />
      <ActionResult act={deletion.act} />
    </ListPage>
  );
}

/** Only drafts can be selected: they can be deleted. */
function useDrafts(rows: ProductRow[]) {
  const { say } = useListWords();
  const selection = useSelection({
    rows,
    rowKey: ({ id }) => id,
    can: ({ state }) => state === 'draft',
    label: ({ name, key }) => say('desk.select', { orderNo: name || key }),
    allLabel: say('editing.selectDrafts'),
  });
  return { selection, deletion: useDraftDeletion() };
}

type DraftActsProps = ReturnType<typeof useDrafts> & { count: number; filter: Record<string, unknown> };

/** `count`: how many drafts the filters find, if all on this page are selected and there are more. */
function DraftActs({ selection, deletion, count, filter }: DraftActsProps) {
  const { say } = useListWords();
  return (
    <>
      {count > 0 && (
        <Button variant="outline" busy={deletion.act.busy === 'all'} onClick={() => void deletion.askForAll(filter)}>
          {say('editing.deleteAllDrafts', { count })}
        </Button>
      )}
      <Button variant="danger" onClick={() => deletion.ask(selection.selected)}>
        {say('editing.deleteDrafts')}
      </Button>
    </>
  );
}

function NamedDraft({ id, rows }: { id: string; rows: ProductRow[] }) {
  const row = rows.find((row) => row.id === id);
  return (
    <Link to={consolePaths.product(id)} className="target font-semibold underline">
      {row?.name || row?.key || `#${id}`}
    </Link>
  );
}

type CardProps = { row: ProductRow; words: DeskWords; selection: Selection<ProductRow> };

function ProductCard({ row, words, selection }: CardProps) {
  const { say, at } = words;
  const facts = [
    say('editing.fromPrice', { price: words.money(money(row.fromMinor, row.currency)) }),
    row.nextOn
      ? say('catalog.card.next', { date: words.day(row.nextOn, 'short') })
      : say(row.onSale ? 'catalog.when.open' : 'editing.noDates'),
    say('editing.soldCount', { count: row.sold }),
    say('editing.viewCount', { count: row.views }),
  ];
  return (
    <article className="flex flex-wrap gap-4 rounded-card border border-line bg-surface p-4">
      {selection.open.includes(row.id) && (
        <div className="-my-2 -mr-2 -ml-3 self-start">
          <RowCheckbox
            label={selection.labelOf(row)}
            checked={selection.selected.includes(row.id)}
            onChange={(on) => selection.select([row.id], on)}
          />
        </div>
      )}
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
            className="target min-w-0 font-semibold break-words text-brand hover:underline"
          >
            {row.name || row.key}
          </Link>
          <StateBadge state={row.state} />
          {row.missing.length > 0 && (
            <Badge tone="warn">
              {say('editing.missing', { count: row.missing.length })}
              <span className="sr">
                : {words.join(row.missing.map((item) => languageNames[item as keyof typeof languageNames] ?? item))}
              </span>
            </Badge>
          )}
        </p>
        <p className="text-sm break-words text-quiet">
          {say(`catalog.type.${row.type}`)} · {say(`catalog.subtype.${row.subtype}`)} · {row.cityName} · {row.key}
        </p>
        <p className="text-sm">{facts.join(' · ')}</p>
        <p className="text-xs text-quiet">{say('editing.changedAt', { date: at(row.updatedAt) })}</p>
        <ProductActs row={row} />
      </div>
    </article>
  );
}
