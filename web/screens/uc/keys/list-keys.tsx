// Keys of the partner's own systems (decision 0360): its main account creates, replaces and ends them, once the owner has opened the
// interface.
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { data } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { partnerPurposes, partnerScopes } from '../../../../domain/systems.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { mayKeepSubAccounts } from '../../../parts/account/list-pages.ts';
import {
  KeyBadge,
  KeyEnvironment,
  KeyNetworks,
  KeyScopes,
  KeyStart,
  type KeyView,
} from '../../../parts/keys/key-facts.tsx';
import { KeyActDialog, type KeyTarget, NewKey } from '../../../parts/keys/key-form.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Card, EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-keys';

export async function loader() {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user)) throw data({ missing: true }, { status: 404 });
  return { user, found: user.verAuthFlag ? await load('apiKeys', {}) : null };
}

export default function ListKeys({ loaderData: { user, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const [target, setTarget] = useState<KeyTarget>();
  return (
    <div className="mx-auto max-w-4xl py-6 lg:py-8">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('systems.keys.title')} />
        {found?.open && (
          <div className="flex flex-wrap gap-3">
            <LinkButton to={paths.octo()} variant="outline">
              {say('systems.octo.title')}
            </LinkButton>
            <LinkButton to={paths.testOrders()} variant="outline">
              {say('systems.tests.title')}
            </LinkButton>
            <LinkButton to={paths.hooks()} variant="outline">
              {say('systems.hooks.title')}
            </LinkButton>
            <DialogButton
              variant="primary"
              icon={<IconPlus aria-hidden="true" className="size-5" />}
              text={say('systems.keys.new')}
            >
              {(close) => (
                <NewKey
                  scopes={partnerScopes}
                  purposes={partnerPurposes}
                  tests
                  make={(wish) => send('apiKeyCreate', wish)}
                  onClose={close}
                />
              )}
            </DialogButton>
          </div>
        )}
      </div>
      <p className="max-w-prose text-quiet">{say('systems.keys.hint')}</p>
      <p className="mb-4">
        <a href={paths.developers()} className="inline-flex min-h-11 items-center text-brand hover:underline">
          {say('systems.keys.describe')}
        </a>
      </p>
      {!found && <AskForPassword user={user} />}
      {found && <Found open={found.open} zone={found.zone} list={found.list} onAsk={setTarget} />}
      <KeyActDialog
        target={target}
        replace={(id, hours) => send('apiKeyReplace', { id, hours })}
        revoke={(id) => send('apiKeyRevoke', { id })}
        onClose={() => setTarget(undefined)}
      />
    </div>
  );
}

type FoundProps = { open: boolean; zone: string; list: KeyView[]; onAsk(target: KeyTarget): void };

function Found({ open, zone, list, onAsk }: FoundProps) {
  const { say } = useWords();
  const icon = <IconKey aria-hidden="true" className="size-12" />;
  return (
    <div className="grid gap-4">
      {!open && (
        <EmptyState icon={icon} title={say('systems.keys.closed')}>
          <p className="max-w-prose text-quiet">{say('systems.keys.closedText')}</p>
        </EmptyState>
      )}
      {open && list.length === 0 && <EmptyState icon={icon} title={say('systems.keys.none')} />}
      {list.length > 0 && (
        <ul className="grid grid-cols-1 gap-3">
          {list.map((one) => (
            <li key={one.id}>
              <OneKey shown={one} zone={zone} open={open} onAsk={onAsk} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type OneProps = { shown: KeyView; zone: string; open: boolean; onAsk(target: KeyTarget): void };

function OneKey({ shown, zone, open, onAsk }: OneProps) {
  const { say, instant } = useWords();
  const { id, name, start, scopes, test, networks, state, madeBy, lastUsedAt, endsAt } = shown;
  const facts = [
    [say('systems.keys.networks'), <KeyNetworks key="networks" networks={networks} />],
    [say('systems.keys.lastUsed'), lastUsedAt ? instant(lastUsedAt, zone) : say('systems.keys.never')],
    [say('systems.keys.madeBy'), madeBy],
    ...(endsAt
      ? [[say(state === 'over' ? 'systems.keys.endedAt' : 'systems.keys.endsAt'), instant(endsAt, zone)] as const]
      : []),
  ] as const;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="font-semibold break-words">{name}</h2>
          <KeyStart start={start} />
        </div>
        <span className="flex flex-wrap gap-1">
          <KeyEnvironment test={test} />
          <KeyBadge state={state} />
        </span>
      </div>
      <KeyScopes scopes={scopes} />
      <FactGrid className="gap-3 text-sm sm:grid-cols-2" facts={facts} />
      {state !== 'over' && (
        <div className="flex flex-wrap gap-2">
          {open && state === 'live' && (
            <Button
              variant="outline"
              size="sm"
              aria-label={`${say('systems.keys.replace')}: ${name}`}
              onClick={() => onAsk({ act: 'replace', id, name })}
            >
              {say('systems.keys.replace')}
            </Button>
          )}
          <Button
            variant="danger"
            size="sm"
            aria-label={`${say('systems.keys.revoke')}: ${name}`}
            onClick={() => onAsk({ act: 'revoke', id, name })}
          >
            {say('systems.keys.revoke')}
          </Button>
        </div>
      )}
    </Card>
  );
}
