// Signing in (§2 login): members with account and password, everyone else with an e-mailed code and an optional password.
import { IconMail, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import { safePath } from '../../../domain/safe-path.ts';
import { send, visitor } from '../../call.ts';
import { describePage } from '../../parts/describe-page.ts';
import { SliderPuzzle } from '../../parts/slider-puzzle.tsx';
import { type Told, tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, Field, TextInput } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/sign-in';

/** §2: the login page goes on when somebody is signed in already. */
export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn) throw redirect(safePath(new URL(request.url).searchParams.get('go')));
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, { title: '', description: '', path: '/login', noIndex: true });

/** A full load, so that the frame knows who is signed in now. */
function goOn(go: string) {
  location.assign(go);
}

export default function SignIn() {
  const { say } = useWords();
  const [params] = useSearchParams();
  const go = safePath(params.get('go'));
  const booking = go.startsWith('/booking');
  const [way, setWay] = useState<'guest' | 'member'>(booking ? 'guest' : 'member');
  const tab =
    'flex min-h-12 items-center justify-center gap-2 rounded-lg px-3 text-center font-semibold aria-selected:bg-surface aria-selected:text-brand aria-selected:shadow-card';
  return (
    <div className="mx-auto max-w-md py-8">
      <h1 className="mb-4 text-2xl font-bold">{say('login.title')}</h1>
      <div
        role="tablist"
        aria-label={say('login.ways')}
        className="mb-4 grid grid-cols-2 gap-1 rounded-card bg-line/60 p-1 text-sm"
      >
        <button
          type="button"
          role="tab"
          aria-selected={way === 'guest'}
          className={tab}
          onClick={() => setWay('guest')}
        >
          <IconMail aria-hidden="true" className="size-5" />
          {say('login.guest')}
        </button>
        <button
          type="button"
          role="tab"
          aria-selected={way === 'member'}
          className={tab}
          onClick={() => setWay('member')}
        >
          <IconUser aria-hidden="true" className="size-5" />
          {say('login.member')}
        </button>
      </div>
      <Card>{way === 'guest' ? <GuestWay go={go} /> : <MemberWay go={go} />}</Card>
    </div>
  );
}

function MemberWay({ go }: { go: string }) {
  const words = useWords();
  const { say } = words;
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await send('login', {
        account: String(form.get('account')),
        password: String(form.get('password')),
        keep: form.get('keep') === 'on',
      });
      goOn(go);
    } catch (error) {
      setTold(tellFailure(error, words));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {told && <Notice tone="bad" title={told.text} />}
      <Field label={say('login.account')} error={told?.fields.account} required>
        {(ids) => (
          <TextInput ids={ids} name="account" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field label={say('login.password')} error={told?.fields.password} required>
        {(ids) => <TextInput ids={ids} name="password" type="password" autoComplete="current-password" />}
      </Field>
      <Checkbox name="keep" label={say('login.keep')} />
      <Button type="submit" size="lg" busy={busy}>
        {say('login.go')}
      </Button>
    </form>
  );
}

/** One random name per page, so that a code works only where it was asked for; it outlives a reload. */
function useFlow(): string {
  const [flow, setFlow] = useState('');
  useEffect(() => {
    const kept = sessionStorage.getItem('guest-flow') ?? crypto.randomUUID();
    sessionStorage.setItem('guest-flow', kept);
    setFlow(kept);
  }, []);
  return flow;
}

function GuestWay({ go }: { go: string }) {
  const words = useWords();
  const { say } = words;
  const flow = useFlow();
  const [step, setStep] = useState<'email' | 'code' | 'password'>('email');
  const [email, setEmail] = useState('');
  const [puzzle, setPuzzle] = useState(false);
  const [round, setRound] = useState(0);
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const [resendAt, setResendAt] = useState(0);
  const ask = async (ticket: string, x: number) => {
    setBusy(true);
    try {
      const { resendAfterSeconds } = await send('sendEmailVerCode', { email, flow, ticket, x });
      setResendAt(Date.now() + resendAfterSeconds * 1000);
      setTold(undefined);
      setPuzzle(false);
      setStep('code');
    } catch (error) {
      const failure = tellFailure(error, words);
      setTold(failure);
      if (failure.fields.email) setPuzzle(false);
      else setRound(round + 1);
    }
    setBusy(false);
  };
  const enter = async (code: string) => {
    setBusy(true);
    try {
      const { passwordSet } = await send('verCodeRegionAndLogin', { email, flow, code, language: words.language });
      sessionStorage.removeItem('guest-flow');
      if (passwordSet) return goOn(go);
      setTold(undefined);
      setStep('password');
    } catch (error) {
      setTold(tellFailure(error, words));
    }
    setBusy(false);
  };
  if (step === 'password') return <PasswordStep go={go} />;
  if (step === 'code')
    return (
      <CodeStep
        {...{
          email,
          told,
          busy,
          resendAt,
          onEnter: enter,
          onAgain: () => {
            setStep('email');
            setRound(round + 1);
            setPuzzle(true);
            setTold(undefined);
          },
        }}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setPuzzle(true);
        setTold(undefined);
        setRound(round + 1);
      }}
      className="grid gap-4"
    >
      <p className="text-quiet">{say('login.guestHint')}</p>
      {told && !told.fields.email && <Notice tone="bad" title={told.text} />}
      <Field label={say('login.email')} error={told?.fields.email} required>
        {(ids) => (
          <TextInput
            ids={ids}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setPuzzle(false);
            }}
          />
        )}
      </Field>
      {puzzle && flow ? (
        <SliderPuzzle flow={flow} round={round} onSolved={ask} />
      ) : (
        <Button type="submit" size="lg" busy={busy} disabled={!flow}>
          {say('login.sendCode')}
        </Button>
      )}
      {puzzle && busy && (
        <p role="status" className="text-sm text-quiet">
          {say('login.sending')}
        </p>
      )}
    </form>
  );
}

