// Sign-in of guests (§1): e-mail, slider, 4-character code, and a password that may be skipped.

import { useEffect, useState } from 'react';
import { refusals } from '../../../domain/errors.ts';
import { isEmail } from '../../../domain/passwords.ts';
import { send } from '../../call.ts';
import { browserNow } from '../../ui/browser-now.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { CallProblem } from '../call-problem.tsx';
import { type CallError, describeError } from '../describe-error.ts';
import { InputField } from '../form/fields.tsx';
import { onSend } from '../form/on-send.ts';
import { readWishes } from '../product/wishes.ts';
import { useWords } from '../use-words.ts';
import { forgetPasses } from './forget-person.ts';
import { useFlow } from './image-code.tsx';
import { PasswordForm } from './password-form.tsx';
import { SliderPuzzle } from './slider-puzzle.tsx';

/** A full page load, so that the frame knows the signed-in user. First the device's wish list is merged with that of the account. */
export function goOn(go: string) {
  const leave = () => location.assign(go);
  if (!readWishes().length) return leave();
  void import('../product/sync-wishes.ts').then(({ syncWishes }) => syncWishes()).then(leave, leave);
}

export function GuestWay({ go }: { go: string }) {
  const [entered, setEntered] = useState(false);
  const entry = useGuestEntry('', (passwordSet) => (passwordSet ? goOn(go) : setEntered(true)));
  if (entered) return <PasswordStep go={go} />;
  return entry.step === 'email' ? <EmailStep entry={entry} /> : <CodeStep entry={entry} />;
}

/** Proves that the visitor reads the typed mailbox: a puzzle, then the code of the mail. */
export function ProveMailbox({ email, onEntered }: { email: string; onEntered(): void }) {
  const { say } = useWords();
  const entry = useGuestEntry(email, onEntered);
  if (entry.step === 'code') return <CodeStep entry={entry} />;
  const { callError } = entry;
  return (
    <div className="grid gap-4">
      <p className="break-words text-quiet">{say('order.booking.proveHint', { email })}</p>
      {callError && <CallProblem code={callError.code} title={callError.text} />}
      <Puzzle entry={entry} />
    </div>
  );
}

type Sent = { email: string; at: number; resendAt: number };

const sentKey = 'code-sent';
/** As long as the server accepts a code. */
const codeMilliseconds = 600_000;

/** Returns when another code may be sent. */
function noteSent(email: string, resendAfterSeconds: number): number {
  const at = browserNow();
  const sent: Sent = { email, at, resendAt: at + resendAfterSeconds * 1000 };
  sessionStorage.setItem(sentKey, JSON.stringify(sent));
  return sent.resendAt;
}

/** The code that this tab had sent to the mailbox, while it is valid. */
function findSent(email: string): Sent | undefined {
  const sent = JSON.parse(sessionStorage.getItem(sentKey) ?? 'null') as Sent | null;
  return sent && sent.email === email && browserNow() - sent.at < codeMilliseconds ? sent : undefined;
}

/**
 * When another code may be sent. A phone drops the page while the mail with the code is read: the code that was sent is asked for again,
 * not another puzzle.
 */
