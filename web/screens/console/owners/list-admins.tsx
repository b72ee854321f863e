// The admins of the installation (decision 0335), who may set up and close owners: inviting another, and removing the right.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import type { FormRules } from '../../../../domain/account-forms.ts';
import type { Language } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { judgeByRules } from '../../../console-kit/judge-by-rules.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { wholeList } from '../../../console-kit/load-list.ts';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
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
  const [message, setMessage] = useState('');
  return (
    <ListPage
      list={list}
      title={say('house.admins')}
      intro={say('house.adminsIntro')}
      actions={
        <NewDialog text={say('house.adminNew')}>
          {(close) => <InviteForm onClose={close} onSaid={setMessage} />}
        </NewDialog>
      }
      before={message && <Notice tone="good" title={message} />}
      rowKey={(row) => row.id}
      columns={listColumns(words, setMessage)}
    />
  );
}

function listColumns({ say, at }: DeskWords, onMessage: (text: string) => void): Column<Admin>[] {
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
            <DialogButton size="sm" text={say('house.invite')}>
              {(close) => <InviteForm admin={row} onClose={close} onSaid={onMessage} />}
            </DialogButton>
          )}
          {!row.own && (
            <ActionButton
              size="sm"
              title={say('house.adminRemoveTitle', { name: row.name })}
              act={say('house.adminRemove')}
              danger
              work={async () => {
                await send('houseAdminRemove', { id: row.id });
                onMessage(say('house.adminRemoved', { name: row.name }));
              }}
            >
              <p>{say('house.adminRemoveText')}</p>
            </ActionButton>
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

type InviteProps = { admin?: Admin; onClose(): void; onSaid(text: string): void };

function InviteForm({ admin, onClose, onSaid: onMessage }: InviteProps) {
  const { say, language } = useWords();
  const form = useDraft({
    initial: {
      name: admin?.name ?? '',
      email: admin?.email ?? '',
      language: (admin?.language ?? language) as Language,
    },
    judge: (draft) => judgeByRules(draft, inviteRules, { say }),
    async save(draft) {
      await send('houseAdminInvite', draft);
      return draft.email.trim();
    },
    onDone(email) {
      onMessage(say('partner.invited', { email }));
      onClose();
    },
  });
  return (
    <DialogForm form={form} act={say('house.sendLink')} onClose={onClose}>
      <p>{say(admin ? 'house.adminAgain' : 'house.adminNewHint')}</p>
      <InviteFields form={form} isInvited={admin !== undefined} />
    </DialogForm>
  );
}
