// The findings of an import by product (rules §10): all, those that it changes, or those with problems, each with its place in the file.
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, Notice, type Tone } from '../../../ui/pieces.tsx';

export type Rows = OutputOf<'consoleImportRows'>;
type Row = Rows['list'][number];

export const shows = ['all', 'changes', 'removed', 'bad'] as const;
type Show = (typeof shows)[number];
const showWords: Record<Show, string> = {
  all: 'catalog.search.any',
  changes: 'porting.onlyChanges',
  removed: 'porting.onlyRemoved',
  bad: 'porting.onlyBad',
};

const verdictTones: Record<Row['verdict'], Tone> = { fresh: 'brand', change: 'brand', same: 'neutral', bad: 'bad' };
const outcomeTones: Record<NonNullable<Row['outcome']>, Tone> = { created: 'good', changed: 'good', failed: 'bad' };

export function ListRows({ id, show, first }: { id: string; show: Show; first: Rows }) {
  const { say } = useWords();
  const [rows, setRows] = useState(first);
  const { busy, problem, run } = useAction();
  useEffect(() => setRows(first), [first]);
  const more = (after: number) =>
    run(
      async () => {
        const { list, next } = await send('consoleImportRows', { id, show, after, size: 50 });
        setRows({ list: [...rows.list, ...list], next });
      },
      { reloads: false },
    );
  const { next } = rows;
  return (
    <Card aria-labelledby="import-rows">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="import-rows" className="text-lg font-semibold">
          {say('porting.rows')}
        </h2>
        <Filter show={show} />
      </div>
      {rows.list.length === 0 && <p className="mt-3 text-quiet">{say('catalog.search.none')}</p>}
      <ul className="mt-3 divide-y divide-line empty:hidden">
        {rows.list.map((row) => (
          <OneRow key={row.index} row={row} />
        ))}
      </ul>
      {problem && <Notice tone="bad" title={problem.text} />}
      {next !== null && (
        <Button variant="outline" busy={busy !== undefined} onClick={() => more(next)} className="mt-3">
          {say('porting.more')}
        </Button>
      )}
    </Card>
  );
}

function Filter({ show }: { show: Show }) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (item: Show) => `?${new URLSearchParams({ ...Object.fromEntries(params), show: item })}`;
  return (
    <nav aria-label={say('porting.rows')} className="flex flex-wrap gap-1">
      {shows.map((item) => (
        <Link
          key={item}
          to={hrefOf(item)}
          preventScrollReset
          aria-current={show === item ? 'page' : undefined}
          className={
            'flex min-h-11 items-center rounded-lg px-3 font-medium text-quiet hover:bg-canvas ' +
            'aria-[current=page]:bg-tint aria-[current=page]:text-brand'
          }
        >
          {say(showWords[item])}
        </Link>
      ))}
    </nav>
  );
}

function OneRow({ row }: { row: Row }) {
  const { colon, say } = useWords();
  const verdict = row.outcome ?? row.verdict;
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">{row.name || row.key || '–'}</span>
        {row.name && <span className="min-w-0 text-sm break-all text-quiet">{row.key}</span>}
        <Badge tone={row.outcome ? outcomeTones[row.outcome] : verdictTones[row.verdict]}>
          {say(row.outcome ? `porting.outcome.${verdict}` : `porting.verdict.${verdict}`)}
        </Badge>
      </p>
      {row.differences && row.outcome === null && <Differences {...row.differences} />}
      {row.problems.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {row.problems.map(({ sheet, row: at, column, text }) => (
            <li key={`${sheet} ${at} ${column} ${text}`} className="min-w-0 break-words">
              <span className="text-quiet">
                {colon(say('porting.where', { sheet: sheet || 'JSON', row: at, column }))}
              </span>{' '}
              <span className="text-bad">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Long texts are named, not repeated. */
function Differences({ list, more, removed }: NonNullable<Row['differences']>) {
  const { colon, say } = useWords();
  return (
    <ul className="grid gap-1 text-sm">
      {[...new Set(removed)].map((what) => (
        <li key={what} className="min-w-0 break-words text-warn">
          {say('porting.removed', { what })}
        </li>
      ))}
      {list.map(({ sheet, row, column, was, now }) => (
        <li key={`${sheet} ${row} ${column}`} className="min-w-0 break-words text-quiet">
          {was || now
            ? colon(say('porting.where', { sheet: sheet || 'JSON', row, column }))
            : say('porting.where', { sheet: sheet || 'JSON', row, column })}
          {(was || now) && ` ${was || '–'} → ${now || '–'}`}
        </li>
      ))}
      {more > 0 && <li className="text-quiet">{say('inventory.andMore', { count: more })}</li>}
    </ul>
  );
}
