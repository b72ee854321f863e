// Top-ups by bank transfer in progress: the announced amount, the state, and the page with its receipts.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, Card } from '../../../ui/pieces.tsx';

const tones = { open: 'neutral', submitted: 'brand', verified: 'good', refused: 'warn', withdrawn: 'neutral' } as const;

export function OpenTransfers({ list }: { list: OutputOf<'bill'>['transfers'] }) {
  const { say, money } = useWords();
  if (!list.length) return null;
  return (
    <Card>
      <h2 className="mb-2 text-lg font-bold">{say('payment.transfer.topUps')}</h2>
      <ul className="divide-y divide-line">
        {list.map(({ rechargeNo, amount, state }) => (
          <li key={rechargeNo} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <Link
              to={paths.payment(state === 'submitted' ? 'offlinePayInfo' : 'offlinePay', rechargeNo)}
              className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
            >
              {say('payment.transfer.topUp', { number: rechargeNo })}
            </Link>
            <span className="flex flex-wrap items-center gap-3">
              <Badge tone={tones[state]}>{say(`payment.transfer.state.${state}`)}</Badge>
              <strong className="tabular-nums">{money(amount)}</strong>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
