// Signing in (§2 login): members with account and password, everyone else with an e-mailed code and an optional password.
import { IconMail, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import { safePath } from '../../../domain/safe-path.ts';
import { send, visitor } from '../../call.ts';
import { describePage } from '../../parts/describe-page.ts';
import { GuestWay, goOn } from '../../parts/enter-as-guest.tsx';
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
