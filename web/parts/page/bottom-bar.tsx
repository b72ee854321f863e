// The bar at the bottom of phones (§2 navigation): a few places, the present one marked.
import { NavLink } from 'react-router';
import { useWords } from '../use-words.ts';

export type BarTab = { to: string; label: string; Icon: React.ComponentType<{ className?: string }> };

export function BottomBar({ tabs }: { tabs: BarTab[] }) {
  const { say } = useWords();
  return (
    <nav
      aria-label={say('site.bar.label')}
      className={
        'fixed inset-x-0 bottom-0 z-20 grid grid-cols-3 border-t border-line bg-surface ' +
        'pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden'
      }
    >
      {tabs.map(({ to, Icon, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="grid min-h-14 place-items-center content-center text-xs font-medium text-quiet aria-[current=page]:text-brand"
        >
          <Icon aria-hidden="true" className="size-6" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
