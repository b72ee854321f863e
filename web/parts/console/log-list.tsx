// A log of calls between systems: call, result, time, partner or platform, duration. The screens provide the name of the other side.
import { ListPage, type ListPageProps } from '../../console-kit/list-page.tsx';
import type { Column } from '../../console-kit/list-table.tsx';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { Badge, EmptyState } from '../../ui/pieces.tsx';

type Line = { id: string; at: string; code: string | number; milliseconds: number };
type Tone = Parameters<typeof Badge>[0]['tone'];

type LogProps<Row> = Pick<ListPageProps<Row>, 'list' | 'title' | 'intro' | 'actions' | 'filters'> & {
  /** Shown if there was no call yet. */
  none: string;
  /** The call, and its name as text. */
  mainColumn: { label: string; of(row: Row): string };
  toneOf(row: Row): Tone;
  /** A text, if the code is not one of the other side. */
  sayCode?(row: Row): string;
  /** Below the code. */
  sayMore?(row: Row): string;
  /** Between the time and the milliseconds. */
  columns(words: DeskWords): Column<Row>[];
};

export function LogList<Row extends Line>({
  none,
  mainColumn,
  toneOf,
  sayCode,
  sayMore,
  columns,
  ...page
}: LogProps<Row>) {
  const words = useListWords(page.list.found.zone);
  const { say, at } = words;
  const all: Column<Row>[] = [
    {
      ...{ key: 'asked', label: mainColumn.label, look: 'title' },
      show: (row) => <code className="break-all">{mainColumn.of(row)}</code>,
    },
    {
      ...{ key: 'code', label: say('systems.result'), look: 'plain' },
      show: (row) => (
        <>
          <Badge tone={toneOf(row)}>{sayCode?.(row) ?? row.code}</Badge>
          {sayMore && <span className="block max-w-80 text-xs break-words text-quiet">{sayMore(row)}</span>}
        </>
      ),
    },
    { key: 'at', label: say('systems.at'), show: (row) => at(row.at) },
    ...columns(words),
    {
      ...{ key: 'milliseconds', label: say('systems.took'), look: 'figure' },
      show: ({ milliseconds }) => `${milliseconds} ms`,
    },
  ];
  return <ListPage {...page} zoned empty={<EmptyState title={none} />} rowKey={({ id }) => id} columns={all} />;
}
