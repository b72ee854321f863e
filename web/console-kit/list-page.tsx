// A list page of the back office: heading, tabs, filters, rows as table or cards, bulk actions, pages. A screen declares
// what is special about its list (ARCHITECTURE.md, "Adding a list page").
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { ListCall, QueryField, QueryFields } from '../../contract/read-query.ts';
import { PageHeading } from '../parts/page/page-heading.tsx';
import { Card, EmptyState, Pager } from '../ui/pieces.tsx';
import { ExportList } from './export-list.tsx';
import { useRowFocus } from './keep-row-focus.ts';
import { sortParam, useHrefWith } from './list-address.ts';
import { type Filters, ListFilters } from './list-filters.tsx';
import { type Column, ListTable } from './list-table.tsx';
import { RowCheckbox, type Selection, SelectionBar } from './select-rows.tsx';
import { Tabs } from './tabs.tsx';
import { type DeskWords, useListWords } from './use-list-words.ts';

type Loaded<Row> = {
  /** `more`: the list does not count beyond `total`. */
  found: { list: Row[]; total: number; more?: boolean; page?: number; pages?: number; zone?: string };
  address: Record<string, string>;
  fields: QueryFields;
  call?: ListCall;
  input?: Record<string, unknown>;
};

/** Tabs over one field of the input. `all`: a tab for every value, with its count if known; without it one value is always chosen. */
type TabWords = {
  field: string;
  /** If it is not the title of the page. */
  label?: string;
  all?: true | number;
  /** The texts of the values: the prefix of their keys, or a function. */
  word: string | ((value: string) => string);
  /** Without it, all values that the call accepts. */
  values?: readonly string[];
  counts?: Partial<Record<string, number>>;
};

export type ListPageProps<Row> = {
  list: Loaded<Row>;
  title: string;
  intro?: ReactNode;
  /** Beside the heading: buttons that create an item, links to related pages. */
  actions?: ReactNode;
  tabs?: TabWords;
  filters?: Filters;
  /** Shown if no row is found. */
  empty?: ReactNode;
  /** Text for an empty list without filters: there are no items yet. */
  none?: string;
  /** Says in which zone the times of the list are. */
  zoned?: boolean;
  rowKey(row: Row): string;
  /** A table with these columns, or a card for each row, or lines in one card. */
  columns?: Column<Row>[];
  card?(row: Row, words: DeskWords): ReactNode;
  line?(row: Row, words: DeskWords): ReactNode;
  selection?: Selection<Row>;
  /** The buttons of the bar that appears when rows are selected. */
  bulk?: ReactNode;
  /** Offers the filtered rows as a file of this name, without its extension. */
  fileName?: string;
  /** Rows per page, if the answer does not count its pages. */
  pageSize?: number;
  /** Between the heading and the list, and after the list; also dialogs. */
  before?: ReactNode;
  /** What the filters choose, summed up: between them and the rows. */
  summary?: ReactNode;
  children?: ReactNode;
};

const isAsked = (address: Record<string, string>) =>
  Object.entries(address).some(([name, value]) => name !== 'page' && value);

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { list, title, intro, actions, tabs, filters, empty, none, selection, bulk } = props;
  const { found, address, fields } = list;
  const words = useListWords(found.zone);
  useRowFocus(found.list);
  const hrefWith = useHrefWith();
  const [params] = useSearchParams();
  const sortedBy = params.get(sortParam) ?? '';
  const tab = tabs && (address[tabs.field] ?? '');
  const staying = { ...(tabs && tab ? { [tabs.field]: tab } : {}), ...(sortedBy ? { [sortParam]: sortedBy } : {}) };
  return (
    <>
      <div className={`flex flex-wrap items-center justify-between gap-3 ${intro ? 'mb-1' : 'mb-4'}`}>
        <PageHeading text={title} />
        <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
          {found.list.length > 0 && <ListFile {...props} />}
          {actions}
        </div>
      </div>
      {intro && <p className="mb-4 max-w-prose text-quiet max-sm:mt-3">{intro}</p>}
      <div className="mb-4 empty:hidden">{props.before}</div>
      {tabs && <FieldTabs tabs={{ label: title, ...tabs }} field={fields[tabs.field]} chosen={tab ?? ''} />}
      {filters && <ListFilters label={title} {...{ filters, fields, address, staying }} />}
      {props.summary}
      {found.list.length === 0 ? (
        (empty ?? <EmptyState title={(!isAsked(address) && none) || words.say('catalog.search.none')} />)
      ) : (
        <Rows {...props} words={words} sortedBy={sortedBy} />
      )}
      <Pager page={pageOf(list)} pages={pagesOf(props)} hrefOf={(page) => hrefWith({ page })} />
      {selection && selection.selected.length > 0 && (
        <SelectionBar count={selection.selected.length} onClear={selection.clear}>
          {bulk}
        </SelectionBar>
      )}
      {props.children}
    </>
  );
}

