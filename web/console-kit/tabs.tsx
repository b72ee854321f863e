// Tabs of one page; the chosen one is in the address.
import { Link } from 'react-router';

type Tab = { key: string; to: string; text: string; chosen: boolean; count?: number };

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="mb-4 flex flex-wrap gap-2">
      {tabs.map(({ key, to, text, chosen, count }) => (
        <Link
          key={key}
          to={to}
          preventScrollReset
          aria-current={chosen ? 'page' : undefined}
          className={
            'flex min-h-11 items-center gap-1 rounded-lg border border-line bg-surface px-3 font-medium ' +
            'hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
            'aria-[current=page]:text-brand'
          }
        >
          {text}
          {count !== undefined && <span className="tabular-nums">({count})</span>}
        </Link>
      ))}
    </nav>
  );
}
