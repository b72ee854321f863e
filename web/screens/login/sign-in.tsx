// Signing in (§2 login): members with account and password, everyone else with an e-mailed code and an optional password.
import { IconMail, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { safePath } from '../../../domain/safe-path.ts';
import { send, visitor } from '../../call.ts';
import { GuestWay, goOn } from '../../parts/account/enter-as-guest.tsx';
import { type ImageAnswer, ImageCode, useFlow } from '../../parts/account/image-code.tsx';
import { asksForPicture, rememberMail } from '../../parts/account/sign-up-steps.tsx';
import { describePage } from '../../parts/describe-page.ts';
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

/** Sends the form; after failures the house wants the code of a picture, a new one for each try (§2, security rule 43). */
function useSignIn(go: string) {
  const words = useWords();
  const flow = useFlow();
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const [pictured, setPictured] = useState(false);
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<ImageAnswer>(noAnswer);
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const account = String(form.get('account'));
    setBusy(true);
    try {
      await send('login', {
        account,
        password: String(form.get('password')),
        keep: form.get('keep') === 'on',
        ...(pictured ? { flow, ...answer } : {}),
      });
      goOn(go);
    } catch (error) {
      const failure = tellFailure(error, words);
      setTold(failure);
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
      error={told?.fields.imageCode ?? (told && asksForPicture(told.code) ? told.text : undefined)}
      onChange={setAnswer}
    />
  );
  return { told, busy, picture, submit };
}

const noAnswer: ImageAnswer = { imageTicket: '', imageCode: '' };

function MemberWay({ go }: { go: string }) {
  const { say } = useWords();
  const { told, busy, picture, submit } = useSignIn(go);
  const link = 'inline-flex min-h-11 items-center font-semibold text-brand hover:underline';
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {told && !asksForPicture(told.code) && (
        <Notice tone="bad" title={told.text}>
          {told.code === refusals.emailNotActive && (
            <Link to="/login/active" className={link}>
              {say('login.activate')}
            </Link>
          )}
        </Notice>
      )}
      <Field label={say('login.account')} error={told?.fields.account} required>
        {(ids) => (
          <TextInput ids={ids} name="account" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field label={say('login.password')} error={told?.fields.password} required>
        {(ids) => <TextInput ids={ids} name="password" type="password" autoComplete="current-password" />}
      </Field>
      {picture}
      <Checkbox name="keep" label={say('login.keep')} />
      <Button type="submit" size="lg" busy={busy}>
        {say('login.go')}
      </Button>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <Link to="/login/retrieve" className={link}>
          {say('login.forgot')}
        </Link>
        <Link to="/signup" className={link}>
          {say('signup.start')}
        </Link>
      </p>
    </form>
  );
}
