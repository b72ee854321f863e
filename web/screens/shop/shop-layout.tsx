// Header, footer and the phone's bottom bar around every page of the shop (§2: which page shows what).
import { type ReactNode, useEffect } from 'react';
import { Link, Outlet, useLocation, useSearchParams } from 'react-router';
import { consoleDoors, paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { forgetPerson } from '../../parts/account/forget-person.ts';
import { useStoredTyping } from '../../parts/form/use-stored-typing.ts';
import { BottomBar } from '../../parts/page/bottom-bar.tsx';
import { PageProblem } from '../../parts/page/page-problem.tsx';
import { CurrencySwitch, LanguageSwitch } from '../../parts/page/switchers.tsx';
import { SearchBox } from '../../parts/product/search-box.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { noteWayIn } from '../../way-in.ts';
import type { Route } from './+types/shop-layout';
import { type HeaderParts, headerOf } from './header-rules.ts';
import { PhoneSearch } from './phone-search.tsx';
import { ProposeCurrency } from './propose-currency.tsx';
import { SiteFooter } from './site-footer.tsx';

export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A page that is missing or failed keeps the header, so that visitors can continue from there. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame>
      <PageProblem error={error} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { user } = useRoot();
  useStoredTyping(user?.userNo ?? '');
  useEffect(() => {
    if (user) noteWayIn(user.verAuthFlag ? 'member' : undefined);
  }, [user]);
  const parts = headerOf(pathname, search);
  // Pages with a reduced header have one task: the phone's bar would lead away from it. The mobile group has a separate bar.
  const focused = !parts.search && pathname !== paths.home();
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <ActingBar />
      <Header parts={parts} />
      {parts.currency && <ProposeCurrency />}
      <main id="main" className="mx-auto w-full max-w-6xl grow px-4 pb-24 sm:pb-16">
        {children}
      </main>
      {parts.logo && <SiteFooter />}
      {!focused && <ShopBar />}
    </div>
  );
}

/** Staff signed in as a partner always see whom they act for (rules §3). */
function ActingBar() {
  const { site, user } = useRoot();
  const { say } = useWords();
  if (!user?.actingStaff) return null;
  const leave = () =>
    send('logout', {}).finally(() => {
      forgetPerson();
      location.assign(consoleDoors.partners());
    });
  return (
    <div role="status" className="bg-book px-4 py-2 text-sm text-white">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1">
        <p>
          {say('account.acting.for', { staff: user.actingStaff, name: `${user.name} · ${user.partnerName}` })}{' '}
          {say(site?.customerService ? 'account.acting.logged' : 'account.acting.looksOnly')}
        </p>
        <button
          type="button"
          className="inline-flex min-h-9 touch:min-h-11 items-center font-semibold underline"
          onClick={leave}
        >
          {say('account.acting.end')}
        </button>
      </div>
    </div>
  );
}

function Header({ parts }: { parts: HeaderParts }) {
  const { say } = useWords();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const query = pathname === paths.search() ? (params.get('query') ?? '') : '';
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <a href="#main" className="sr focus:not-sr-only">
        {say('site.header.skip')}
      </a>
      <div className="mx-auto flex max-w-6xl items-center gap-x-1 px-4 py-2 sm:gap-x-3 md:gap-x-6">
        {parts.logo && <Logo />}
        {parts.search && (
          <div className="hidden max-w-md min-w-0 grow basis-64 md:block">
            <SearchBox initial={query} />
          </div>
        )}
        <nav aria-label={say('site.header.account')} className="-mr-2.5 ml-auto flex shrink-0 items-center">
          {parts.search && <PhoneSearch initial={query} />}
          {parts.language && <LanguageSwitch />}
          {parts.currency && <CurrencySwitch />}
          {parts.account && <AccountLinks />}
        </nav>
      </div>
    </header>
  );
}

function Logo() {
  const { site } = useRoot();
  return (
    <Link
      to={paths.home()}
      discover="none"
      className={`flex min-h-11 min-w-0 items-center gap-2 sm:text-lg md:max-w-2/5 md:shrink-0 font-bold text-brand ${
        site?.ownerPicture ? '' : 'icon icon-8 icon-compass'
      }`}
    >
      {site?.ownerPicture && <img src={site.ownerPicture} alt="" className="h-9" />}
      <span className="truncate">{site?.title}</span>
    </Link>
  );
}

function AccountLinks() {
  const { user } = useRoot();
  const { say } = useWords();
  return (
    <>
      <Link
        to={paths.wishes()}
        aria-label={say('wish.title')}
        title={say('wish.title')}
        className="header-link icon icon-5 icon-heart flex"
      />
      <Link to={user ? paths.account() : paths.login()} className="header-link icon icon-5 icon-user hidden sm:flex">
        <span className="max-w-32 truncate">{user ? user.nickName || user.name : say('site.header.signIn')}</span>
      </Link>
      <Link
        to={user ? paths.orders() : paths.findOrder()}
        className={`header-link icon icon-5 icon-orders hidden ${user ? 'md:flex' : 'xl:flex'}`}
      >
        {say(user ? 'site.header.orders' : 'wechat.travel.find')}
      </Link>
    </>
  );
}

function ShopBar() {
  const { say } = useWords();
  return (
    <BottomBar
      tabs={[
        { to: paths.home(), icon: 'icon-home', label: say('site.bar.home') },
        { to: paths.orders(), icon: 'icon-orders', label: say('site.bar.order') },
        { to: paths.account(), icon: 'icon-user', label: say('site.bar.account') },
      ]}
    />
  );
}
