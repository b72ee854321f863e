// How much of an order is paid now (decision 0380): its first part, with the deadline of the rest, or everything. The choice is in
// the address.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import { RestTerms } from './rest-terms.tsx';

type Order = OutputOf<'payInfo'>['order'];

export function HowMuch({ order, part }: { order: Order; part: boolean }) {
  const { say, money, day } = useWords();
  const navigate = useNavigate();
  // Shown at once, while the prices of the ways to pay are loaded.
  const [chosen, setChosen] = useState(part);
  const { part: agreed } = order;
  if (!agreed) return null;
  const choose = (first: boolean) => {
    setChosen(first);
    navigate(paths.payment('pay', order.orderNo, { part: first }), { replace: true, preventScrollReset: true });
  };
  const choices = [
    {
      first: true,
      title: say('order.part.now', { amount: money(agreed.first) }),
      more: say('order.part.later', { amount: money(agreed.rest), day: day(agreed.until) }),
    },
    { first: false, title: say('order.part.all', { amount: money(order.payable) }), more: '' },
  ];
  return (
    <Card>
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-lg font-bold">{say('order.part.how')}</legend>
        {choices.map(({ first, title, more }) => (
          <label
            key={title}
            className={
              'flex min-h-14 cursor-pointer items-center gap-4 rounded-lg border border-line px-4 py-3 ' +
              'has-checked:border-brand has-checked:bg-tint'
            }
          >
            <input
              type="radio"
              name="part"
              className="size-5 shrink-0 accent-brand"
              checked={chosen === first}
              onChange={() => choose(first)}
            />
            <span className="min-w-0">
              <span className="block font-semibold">{title}</span>
              {more && <span className="block text-sm text-quiet">{more}</span>}
            </span>
          </label>
        ))}
        {chosen && <RestTerms terms={agreed} />}
      </fieldset>
    </Card>
  );
}
