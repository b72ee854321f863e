// Signing in (§2 login): members with account and password, everyone else with an e-mailed code and an optional password.
import { useEffect, useState } from 'react';
import { Link, redirect, useSearchParams } from 'react-router';
import { isGuestPath, paths } from '../../../domain/paths.ts';
import { safePath } from '../../../domain/safe-path.ts';
import { isUnder } from '../../../domain/write-address.ts';
import { visitor } from '../../call.ts';
import { ChooseWay } from '../../parts/account/choose-way.tsx';
import { GuestWay, goOn } from '../../parts/account/enter-as-guest.tsx';
import { MemberWay } from '../../parts/account/enter-as-member.tsx';
import { stepBack } from '../../parts/account/step-back.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { useWords } from '../../parts/use-words.ts';
import { readWayIn } from '../../way-in.ts';
import type { Route } from './+types/sign-in';

/** §2: the login page redirects users who are already signed in. */
export function loader({ request }: Route.LoaderArgs) {
  const go = new URL(request.url).searchParams.get('go');
  if (visitor().signedIn) throw redirect(go === null ? stepBack(request) : safePath(go));
  return null;
}

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, { title: { say: 'site.header.signIn' }, description: '', path: paths.login(), noIndex: true });

const isAfterPaying = (go: string) => isUnder(go, paths.payment('complete'));

export default function SignIn() {
  const { say } = useWords();
  const [params] = useSearchParams();
  const go = safePath(params.get('go'));
  const [isMember, setMember] = useState(params.get('way') === 'member');
  // A page that is loaded after the session ended leads here, and only the device knows how it was begun.
  useEffect(() => setMember((known) => known || readWayIn() === 'member'), []);
  return (
    <div className="mx-auto max-w-md py-8">
      <h1 className="mb-4 text-2xl font-bold">{say('account.login.title')}</h1>
      {/* Led here from a page for those signed in, their session may have ended; or by a gateway, on a phone that read the code. */}
      {params.has('go') && (
        <p className="mb-4 text-quiet">{say(isAfterPaying(go) ? 'account.login.afterPaying' : 'account.login.goOn')}</p>
      )}
      <ChooseWay
        first={isGuestPath(go) && !isMember ? 'guest' : 'member'}
        guest={<GuestWay go={go} />}
        member={<MemberWay onDone={() => goOn(go)} />}
      />
      {/* Buyers who booked without an account come here too, on the way to “Orders”. */}
      <p className="mt-2 text-center">
        <Link
          to={paths.findOrder()}
          className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
        >
          {say('wechat.travel.find')}
        </Link>
      </p>
    </div>
  );
}
