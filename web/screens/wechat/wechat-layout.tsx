// The mobile group (§2 wechat): one narrow column on every device, and a navigation with three places: at the bottom of phones, at the
// top of wide screens.
import { NavLink, Outlet } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { type BarTab, BottomBar } from '../../parts/page/bottom-bar.tsx';
import { useWords } from '../../parts/use-words.ts';

export default function WechatLayout() {
  const { say } = useWords();
  const tabs: BarTab[] = [
    { to: paths.mobileOrders(), icon: 'icon-orders', label: say('site.bar.order') },
    { to: paths.findOrder(), icon: 'icon-search', label: say('wechat.find') },
    { to: paths.mobileUser(), icon: 'icon-user', label: say('wechat.me') },
  ];
  return (
    <div className="mx-auto w-full max-w-md py-4">
      <nav aria-label={say('site.bar.label')} className="mb-4 hidden gap-2 sm:flex print:hidden">
        {tabs.map(({ to, icon, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={
              `icon icon-5 ${icon} flex min-h-11 grow items-center justify-center gap-2 rounded-lg border border-line ` +
              'bg-surface px-3 font-medium hover:border-brand aria-[current=page]:border-brand ' +
              'aria-[current=page]:bg-tint aria-[current=page]:text-brand'
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <Outlet />
      <BottomBar tabs={tabs} />
    </div>
  );
}
