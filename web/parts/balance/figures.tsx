// Deposit and credit line at a glance (§2 uc balance): what is left, what is used, and a mark if it is low.
import type { ReactNode } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { Badge, Card } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

export type Figures = OutputOf<'bill'>['figures'];

export function BalanceFigures({ figures, action }: { figures: Figures; action?: ReactNode }) {
  const { say, money } = useWords();
  const { deposit, credit, depositLow, creditLow } = figures;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Figure title={say('payment.balance.left.deposit')} value={money(deposit)} low={depositLow}>
        {action}
      </Figure>
      <Figure
        title={say('payment.balance.left.credit')}
        value={credit ? money(credit.left) : say('payment.balance.noCredit')}
        low={creditLow}
        quiet={!credit}
      >
        {credit && (
          <dl className="grid gap-1 text-sm">
            <Fact label={say('payment.balance.used')} value={money(credit.used)} />
            <Fact label={say('payment.balance.limit')} value={money(credit.limit)} />
          </dl>
        )}
      </Figure>
    </div>
  );
}

type FigureProps = { title: string; value: string; low: boolean; quiet?: boolean; children?: ReactNode };

function Figure({ title, value, low, quiet, children }: FigureProps) {
  const { say } = useWords();
  return (
    <Card className="grid content-start gap-2">
      <h2 className="flex flex-wrap items-center gap-2 text-sm font-medium text-quiet">
        {title}
        {low && <Badge tone="warn">{say('payment.balance.low')}</Badge>}
      </h2>
      <p className={quiet ? 'text-lg text-quiet' : 'text-2xl font-bold break-words tabular-nums'}>{value}</p>
      {children}
    </Card>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-quiet">{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
