import { InputField } from '../form/fields.tsx';
import { useWords } from '../use-words.ts';

type CurrentPasswordProps = { error?: string; value?: string; onValue?(password: string): void };

/** The password of the person who signs in or confirms something. */
export function CurrentPassword(props: CurrentPasswordProps) {
  const { say } = useWords();
  return (
    <InputField
      label={say('account.login.password')}
      required
      name="password"
      type="password"
      autoComplete="current-password"
      {...props}
    />
  );
}
