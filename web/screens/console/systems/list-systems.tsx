// Keys of all systems (decision 0360): the owner's own keys are created, replaced and ended here; a partner's can be limited and ended.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { keyRules, ownerPurposes, ownerScopes } from '../../../../domain/systems.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { KeyBadge, KeyEnvironment, KeyNetworks, KeyScopes, KeyStart } from '../../../parts/keys/key-facts.tsx';
import { KeyActDialog, type KeyTarget, NewKey } from '../../../parts/keys/key-form.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-systems';

type SystemKey = OutputOf<'consoleKeys'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleKeys', request) };
}

export default function ListSystems({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  const [target, setTarget] = useState<KeyTarget>();
  return (
    <ListPage
      list={list}
      title={say('systems.title')}
      intro={say('systems.intro')}
      actions={
        <>
          <LinkButton to={consolePaths.hooks()} variant="outline">
            {say('systems.hooks.title')}
          </LinkButton>
          <LinkButton to={consolePaths.keyCalls({ query: 'octo' })} variant="outline">
            {say('systems.octo.title')}
          </LinkButton>
          <LinkButton to={consolePaths.keyCalls()} variant="outline">
            {say('systems.calls')}
          </LinkButton>
          <NewDialog text={say('systems.newOwn')}>
            {(close) => (
              <NewKey
                scopes={ownerScopes}
                purposes={ownerPurposes}
                make={({ name, scopes, networks }) => send('consoleKeyCreate', { name, scopes, networks })}
                onClose={close}
              />
            )}
          </NewDialog>
        </>
      }
      filters={{
        query: { label: say('systems.search') },
        state: { label: say('console.status'), word: 'systems.keys.state' },
      }}
      empty={<EmptyState title={say('systems.none')} />}
      rowKey={({ id }) => id}
      columns={listColumns(words, setTarget)}
    >
      <KeyActDialog
        target={target}
        replace={(id, hours) => send('consoleKeyReplace', { id, hours })}
        revoke={(id) => send('consoleKeyRevoke', { id })}
        onClose={() => setTarget(undefined)}
      />
    </ListPage>
  );
}

function LimitForm({ shown: { id, perMinute }, onClose }: { shown: SystemKey; onClose(): void }) {
  const { say } = useWords();
  const { most } = keyRules.perMinute;
  const form = useDraft({
    initial: { perMinute: String(perMinute) },
    judge: (draft) => ({
      perMinute:
        /^\d{1,4}$/.test(draft.perMinute) && Number(draft.perMinute) >= 1 && Number(draft.perMinute) <= most
          ? undefined
          : say('ui.field.range', { min: 1, max: most }),
    }),
    save: (draft) => send('consoleKeyLimit', { id, perMinute: Number(draft.perMinute) }),
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('systems.change')} onClose={onClose}>
      <InputField
        {...form.field('perMinute')}
        label={say('systems.limit')}
        hint={say('systems.limitHint')}
        required
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
    </DialogForm>
  );
}

function listColumns({ say, at }: DeskWords, onAsk: (target: KeyTarget) => void): Column<SystemKey>[] {
  return [
    {
      ...{ key: 'name', label: say('systems.key'), look: 'title', width: 'md:min-w-44' },
      show: ({ name, start, partnerId, partnerName }) => (
        <>
          <span className="block font-semibold break-words">{name}</span>
          <KeyStart start={start} />
          <span className="block text-xs break-words">
            {partnerId === null ? (
              <span className="text-quiet">{say('systems.own')}</span>
            ) : (
              <Link to={consolePaths.partner(partnerId)} className="text-brand hover:underline">
                {partnerName}
              </Link>
            )}
          </span>
        </>
      ),
    },
    {
      ...{ key: 'state', label: say('console.status'), look: 'plain' },
      show: ({ state, test, endsAt }) => (
        <>
          <KeyEnvironment test={test} />
          <KeyBadge state={state} />
          {endsAt && <span className="mt-1 block text-xs text-quiet">{at(endsAt)}</span>}
        </>
      ),
    },
    {
      ...{ key: 'scopes', label: say('systems.keys.scopes'), width: 'md:min-w-52' },
      show: ({ scopes }) => <KeyScopes scopes={scopes} />,
    },
    {
      ...{ key: 'networks', label: say('systems.keys.networks') },
      show: ({ networks }) => <KeyNetworks networks={networks} />,
    },
    { key: 'perMinute', label: say('systems.limit'), look: 'figure', show: ({ perMinute }) => perMinute },
    {
      ...{ key: 'lastUsedAt', label: say('systems.keys.lastUsed'), width: 'md:min-w-32' },
      show: ({ lastUsedAt }) => (lastUsedAt ? at(lastUsedAt) : say('systems.keys.never')),
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (key) => <KeyButtons shown={key} onAsk={onAsk} />,
    },
  ];
}

function KeyButtons({ shown, onAsk }: { shown: SystemKey; onAsk(target: KeyTarget): void }) {
  const { say } = useWords();
  const { id, name, state, partnerId } = shown;
  if (state === 'over') return null;
  const acts = [
    {
      ...{ word: 'systems.keys.replace', shown: partnerId === null && state === 'live', look: 'outline' as const },
      go: () => onAsk({ act: 'replace', id, name }),
    },
    { word: 'systems.keys.revoke', shown: true, look: 'danger', go: () => onAsk({ act: 'revoke', id, name }) },
  ] as const;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <DialogButton
        size="sm"
        aria-label={`${say('systems.change')}: ${name}`}
        text={say('systems.change')}
        title={say('systems.limitTitle', { name })}
      >
        {(close) => <LimitForm shown={shown} onClose={close} />}
      </DialogButton>
      {acts
        .filter((one) => one.shown)
        .map(({ word, look, go }) => (
          <Button key={word} variant={look} size="sm" aria-label={`${say(word)}: ${name}`} onClick={go}>
            {say(word)}
          </Button>
        ))}
    </div>
  );
}
