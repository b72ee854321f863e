// The link of the activation mail (§2 login active): activates once in the browser, never when a mail program fetches the
// page; without a valid link it offers to mail a new one.
import { useEffect, useRef, useState } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { paths } from '../../../domain/paths.ts';
import { send, visitor } from '../../call.ts';
import { typedPassword } from '../../parts/account/fill-password.tsx';
import { AgainButton, MailForm, useSentMail } from '../../parts/account/sign-up-steps.tsx';
import { CallProblem } from '../../parts/call-problem.tsx';
import { type CallError, describeError } from '../../parts/describe-error.ts';
import { RuledField } from '../../parts/form/ruled-field.tsx';
import { useForm } from '../../parts/form/use-form.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/activate-account';

/** The link works for any visitor who opens it, signed in or not. */
export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn && !new URL(request.url).searchParams.has('token')) throw redirect(paths.home());
  return null;
}

export default function ActivateAccount() {
  const { say } = useWords();
  const [params] = useSearchParams();
  const token = params.get('token');
  return (
    <div className="mx-auto max-w-md py-8">
      <PageHeading className="mb-4 text-2xl font-bold" text={say('account.login.activeTitle')} />
      <Card className="grid gap-4">{token ? <Activation key={token} token={token} /> : <NewLink />}</Card>
    </div>
  );
}

function Activation({ token }: { token: string }) {
  const words = useWords();
  const { say } = words;
  const [callError, setCallError] = useState<CallError>();
  const started = useRef(false);
  const activate = async () => {
    setCallError(undefined);
    try {
      const { waits } = await send('enableEmail', { token });
      location.assign(paths.loginDone({ of: 'active', waits: waits ? 1 : 0 }));
    } catch (error) {
      setCallError(describeError(error, words));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is good for one try
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void activate();
  }, []);
  if (!callError)
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        {say('account.login.activating')}
      </p>
    );
  if (callError.code === refusals.signUpPassword) return <SignUpPassword token={token} />;
  // Network and server failures have no code of the catalogue: the link may still be valid.
  const refused = callError.code > 200_000;
  return (
    <>
      <Notice tone="bad" title={say('account.emailNotVerified')}>
        {callError.text}
      </Notice>
      {refused ? <NewLink /> : <Button onClick={() => void activate()}>{say('ui.problem.again')}</Button>}
      {refused && <AlreadyIn />}
    </>
  );
}

/** Other sign-ups of the address wait, or a guest has bookings: the person who signed up knows the password (decision 0779). */
function SignUpPassword({ token }: { token: string }) {
  const { say } = useWords();
  const question = useRef<HTMLHeadingElement>(null);
  // It takes the place of the spinner without a word: a screen reader reads on from here.
  useEffect(() => question.current?.focus(), []);
  const form = useForm({ password: '' }, { password: typedPassword });
  const submit = form.submit(async () => {
    const { waits } = await send('enableEmailByPassword', { token, password: form.values.password ?? '' });
    location.assign(paths.loginDone({ of: 'active', waits: waits ? 1 : 0 }));
  });
  if (form.code === refusals.linkExpired)
    return (
      <>
        <Notice tone="bad" title={say('refusal.linkExpired')} />
        <NewLink />
        <AlreadyIn />
      </>
    );
  return (
    <form method="post" ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <h2 ref={question} tabIndex={-1} className="text-lg font-semibold outline-none">
        {say('refusal.signUpPassword')}
      </h2>
      <p className="text-quiet">{say('account.login.activeWhose')}</p>
      {form.problem && form.code !== refusals.invalidInput && (
        <CallProblem code={form.code} title={say('account.emailNotVerified')}>
          {form.problem}
        </CallProblem>
      )}
      <RuledField
        form={form}
        name="password"
        label={say('account.login.password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" size="lg" busy={form.busy}>
        {say('account.login.activeConfirm')}
      </Button>
      <Link
        to={paths.signUp()}
        className="inline-flex min-h-11 items-center justify-self-center font-semibold text-brand hover:underline"
      >
        {say('account.login.activeForgot')}
      </Link>
    </form>
  );
}

/** Opened a second time, the link was used: its account is there already. */
function AlreadyIn() {
  const { say } = useWords();
  return (
    <p className="text-center">
      {say('account.signup.haveAccount')}{' '}
      <Link
        to={paths.login({ way: 'member' })}
        className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {say('account.login.go')}
      </Link>
    </p>
  );
}

function NewLink() {
  const { say } = useWords();
  const [mail, reread] = useSentMail('signup');
  const [sent, setSent] = useState(false);
  if (sent && mail)
    return (
      <>
        <Notice tone="good" title={say('account.signup.mailTitle')}>
          <p className="break-words">{say('account.login.activeSent', { email: mail.email })}</p>
        </Notice>
        <AgainButton at={mail.resendAt} onPress={() => setSent(false)} />
      </>
    );
  return (
    <>
      <p className="text-quiet">{say('account.login.activeHint')}</p>
      <MailForm
        kind="signup"
        label={say('account.login.sendMail')}
        ask={(input) => send('resendEmail', input)}
        onSent={() => {
          reread();
          setSent(true);
        }}
      />
    </>
  );
}
