// The guest's way in (§1): e-mail, slider, 4-character code, and a password that may be skipped.
import { useEffect, useState } from 'react';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { type Told, tellFailure } from '../tell-failure.ts';
import { useWords } from '../use-words.ts';
import { useFlow } from './image-code.tsx';
import { PasswordForm } from './password-form.tsx';
import { SliderPuzzle } from './slider-puzzle.tsx';

/** A full load, so that the frame knows who is signed in now. */
export function goOn(go: string) {
  location.assign(go);
}

export function GuestWay({ go }: { go: string }) {
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
      sessionStorage.removeItem('flow');
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
      method="post"
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
      method="post"
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
