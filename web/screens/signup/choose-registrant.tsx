// The first step of signing up (§1 registrants, §2 signup): the kind of account, and the benefits of each.
import { IconBuildingStore, IconChevronRight, IconUser, IconUserStar } from '@tabler/icons-react';
import { Link, redirect } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { visitor } from '../../call.ts';
import { SignUpSteps } from '../../parts/account/sign-up-steps.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import type { Route } from './+types/choose-registrant';

export function loader({ request }: Route.LoaderArgs) {
  if (visitor().signedIn) throw redirect(stepBack(request));
  return null;
}

const kinds = [
  { registrant: 'individual', to: paths.signUpAsPerson('individual'), Icon: IconUser },
  { registrant: 'personal', to: paths.signUpAsPerson('personal'), Icon: IconUserStar },
  { registrant: 'corporate', to: paths.signUpAsCompany(), Icon: IconBuildingStore },
];

export default function ChooseRegistrant() {
  const { say } = useWords();
  return (
    <div className="mx-auto max-w-4xl py-8">
      <SignUpSteps step={1} />
      <PageHeading text={say('account.signup.title')} />
      <p className="mt-1 mb-5 text-quiet">{say('account.signup.lead')}</p>
      <ul className="grid gap-4 md:grid-cols-3">
        {kinds.map(({ registrant, to, Icon }) => (
          <li key={registrant} className="grid">
            <Link
              to={to}
              className={
                'group grid content-start gap-3 rounded-card border border-line bg-surface p-5 hover:border-brand ' +
                'hover:shadow-card sm:p-6'
              }
            >
              <span className="grid size-14 place-items-center rounded-full bg-tint text-brand">
                <Icon aria-hidden="true" className="size-8" />
              </span>
              <h2 className="flex items-center justify-between gap-2 text-lg font-semibold group-hover:text-brand">
                {say(`account.signup.${registrant}`)}
                <IconChevronRight aria-hidden="true" className="size-5 shrink-0 text-quiet" />
              </h2>
              <p className="text-quiet">{say(`account.signup.${registrant}Text`)}</p>
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-6 text-center">
        {say('account.signup.haveAccount')}{' '}
        <Link to={paths.login()} className="font-semibold text-brand hover:underline">
          {say('account.login.go')}
        </Link>
      </p>
    </div>
  );
}