function useResendAt(known: string, onFound: () => void) {
  const [resendAt, setResendAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page reads what is stored once
  useEffect(() => {
    const sent = known ? findSent(known) : undefined;
    if (!sent) return;
    setResendAt(sent.resendAt);
    onFound();
  }, [known]);
  return [resendAt, setResendAt] as const;
}

type Entry = ReturnType<typeof useGuestEntry>;

/** If the mailbox is already known, the puzzle is shown at once. */
function useGuestEntry(known: string, onEntered: (passwordSet: boolean) => void) {
  const words = useWords();
  const flow = useFlow();
  const [step, setStep] = useState<'email' | 'code'>('email');
  const [email, setEmail] = useState(known);
  const [puzzle, setPuzzle] = useState(known !== '');
  const [round, setRound] = useState(0);
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const [resendAt, setResendAt] = useResendAt(known, () => setStep('code'));
  const ask = async (ticket: string, x: number, track: [number, number][]) => {
    setBusy(true);
    try {
      const { resendAfterSeconds } = await send('sendEmailVerCode', { email, flow, ticket, x, track });
      setResendAt(noteSent(email, resendAfterSeconds));
      setCallError(undefined);
      setPuzzle(known !== '');
      setStep('code');
    } catch (error) {
      const described = describeError(error, words);
      const isWrong = described.code === refusals.wrongCode;
      const failure = isWrong ? { ...described, text: words.say('account.login.sliderFailed') } : described;
      setCallError(failure);
      if (failure.fields.email && !known) setPuzzle(false);
      else setRound(round + 1);
    }
    setBusy(false);
  };
  const enter = async (code: string) => {
    setBusy(true);
    try {
      const { passwordSet } = await send('verCodeRegionAndLogin', { email, flow, code, language: words.language });
      for (const key of ['flow', sentKey]) sessionStorage.removeItem(key);
      forgetPasses();
      setCallError(undefined);
      onEntered(passwordSet);
    } catch (error) {
      setCallError(describeError(error, words));
    }
    setBusy(false);
  };
  /** A new puzzle, after which a code is sent; the address is checked first (§5). */
  const again = () => {
    if (!isEmail(email.trim())) {
      const problem = words.say(email.trim() ? 'ui.field.emailFormat' : 'ui.field.required');
      return setCallError({ text: problem, fields: { email: problem }, code: 0 });
    }
    setStep('email');
    setRound(round + 1);
    setPuzzle(true);
    setCallError(undefined);
  };
  const type = (value: string) => {
    setEmail(value);
    setPuzzle(false);
  };
  return { step, email, callError, busy, resendAt, flow, puzzle, round, ask, enter, again, type };
}

function EmailStep({ entry }: { entry: Entry }) {
  const { say } = useWords();
  const { email, callError, busy, flow, puzzle } = entry;
  return (
    <form method="post" noValidate onSubmit={onSend(() => entry.again())} className="grid gap-4">
      <p className="text-quiet">{say('account.login.guestHint')}</p>
      {callError && !callError.fields.email && <CallProblem code={callError.code} title={callError.text} />}
      <InputField
        label={say('account.login.email')}
        error={callError?.fields.email}
        required
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        onValue={(text) => entry.type(text)}
      />
      {puzzle && flow ? (
        <Puzzle entry={entry} />
      ) : (
        <Button type="submit" size="lg" busy={busy} disabled={!flow}>
          {say('account.login.sendCode')}
        </Button>
      )}
    </form>
  );
}

function Puzzle({ entry: { flow, round, ask, busy } }: { entry: Entry }) {
  const { say } = useWords();
  return (
    <>
      {flow && <SliderPuzzle flow={flow} round={round} onSolved={ask} />}
      {busy && (
        <p role="status" className="text-sm text-quiet">
          {say('account.login.sending')}
        </p>
      )}
    </>
  );
}

function CodeStep({ entry }: { entry: Entry }) {
  const { say } = useWords();
  const { email, callError, busy, resendAt, enter, again } = entry;
  const [code, setCode] = useState('');
  const [wait, setWait] = useState(60);
  useEffect(() => {
    const timer = setInterval(() => setWait(Math.max(0, Math.ceil((resendAt - browserNow()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [resendAt]);
  return (
    <form method="post" noValidate onSubmit={onSend(() => enter(code))} className="grid gap-4">
      <p role="status">{say('account.login.codeSent', { email })}</p>
      {callError && !callError.fields.code && <CallProblem code={callError.code} title={callError.text} />}
      <InputField
        label={say('account.login.code')}
        error={callError?.fields.code}
        required
        name="code"
        value={code}
        maxLength={4}
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        onValue={(text) => setCode(text.toUpperCase())}
        className="text-center text-2xl font-bold tracking-[0.5em]"
      />
      <Button type="submit" size="lg" busy={busy}>
        {say('account.login.enter')}
      </Button>
      <Button variant="quiet" disabled={wait > 0} onClick={again}>
        {wait > 0 ? say('account.login.resendIn', { seconds: wait }) : say('account.login.resend')}
      </Button>
    </form>
  );
}

function PasswordStep({ go }: { go: string }) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <Notice tone="good" title={say('account.login.welcome')}>
        {say('account.login.passwordHint')}
      </Notice>
      <PasswordForm onDone={() => goOn(go)} />
      <Button variant="quiet" onClick={() => goOn(go)}>
        {say('account.login.skip')}
      </Button>
    </div>
  );
}
