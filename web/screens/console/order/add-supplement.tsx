// Additional payments of an order in the back office (§3): the existing ones, adding one, withdrawing an unpaid one.

import type { OutputOf } from '../../../../contract/index.ts';
import { readAmount } from '../../../../domain/money.ts';
import { supplementKinds } from '../../../../domain/open-payments.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField, ChoiceField } from '../../../parts/form/fields.tsx';
import { SupplementFacts } from '../../../parts/order/supplements.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'status' | 'supplements' | 'zone' | 'payable'>;

/** Orders that wait for confirmation or are confirmed. */
const openTo: readonly number[] = [OrderStatus.pending, OrderStatus.confirmed];

export function SupplementsOfOrder({ order }: { order: Order }) {
  const { say, money } = useWords();
  const mayAdd = openTo.includes(order.status);
  const added = order.supplements.filter((item) => item.kind !== 'rest');
  if (!mayAdd && !added.length) return null;
  return (
    <TitledCard title={say('order.supplement.title')}>
      <ul className="mb-3 grid gap-4 empty:hidden">
        {added.map((item) => (
          <li key={item.supplementNo} className="grid gap-2">
            <SupplementFacts one={item} zone={order.zone} />
            {item.state === 'open' && (
              <ActionButton
                variant="outline"
                size="sm"
                className="justify-self-start"
                title={say('order.supplement.withdrawTitle')}
                act={say('order.supplement.withdraw')}
                danger
                work={() => send('consoleSupplementWithdraw', { id: order.orderNo, supplementNo: item.supplementNo })}
              >
                <p>{say('order.supplement.withdrawText', { amount: money(item.amount) })}</p>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {mayAdd && (
        <DialogButton text={say('order.supplement.add')}>
          {(close) => <AddForm order={order} onDone={close} />}
        </DialogButton>
      )}
    </TitledCard>
  );
}

type SupplementDraft = { kind: (typeof supplementKinds)[number]; amountMinor: string; reason: string };

function AddForm({ order, onDone }: { order: Order; onDone(): void }) {
  const words = useWords();
  const { say } = words;
  const { currency } = order.payable;
  const initial: SupplementDraft = { kind: 'extraTime', amountMinor: '', reason: '' };
  const form = useDraft({
    initial,
    needs: ['amountMinor', 'reason'],
    judge: ({ amountMinor }) => ({ amountMinor: judgeAmount(amountMinor, currency, words).problem }),
    save: ({ kind, amountMinor, reason }) =>
      send('consoleSupplementAdd', {
        ...{ id: order.orderNo, kind, reason },
        amountMinor: readAmount(amountMinor, currency)?.amountMinor ?? 0,
      }),
    onDone,
  });
  const { field } = form;
  return (
    <DialogForm form={form} act={say('order.supplement.add')} onClose={onDone}>
      <p>{say('order.supplement.addText')}</p>
      <ChoiceField
        {...field('kind')}
        label={say('order.supplement.kind')}
        required
        options={supplementKinds}
        word="order.supplement"
      />
      <AmountField {...field('amountMinor')} label={say('order.supplement.amount', { currency })} currency={currency} />
      <AreaField
        {...field('reason')}
        label={say('order.supplement.reason')}
        hint={say('order.supplement.reasonHint')}
        maxLength={1000}
      />
    </DialogForm>
  );
}
