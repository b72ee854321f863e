// Frame of the back office: queues, orders, mails; dark when the device is, or when switched.
import { IconClipboardList, IconGauge, IconLogout, IconMail, IconMoon } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { NavLink, Outlet } from 'react-router';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { LanguageSwitch } from '../../parts/switchers.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root.tsx';
import type { Route } from './+types/console-layout';

export const loader = () => load('consoleMe', {});

export default function ConsoleLayout({ loaderData: me }: Route.ComponentProps) {
  const { say } = useWords();
  const { site } = useRoot();
  const [theme, setTheme] = useTheme();
  const leave = () => send('consoleLogout', {}).finally(() => location.assign('/console/login'));
  const links = [
    { to: '/console', Icon: IconGauge, label: say('console.start') },
    { to: '/console/orders', Icon: IconClipboardList, label: say('header.orders') },
    ...(me.roles.includes('admin') ? [{ to: '/console/mails', Icon: IconMail, label: say('console.mails') }] : []),
  ];
  const tool = 'flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-medium text-quiet hover:bg-canvas';
  return (
    <div data-theme={theme} className="min-h-dvh bg-canvas text-ink lg:grid lg:grid-cols-[14rem_1fr]">
      <title>{say('console.title')}</title>
      <aside className="border-line bg-surface p-3 max-lg:border-b lg:border-r">
        <p className="px-3 py-2 font-bold text-brand">{site?.title}</p>
        <nav aria-label={say('console.title')} className="flex gap-1 overflow-x-auto lg:grid">
          {links.map(({ to, Icon, label }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/console'}
              className="flex min-h-11 items-center gap-2 rounded-lg px-3 font-medium whitespace-nowrap hover:bg-canvas aria-[current=page]:bg-tint aria-[current=page]:text-brand"
            >
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-2 flex flex-wrap items-center gap-1 border-t border-line pt-2 lg:mt-6 lg:grid">
          <p className="px-3 text-sm text-quiet">{me.name}</p>
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
          <button type="button" className={tool} onClick={leave}>
            <IconLogout aria-hidden="true" className="size-5" />
            {say('uc.signOut')}
          </button>
        </div>
      </aside>
      <main className="min-w-0 p-4 sm:p-6">
        <Outlet />
      </main>
    </div>
  );
}

function useTheme(): ['light' | 'dark', (theme: 'light' | 'dark') => void] {
  const [theme, setTheme] = useState<'light' | 'dark'>('light');
  useEffect(() => {
    const kept = localStorage.getItem('console-theme');
    setTheme(kept === 'dark' || (!kept && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light');
  }, []);
  return [
    theme,
    (next) => {
      localStorage.setItem('console-theme', next);
      setTheme(next);
    },
  ];
}
