// The mobile group (§2 wechat): one narrow column, whatever it is opened on, and its own three places: at the bottom of phones, at the
// top of wide screens.
import { IconClipboardList, IconSearch, IconUser } from '@tabler/icons-react';
import { NavLink, Outlet } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { type BarTab, BottomBar } from '../../parts/page/bottom-bar.tsx';
import { useWords } from '../../parts/use-words.ts';

export default function WechatLayout() {
  const { say } = useWords();
  const tabs: BarTab[] = [
    { to: paths.mobileOrders(), Icon: IconClipboardList, label: say('site.bar.order') },
    { to: paths.findOrder(), Icon: IconSearch, label: say('wechat.find') },
    { to: paths.mobileUser(), Icon: IconUser, label: say('wechat.me') },
  ];
  return (
    <div className="mx-auto w-full max-w-md py-4">
      <nav aria-label={say('site.bar.label')} className="mb-4 hidden gap-2 sm:flex print:hidden">
        {tabs.map(({ to, Icon, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={
              'flex min-h-11 grow items-center justify-center gap-2 rounded-lg border border-line bg-surface ' +
              'px-3 font-medium hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
              'aria-[current=page]:text-brand'
            }
          >
            <Icon aria-hidden="true" className="size-5" />
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
      <BottomBar tabs={tabs} />
    </div>
  );
}
