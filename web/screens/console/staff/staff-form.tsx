// A staff account (rules §10): who it is and what it may do, each role with one sentence.
import { useId, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import type { FormRules } from '../../../../domain/account-forms.ts';
import { type StaffRole, staffRoles } from '../../../../domain/account-status.ts';
import { send } from '../../../call.ts';
import { ActFoot, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { type Form, useForm } from '../../../parts/form/use-form.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';

export type Staff = OutputOf<'consoleStaff'>['list'][number];

/** Roles are one text of the form, so that a missing one is found like any other field. */
const staffRules: FormRules = {
  email: { kind: 'email', max: 120, required: true },
  name: { kind: 'text', max: 50, required: true },
  roles: { kind: 'text', max: 200, required: true },
};

const rolesOf = (form: Form): StaffRole[] => {
  const chosen = (form.values.roles ?? '').split(',');
  return staffRoles.filter((one) => chosen.includes(one));
};

type StaffFormProps = {
  /** Nobody: a new account. */
  member: Staff | undefined;
  onSaved(name: string, password: string | null): void;
  onClose(): void;
};

export function StaffForm({ member, onSaved, onClose }: StaffFormProps) {
  const { say } = useWords();
  const form = useForm(
    { email: member?.email ?? '', name: member?.name ?? '', roles: member?.roles.join(',') ?? '' },
    staffRules,
  );
  const [active, setActive] = useState(member?.active ?? true);
  const save = async () => {
    const named = (form.values.name ?? '').trim();
    const { password } = await send('consoleStaffSave', {
      ...(member ? { id: member.id, revision: member.revision } : {}),
      email: (form.values.email ?? '').trim(),
      name: named,
      roles: rolesOf(form),
      active,
    });
    onSaved(named, password);
  };
  return (
    <form ref={form.ref} onSubmit={form.submit(save)} noValidate className="grid gap-4">
      <ActProblem text={form.problem} code={form.code} onReload={onClose} />
      <RuledField form={form} name="email" autoComplete="off" />
      <RuledField form={form} name="name" autoComplete="off" />
      <Roles form={form} />
      <div>
        <Checkbox
          name="active"
          label={say('staff.active')}
          checked={active}
          onChange={(event) => setActive(event.target.checked)}
        />
        <p className="pl-8 text-sm text-quiet">{say('staff.activeHint')}</p>
      </div>
      <ActFoot act={say('staff.save')} busy={form.busy} onClose={onClose} />
    </form>
  );
}

function Roles({ form }: { form: Form }) {
  const { say } = useWords();
  const id = useId();
  const chosen = rolesOf(form);
  const error = form.errors.roles && (chosen.length ? form.errors.roles : say('ui.field.choose'));
  const toggle = (role: StaffRole, on: boolean) =>
    form.set('roles', staffRoles.filter((one) => (one === role ? on : chosen.includes(one))).join(','));
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="text-sm font-medium">
        {say('staff.roles')}
        <span aria-hidden="true" className="text-bad">
          {' '}
          *
        </span>
      </legend>
      {staffRoles.map((role) => (
        <Checkbox
          key={role}
          name="roles"
          value={role}
          checked={chosen.includes(role)}
          aria-invalid={Boolean(error) || undefined}
          onChange={(event) => toggle(role, event.target.checked)}
          label={
            <>
              {say(`staff.role.${role}`)}
              <span className="block text-sm text-quiet">{say(`staff.may.${role}`)}</span>
            </>
          }
        />
      ))}
      {error && (
        <p id={id} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
