// The frame of every page of the user centre (§2 uc): menu, sign-out, state of a distributor's application, a first welcome.
import { IconLogout, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { forgetPerson } from '../../parts/account/forget-person.ts';
import { isPageOf, listPages, type User } from '../../parts/account/list-pages.ts';
import { CallProblem } from '../../parts/call-problem.tsx';
import { describeError } from '../../parts/describe-error.ts';
import { useWords } from '../../parts/use-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/uc-layout';

const welcome = 'uc-welcome';

/** §2: accounts opened by a code alone may have no user centre. Staff who act for a buyer get no welcome. */
export async function loader() {
  const [user, setting] = await Promise.all([load('getUserInfo', {}), load('globalSetting', {})]);
  if (user.verLoginFlag && setting.omitVerCodeType === 1 && !user.verAuthFlag) throw redirect(paths.missing());
  const welcomed = user.actingStaff !== '' || (await load('onboardingConfig', {})).seen.includes(welcome);
  return { user, welcomed };
}

/** The menu changes once a password is set. */
export const shouldRevalidate = ({ currentUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || currentUrl.pathname === paths.setPassword();

export default function UcLayout({ loaderData: { user, welcomed } }: Route.ComponentProps) {
  const words = useWords();
  const [problem, setProblem] = useState('');
  const leave = () => {
    setProblem('');
    send('logout', {}).then(
      () => {
        forgetPerson();
        location.assign(paths.home());
      },
      (error: unknown) => setProblem(describeError(error, words).text),
    );
  };
  return (
    <div className="lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8">
      <Menu user={user} onLeave={leave} />
      <div data-page className="min-w-0 lg:*:mx-0">
        <div className="grid max-w-3xl gap-3 pt-4 empty:hidden lg:pt-8">
          {problem && <CallProblem title={problem} />}
          <Approval user={user} />
          {!welcomed && <Welcome name={user.nickName || user.name} />}
        </div>
        <Outlet />
      </div>
    </div>
  );
}

/** On the left on wide screens; on phones a row that scrolls, with the current page in view. */
function Menu({ user, onLeave }: { user: User; onLeave(): void }) {
  const { say } = useWords();
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page means another place in the row
  useEffect(() => {
    const present = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && present) row.current.scrollLeft = present.offsetLeft - 16;
  }, [pathname]);
  const item =
    'flex min-h-11 shrink-0 items-center gap-2 rounded-lg px-3 font-medium hover:bg-tint ' +
    'max-lg:whitespace-nowrap max-lg:border max-lg:border-line max-lg:bg-surface max-lg:text-sm ' +
    'aria-[current=page]:bg-tint aria-[current=page]:text-brand ' +
    'max-lg:aria-[current=page]:border-brand';
  const address = pathname.replace(/\/$/, '');
  return (
    <nav
      ref={row}
      aria-label={say('account.centre.menu')}
      className={
        'no-bar relative -mx-4 flex gap-2 overflow-x-auto px-4 pt-4 pb-1 lg:mx-0 lg:grid lg:content-start ' +
        'lg:gap-1 lg:overflow-visible lg:px-0 lg:py-8'
      }
    >
      {listPages(user).map((page) => (
        <Link key={page.to} to={page.to} aria-current={isPageOf(page, address) ? 'page' : undefined} className={item}>
          <page.Icon aria-hidden="true" className="size-5 shrink-0" />
          {say(page.label)}
        </Link>
      ))}
      <button type="button" onClick={onLeave} className={`${item} text-left text-quiet`}>
        <IconLogout aria-hidden="true" className="size-5 shrink-0" />
        {say('account.centre.signOut')}
      </button>
    </nav>
  );
}

function Approval({ user }: { user: User }) {
  const { say } = useWords();
  const { pathname } = useLocation();
  if (user.approval === 'waiting')
    return (
      <Notice tone="warn" title={say('account.centre.waiting')}>
        {say('account.centre.waitingHint')}
      </Notice>
    );
  if (user.approval !== 'disapproved') return null;
  return (
    <Notice tone="bad" title={say('account.centre.disapproved')}>
      {user.approvalReason && (
        <p className="whitespace-pre-wrap">{say('account.centre.reason', { reason: user.approvalReason })}</p>
      )}
      {user.kind === 'main' && pathname !== paths.partner() && (
        <Link to={paths.partner()} className="target py-1 font-semibold text-brand underline">
          {say('account.centre.sendAgain')}
        </Link>
      )}
    </Notice>
  );
}

/** Closing it is saved permanently; if that fails, it appears once more with the next visit. */
function Welcome({ name }: { name: string }) {
  const { say } = useWords();
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const close = () => {
    setClosed(true);
    send('onboardingUpdate', { seen: welcome }).catch(() => undefined);
  };
  return (
    <section
      className="flex items-start gap-2 rounded-card bg-tint p-4"
      aria-label={say('account.centre.welcome', { name })}
    >
      <div className="min-w-0 grow break-words">
        <p className="font-semibold">{say('account.centre.welcome', { name })}</p>
        <p className="text-sm">{say('account.centre.welcomeHint')}</p>
      </div>
      <IconButton Icon={IconX} label={say('ui.dialog.close')} onClick={close} className="-m-2 hover:bg-surface" />
    </section>
  );
}
