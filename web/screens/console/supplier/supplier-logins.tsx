// The logins of a supplier (rules §10): created, renamed and switched off by administrators, who have links to a password mailed to them.
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { judgeByRules } from '../../../console-kit/judge-by-rules.ts';
import { type Column, ListTable } from '../../../console-kit/list-table.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { loginColumns } from '../../../parts/console/login-columns.tsx';
import { LoginFields, loginRules } from '../../../parts/console/login-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { SupplierView } from './supplier-draft.ts';

type Login = SupplierView['staff'][number];
type SupplierLoginsProps = { supplier: SupplierView; admin: boolean };

export function SupplierLogins({ supplier: { id, staff }, admin }: SupplierLoginsProps) {
  const words = useListWords();
  const { say } = words;
  const [editing, setEditing] = useState<Login | 'new'>();
  const [resetting, setResetting] = useState<Login>();
  const [mailedTo, setMailedTo] = useState('');
  const login = editing === 'new' ? undefined : editing;
  const saved = (email: string) => {
    setEditing(undefined);
    setMailedTo(email);
  };
  const reset = async () => {
    if (!resetting) return;
    await send('consoleSupplierStaffReset', { id, accountId: resetting.id });
    setMailedTo(resetting.email);
  };
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{say('supplier.logins')}</h2>
        {admin && (
          <Button variant="outline" onClick={() => setEditing('new')}>
            <IconPlus aria-hidden="true" className="size-5" />
            {say('supplier.newLogin')}
          </Button>
        )}
      </div>
      <p className="max-w-prose text-sm text-quiet">{say(admin ? 'supplier.loginsHint' : 'supplier.loginsAdmin')}</p>
      {mailedTo && <Notice tone="good" title={say('partner.invited', { email: mailedTo })} />}
      {staff.length > 0 && (
        <ListTable
          rows={staff}
          rowKey={(item) => item.id}
          caption={say('supplier.logins')}
          whole={false}
          columns={listColumns(words, admin ? { onEdit: setEditing, onReset: setResetting } : undefined)}
        />
      )}
      <Dialog
        open={editing !== undefined}
        onClose={() => setEditing(undefined)}
        title={login ? say('staff.editTitle', { name: login.name }) : say('supplier.newLogin')}
      >
        <LoginForm key={login?.id} id={id} login={login} onSaved={saved} onClose={() => setEditing(undefined)} />
      </Dialog>
      <ResetDialog login={resetting} work={reset} onClose={() => setResetting(undefined)} />
    </section>
  );
}

type ResetDialogProps = { login: Login | undefined; work(): Promise<void>; onClose(): void };

/** The link to a first password, or to a new one that replaces the current one. */
function ResetDialog({ login, work, onClose }: ResetDialogProps) {
  const { say } = useWords();
  const isReset = login?.passwordSet;
  return (
    <ActionDialog
      open={login !== undefined}
      onClose={onClose}
      title={say(isReset ? 'staff.resetTitle' : 'partner.inviteTitle', { name: login?.name ?? '' })}
      act={say(isReset ? 'staff.reset' : 'partner.invite')}
      danger={isReset}
      work={work}
    >
      {isReset && <p>{say('supplier.resetText')}</p>}
      <p>{say('partner.inviteText', { email: login?.email ?? '' })}</p>
    </ActionDialog>
  );
}

type LoginFormProps = {
  id: string;
  login: Login | undefined;
  /** With the address to which a link to a password was mailed; '' if none was. */
  onSaved(mailedTo: string): void;
  onClose(): void;
};

function LoginForm({ id, login, onSaved, onClose }: LoginFormProps) {
  const { say } = useWords();
  const form = useDraft({
    given: { email: login?.email ?? '', name: login?.name ?? '', active: login?.active ?? true },
    judge: (draft) => judgeByRules(draft, loginRules, { say }),
    async save({ active, ...draft }) {
      const [email, name] = [draft.email.trim(), draft.name.trim()];
      const seen = login && { accountId: login.id, revision: login.revision };
      await send('consoleSupplierStaffSave', { id, ...seen, email, name, active });
      const isInvited = !login || (!login.passwordSet && login.email !== email.toLowerCase());
      return isInvited ? email : '';
    },
    onDone: onSaved,
  });
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onClose}>
      <LoginFields form={form} />
    </DialogForm>
  );
}

type Acts = { onEdit(login: Login): void; onReset(login: Login): void };

function listColumns(words: DeskWords, acts: Acts | undefined): Column<Login>[] {
  const { say, at } = words;
  const { state, factor } = loginColumns(words);
  const columns: Column<Login>[] = [
    {
      ...{ key: 'name', label: say('account.detail.name'), look: 'title', width: 'md:min-w-44' },
      show: (login) => (
        <>
          <span className="font-semibold break-words">{login.name}</span>
          <span className="block text-xs break-all text-quiet">{login.email}</span>
        </>
      ),
    },
    state,
    factor,
    {
      ...{ key: 'lastLoginAt', label: say('partner.lastLogin'), width: 'md:whitespace-nowrap' },
      show: ({ lastLoginAt }) => (lastLoginAt ? at(lastLoginAt) : say('partner.never')),
    },
  ];
  if (acts)
    columns.push({
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (login) => <ActionButtons login={login} {...acts} />,
    });
  return columns;
}

function ActionButtons({ login, onEdit, onReset }: Acts & { login: Login }) {
  const { say } = useWords();
  const title = say('staff.editTitle', { name: login.name });
  return (
    <div className="flex justify-end gap-2">
      <Button variant="outline" size="sm" aria-label={title} onClick={() => onEdit(login)}>
        {say('staff.edit')}
      </Button>
      <Button
        variant={login.passwordSet ? 'danger' : 'outline'}
        size="sm"
        disabled={!login.active}
        onClick={() => onReset(login)}
      >
        {say(login.passwordSet ? 'staff.reset' : 'partner.invite')}
      </Button>
    </div>
  );
}
