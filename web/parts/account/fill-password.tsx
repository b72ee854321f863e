// A new password typed twice (§5), checked before it is sent.
import type { ReactNode } from 'react';
import { checkNewPassword, type FormRules } from '../../../domain/account-forms.ts';
import { refusals } from '../../../domain/errors.ts';
import { CallRefused } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { CallProblem } from '../call-problem.tsx';
import { RuledField } from '../form/ruled-field.tsx';
import type { Form } from '../form/use-form.ts';
import { useWords, type Words } from '../use-words.ts';

/** Long enough never to truncate a pasted password; `judgePassword` checks the rule itself. */
export const typedPassword: FormRules[string] = { kind: 'text', max: 200, required: true };
export const newPasswordRules: FormRules = {
  password: { ...typedPassword, kind: 'password' },
  confirmation: { ...typedPassword, kind: 'confirmation' },
};

/** Refuses as the server would, so that the form marks the same fields with the same texts. `known` are names that it may not contain. */
export function judgePassword(
  values: Record<string, string>,
  { say }: Words,
  known: readonly string[],
): { password: string; confirmation: string } {
  const { password = '', confirmation = '' } = values;
  const problems = Object.entries(checkNewPassword(password, confirmation, known));
  if (problems.length) {
    const fields = Object.fromEntries(
      problems.map(([field, { problem, max = 0, min = 0 }]) => [field, say(`ui.field.${problem}`, { max, min })]),
    );
    throw new CallRefused(refusals.invalidInput, '', { fields });
  }
  return { password, confirmation };
}

export function NewPasswordFields({ form }: { form: Form }) {
  const { say } = useWords();
  return (
    <>
      <RuledField
        form={form}
        name="password"
        label={say('account.login.newPassword')}
        type="password"
        autoComplete="new-password"
        hint={say('ui.field.passwordHint')}
        required
      />
      <RuledField form={form} name="confirmation" type="password" autoComplete="new-password" required />
    </>
  );
}

type NewPasswordFormProps = {
  form: Form;
  /** The text on the button. */
  act: string;
  onSubmit(event?: React.FormEvent): void;
  /** Before the new password. */
  children?: ReactNode;
};

export function NewPasswordForm({ form, act, onSubmit, children }: NewPasswordFormProps) {
  const { say } = useWords();
  return (
    <form method="post" ref={form.ref} onSubmit={onSubmit} noValidate className="grid w-full gap-4">
      {form.problem && (
        <CallProblem code={form.code} title={say('account.passwordNotChanged')}>
          {form.problem}
        </CallProblem>
      )}
      {children}
      <NewPasswordFields form={form} />
      <Button type="submit" size="lg" busy={form.busy}>
        {act}
      </Button>
    </form>
  );
}