const pageOf = ({ found, address }: Loaded<unknown>) => found.page ?? Number(address.page ?? 1);

function pagesOf<Row>({ list: { found }, pageSize = 20 }: ListPageProps<Row>): number {
  return found.pages ?? Math.ceil(found.total / pageSize);
}

function ListFile<Row>(props: ListPageProps<Row>) {
  const { list, columns, fileName } = props;
  const { call, input = {}, found } = list;
  if (!call || !columns || !fileName) return null;
  return <ExportList {...{ call, input, columns, fileName }} pages={pagesOf(props)} total={found.total} />;
}

type FieldTabsProps = { tabs: TabWords & { label: string }; field: QueryField | undefined; chosen: string };

function FieldTabs({ tabs: { label, all, word, counts, ...tabs }, field, chosen }: FieldTabsProps) {
  const { say } = useListWords();
  const hrefWith = useHrefWith();
  const textOf = (value: string) => (typeof word === 'function' ? word(value) : say(`${word}.${value}`));
  const of = (tabs.values ?? field?.values ?? []).map((key) => ({ key, text: textOf(key), count: counts?.[key] }));
  const count = typeof all === 'number' ? all : undefined;
  const first = all === undefined ? [] : [{ key: '', text: say('catalog.search.any'), count }];
  return (
    <Tabs
      label={label}
      tabs={[...first, ...of].map((item) => ({
        ...item,
        to: hrefWith({ [tabs.field]: item.key }),
        chosen: item.key === (chosen || field?.start || ''),
      }))}
    />
  );
}

type RowsProps<Row> = ListPageProps<Row> & { words: DeskWords; sortedBy: string };

function Rows<Row>(props: RowsProps<Row>) {
  const { list, rowKey, columns, card, line, selection, zoned, words, sortedBy } = props;
  const { found } = list;
  const caption = words.say(found.more ? 'order.list.above' : 'catalog.search.count', { count: found.total });
  return (
    <>
      <p className="mb-2 text-sm text-quiet" role="status">
        {caption}
        {zoned && found.zone && ` · ${words.say('payment.balance.zone', { zone: words.zone(found.zone) })}`}
      </p>
      {columns && (
        <ListTable
          rows={found.list}
          whole={pagesOf(props) <= 1}
          {...{ columns, rowKey, caption, sortedBy, selection }}
        />
      )}
      {card && selection?.allLabel && selection.open.length > 1 && (
        <div className="mb-2">
          <RowCheckbox shown label={selection.allLabel} checked={selection.all} onChange={selection.selectAll} />
        </div>
      )}
      {card && (
        <ul className="grid gap-4">
          {found.list.map((row) => (
            <li key={rowKey(row)} data-row={rowKey(row)}>
              {card(row, words)}
            </li>
          ))}
        </ul>
      )}
      {line && (
        <Card className="!py-1">
          <ul className="divide-y divide-line">
            {found.list.map((row) => (
              <li key={rowKey(row)} data-row={rowKey(row)} className="py-3">
                {line(row, words)}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}
