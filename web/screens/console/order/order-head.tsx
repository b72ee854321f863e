// Head of an order's screen in the back office: the link back, its number, its states, pending decisions; and what its dialogs say first.

import type { ReactNode } from 'react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { isPlatformSource } from '../../../../domain/order-sources.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';

export function OrderHead({ orderNo, act, children }: { orderNo: string; act: ReactNode; children: ReactNode }) {
  const { say } = useWords();
  return (
    <header>
      <BackTo to={consolePaths.orders()} text={say('site.header.orders')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <PageHeading className="text-2xl font-bold break-words tabular-nums" text={orderNo} />
          <div className="flex flex-wrap items-center gap-2">{children}</div>
        </div>
        {act}
      </div>
    </header>
  );
}

/** Before staff change or cancel an order that a platform sold: the platform does not learn of it from us (decision 0432). */
export function PlatformNote({ source }: { source: number }) {
  const { say } = useWords();
  if (!isPlatformSource(source)) return null;
  return <Notice tone="warn">{say('marketplace.notSent', { platform: say(`order.list.source.${source}`) })}</Notice>;
}

type Rejected = { by: string; why: string; at: string };

/** Who rejected the order or a part of it, and why. */
export function RejectedNotice({ rejected: { by, why, at } }: { rejected: Rejected }) {
  const { say, instant } = useWords();
  const zone = useDeskZone();
  return (
    <Notice tone="warn" title={say('order.event.reject')}>
      <p className="break-words whitespace-pre-wrap">{why}</p>
      <p className="text-sm text-quiet">{[by, instant(at, zone)].filter(Boolean).join(' · ')}</p>
    </Notice>
  );
}
