// A forgotten password (§2 login retrieve): requests a mail with a link.
import { Link, redirect, useNavigate } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { send, visitor } from '../../call.ts';
import { MailForm } from '../../parts/account/sign-up-steps.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/ask-reset';

export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn) throw redirect(stepBack(request));
  return null;
}

export default function AskReset() {
  const { say } = useWords();
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-md py-8">
      <PageHeading className="mb-4 text-2xl font-bold" text={say('account.login.resetTitle')} />
      <Card className="grid gap-4">
        <p className="text-quiet">{say('account.login.resetHint')}</p>
        <MailForm
          kind="reset"
          label={say('account.login.sendMail')}
          ask={(input) => send('forgetPassword', input)}
          onSent={() => navigate(paths.resetMail())}
        />
        <Link
          to={paths.login()}
          className="inline-flex min-h-11 items-center justify-self-center font-semibold text-brand hover:underline"
        >
          {say('account.login.back')}
        </Link>
      </Card>
    </div>
  );
}
