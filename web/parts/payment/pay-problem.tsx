// Why a payment did not begin. A price that differs from the one that the buyer saw is named beside it (§8 200203), where the buyer looks:
// the button that was pressed can be a screen away.
import { useEffect, useRef } from 'react';
import { refusals } from '../../../domain/errors.ts';
import type { Money } from '../../../domain/money.ts';
import { CallRefused } from '../../call.ts';
import { CallProblem } from '../call-problem.tsx';
import { describeError } from '../describe-error.ts';
import { useWords, type Words } from '../use-words.ts';

type Changed = { seen: Money; total: Money };
export type PayProblem = { text: string; changed?: Changed | undefined };

export function describePayError(error: unknown, seen: Money, words: Words): PayProblem {
  const { text, code } = describeError(error, words);
  const data = error instanceof CallRefused && code === refusals.priceChanged ? (error.data as Partial<Changed>) : null;
  return { text, changed: data?.total && { seen, total: data.total } };
}

/** `lines`: what of the price changed, where that is known and says more than the total. */
export function PriceChanged({ changed, lines = [] }: { changed: Changed; lines?: string[] | undefined }) {
  const { say, money } = useWords();
  const box = useRef<HTMLDivElement>(null);
  // Browsers return a promise from it, which React would call as the effect's end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown again when the price changed again
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' });
  }, [changed]);
  return (
    <div ref={box}>
      <CallProblem code={refusals.priceChanged} title={say('order.booking.priceChanged')}>
        {say('order.booking.priceWas', { old: money(changed.seen), now: money(changed.total) })}
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </CallProblem>
    </div>
  );
}

export function ShowPayProblem({ problem }: { problem: PayProblem | undefined }) {
  if (!problem) return null;
  return problem.changed ? <PriceChanged changed={problem.changed} /> : <CallProblem title={problem.text} />;
}
