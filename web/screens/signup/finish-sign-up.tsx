// The last step of signing up (§1 registrants, §2 signup): members may sign in, distributors wait for the review.
import { IconCircleCheck, IconHourglass } from '@tabler/icons-react';
import { redirect, useSearchParams } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { visitor } from '../../call.ts';
import { SignUpSteps } from '../../parts/account/sign-up-steps.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/finish-sign-up';

export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn) throw redirect(stepBack(request));
  return null;
}

export default function FinishSignUp() {
  const { say } = useWords();
  const [params] = useSearchParams();
  const waits = params.get('waits') === '1' || ['personal', 'corporate'].includes(params.get('as') ?? '');
  const Icon = waits ? IconHourglass : IconCircleCheck;
  return (
    <div className="mx-auto max-w-xl py-8">
      <SignUpSteps step={4} />
      <Card className="grid justify-items-center gap-4 text-center">
        <Icon aria-hidden="true" className={`size-14 ${waits ? 'text-warn' : 'text-good'}`} />
        <PageHeading text={say('account.signup.doneTitle')} />
        <p>{say(waits ? 'account.signup.doneWaits' : 'account.signup.doneMember')}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton size="lg" to={paths.login()}>
            {say('account.login.go')}
          </LinkButton>
          <LinkButton size="lg" variant="outline" to={paths.home()}>
            {say('ui.missing.home')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
