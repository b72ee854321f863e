// A first password: the rule of §5, repeated once.
import { send } from '../../call.ts';
import { useRoot } from '../../root-data.ts';
import { useForm } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';
import { judgePassword, NewPasswordForm, newPasswordRules } from './fill-password.tsx';

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
  return <NewPasswordForm form={form} act={say('account.login.setPassword')} onSubmit={submit} />;
}
