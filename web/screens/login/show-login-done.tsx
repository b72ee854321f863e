// The result of a mailed link (§2 login complete): the e-mail is active, or the password was set or changed.
import { IconCircleCheck } from '@tabler/icons-react';
import { redirect, useSearchParams } from 'react-router';
import { consoleDoors, paths } from '../../../domain/paths.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-login-done';

/** Opened by itself it has nothing to report. */
export function loader({ request }: Route.LoaderArgs) {
  const of = new URL(request.url).searchParams.get('of');
  if (!['active', 'first', 'reset'].includes(of ?? '')) throw redirect(paths.login());
  return null;
}

export default function ShowLoginDone() {
  const { say } = useWords();
  const [params] = useSearchParams();
  const of = params.get('of');
  const isStaff = params.get('staff') === '1';
  const isPassword = of === 'first' || of === 'reset';
  const title = say(
    of === 'first' ? 'account.login.firstDone' : isPassword ? 'account.login.resetDone' : 'account.signup.doneTitle',
  );
  const active = params.get('waits') === '1' ? 'account.signup.doneWaits' : 'account.signup.doneMember';
  const text = isPassword ? 'account.login.resetDoneText' : active;
  return (
    <div className="mx-auto max-w-md py-8">
      <Card className="grid justify-items-center gap-4 text-center">
        <IconCircleCheck aria-hidden="true" className="size-14 text-good" />
        <PageHeading text={title} />
        <p>{say(text)}</p>
        <LinkButton size="lg" to={isStaff ? consoleDoors.login() : paths.login()} reloadDocument={isStaff}>
          {say('account.login.go')}
        </LinkButton>
      </Card>
    </div>
  );
}
