// The owner's staff (rules §10): the roles of each in the back office; the server generates passwords and shows them once.

import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { wholeList } from '../../../console-kit/load-list.ts';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { loginColumns } from '../../../parts/console/login-columns.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-staff';
import { PasswordDialog, type ShownPassword } from './password-dialog.tsx';
import { type SavedStaff, type Staff, StaffForm } from './staff-form.tsx';

export async function loader() {
  const [staff, me] = await Promise.all([load('consoleStaff', {}), load('consoleMe', {})]);
  return { list: wholeList(staff.list), companies: staff.companies, ownEmail: me.email };
}

export default function ListStaff({ loaderData: { list, companies, ownEmail } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const [shown, setShown] = useState<ShownPassword>();
  const [mailedTo, setMailedTo] = useState('');
  /** The new password is shown once, or a link to it was mailed. */
  const describeSaved = ({ name, email, password }: SavedStaff, isInvited: boolean) => {
    if (password) setShown({ name, password });
    setMailedTo(!password && isInvited ? email : '');
  };
  return (
    <ListPage
      list={list}
      title={say('staff.title')}
      actions={
        <NewDialog text={say('staff.new')}>
          {(close) => <StaffForm member={undefined} onSaid={describeSaved} onClose={close} />}
        </NewDialog>
      }
      before={mailedTo && <Notice tone="good" title={say('partner.invited', { email: mailedTo })} />}
      rowKey={(item) => item.id}
      columns={listColumns(words, { companies, ownEmail, onSaid: describeSaved })}
    >
      <PasswordDialog shown={shown} onClose={() => setShown(undefined)} />
    </ListPage>
  );
}

type RowActs = {
  /** For logins of suppliers, by account. */
  companies: Record<string, string>;
  ownEmail: string;
  onSaid(saved: SavedStaff, isInvited: boolean): void;
};

function listColumns(words: DeskWords, acts: RowActs): Column<Staff>[] {
  const { say, at } = words;
  const { state, factor } = loginColumns(words);
  return [
    {
      ...{ key: 'name', label: say('account.detail.name'), look: 'title', sort: true, width: 'md:min-w-44' },
      show: (member) => (
        <>
          <span className="font-semibold break-words">{member.name}</span>{' '}
          {member.email === acts.ownEmail && <Badge tone="brand">{say('staff.you')}</Badge>}
          <span className="block text-xs break-all text-quiet">{member.email}</span>
          {acts.companies[member.id] && <span className="block text-xs text-quiet">{acts.companies[member.id]}</span>}
        </>
      ),
    },
    {
      ...{ key: 'roles', label: say('staff.roles'), look: 'plain', width: 'md:min-w-40' },
      show: (member) => (
        <span className="flex flex-wrap gap-1">
          {member.roles.map((role) => (
            <Badge key={role} tone={role === 'admin' ? 'brand' : 'neutral'}>
              {say(`staff.role.${role}`)}
            </Badge>
          ))}
        </span>
      ),
    },
    { ...state, sort: (member) => Number(!member.active) },
    { ...factor, sort: (member) => Number(!member.secondFactor) },
    {
      ...{ key: 'lastLoginAt', label: say('partner.lastLogin'), sort: true, width: 'md:whitespace-nowrap' },
      show: ({ lastLoginAt }) => (lastLoginAt ? at(lastLoginAt) : say('partner.never')),
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (member) => <ActionButtons member={member} {...acts} />,
    },
  ];
}

function ActionButtons({ member, ownEmail, companies, onSaid: onMessage }: RowActs & { member: Staff }) {
  const { say } = useWords();
  const title = say('staff.editTitle', { name: member.name });
  return (
    <div className="flex justify-end gap-2">
      <DialogButton size="sm" aria-label={title} text={say('staff.edit')} title={title}>
        {(close) => <StaffForm member={member} onSaid={onMessage} onClose={close} />}
      </DialogButton>
      {member.email !== ownEmail && (
        <Reset member={member} byMail={companies[member.id] !== undefined} onSaid={onMessage} />
      )}
    </div>
  );
}

type ResetProps = Pick<RowActs, 'onSaid'> & { member: Staff; byMail: boolean };

function Reset({ member: { id, name, email, passwordSet }, byMail, onSaid: onMessage }: ResetProps) {
  const { say } = useWords();
  return (
    <ActionButton
      size="sm"
      title={say(passwordSet ? 'staff.resetTitle' : 'partner.inviteTitle', { name })}
      act={say(passwordSet ? 'staff.reset' : 'partner.invite')}
      danger={passwordSet}
      work={async () => onMessage({ name, email, ...(await send('consoleStaffReset', { id })) }, true)}
    >
      {passwordSet && <p>{say(byMail ? 'supplier.resetText' : 'staff.resetText')}</p>}
      {byMail && <p>{say('partner.inviteText', { email })}</p>}
    </ActionButton>
  );
}
