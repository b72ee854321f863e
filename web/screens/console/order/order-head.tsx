// Head of an order's screen in the back office: the link back, its number, its states, pending decisions.

import type { ReactNode } from 'react';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';

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
