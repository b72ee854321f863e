// The user centre at a glance (§2 uc): the signed-in account, and links to each page.
import { Link } from 'react-router';
import type { BuyerStep } from '../../../domain/onboarding-steps.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { AskForPassword } from '../../parts/account/ask-for-password.tsx';
import { listPages } from '../../parts/account/list-pages.ts';
import { FirstSteps } from '../../parts/onboarding/first-steps.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Badge } from '../../ui/pieces.tsx';
import type { Route } from './+types/open-account';

const pathOf: Record<BuyerStep, string> = {
  approval: paths.partner(),
  password: paths.setPassword(),
  profile: paths.profile(),
  logo: paths.partner(),
  'sub-account': paths.newSubAccount(),
  'top-up': paths.balance(),
  quotation: paths.quotations(),
  order: paths.search(),
};

/** Staff who are signed in as a buyer have no first steps. */
export async function loader() {
  const user = await load('getUserInfo', {});
  return { user, onboarding: user.actingStaff ? null : await load('onboardingConfig', {}) };
}

export default function OpenAccount({ loaderData: { user, onboarding } }: Route.ComponentProps) {
  const { say } = useWords();
  const partner = user.kind === 'main' || user.kind === 'sub' ? user.partnerName : '';
  return (
    <div className="mx-auto max-w-3xl py-6 lg:py-8">
      <PageTitle text={say('site.bar.account')} />
      <h1 className="text-2xl font-bold">{say('account.centre.hello', { name: user.nickName || user.name })}</h1>
      <div className="mt-1 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
        <Badge tone="brand">{say(`account.centre.kind.${user.kind}`)}</Badge>
        <span className="min-w-0 break-words">{[user.email, partner].filter(Boolean).join(' · ')}</span>
      </div>
      {!user.verAuthFlag && (
        <div className="mb-4">
          <AskForPassword
            user={user}
            title={say('account.centre.codeSession')}
            text={say('account.centre.codeSessionHint')}
          />
        </div>
      )}
      {onboarding && (
        <div className="mb-4 empty:hidden">
          <FirstSteps
            progress={onboarding}
            word="member.step"
            pathOf={(step) => pathOf[step as BuyerStep]}
            save={(mark) => send('onboardingUpdate', mark)}
          />
        </div>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {listPages(user).map(({ to, Icon, label, hint }) => (
          <li key={to}>
            <Link
              to={to}
              className={
                'lift flex h-full items-start gap-3 rounded-card border border-line bg-surface p-4 ' +
                'hover:border-brand hover:shadow-card'
              }
            >
              <Icon aria-hidden="true" className="size-7 shrink-0 text-brand" />
              <span className="min-w-0">
                <span className="block font-semibold">{say(label)}</span>
                <span className="block text-sm text-quiet">{say(hint)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
