// Refunds without a cancellation: given and waiting ones, and giving more of the remaining amount (§3 refund).
import type { OutputOf } from '../../../../contract/index.ts';
import { money, readAmount } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField } from '../../../parts/form/fields.tsx';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type Goodwill = OutputOf<'consoleGoodwill'>;
type CardProps = { orderNo: string; goodwill: Goodwill; zone: string };

const goodwillTones = { waiting: 'warn', done: 'good', refused: 'neutral' } as const;

/** Hidden while nothing was paid. */
export function GoodwillCard({ orderNo, goodwill: { most, list }, zone }: CardProps) {
  const { say, money: show, instant } = useWords();
  if (!list.length && most.amountMinor === 0) return null;
  return (
    <TitledCard title={say('mending.goodwill.title')}>
      <ul className="mb-3 grid gap-3 empty:hidden">
        {list.map((row) => (
          <li key={row.id} className="grid gap-1 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <strong className="tabular-nums">{show(row.amount)}</strong>
              <Badge tone={goodwillTones[row.state]}>{say(`finance.ledger.state.${row.state}`)}</Badge>
            </p>
            <p className="break-words">{row.reason}</p>
            <p className="text-quiet">
              {row.askedBy} · {instant(row.at, zone)}
            </p>
          </li>
        ))}
      </ul>
      {most.amountMinor > 0 && (
        <DialogButton text={say('mending.goodwill.give')}>
          {(close) => <GiveForm orderNo={orderNo} most={most} onDone={close} />}
        </DialogButton>
      )}
    </TitledCard>
  );
}

function GiveForm({ orderNo, most, onDone }: { orderNo: string; most: Goodwill['most']; onDone(): void }) {
  const words = useWords();
  const { say } = words;
  const { currency } = most;
  const form = useDraft({
    initial: { amountMinor: '', reason: '' },
    needs: ['amountMinor', 'reason'],
    judge: ({ amountMinor }) => ({
      amountMinor: judgeAmount(amountMinor, currency, words, { least: money(1, currency), most }).problem,
    }),
    save: async ({ amountMinor, reason }) => {
      const input = { id: orderNo, amountMinor: readAmount(amountMinor, currency)?.amountMinor ?? 0, reason };
      // Repeating a request that got no answer is the same refund.
      const name = `goodwill ${JSON.stringify(input)}`;
      await send('consoleGoodwillGive', input, { idempotencyKey: heldKey(name) });
      dropKey(name);
    },
    onDone,
  });
  return (
    <DialogForm form={form} act={say('mending.goodwill.give')} onClose={onDone}>
      <p>{say('mending.goodwill.text')}</p>
      <AmountField
        {...form.field('amountMinor')}
        label={say('order.supplement.amount', { currency })}
        hint={say('mending.goodwill.left', { amount: words.money(most) })}
        currency={currency}
      />
      <AreaField {...form.field('reason')} label={say('console.why')} hint={say('console.whyHint')} maxLength={1000} />
    </DialogForm>
  );
}
