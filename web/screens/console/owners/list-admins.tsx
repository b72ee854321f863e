// The admins of the installation (decision 0335), who may set up and close owners: inviting another, and removing the right.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import type { FormRules } from '../../../../domain/account-forms.ts';
import type { Language } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { judgeByRules } from '../../../console-kit/judge-by-rules.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { wholeList } from '../../../console-kit/load-list.ts';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-admins';
import { InviteFields } from './invite-fields.tsx';

type Admin = OutputOf<'houseAdmins'>['list'][number];

export async function loader() {
  return { list: wholeList((await load('houseAdmins', {})).list) };
}

export default function ListAdmins({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const [inviting, setInviting] = useState<Admin | 'new'>();
  const [removing, setRemoving] = useState<Admin>();
  const [said, setSaid] = useState('');
  const remove = async () => {
    if (!removing) return;
    await send('houseAdminRemove', { id: removing.id });
    setSaid(say('house.adminRemoved', { name: removing.name }));
  };
  const invited = inviting === 'new' ? undefined : inviting;
  const close = () => setInviting(undefined);
  return (
    <ListPage
      list={list}
      title={say('house.admins')}
      intro={say('house.adminsIntro')}
      actions={<NewButton onClick={() => setInviting('new')} text={say('house.adminNew')} />}
      before={said && <Notice tone="good" title={said} />}
      rowKey={(row) => row.id}
      columns={listColumns(words, { onInvite: setInviting, onRemove: setRemoving })}
    >
      <Dialog open={inviting !== undefined} onClose={close} title={say(invited ? 'house.invite' : 'house.adminNew')}>
        <InviteForm
          key={invited?.id}
          given={invited}
          onClose={close}
          onDone={(email) => {
            setSaid(say('partner.invited', { email }));
            close();
          }}
        />
      </Dialog>
      <ActionDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={say('house.adminRemoveTitle', { name: removing?.name ?? '' })}
        act={say('house.adminRemove')}
        danger
        work={remove}
      >
        <p>{say('house.adminRemoveText')}</p>
      </ActionDialog>
    </ListPage>
  );
}

type RowActs = { onInvite(row: Admin): void; onRemove(row: Admin): void };

function listColumns({ say, at }: DeskWords, acts: RowActs): Column<Admin>[] {
  return [
    {
      ...{ key: 'name', label: say('account.detail.name'), look: 'title', width: 'md:min-w-44' },
      show: ({ name, email, own }) => (
        <>
          <span className="font-semibold break-words">{name}</span>{' '}
          {own && <Badge tone="brand">{say('staff.you')}</Badge>}
          <span className="block text-xs break-all text-quiet">{email}</span>
        </>
      ),
    },
    {
      ...{ key: 'state', label: say('console.status') },
      show: ({ entered, mail }) => (
        <>
          <Badge tone={entered ? 'good' : 'warn'}>{say(`house.adminState.${entered ? 'in' : 'invited'}`)}</Badge>
          {mail && (
            <span className="mt-1 block max-w-80 text-xs break-words text-quiet">
              {[say(`house.mail.${mail.state}`), mail.text].filter(Boolean).join(': ')}
            </span>
          )}
        </>
      ),
    },
    {
      ...{ key: 'lastLoginAt', label: say('partner.lastLogin'), width: 'md:whitespace-nowrap' },
      show: ({ lastLoginAt }) => (lastLoginAt ? at(lastLoginAt) : say('partner.never')),
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (row) => (
        <div className="flex flex-wrap justify-end gap-2">
          {!row.entered && (
            <Button variant="outline" size="sm" onClick={() => acts.onInvite(row)}>
              {say('house.invite')}
            </Button>
          )}
          {!row.own && (
            <Button variant="danger" size="sm" onClick={() => acts.onRemove(row)}>
              {say('house.adminRemove')}
            </Button>
          )}
        </div>
      ),
    },
  ];
}

const inviteRules: FormRules = {
  name: { kind: 'text', max: 50, required: true },
  email: { kind: 'email', max: 120, required: true },
};

type InviteProps = { given: Admin | undefined; onClose(): void; onDone(email: string): void };

function InviteForm({ given, onClose, onDone }: InviteProps) {
  const { say, language } = useWords();
  const form = useDraft({
    given: { name: given?.name ?? '', email: given?.email ?? '', language: (given?.language ?? language) as Language },
    judge: (draft) => judgeByRules(draft, inviteRules, { say }),
    async save(draft) {
      await send('houseAdminInvite', draft);
      return draft.email.trim();
    },
    onDone,
  });
  return (
    <DialogForm form={form} act={say('house.sendLink')} onClose={onClose}>
      <p>{say(given ? 'house.adminAgain' : 'house.adminNewHint')}</p>
      <InviteFields form={form} isInvited={given !== undefined} />
    </DialogForm>
  );
}
