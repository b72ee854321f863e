// Calls of systems with their keys (decision 0360): time, key, call, result, source address.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { LogList } from '../../../parts/console/log-list.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import type { Route } from './+types/list-calls';

type KeyCall = OutputOf<'consoleKeyCalls'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleKeyCalls', request) };
}

export default function ListCalls({ loaderData: { list } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <LogList
      list={list}
      title={say('systems.calls')}
      intro={say('systems.callsHint')}
      actions={
        <LinkButton to={consolePaths.systems()} variant="outline">
          {say('systems.title')}
        </LinkButton>
      }
      filters={{ query: { label: say('systems.callSearch') }, refused: { label: say('systems.refusedOnly') } }}
      none={say('systems.noCalls')}
      mainColumn={{ label: say('systems.call'), of: ({ call }) => call }}
      toneOf={({ code }) => (code === 200 ? 'good' : code >= 500 && code < 600 ? 'bad' : 'warn')}
      sayMore={({ text }) => text}
      columns={listColumns}
    />
  );
}

const listColumns = ({ say }: DeskWords): Column<KeyCall>[] => [
  {
    ...{ key: 'keyName', label: say('systems.key') },
    show: ({ keyName, partnerName }) => (
      <>
        <span className="block break-words">{keyName}</span>
        <span className="block text-xs break-words text-quiet">{partnerName || say('systems.own')}</span>
      </>
    ),
  },
  { key: 'source', label: say('systems.source'), show: ({ source }) => <span className="break-all">{source}</span> },
];