type CodeProps = {
  email: string;
  told: Told | undefined;
  busy: boolean;
  resendAt: number;
  onEnter(code: string): void;
  onAgain(): void;
};

function CodeStep({ email, told, busy, resendAt, onEnter, onAgain }: CodeProps) {
  const { say } = useWords();
  const [code, setCode] = useState('');
  const [wait, setWait] = useState(60);
  useEffect(() => {
    const timer = setInterval(() => setWait(Math.max(0, Math.ceil((resendAt - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [resendAt]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(code);
      }}
      className="grid gap-4"
    >
      <p role="status">{say('login.codeSent', { email })}</p>
      {told && !told.fields.code && <Notice tone="bad" title={told.text} />}
      <Field label={say('login.code')} error={told?.fields.code} required>
        {(ids) => (
          <TextInput
            ids={ids}
            name="code"
            value={code}
            maxLength={4}
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setCode(event.target.value.toUpperCase())}
            className="text-center text-2xl font-bold tracking-[0.5em]"
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        {say('login.enter')}
      </Button>
      <Button variant="quiet" disabled={wait > 0} onClick={onAgain}>
        {wait > 0 ? say('login.resendIn', { seconds: wait }) : say('login.resend')}
      </Button>
    </form>
  );
}

function PasswordStep({ go }: { go: string }) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <Notice tone="good" title={say('login.welcome')}>
        {say('login.passwordHint')}
      </Notice>
      <PasswordForm onDone={() => goOn(go)} />
      <Button variant="quiet" onClick={() => goOn(go)}>
        {say('login.skip')}
      </Button>
    </div>
  );
}

export function PasswordForm({ onDone }: { onDone(): void }) {
  const words = useWords();
  const { say } = words;
  const [told, setTold] = useState<Told>();
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
      setTold(tellFailure(error, words));
      setBusy(false);
    }
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {told && !Object.keys(told.fields).length && <Notice tone="bad" title={told.text} />}
      <Field label={say('login.newPassword')} hint={say('field.passwordRule')} error={told?.fields.password} required>
        {(ids) => <TextInput ids={ids} name="password" type="password" autoComplete="new-password" />}
      </Field>
      <Field label={say('login.confirmPassword')} error={told?.fields.confirmation} required>
        {(ids) => <TextInput ids={ids} name="confirmation" type="password" autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" busy={busy}>
        {say('login.setPassword')}
      </Button>
    </form>
  );
}
