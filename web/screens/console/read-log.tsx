// The log (rules §10): every action of staff, with before and after; it can be read and never changed.

import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { load } from '../../load.ts';
import { LogLine, nameAction } from '../../parts/console/log.tsx';
import { useWords } from '../../parts/use-words.ts';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-log';

export async function loader({ request }: Route.LoaderArgs) {
  // Admins of the installation have a separate log.
  const { roles } = await load('consoleMe', {});
  return { list: await loadList(roles.includes('house') ? 'houseLog' : 'consoleLog', request) };
}

export default function ReadLog({ loaderData: { list } }: Route.ComponentProps) {
  const words = useWords();
  const { say, locale } = words;
  const acts = list.found.acts
    .map((key) => [key, nameAction(words, key)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale));
  return (
    <ListPage
      list={list}
      title={say('staff.log.title')}
      intro={say('staff.log.hint')}
      filters={{
        query: { label: say('staff.log.search') },
        act: { label: say('staff.log.act'), options: acts },
        from: { label: say('inventory.fill.from') },
        to: { label: say('inventory.fill.to') },
      }}
      empty={<EmptyState title={say('staff.log.none')} />}
      rowKey={(entry) => entry.id}
      line={(entry) => <LogLine entry={entry} />}
    />
  );
}
