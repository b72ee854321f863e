// The owner's staff (rules §10): who may do what in the back office; passwords are made by the house and shown once.

import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { ShowOnce } from '../../../parts/account/show-once.tsx';
import { ActDialog } from '../../../parts/console/act.tsx';
import { useDeskZone } from '../../../parts/console/use-desk-zone.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-staff';
import { type Staff, StaffForm } from './staff-form.tsx';

type Shown = { name: string; password: string };

export async function loader() {
  const [staff, me] = await Promise.all([load('consoleStaff', {}), load('consoleMe', {})]);
  return { list: staff.list, ownEmail: me.email };
}

export default function ListStaff({ loaderData: { list, ownEmail } }: Route.ComponentProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Staff | 'new'>();
  const [resetting, setResetting] = useState<Staff>();
  const [shown, setShown] = useState<Shown>();
  const stopEditing = () => setEditing(undefined);
  const saved = (name: string, password: string | null) => {
    stopEditing();
    if (password) setShown({ name, password });
    void revalidate();
  };
  const reset = async () => {
    if (!resetting) return;
    const { password } = await send('consoleStaffReset', { id: resetting.id });
    setShown({ name: resetting.name, password });
  };
  const member = editing === 'new' ? undefined : editing;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('staff.title')} />
        <Button onClick={() => setEditing('new')}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('staff.new')}
        </Button>
      </div>
      <StaffTable list={list} ownEmail={ownEmail} onEdit={setEditing} onReset={setResetting} />
      <Dialog
        open={editing !== undefined}
        onClose={stopEditing}
        title={member ? say('staff.editTitle', { name: member.name }) : say('staff.new')}
      >
        <StaffForm key={member?.id} member={member} onSaved={saved} onClose={stopEditing} />
      </Dialog>
      <ActDialog
        open={resetting !== undefined}
        onClose={() => setResetting(undefined)}
        title={say('staff.resetTitle', { name: resetting?.name ?? '' })}
        act={say('staff.reset')}
        danger
        work={reset}
      >
        <p>{say('staff.resetText')}</p>
      </ActDialog>
      <PasswordDialog shown={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

function PasswordDialog({ shown, onClose }: { shown: Shown | undefined; onClose(): void }) {
  const { say } = useWords();
  return (
    <Dialog
      open={shown !== undefined}
      onClose={onClose}
      title={say('staff.passwordTitle', { name: shown?.name ?? '' })}
    >
      <div className="grid gap-4">
        <Notice tone="warn" title={say('staff.passwordOnce')} />
        <ShowOnce secret={shown?.password ?? ''} label={say('login.newPassword')} />
        <Button className="justify-self-end" onClick={onClose}>
          {say('staff.done')}
        </Button>
      </div>
    </Dialog>
  );
}

type StaffTableProps = { list: Staff[]; ownEmail: string; onEdit(member: Staff): void; onReset(member: Staff): void };

const columns = ['account.name', 'staff.roles', 'console.status', 'staff.factor', 'partners.lastLogin'];

function StaffTable({ list, ownEmail, onEdit, onReset }: StaffTableProps) {
  const { say } = useWords();
  const head = 'px-3 py-2 text-left text-xs font-semibold text-quiet whitespace-nowrap';
  return (
    <div className="relative overflow-x-auto rounded-card border border-line bg-surface">
      <table className="w-full text-sm">
        <caption className="sr">{say('staff.title')}</caption>
        <thead className="border-b border-line">
          <tr>
            {columns.map((one) => (
              <th key={one} scope="col" className={head}>
                {say(one)}
              </th>
            ))}
            <th scope="col" className={head}>
              <span className="sr">{say('partners.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {list.map((member) => (
            <StaffRow
              key={member.id}
              member={member}
              own={member.email === ownEmail}
              onEdit={() => onEdit(member)}
              onReset={() => onReset(member)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type StaffRowProps = { member: Staff; own: boolean; onEdit(): void; onReset(): void };

function StaffRow({ member, own, onEdit, onReset }: StaffRowProps) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  const cell = 'px-3 py-2 align-top';
  return (
    <tr>
      <td className={`${cell} min-w-44`}>
        <span className="font-semibold break-words">{member.name}</span>{' '}
        {own && <Badge tone="brand">{say('staff.you')}</Badge>}
        <span className="block text-xs break-all text-quiet">{member.email}</span>
      </td>
      <td className={`${cell} min-w-40`}>
        <span className="flex flex-wrap gap-1">
          {member.roles.map((role) => (
            <Badge key={role} tone={role === 'admin' ? 'brand' : 'neutral'}>
              {say(`staff.role.${role}`)}
            </Badge>
          ))}
        </span>
      </td>
      <td className={cell}>
        <Badge tone={member.active ? 'good' : 'bad'}>{say(member.active ? 'staff.active' : 'staff.inactive')}</Badge>
      </td>
      <td className={cell}>
        <Badge tone={member.secondFactor ? 'good' : 'neutral'}>
          {say(member.secondFactor ? 'staff.factorOn' : 'staff.factorOff')}
        </Badge>
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        {member.lastLoginAt ? instant(member.lastLoginAt, zone) : say('partners.never')}
      </td>
      <td className={cell}>
        <div className="flex justify-end gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={say('staff.editTitle', { name: member.name })}
            onClick={onEdit}
          >
            {say('staff.edit')}
          </Button>
          {!own && (
            <Button variant="danger" size="sm" onClick={onReset}>
              {say('staff.reset')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
