// Head of an order's screen in the back office: the link back, its number, its states, pending decisions.

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';

export function OrderHead({ orderNo, act, children }: { orderNo: string; act: ReactNode; children: ReactNode }) {
  const { say } = useWords();
  return (
    <header>
      <Link to={consolePaths.orders()} className="inline-flex min-h-11 items-center text-brand hover:underline">
        ‹ {say('site.header.orders')}
      </Link>
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
