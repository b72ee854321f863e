// The third step of signing up (§2 signup): a link was mailed to the address; it can be sent again after a while.
import { IconMailOpened } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { send, visitor } from '../../call.ts';
import { AgainButton, MailForm, type SentMail, SignUpSteps, useSentMail } from '../../parts/account/sign-up-steps.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, EmptyState, Notice, Skeleton } from '../../ui/pieces.tsx';
import type { Route } from './+types/check-mail';

export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn) throw redirect(stepBack(request));
  return null;
}

export default function CheckMail() {
  const { say } = useWords();
  const [mail, reread] = useSentMail('signup');
  return (
    <div className="mx-auto max-w-xl py-8">
      <SignUpSteps step={3} />
      <PageHeading className="mb-4 text-2xl font-bold" text={say('account.signup.mailTitle')} />
      {!mail && <Skeleton className="h-64" />}
      {mail?.email && <SentCard mail={mail} onSent={reread} />}
      {mail && !mail.email && (
        <EmptyState icon={<IconMailOpened className="size-12" />} title={say('account.signup.noMail')}>
          <LinkButton to={paths.signUp()}>{say('account.signup.start')}</LinkButton>
        </EmptyState>
      )}
    </div>
  );
}

function SentCard({ mail, onSent }: { mail: SentMail; onSent(): void }) {
  const { say } = useWords();
  const [asking, setAsking] = useState(false);
  const [resent, setResent] = useState(false);
  return (
    <Card className="grid gap-4">
      <IconMailOpened aria-hidden="true" className="size-12 text-brand" />
      <p className="text-lg font-semibold break-words">{say('account.signup.mailSent', { email: mail.email })}</p>
      <p>{say('account.signup.mailNext')}</p>
      <p className="text-quiet">{say('account.signup.mailSpam')}</p>
      {resent && <Notice tone="good" title={say('account.signup.resent')} />}
      {asking ? (
        <MailForm
          kind="signup"
          known={mail.email}
          label={say('account.signup.resend')}
          ask={(input) => send('resendEmail', input)}
          onSent={() => {
            setAsking(false);
            setResent(true);
            onSent();
          }}
        />
      ) : (
        <AgainButton
          at={mail.resendAt}
          onPress={() => {
            setAsking(true);
            setResent(false);
          }}
        />
      )}
      <Link
        to={paths.signUp()}
        className="inline-flex min-h-11 items-center justify-self-center font-semibold text-brand hover:underline"
      >
        {say('account.signup.wrongAddress')}
      </Link>
    </Card>
  );
}
