// The logins of a supplier (rules §10): made, renamed, switched off and given a new password by administrators.
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { checkForm, type FormRules } from '../../../../domain/account-forms.ts';
import { send } from '../../../call.ts';
import { ActDialog } from '../../../console-kit/act-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { type Column, ListTable } from '../../../console-kit/list-table.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { PasswordDialog, type ShownPassword } from '../../../parts/console/password-dialog.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import type { SupplierView } from './supplier-draft.ts';

type Login = SupplierView['staff'][number];
type SupplierLoginsProps = { supplier: SupplierView; admin: boolean };

export function SupplierLogins({ supplier: { id, staff }, admin }: SupplierLoginsProps) {
  const words = useListWords();
  const { say } = words;
  const [editing, setEditing] = useState<Login | 'new'>();
  const [resetting, setResetting] = useState<Login>();
  const [shown, setShown] = useState<ShownPassword>();
  const login = editing === 'new' ? undefined : editing;
  const saved = (name: string, password: string | null) => {
    setEditing(undefined);
    if (password) setShown({ name, password });
  };
  const reset = async () => {
    if (!resetting) return;
    const { password } = await send('consoleSupplierStaffReset', { id, accountId: resetting.id });
    setShown({ name: resetting.name, password });
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
    </section>
  );
}

const loginRules: FormRules = {
  email: { kind: 'email', max: 120, required: true },
  name: { kind: 'text', max: 50, required: true },
};

type LoginFormProps = {
  id: string;
  login: Login | undefined;
  onSaved(name: string, password: string | null): void;
  onClose(): void;
};

function LoginForm({ id, login, onSaved, onClose }: LoginFormProps) {
  const { say } = useWords();
  const form = useDraft({
    given: { email: login?.email ?? '', name: login?.name ?? '', active: login?.active ?? true },
    judge: (draft) =>
      Object.fromEntries(
        Object.entries(checkForm(draft, loginRules)).map(([name, { problem, max = 0 }]) => [
          name,
          say(`ui.field.${problem}`, { max, min: 0 }),
        ]),
      ),
    async save({ active, ...draft }) {
      const [email, name] = [draft.email.trim(), draft.name.trim()];
      const seen = login && { accountId: login.id, revision: login.revision };
      const { password } = await send('consoleSupplierStaffSave', { id, ...seen, email, name, active });
      return { name, password };
    },
    onDone: ({ name, password }) => onSaved(name, password),
  });
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onClose}>
      <InputField
        {...form.field('email')}
        label={say('account.detail.email')}
        required
        type="email"
        inputMode="email"
        maxLength={120}
        autoComplete="off"
      />
      <InputField
        {...form.field('name')}
        label={say('account.detail.name')}
        required
        maxLength={50}
        autoComplete="off"
      />
      <div>
        <Checkbox label={say('staff.active')} {...form.tick('active')} />
        <p className="pl-8 text-sm text-quiet">{say('staff.activeHint')}</p>
      </div>
    </DialogForm>
  );
}

type Acts = { onEdit(login: Login): void; onReset(login: Login): void };

function listColumns({ say, at }: DeskWords, acts: Acts | undefined): Column<Login>[] {
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
    {
      ...{ key: 'status', label: say('console.status') },
      show: ({ active, firstPasswordUntil: until }) => (
        <>
          <Badge tone={active ? 'good' : 'bad'}>{say(active ? 'staff.active' : 'staff.inactive')}</Badge>
          {until && (
            <span className="mt-1 block min-w-32 text-xs text-quiet">
              {say('staff.firstPassword', { until: at(until) })}
            </span>
          )}
        </>
      ),
    },
    {
      ...{ key: 'factor', label: say('staff.factor') },
      show: ({ secondFactor: on }) => (
        <Badge tone={on ? 'good' : 'neutral'}>{say(on ? 'staff.factorOn' : 'staff.factorOff')}</Badge>
      ),
    },
    {
      ...{ key: 'lastLoginAt', label: say('partner.lastLogin'), width: 'md:whitespace-nowrap' },
      show: ({ lastLoginAt }) => (lastLoginAt ? at(lastLoginAt) : say('partner.never')),
    },
  ];
  if (acts)
    columns.push({
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (login) => <ActButtons login={login} {...acts} />,
    });
  return columns;
}

function ActButtons({ login, onEdit, onReset }: Acts & { login: Login }) {
  const { say } = useWords();
  const title = say('staff.editTitle', { name: login.name });
  return (
    <div className="flex justify-end gap-2">
      <Button variant="outline" size="sm" aria-label={title} onClick={() => onEdit(login)}>
        {say('staff.edit')}
      </Button>
      <Button variant="danger" size="sm" onClick={() => onReset(login)}>
        {say('staff.reset')}
      </Button>
    </div>
  );
}
