// After requesting a new password (§2 login mail): shows the same whether or not the address has an account (security rule 44).
import { IconMailOpened } from '@tabler/icons-react';
import { redirect } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { visitor } from '../../call.ts';
import { AgainButton, useSentMail } from '../../parts/account/sign-up-steps.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, EmptyState, Skeleton } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-reset-mail';

export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn) throw redirect(stepBack(request));
  return null;
}

const linkMinutes = 30;

export default function ShowResetMail() {
  const { say } = useWords();
  const [mail] = useSentMail('reset');
  return (
    <div className="mx-auto max-w-md py-8">
      <PageHeading className="mb-4 text-2xl font-bold" text={say('account.signup.mailTitle')} />
      {!mail && <Skeleton className="h-56" />}
      {mail?.email && (
        <Card className="grid gap-4">
          <IconMailOpened aria-hidden="true" className="size-12 text-brand" />
          <p className="break-words">{say('account.login.resetMail', { email: mail.email })}</p>
          <p>{say('account.login.resetValid', { minutes: linkMinutes })}</p>
          <p className="text-quiet">{say('account.signup.mailSpam')}</p>
          <AgainButton at={mail.resendAt} to={paths.forgotPassword()} />
        </Card>
      )}
      {mail && !mail.email && (
        <EmptyState icon={<IconMailOpened className="size-12" />} title={say('account.login.noReset')}>
          <LinkButton to={paths.forgotPassword()}>{say('account.login.askAgain')}</LinkButton>
        </EmptyState>
      )}
    </div>
  );
}
