// The data of the bank's statement for a top-up: the arrived amount, the reference and the day. The deposit rises by that amount.
import type { OutputOf } from '../../../../contract/index.ts';
import { exponentOf } from '../../../../domain/currencies.ts';
import { readAmount } from '../../../../domain/money.ts';
import { transferRules } from '../../../../domain/transfer-rules.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Row = OutputOf<'consoleTransfers'>['list'][number];

export function SettleTopUp({ row, onClose }: { row: Row; onClose(): void }) {
  const words = useWords();
  const { say, money } = words;
  const { paymentNo: id, state: seen, amount } = row;
  const { currency } = amount;
  const announced = (amount.amountMinor / 10 ** exponentOf(currency)).toFixed(exponentOf(currency));
  const isOther = (typed: string) => {
    const found = readAmount(typed, currency);
    return found !== undefined && found.amountMinor !== amount.amountMinor;
  };
  const form = useDraft({
    initial: { amount: announced, reference: '', on: '', sure: false },
    needs: ['amount', 'reference', 'on'],
    judge: (draft) => ({
      amount: judgeAmount(draft.amount, currency, words).problem,
      sure: isOther(draft.amount) && !draft.sure ? say('ui.field.required') : undefined,
    }),
    save: ({ amount: typed, reference, on }) => {
      const amountMinor = readAmount(typed, currency)?.amountMinor ?? 0;
      return send('consoleTransferDecide', { id, verified: true, seen, received: { amountMinor, reference, on } });
    },
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('payment.transfer.verify')} onClose={onClose}>
      <p className="break-words">
        {row.partnerName} · {say('payment.transfer.topUp', { number: row.rechargeNo ?? '' })} · {money(amount)}
      </p>
      <AmountField
        {...form.field('amount')}
        label={say('payment.transfer.received', { currency })}
        currency={currency}
      />
      <InputField
        {...form.field('reference')}
        label={say('payment.transfer.bankReference')}
        maxLength={transferRules.referenceLength}
        autoComplete="off"
      />
      {isOther(form.draft.amount) && (
        <Notice tone="warn" title={say('payment.transfer.otherAmount', { announced: money(amount) })}>
          <Checkbox
            name="sure"
            label={say('payment.transfer.otherSure')}
            error={form.fields.sure}
            checked={form.draft.sure}
            onValue={(sure) => form.change({ sure })}
          />
        </Notice>
      )}
      <InputField {...form.field('on')} label={say('payment.transfer.receivedOn')} type="date" />
    </DialogForm>
  );
}
