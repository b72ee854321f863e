// The person of a login, and whether the login is enabled: for the owner's staff and for a supplier's.
import type { FormRules } from '../../../domain/account-forms.ts';
import type { DraftForm } from '../../console-kit/use-draft.ts';
import { Checkbox } from '../../ui/field.tsx';
import { InputField } from '../form/fields.tsx';
import { useWords } from '../use-words.ts';

export const loginRules: FormRules = {
  email: { kind: 'email', max: 120, required: true },
  name: { kind: 'text', max: 50, required: true },
};

type LoginDraft = { email: string; name: string; active: boolean };
type LoginFieldsProps<Draft extends LoginDraft> = {
  form: DraftForm<Draft>;
  /** Between the person and the switch. */
  children?: React.ReactNode;
};

export function LoginFields<Draft extends LoginDraft>({ form, children }: LoginFieldsProps<Draft>) {
  const { say } = useWords();
  return (
    <>
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
      {children}
      <div>
        <Checkbox label={say('staff.active')} {...form.tick('active')} />
        <p className="pl-8 text-sm text-quiet">{say('staff.activeHint')}</p>
      </div>
    </>
  );
}
