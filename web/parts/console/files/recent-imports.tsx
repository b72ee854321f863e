// Files that staff uploaded for import, newest first, each with a link to its findings.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { useWords } from '../../use-words.ts';

type RecentImport = { id: string; name: string; startedAt: string };

type RecentProps<Item> = {
  list: Item[];
  open: string | undefined;
  pathOf(id: string): string;
  /** Between the name of the file and the time. */
  show(item: Item): ReactNode;
};

export function RecentImports<Item extends RecentImport>({ list, open, pathOf, show }: RecentProps<Item>) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports">
      <h2 id="recent-imports" className="mb-2 text-lg font-semibold">
        {say('porting.recent')}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {list.map((item) => (
          <li key={item.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-canvas">
            <Link
              to={pathOf(item.id)}
              aria-current={item.id === open ? 'page' : undefined}
              className="min-w-0 grow truncate font-medium text-brand after:absolute after:inset-0"
            >
              {item.name || say('porting.unnamed')}
            </Link>
            {show(item)}
            <time dateTime={item.startedAt} className="text-sm text-quiet">
              {instant(item.startedAt, zone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
