// Frame of the back office (rules §10): a menu by role, folded on phones; dark if the device is, or if switched.
import { IconGauge, IconLogout, IconMenu2, IconMoon, IconShieldLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send, visitor } from '../../../call.ts';
import { keepsFrame } from '../../../keep-frame.ts';
import { load } from '../../../load.ts';
import { forgetPerson } from '../../../parts/account/forget-person.ts';
import { useStoredTyping } from '../../../parts/form/use-stored-typing.ts';
import { PageProblem } from '../../../parts/page/page-problem.tsx';
import { LanguageSwitch } from '../../../parts/page/switchers.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import type { Route } from './+types/console-layout';
import { type MenuEntry, menuFor } from './menu-groups.ts';
import { QuickFind } from './quick-find.tsx';
import { type Theme, useTheme } from './use-theme.ts';

export async function loader() {
  const me = await load('consoleMe', {});
  const [path] = visitor().path.split('?');
  if (me.duty && path !== consolePaths.security()) throw redirect(consolePaths.security());
  return me;
}

export const shouldRevalidate = (navigation: ShouldRevalidateFunctionArgs) =>
  navigation.defaultShouldRevalidate && !keepsFrame(navigation);

export default function ConsoleLayout({ loaderData: me }: Route.ComponentProps) {
  return (
    <Frame me={me}>
      <Outlet />
    </Frame>
  );
}

/** The menu stays beside a missing or failed page; without a session there is none. */
export function ErrorBoundary({ error, loaderData: me }: Route.ErrorBoundaryProps) {
  const { say } = useWords();
  // An administrator opens every page of the shop; for others a link from a colleague may lead to one that they may not see.
  const missingText =
    me && !me.roles.some((role) => role === 'admin' || role === 'house') ? say('staff.notYours') : undefined;
  const problem = <PageProblem error={error} home={consolePaths.start()} missingText={missingText} />;
  return me ? <Frame me={me}>{problem}</Frame> : <main>{problem}</main>;
}

function Frame({ me, children }: { me: OutputOf<'consoleMe'>; children: ReactNode }) {
  const { say } = useWords();
  const { site } = useRoot();
  const [theme, setTheme] = useTheme();
  const { pathname } = useLocation();
  useStoredTyping(`staff ${me.email}`);
  // Of the page on which it was opened: going back closes the menu, too.
  const [openOn, setOpenOn] = useState('');
  const open = openOn === pathname;
  const close = () => setOpenOn('');
  return (
    <div data-theme={theme} className="min-h-dvh bg-canvas text-ink lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <aside className="border-line bg-surface p-3 max-lg:border-b lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-r">
        <div
          className={
            'flex items-center justify-between gap-x-1 bg-surface ' +
            'lg:sticky lg:-top-3 lg:z-10 lg:-mx-3 lg:-mt-3 lg:block lg:px-3 lg:pt-3 lg:pb-1'
          }
        >
          <p className="min-w-0 truncate px-3 py-2 font-bold text-brand">{site?.title}</p>
          {!me.duty && <QuickFind me={me} onGo={close} />}
          <button
            type="button"
            aria-expanded={open}
            aria-controls="console-menu"
            onClick={() => setOpenOn(open ? '' : pathname)}
            className="flex min-h-11 shrink-0 items-center gap-2 rounded-lg px-3 font-medium hover:bg-canvas lg:hidden"
          >
            <IconMenu2 aria-hidden="true" className="size-5" />
            {say('staff.menu')}
          </button>
        </div>
        <div id="console-menu" className={open ? '' : 'max-lg:hidden'}>
          {!me.duty && <Menu me={me} onGo={close} />}
          <Tools name={me.name} theme={theme} setTheme={setTheme} onGo={close} />
        </div>
      </aside>
      <main className="min-w-0 p-4 sm:p-6">{children}</main>
    </div>
  );
}

function Menu({ me, onGo }: { me: OutputOf<'consoleMe'>; onGo(): void }) {
  const { say } = useWords();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  // The menu is longer than most screens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its entry
  useEffect(() => {
    menu.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={menu} aria-label={say('console.title')} className="grid gap-1">
      {!me.roles.includes('house') && (
        <MenuLink entry={{ to: consolePaths.start(), Icon: IconGauge, word: 'console.start' }} onGo={onGo} />
      )}
      {menuFor(me).map(({ word, entries }) => (
        <section key={word} aria-label={say(`console.group.${word}`)} className="grid gap-1">
          <p aria-hidden="true" className="mt-3 px-3 text-xs font-semibold text-quiet">
            {say(`console.group.${word}`)}
          </p>
          {entries.map((entry) => (
            <MenuLink key={entry.to} entry={entry} onGo={onGo} />
          ))}
        </section>
      ))}
    </nav>
  );
}

function MenuLink({ entry: { to, Icon, word }, onGo }: { entry: MenuEntry; onGo(): void }) {
  const { say } = useWords();
  return (
    <NavLink
      to={to}
      end={to === consolePaths.start()}
      onClick={onGo}
      className={
        'flex min-h-11 scroll-mt-28 scroll-mb-3 items-center gap-2 rounded-lg px-3 font-medium hover:bg-canvas ' +
        'aria-[current=page]:bg-tint aria-[current=page]:text-brand lg:min-h-10'
      }
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {say(word)}
    </NavLink>
  );
}

type ToolsProps = { name: string; theme: Theme; setTheme(theme: Theme): void; onGo(): void };

function Tools({ name, theme, setTheme, onGo }: ToolsProps) {
  const { say } = useWords();
  const leave = () =>
    send('consoleLogout', {}).finally(() => {
      forgetPerson();
      location.assign(consolePaths.login());
    });
  const tool =
    'flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-medium text-quiet hover:bg-canvas ' +
    'aria-[current=page]:bg-tint aria-[current=page]:text-brand';
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1 border-t border-line pt-2 lg:mt-6 lg:grid">
      <p className="min-w-0 px-3 text-sm break-words text-quiet max-lg:w-full">{name}</p>
      <LanguageSwitch />
      <button
        type="button"
        className={tool}
        aria-pressed={theme === 'dark'}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        <IconMoon aria-hidden="true" className="size-5" />
        {say('console.dark')}
      </button>
      <NavLink to={consolePaths.security()} onClick={onGo} className={tool}>
        <IconShieldLock aria-hidden="true" className="size-5" />
        {say('staff.security')}
      </NavLink>
      <button type="button" className={tool} onClick={leave}>
        <IconLogout aria-hidden="true" className="size-5" />
        {say('account.centre.signOut')}
      </button>
    </div>
  );
}
