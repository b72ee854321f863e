// The mobile group's sign-in (§2 wechat/wlogin): through WeChat if it can identify the user, otherwise with a password or an e-mailed
// code. A user whom WeChat did not know and who signs in by password may link WeChat to the account.
import { IconBrandWechat } from '@tabler/icons-react';
import { useState } from 'react';
import { redirect } from 'react-router';
import { safeMobilePath } from '../../../../domain/safe-path.ts';
import { send, visitor } from '../../../call.ts';
import { ChooseWay } from '../../../parts/account/choose-way.tsx';
import { GuestWay } from '../../../parts/account/enter-as-guest.tsx';
import { MemberWay } from '../../../parts/account/enter-as-member.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Route } from './+types/enter-mobile';
import { useWechatLogin } from './use-wechat-login.ts';

/** The maximum length of a `go` in the contract. */
const longest = 300;

/** The address may contain WeChat's code: the page is not cached and sends no referrer. */
export { secretHeaders as headers } from '../../../secret-headers.ts';

/** Redirects users who are already signed in. */
export function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const wantedPath = safeMobilePath(params.get('go'));
  const go = wantedPath.length > longest ? safeMobilePath('') : wantedPath;
  if (visitor().signedIn) throw redirect(go);
  return { go, first: params.get('way') === 'guest' ? ('guest' as const) : ('member' as const) };
}

export default function EnterMobile({ loaderData: { go, first } }: Route.ComponentProps) {
  const { say } = useWords();
  const wechat = useWechatLogin(go);
  const [unlinked, setUnlinked] = useState('');
  return (
    <>
      <PageTitle text={say('site.header.signIn')} />
      <h1 className="mb-4 text-2xl font-bold">{say('account.login.title')}</h1>
      {wechat.arriving ? (
        <p role="status" className="flex items-center gap-3 py-8">
          <Spinner /> {say('wechat.busy')}
        </p>
      ) : unlinked ? (
        <SignedInUnlinked go={go} problem={unlinked} />
      ) : (
        <Ways {...{ go, first, wechat }} onUnlinked={setUnlinked} />
      )}
    </>
  );
}

type WaysProps = {
  go: string;
  /** The way that is shown first. */
  first: 'guest' | 'member';
  wechat: ReturnType<typeof useWechatLogin>;
  onUnlinked(problem: string): void;
};

function Ways({ go, first, wechat: { offered, leaving, leave, ticket, problem }, onUnlinked }: WaysProps) {
  const words = useWords();
  const { say } = words;
  const finish = async (form: FormData) => {
    const failed =
      ticket && form.get('link') === 'on'
        ? await send('wechatLink', { ticket }).then(
            () => '',
            (error: unknown) => describeError(error, words).text,
          )
        : '';
    if (failed) onUnlinked(failed);
    else location.replace(go);
  };
  return (
    <div className="grid gap-4">
      {problem && <Notice tone="bad" title={problem} />}
      {ticket && <Notice title={say('wechat.notYet')}>{say('wechat.notYetHint')}</Notice>}
      {offered && (
        <>
          <Button size="lg" busy={leaving} onClick={leave}>
            <IconBrandWechat aria-hidden="true" className="size-6" />
            {say('wechat.go')}
          </Button>
          <p className="text-center text-sm text-quiet">{say('wechat.or')}</p>
        </>
      )}
      <div>
        <ChooseWay
          first={first}
          guest={<GuestWay go={go} />}
          member={
            <MemberWay onDone={finish}>{ticket && <Checkbox name="link" label={say('wechat.link')} />}</MemberWay>
          }
        />
      </div>
    </div>
  );
}

function SignedInUnlinked({ go, problem }: { go: string; problem: string }) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <Notice tone="warn" title={say('wechat.linkFailed')}>
        {problem}
      </Notice>
      <Button size="lg" onClick={() => location.replace(go)}>
        {say('account.login.enter')}
      </Button>
    </div>
  );
}
