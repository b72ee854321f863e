// The logins of a supplier (rules §10): created, renamed and switched off by administrators, who have links to a password mailed to them.
import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { judgeByRules } from '../../../console-kit/judge-by-rules.ts';
import { type Column, ListTable } from '../../../console-kit/list-table.tsx';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { loginColumns } from '../../../parts/console/login-columns.tsx';
import { LoginFields, loginRules } from '../../../parts/console/login-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { SupplierView } from './supplier-draft.ts';

type Login = SupplierView['staff'][number];
type SupplierLoginsProps = { supplier: SupplierView; admin: boolean };

export function SupplierLogins({ supplier: { id, staff }, admin }: SupplierLoginsProps) {
  const words = useListWords();
  const { say } = words;
  const [mailedTo, setMailedTo] = useState('');
  return (
    <section className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{say('supplier.logins')}</h2>
        {admin && (
          <NewDialog variant="outline" text={say('supplier.newLogin')}>
            {(close) => <LoginForm id={id} login={undefined} onMailed={setMailedTo} onClose={close} />}
          </NewDialog>
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
          columns={listColumns(words, admin ? { id, onMailed: setMailedTo } : undefined)}
        />
      )}
    </section>
  );
}

type LoginFormProps = {
  id: string;
  login: Login | undefined;
  /** With the address to which a link to a password was mailed; '' if none was. */
  onMailed(mailedTo: string): void;
  onClose(): void;
};

function LoginForm({ id, login, onMailed, onClose }: LoginFormProps) {
  const { say } = useWords();
  const form = useDraft({
    initial: { email: login?.email ?? '', name: login?.name ?? '', active: login?.active ?? true },
    judge: (draft) => judgeByRules(draft, loginRules, { say }),
    async save({ active, ...draft }) {
      const [email, name] = [draft.email.trim(), draft.name.trim()];
      const seen = login && { accountId: login.id, revision: login.revision };
      await send('consoleSupplierStaffSave', { id, ...seen, email, name, active });
      const isInvited = !login || (!login.passwordSet && login.email !== email.toLowerCase());
      return isInvited ? email : '';
    },
    onDone(mailedTo) {
      onClose();
      onMailed(mailedTo);
    },
  });
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onClose}>
      <LoginFields form={form} />
    </DialogForm>
  );
}

type Acts = { id: string; onMailed(mailedTo: string): void };

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

function ActionButtons({ id, login, onMailed }: Acts & { login: Login }) {
  const { say } = useWords();
  const title = say('staff.editTitle', { name: login.name });
  return (
    <div className="flex justify-end gap-2">
      <DialogButton size="sm" aria-label={title} text={say('staff.edit')} title={title}>
        {(close) => <LoginForm id={id} login={login} onMailed={onMailed} onClose={close} />}
      </DialogButton>
      <Reset id={id} login={login} onMailed={onMailed} />
    </div>
  );
}

/** The link to a first password, or to a new one that replaces the current one. */
function Reset({ id, login: { id: accountId, name, email, passwordSet, active }, onMailed }: Acts & { login: Login }) {
  const { say } = useWords();
  return (
    <ActionButton
      size="sm"
      disabled={!active}
      title={say(passwordSet ? 'staff.resetTitle' : 'partner.inviteTitle', { name })}
      act={say(passwordSet ? 'staff.reset' : 'partner.invite')}
      danger={passwordSet}
      work={async () => {
        await send('consoleSupplierStaffReset', { id, accountId });
        onMailed(email);
      }}
    >
      {passwordSet && <p>{say('supplier.resetText')}</p>}
      <p>{say('partner.inviteText', { email })}</p>
    </ActionButton>
  );
}
