// Small generic components: cards, badges, notices, empty states, pages of a list, skeletons.
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { HTMLAttributes, ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router';

export function Card({ className = '', ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={`min-w-0 rounded-card border border-line bg-surface p-4 sm:p-6 ${className}`} {...rest} />;
}

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'brand';
const tones: Record<Tone, string> = {
  neutral: 'bg-canvas text-quiet',
  good: 'tone-good',
  warn: 'tone-warn',
  bad: 'tone-bad',
  brand: 'tone-brand',
};

type BadgeProps = { tone?: Tone; icon?: string; children: ReactNode };

/** `icon`: classes of an icon in the style sheet, drawn before the text. */
export function Badge({ tone = 'neutral', icon = '', children }: BadgeProps) {
  return <span className={`badge ${tones[tone]}${icon && ` ${icon}`}`}>{children}</span>;
}

const noticeIcons = { info: IconInfoCircle, good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: 'info' | 'good' | 'warn' | 'bad';
  title?: ReactNode;
  children?: ReactNode;
}) {
  const Icon = noticeIcons[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-card p-4 ${tones[tone === 'info' ? 'brand' : tone]}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 text-left text-ink">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}

export function EmptyState({ title, icon, children }: { title: ReactNode; icon?: ReactNode; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line bg-surface px-6 py-12 text-center">
      <span className="text-quiet">{icon}</span>
      <h2 className="text-xl font-semibold">{title}</h2>
      {children}
    </div>
  );
}

export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse rounded-lg bg-line ${className}`} />;
}

type PagerProps = { page: number; pages: number; hrefOf(page: number): string };

/** Links to the pages around the current one; nothing when there is only one page. */
export function Pager({ page, pages, hrefOf }: PagerProps) {
  const intl = useIntl();
  const say = (name: string) => intl.formatMessage({ id: `ui.pager.${name}` });
  if (pages <= 1) return null;
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((item) => item >= 1 && item <= pages);
  const beside = (to: number, name: string, rel: string, Icon: typeof IconChevronLeft) => (
    <Link discover="none" className="page-link" to={hrefOf(to)} aria-label={say(name)} rel={rel}>
      <Icon className="size-5" />
    </Link>
  );
  return (
    <nav aria-label={say('label')} className="mt-6 flex flex-wrap items-center justify-center gap-2">
      {page > 1 && beside(page - 1, 'previous', 'prev', IconChevronLeft)}
      {near.map((item, at) => (
        <span key={item} className="contents">
          {at > 0 && item - (near[at - 1] ?? 0) > 1 && <span className="text-quiet">…</span>}
          <Link
            discover="none"
            className="page-link"
            to={hrefOf(item)}
            aria-current={item === page ? 'page' : undefined}
          >
            {item}
          </Link>
        </span>
      ))}
      {page < pages && beside(page + 1, 'next', 'next', IconChevronRight)}
    </nav>
  );
}
