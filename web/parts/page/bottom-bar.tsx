// The bar at the bottom of phones (§2 navigation): a few links, the current one marked.
import { NavLink } from 'react-router';
import { useWords } from '../use-words.ts';

/** `icon`: its class in the style sheet. */
export type BarTab = { to: string; label: string; icon: string };

export function BottomBar({ tabs }: { tabs: BarTab[] }) {
  const { say } = useWords();
  return (
    <nav
      aria-label={say('site.bar.label')}
      className={
        'phone-bar fixed inset-x-0 bottom-0 z-20 grid grid-cols-3 border-t border-line bg-surface ' +
        'pb-[env(safe-area-inset-bottom)] sm:hidden print:hidden'
      }
    >
      {tabs.map(({ to, icon, label }) => (
        <NavLink key={to} to={to} end className={`bar-tab icon icon-6 ${icon}`}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
