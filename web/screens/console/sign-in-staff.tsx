// Sign-in of the owner's staff: an image code after failed tries (rules §3), six digits if there is a second factor; then back to the
// requested
// screen.

import { useRef, useState } from 'react';
import { redirect, useSearchParams } from 'react-router';
import { refusals } from '../../../domain/errors.ts';
import { safeStaffPath } from '../../../domain/safe-path.ts';
import { send, visitor } from '../../call.ts';
import { CurrentPassword } from '../../parts/account/current-password.tsx';
import { type ImageAnswer, ImageCode, useFlow } from '../../parts/account/image-code.tsx';
import { type CallError, describeError } from '../../parts/describe-error.ts';
import { InputField } from '../../parts/form/fields.tsx';
import { showAndFocus } from '../../parts/form/show-and-focus.ts';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { LanguageSwitch } from '../../parts/page/switchers.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/sign-in-staff';

export function loader({ request }: Route.LoaderArgs) {
  if (visitor().staff) throw redirect(safeStaffPath(new URL(request.url).searchParams.get('go')));
  return null;
}

export default function SignInStaff() {
  const { say } = useWords();
  const { site } = useRoot();
  const [params] = useSearchParams();
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-4 p-4">
      <PageTitle text={say('site.header.signIn')} />
      <p className="text-center font-bold text-brand">{site?.title}</p>
      <h1 className="text-center text-2xl font-bold">{say('console.title')}</h1>
      {params.has('go') && <p className="text-center text-quiet">{say('account.login.goOn')}</p>}
      <Card>
        <StaffForm />
      </Card>
      <div className="flex justify-center text-sm text-quiet [&_select]:bg-canvas">
        <LanguageSwitch named />
      </div>
    </main>
  );
}

const noAnswer: ImageAnswer = { imageTicket: '', imageCode: '' };

/** The requirements of the server besides the password, as its refusals name them one after another; typed values stay. */
function useSignIn() {
  const [params] = useSearchParams();
  const words = useWords();
  const flow = useFlow();
  const ref = useRef<HTMLFormElement>(null);
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const [wants, setWants] = useState({ picture: false, factor: false });
  const [answer, setAnswer] = useState(noAnswer);
  const [round, setRound] = useState(0);
  const fail = (failure: CallError) => {
    const picture =
      failure.code === refusals.imageCodeNeeded || (failure.code === refusals.wrongCode && !failure.fields.oneTimeCode);
    const factor = failure.code === refusals.secondFactorNeeded;
    const change = () => {
      setCallError(failure);
      setWants((known) => ({ picture: known.picture || picture, factor: known.factor || factor }));
      setAnswer(noAnswer);
      setRound((known) => known + 1);
    };
    if (factor || picture) showAndFocus(ref.current, change, `[name=${factor ? 'oneTimeCode' : 'imageCode'}]`);
    else change();
  };
  const submit = async (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      await send('consoleLogin', {
        account: String(form.get('account')),
        password: String(form.get('password')),
        ...(wants.factor ? { oneTimeCode: String(form.get('oneTimeCode')).replace(/\s/g, '') } : {}),
        ...(wants.picture ? { flow, ...answer } : {}),
      });
      location.assign(safeStaffPath(params.get('go')));
    } catch (error) {
      fail(describeError(error, words));
      setBusy(false);
    }
  };
  return { ref, flow, round, callError, busy, wants, answer, setAnswer, submit };
}

function StaffForm() {
  const { say } = useWords();
  const { ref, flow, round, callError, busy, wants, answer, setAnswer, submit } = useSignIn();
  const needsCode = callError?.code === refusals.secondFactorNeeded;
  return (
    <form method="post" ref={ref} onSubmit={submit} noValidate className="grid gap-4">
      {callError && <Notice tone={needsCode ? 'info' : 'bad'} title={callError.text} />}
      <InputField
        label={say('account.login.email')}
        error={callError?.fields.account}
        required
        name="account"
        type="email"
        autoComplete="username"
      />
      <CurrentPassword error={callError?.fields.password} />
      {wants.factor && (
        <InputField
          label={say('staff.factorCode')}
          error={callError?.fields.oneTimeCode}
          required
          name="oneTimeCode"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          className="tracking-widest"
        />
      )}
      {wants.picture && flow && (
        <ImageCode
          flow={flow}
          round={round}
          value={answer.imageCode}
          error={callError?.fields.imageCode}
          onChange={setAnswer}
        />
      )}
      <Button type="submit" size="lg" busy={busy}>
        {say('account.login.go')}
      </Button>
    </form>
  );
}
