// A staff account (rules §10): the person and the roles, each role with one sentence.
import { useId } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { type StaffRole, staffRoles } from '../../../../domain/account-status.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { judgeByRules } from '../../../console-kit/judge-by-rules.ts';
import { type DraftForm, seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { LoginFields, loginRules } from '../../../parts/console/login-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';

export type Staff = OutputOf<'consoleStaff'>['list'][number];
type StaffDraft = { email: string; name: string; roles: StaffRole[]; active: boolean };

/** Without a password if the person gets a mail to choose one. */
export type SavedStaff = { name: string; email: string; password: string | null };

type StaffFormProps = {
  /** Undefined for a new account. */
  member: Staff | undefined;
  onSaid(saved: SavedStaff, isInvited: boolean): void;
  onClose(): void;
};

export function StaffForm({ member, onSaid: onMessage, onClose }: StaffFormProps) {
  const { say } = useWords();
  const initial: StaffDraft = {
    email: member?.email ?? '',
    name: member?.name ?? '',
    roles: member?.roles ?? [],
    active: member?.active ?? true,
  };
  const form = useDraft({
    initial,
    judge: (draft) => ({
      ...judgeByRules(draft, loginRules, { say }),
      roles: draft.roles.length ? undefined : say('ui.field.choose'),
    }),
    async save(draft) {
      const [email, name] = [draft.email.trim(), draft.name.trim()];
      const { password } = await send('consoleStaffSave', { ...seenOf(member), ...draft, email, name });
      return { name, email, password };
    },
    onDone(saved) {
      onClose();
      onMessage(saved, !member || (!member.passwordSet && member.email !== saved.email.toLowerCase()));
    },
  });
  return (
    <DialogForm form={form} act={say('staff.save')} onClose={onClose}>
      <LoginFields form={form}>
        <Roles form={form} />
        {!member && form.draft.roles.includes('supplier') && (
          <Notice tone="info" title={say('supplier.mailedPassword')} />
        )}
      </LoginFields>
    </DialogForm>
  );
}

function Roles({ form: { draft, fields, change } }: { form: DraftForm<StaffDraft> }) {
  const { say } = useWords();
  const id = useId();
  const error = fields.roles;
  const toggle = (role: StaffRole, on: boolean) =>
    change({ roles: staffRoles.filter((each) => (each === role ? on : draft.roles.includes(each))) });
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
          checked={draft.roles.includes(role)}
          aria-invalid={Boolean(error) || undefined}
          onValue={(on) => toggle(role, on)}
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
