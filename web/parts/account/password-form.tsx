// A first password: the rule of §5, repeated once.

import { useState } from 'react';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { CallProblem } from '../call-problem.tsx';
import { type CallError, describeError } from '../describe-error.ts';
import { InputField } from '../form/fields.tsx';
import { useWords } from '../use-words.ts';

export function PasswordForm({ onDone }: { onDone(): void }) {
  const words = useWords();
  const { say } = words;
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await send('setPassword', {
        password: String(form.get('password')),
        confirmation: String(form.get('confirmation')),
      });
      onDone();
    } catch (error) {
      setCallError(describeError(error, words));
      setBusy(false);
    }
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      {callError && !Object.keys(callError.fields).length && (
        <CallProblem code={callError.code} title={say('account.passwordNotChanged')}>
          {callError.text}
        </CallProblem>
      )}
      <InputField
        label={say('account.login.newPassword')}
        hint={say('ui.field.passwordHint')}
        error={callError?.fields.password}
        required
        name="password"
        type="password"
        autoComplete="new-password"
      />
      <InputField
        label={say('account.login.confirmPassword')}
        error={callError?.fields.confirmation}
        required
        name="confirmation"
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" size="lg" busy={busy}>
        {say('account.login.setPassword')}
      </Button>
    </form>
  );
}
