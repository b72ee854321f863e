// One markup for both widths: a table on a desktop, with sortable headings, and the same rows as cards on phones, where each value has
// its column's label. The roles are explicit, because a table that is laid out as cards loses its implicit ones.
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  createSortedRowModel,
  type Row as RowOf,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useWords } from '../parts/use-words.ts';
import { SelectInput } from '../ui/field.tsx';
import { sortParam, useHrefWith } from './list-address.ts';
import { RowCheckbox, type Selection } from './select-rows.tsx';
import { type FileColumn, isMoney, sortValue } from './write-list.ts';

/** `key` names the column in the address when the page is sorted by it. */
export type Column<Row> = FileColumn<Row> & {
  /** An empty value omits its line on phones. */
  show(row: Row): ReactNode;
  /** `title` heads the card, `figure` is right-aligned, `plain` and `acts` have no label on phones; the head of `acts` is not drawn. */
  look?: 'title' | 'figure' | 'plain' | 'acts';
  /** Prevents the column from becoming too narrow or too wide. */
  width?: string;
};

export type TableProps<Row> = {
  rows: Row[];
  columns: Column<Row>[];
  rowKey(row: Row): string;
  caption: string;
  /** All rows are on this page, so sorting them sorts the list. */
  whole: boolean;
  /** The column and direction in the address. */
  sortedBy?: string;
  selection?: Selection<Row>;
};

/** Explicit, see above. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
} as const;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;

/** Empty values come last, numbers by size, texts by the reader's alphabet; amounts are sorted within their currency. */
function compare(a: unknown, b: unknown, locale: string): number {
  if (a === b) return 0;
  if (isMoney(a) && isMoney(b))
    return a.currency.localeCompare(b.currency) || compare(a.amountMinor, b.amountMinor, locale);
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), locale);
}

function useSortedRows<Row>({ rows, columns, rowKey, whole, sortedBy = '' }: TableProps<Row>) {
  const { locale } = useWords();
  const key = sortedBy.replace(/^-/, '');
  const sorted = whole ? columns.find((column) => column.key === key && column.sort) : undefined;
  const sort = sorted && { id: key, desc: sortedBy.startsWith('-') };
  const table = useTable<Features, Row & object>({
    features,
    data: rows as (Row & object)[],
    columns: columns.map(({ key: id, sort: by }) => ({
      id,
      accessorFn: (row: Row & object) => sortValue({ key: id, label: id, sort: by }, row),
      sortFn: (a: RowOf<Features, Row & object>, b: RowOf<Features, Row & object>) =>
        compare(a.getValue(id), b.getValue(id), locale),
    })),
    getRowId: rowKey,
    state: { sorting: sort ? [sort] : [] },
  });
  return { sort, sorted: table.getRowModel().rows.map((row) => ({ id: row.id, row: row.original as Row })) };
}

