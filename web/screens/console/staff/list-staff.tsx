// The owner's staff (rules §10): the roles of each in the back office; the server generates passwords and shows them once.

import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { wholeList } from '../../../console-kit/load-list.ts';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { loginColumns } from '../../../parts/console/login-columns.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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
  const [editing, setEditing] = useState<Staff | 'new'>();
  const [resetting, setResetting] = useState<Staff>();
  const [shown, setShown] = useState<ShownPassword>();
  const [mailedTo, setMailedTo] = useState('');
  const member = editing === 'new' ? undefined : editing;
  const stopEditing = () => setEditing(undefined);
  const saved = ({ name, email, password }: SavedStaff) => {
    stopEditing();
    if (password) setShown({ name, password });
    const isInvited = !member || (!member.passwordSet && member.email !== email.toLowerCase());
    setMailedTo(!password && isInvited ? email : '');
  };
  const reset = async () => {
    if (!resetting) return;
    const { password } = await send('consoleStaffReset', { id: resetting.id });
    if (password) setShown({ name: resetting.name, password });
    else setMailedTo(resetting.email);
  };
  const isReset = resetting?.passwordSet ?? true;
  const resetsByMail = resetting !== undefined && companies[resetting.id] !== undefined;
  return (
    <ListPage
      list={list}
      title={say('staff.title')}
      actions={<NewButton onClick={() => setEditing('new')} text={say('staff.new')} />}
      before={mailedTo && <Notice tone="good" title={say('partner.invited', { email: mailedTo })} />}
      rowKey={(item) => item.id}
      columns={listColumns(words, { companies, ownEmail, onEdit: setEditing, onReset: setResetting })}
    >
      <Dialog
        open={editing !== undefined}
        onClose={stopEditing}
        title={member ? say('staff.editTitle', { name: member.name }) : say('staff.new')}
      >
        <StaffForm key={member?.id} member={member} onSaved={saved} onClose={stopEditing} />
      </Dialog>
      <ActionDialog
        open={resetting !== undefined}
        onClose={() => setResetting(undefined)}
        title={say(isReset ? 'staff.resetTitle' : 'partner.inviteTitle', { name: resetting?.name ?? '' })}
        act={say(isReset ? 'staff.reset' : 'partner.invite')}
        danger={isReset}
        work={reset}
      >
        {isReset && <p>{resetsByMail ? say('supplier.resetText') : say('staff.resetText')}</p>}
        {resetsByMail && <p>{say('partner.inviteText', { email: resetting?.email ?? '' })}</p>}
      </ActionDialog>
      <PasswordDialog shown={shown} onClose={() => setShown(undefined)} />
    </ListPage>
  );
}

type RowActs = {
  /** For logins of suppliers, by account. */
  companies: Record<string, string>;
  ownEmail: string;
  onEdit(member: Staff): void;
  onReset(member: Staff): void;
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

function ActionButtons({ member, ownEmail, onEdit, onReset }: RowActs & { member: Staff }) {
  const { say } = useWords();
  return (
    <div className="flex justify-end gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={say('staff.editTitle', { name: member.name })}
        onClick={() => onEdit(member)}
      >
        {say('staff.edit')}
      </Button>
      {member.email !== ownEmail && (
        <Button variant={member.passwordSet ? 'danger' : 'outline'} size="sm" onClick={() => onReset(member)}>
          {say(member.passwordSet ? 'staff.reset' : 'partner.invite')}
        </Button>
      )}
    </div>
  );
}
