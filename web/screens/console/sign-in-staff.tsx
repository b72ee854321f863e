// Sign-in of the owner's staff.
import { useState } from 'react';
import { redirect } from 'react-router';
import { send, visitor } from '../../call.ts';
import { tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';

export function loader() {
  if (visitor().staff) throw redirect('/console');
  return null;
}

export default function SignInStaff() {
  const words = useWords();
  const { say } = words;
  const { site } = useRoot();
  const [told, setTold] = useState<ReturnType<typeof tellFailure>>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await send('consoleLogin', { account: String(form.get('account')), password: String(form.get('password')) });
      location.assign('/console');
    } catch (error) {
      setTold(tellFailure(error, words));
      setBusy(false);
    }
  };
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-4 p-4">
      <title>{say('console.title')}</title>
      <p className="text-center font-bold text-brand">{site?.title}</p>
      <h1 className="text-center text-2xl font-bold">{say('console.title')}</h1>
      <Card>
        <form onSubmit={submit} noValidate className="grid gap-4">
          {told && <Notice tone="bad" title={told.text} />}
          <Field label={say('login.email')} error={told?.fields.account} required>
            {(ids) => <TextInput ids={ids} name="account" type="email" autoComplete="username" />}
          </Field>
          <Field label={say('login.password')} error={told?.fields.password} required>
            {(ids) => <TextInput ids={ids} name="password" type="password" autoComplete="current-password" />}
          </Field>
          <Button type="submit" size="lg" busy={busy}>
            {say('login.go')}
          </Button>
        </form>
      </Card>
    </main>
  );
}