export function ListTable<Row>(props: TableProps<Row>) {
  const { columns, caption, whole, selection } = props;
  const { say } = useWords();
  const { sort, sorted } = useSortedRows(props);
  const ticks = Boolean(selection?.open.length);
  const sortable = whole && sorted.length > 1 ? columns.filter((column) => column.sort) : [];
  return (
    <>
      {sortable.length > 0 && <SortSelect columns={sortable} sort={sort} />}
      {ticks && selection && (
        <div className="flex items-center md:hidden">
          <RowCheckbox
            label={selection.allLabel ?? say('editing.price.selectAll')}
            checked={selection.all}
            onChange={(on) => selection.selectAll(on)}
            shown
          />
        </div>
      )}
      <section
        aria-label={caption}
        className="relative md:overflow-x-auto md:rounded-card md:border md:border-line md:bg-surface"
      >
        <table {...as.table} className="w-full text-sm max-md:block">
          <caption className="sr">{caption}</caption>
          <thead {...as.rowgroup} className="border-b border-line max-md:sr-only">
            <tr {...as.row}>
              {ticks && selection && (
                <td {...as.cell} className="w-11 pl-2 max-md:hidden">
                  <RowCheckbox
                    label={selection.allLabel ?? say('editing.price.selectAll')}
                    checked={selection.all}
                    onChange={(on) => selection.selectAll(on)}
                  />
                </td>
              )}
              {columns.map((column) => (
                <Head key={column.key} column={column} sort={sortable.includes(column) ? (sort ?? null) : undefined} />
              ))}
            </tr>
          </thead>
          <tbody {...as.rowgroup} className="max-md:grid max-md:gap-3 md:divide-y md:divide-line">
            {sorted.map(({ id, row }) => (
              <Line key={id} id={id} row={row} columns={columns} selection={ticks ? selection : undefined} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

type Sort = { id: string; desc: boolean };

const head = 'px-3 py-2 text-xs font-semibold whitespace-nowrap text-quiet';

/** `sort`: undefined if the column cannot be sorted, null if the page is in the list's default order. */
function Head<Row>({ column, sort }: { column: Column<Row>; sort: Sort | null | undefined }) {
  const hrefWith = useHrefWith();
  const look = `${head} ${column.look === 'figure' ? 'text-right' : 'text-left'}`;
  const sorted = sort?.id === column.key ? (sort.desc ? 'descending' : 'ascending') : undefined;
  if (sort === undefined)
    return (
      <th {...as.columnheader} scope="col" className={look}>
        {column.look === 'acts' ? <span className="sr">{column.label}</span> : column.label}
      </th>
    );
  const Icon = sorted === undefined ? IconArrowsSort : sort?.desc ? IconArrowDown : IconArrowUp;
  // Ascending, descending, and back to the list's default order.
  const next = sorted === 'ascending' ? `-${column.key}` : sorted === 'descending' ? undefined : column.key;
  return (
    <th {...as.columnheader} scope="col" aria-sort={sorted} className={look}>
      <Link
        to={hrefWith({ [sortParam]: next })}
        preventScrollReset
        className="inline-flex min-h-6 items-center gap-1 hover:text-brand max-md:hidden"
      >
        {column.label}
        <Icon aria-hidden="true" className={`size-3.5 ${sorted ? '' : 'opacity-40'}`} />
      </Link>
      <span className="md:hidden">{column.label}</span>
    </th>
  );
}

/** Phones have no headings to press. */
function SortSelect<Row>({ columns, sort }: { columns: Column<Row>[]; sort: Sort | undefined }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const hrefWith = useHrefWith();
  const chosen = sort ? `${sort.desc ? '-' : ''}${sort.id}` : '';
  return (
    <div className="mb-3 md:hidden">
      <SelectInput
        aria-label={say('catalog.search.sort')}
        value={chosen}
        onChange={({ target }) => navigate(hrefWith({ [sortParam]: target.value }), { preventScrollReset: true })}
      >
        <option value="">{say('catalog.search.sort')} …</option>
        {columns.flatMap(({ key, label }) => [
          <option key={key} value={key}>{`${label} ↑`}</option>,
          <option key={`-${key}`} value={`-${key}`}>{`${label} ↓`}</option>,
        ])}
      </SelectInput>
    </div>
  );
}

const card =
  'max-md:relative max-md:grid max-md:gap-1.5 max-md:rounded-card max-md:border max-md:border-line max-md:bg-surface ' +
  'max-md:p-4 max-md:break-words md:hover:bg-canvas focus-within:bg-tint';

type LineProps<Row> = { id: string; row: Row; columns: Column<Row>[]; selection: Selection<Row> | undefined };

function Line<Row>({ id, row, columns, selection }: LineProps<Row>) {
  return (
    <tr {...as.row} data-row={id} className={card}>
      {selection && (
        <td {...as.cell} className="w-11 align-top max-md:absolute max-md:top-2 max-md:right-2 md:pl-2">
          {selection.open.includes(id) && (
            <RowCheckbox
              label={selection.labelOf(row)}
              checked={selection.selected.includes(id)}
              onChange={(on) => selection.select([id], on)}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.key} column={column} shown={column.show(row)} ticks={Boolean(selection)} />
      ))}
    </tr>
  );
}

function Cell<Row>({ column, shown, ticks }: { column: Column<Row>; shown: ReactNode; ticks: boolean }) {
  const { label, look, width = '' } = column;
  const empty = shown === null || shown === undefined || shown === '' || shown === false;
  const named = look === undefined || look === 'figure';
  const place = [
    'md:px-3 md:py-2 md:align-top',
    look === 'title' ? `max-md:text-base ${ticks ? 'max-md:pr-12' : ''}` : '',
    look === 'figure' ? 'tabular-nums md:text-right md:whitespace-nowrap' : '',
    named ? 'max-md:flex max-md:flex-wrap max-md:items-baseline max-md:justify-between max-md:gap-x-3' : '',
    empty ? 'max-md:hidden' : '',
    // A column that says its own least width is no wider for a long name: columns behind it stay on the screen.
    width && `md:break-words ${width}`,
  ];
  return (
    <td {...as.cell} className={place.filter(Boolean).join(' ')}>
      {named && (
        <span aria-hidden="true" className="text-quiet md:hidden">
          {label}
        </span>
      )}
      {empty ? (
        look !== 'acts' && '–'
      ) : named ? (
        <span className="min-w-0 max-md:ml-auto max-md:text-right max-md:[&>a]:justify-end">{shown}</span>
      ) : (
        shown
      )}
    </td>
  );
}

type RowLinkProps = { to: string; children: ReactNode; code?: boolean; cover?: boolean };

/** The link to a row's page. `cover`: on phones the whole card is the link, if it contains no other control. */
export function RowLink({ to, children, code, cover }: RowLinkProps) {
  const look = `font-semibold text-brand hover:underline ${code ? 'tabular-nums break-all' : 'break-words'}`;
  return (
    <Link
      data-row-link
      to={to}
      className={`scroll-mb-32 ${look} ${cover ? 'max-md:after:absolute max-md:after:inset-0' : 'target'}`}
    >
      {children}
    </Link>
  );
}
