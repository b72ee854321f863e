// Sign-in of members (§2 login): account and password, and an image code after failures.

import { useState } from 'react';
import { Link } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { shownLimits } from '../../../domain/limits.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { CallProblem } from '../call-problem.tsx';
import { type CallError, describeError } from '../describe-error.ts';
import { InputField } from '../form/fields.tsx';
import { useWords, type Words } from '../use-words.ts';
import { CurrentPassword } from './current-password.tsx';
import { forgetPasses } from './forget-person.ts';
import { type ImageAnswer, ImageCode, useFlow } from './image-code.tsx';
import { asksForPicture, rememberMail } from './sign-up-steps.tsx';

/** Sends the form; after failures the server requires an image code, a new one for each try (§2, security rule 43). */
function useSignIn(onDone: (form: FormData) => unknown) {
  const words = useWords();
  const flow = useFlow();
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const [pictured, setPictured] = useState(false);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<ImageAnswer>(noAnswer);
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = String(form.get('account'));
    const password = String(form.get('password'));
    const fields = judge(account, password, words);
    if (Object.keys(fields).length) return setCallError({ text: words.say('refusal.invalidInput'), fields, code: 0 });
    setBusy(true);
    try {
      await send('login', {
        account,
        password,
        keep: form.get('keep') === 'on',
        ...(pictured ? { flow, ...answer } : {}),
      });
      forgetPasses();
      await onDone(form);
    } catch (error) {
      const failure = describeError(error, words);
      setCallError(failure);
      if (asksForPicture(failure.code) || failure.fields.imageCode) setPictured(true);
      if (failure.code === refusals.emailNotActive && account.includes('@')) rememberMail('signup', account.trim(), 0);
      setRound(round + 1);
      setAnswer(noAnswer);
      setBusy(false);
    }
  };
  const picture = pictured && flow && (
    <ImageCode
      flow={flow}
      round={round}
      value={answer.imageCode}
      error={callError?.fields.imageCode ?? (callError && asksForPicture(callError.code) ? callError.text : undefined)}
      onChange={setAnswer}
    />
  );
  return { callError, busy, picture, submit };
}

/** §5: checked before a request is sent. */
function judge(account: string, password: string, { say }: Words): Record<string, string> {
  const min = shownLimits.passwordShortest;
  return {
    ...(account.trim() ? {} : { account: say('ui.field.required') }),
    ...(password ? {} : { password: say('ui.field.required') }),
    ...(password && [...password].length < min ? { password: say('ui.field.tooShort', { min }) } : {}),
  };
}

const noAnswer: ImageAnswer = { imageTicket: '', imageCode: '' };

type MemberWayProps = {
  /** Called after signing in, with the other values of the form. */
  onDone(form: FormData): unknown;
  /** Further choices before signing in. */
  children?: React.ReactNode;
};

export function MemberWay({ onDone, children }: MemberWayProps) {
  const { say } = useWords();
  const { callError, busy, picture, submit } = useSignIn(onDone);
  const link = 'inline-flex min-h-11 items-center font-semibold text-brand hover:underline';
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {callError && !asksForPicture(callError.code) && (
        <CallProblem code={callError.code} title={callError.text}>
          {callError.code === refusals.emailNotActive && (
            <Link to={paths.activation()} className={link}>
              {say('account.login.activate')}
            </Link>
          )}
        </CallProblem>
      )}
      <InputField
        label={say('account.login.account')}
        error={callError?.fields.account}
        required
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CurrentPassword error={callError?.fields.password} />
      {picture}
      <Checkbox name="keep" label={say('account.login.keep')} />
      {children}
      <Button type="submit" size="lg" busy={busy}>
        {say('account.login.go')}
      </Button>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <Link to={paths.forgotPassword()} className={link}>
          {say('account.login.forgot')}
        </Link>
        <Link to={paths.signUp()} className={link}>
          {say('account.signup.start')}
        </Link>
      </p>
    </form>
  );
}
