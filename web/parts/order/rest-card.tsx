// The rest of an order that was paid in part (decision 0380): amount, deadline, what waits for it, and the link to pay.
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { useNow } from '../../root-data.ts';
import { Card, Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

type Rest = NonNullable<OutputOf<'orderDetail'>['rest']>;

/** `children`: the actions of the reader. */
export function RestCard({ rest, children }: { rest: Rest; children: ReactNode }) {
  const { say, money, day } = useWords();
  const now = useNow();
  const over = Date.parse(rest.dueAt) <= now;
  return (
    <Card className="grid gap-3">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 text-lg font-bold">
        {say('order.supplement.rest')}
        <span className="tabular-nums">{money(rest.amount)}</span>
      </h2>
      {over ? (
        <Notice tone="warn" title={say('order.part.overdue', { day: day(rest.until) })} />
      ) : (
        <p>{say('order.part.until', { day: day(rest.until) })}</p>
      )}
      <p className="text-sm text-quiet empty:hidden">
        {[!rest.voucher && say('order.part.voucher'), rest.missed === 'cancel' && say('order.part.cancels')]
          .filter(Boolean)
          .join(' ')}
      </p>
      {children}
    </Card>
  );
}
