// A first password: the rule of §5, repeated once.
import { send } from '../../call.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { CallProblem } from '../call-problem.tsx';
import { useForm } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';
import { judgePassword, NewPasswordFields, newPasswordRules } from './fill-password.tsx';

export function PasswordForm({ onDone }: { onDone(): void }) {
  const words = useWords();
  const { say } = words;
  const { site } = useRoot();
  const form = useForm({}, newPasswordRules);
  const submit = form.submit(async () => {
    // The server knows more names that it may not contain.
    await send('setPassword', judgePassword(form.values, words, [site?.title ?? '']));
    onDone();
  });
  return (
    <form method="post" ref={form.ref} noValidate onSubmit={submit} className="grid w-full gap-4">
      {form.problem && (
        <CallProblem code={form.code} title={say('account.passwordNotChanged')}>
          {form.problem}
        </CallProblem>
      )}
      <NewPasswordFields form={form} />
      <Button type="submit" size="lg" busy={form.busy}>
        {say('account.login.setPassword')}
      </Button>
    </form>
  );
}
