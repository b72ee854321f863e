// The connection of a partner's system by the standard OCTO (decision 0390): its address, and the last requests.
import { IconPlugConnected } from '@tabler/icons-react';
import { data } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { load } from '../../../load.ts';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { mayKeepSubAccounts } from '../../../parts/account/list-pages.ts';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, Card, EmptyState } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/show-octo';

export async function loader() {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user)) throw data({ missing: true }, { status: 404 });
  return { user, found: user.verAuthFlag ? await load('octoConnection', {}) : null };
}

export default function ShowOcto({ loaderData: { user, found } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="mx-auto max-w-4xl py-6 lg:py-8">
      <BackTo to={paths.apiKeys()} text={say('systems.keys.title')} />
      <PageHeading text={say('systems.octo.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('systems.octo.hint')}</p>
      {!found && <AskForPassword user={user} />}
      {found && <Connection found={found} />}
    </div>
  );
}

type Found = OutputOf<'octoConnection'>;

function Connection({ found: { open, address, zone, list } }: { found: Found }) {
  const { say } = useWords();
  const icon = <IconPlugConnected aria-hidden="true" className="size-12" />;
  if (!open)
    return (
      <EmptyState icon={icon} title={say('systems.keys.closed')}>
        <p className="max-w-prose text-quiet">{say('systems.keys.closedText')}</p>
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      <Card>
        <h2 className="text-sm text-quiet">{say('systems.octo.address')}</h2>
        <p className="font-mono break-all select-all">{address}</p>
      </Card>
      <TitledCard className="grid gap-3" title={say('systems.octo.lastQuery')}>
        {list.length === 0 && <p className="text-quiet">{say('systems.octo.none')}</p>}
        <ul className="grid gap-3">
          {list.map((one) => (
            <CallEntry key={one.id} entry={one} zone={zone} />
          ))}
        </ul>
      </TitledCard>
    </div>
  );
}

function CallEntry({ entry: { at, keyName, call, code }, zone }: { entry: Found['list'][number]; zone: string }) {
  const { say, instant } = useWords();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0">
        <span className="block font-mono break-all">{call}</span>
        <span className="block text-sm break-words text-quiet">
          {instant(at, zone)} · {keyName}
        </span>
      </span>
      <Badge tone={code === 200 ? 'good' : 'bad'}>
        {code === 200 ? say('systems.octo.answered') : say('systems.octo.refused', { code: String(code) })}
      </Badge>
    </li>
  );
}
