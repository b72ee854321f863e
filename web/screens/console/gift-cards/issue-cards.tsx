// New gift cards (decision 0409): value, number and last day.
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import type { Money } from '../../../../domain/money.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { sendOnce } from '../../../parts/form/send-once.ts';
import { useWords } from '../../../parts/use-words.ts';

export type IssuedCards = OutputOf<'consoleGiftCardIssue'>;
type IssueProps = { currencies: Currency[]; fourEyes: Money | null; onClose(): void; onDone(made: IssuedCards): void };

export function IssueCards({ currencies, fourEyes, onClose, onDone }: IssueProps) {
  const { say, money } = useWords();
  const form = useIssuing(currencies, (made) => {
    onDone(made);
    onClose();
  });
  const { currency } = form.draft;
  return (
    <DialogForm form={form} act={say('finance.giftCard.issue')} onClose={onClose}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField
          {...form.field('valueMinor')}
          label={say('finance.giftCard.valueEach', { currency })}
          currency={currency}
        />
        <ChoiceField {...form.field('currency')} label={say('payment.balance.column.currency')} options={currencies} />
        <InputField
          {...form.field('count')}
          label={say('finance.giftCard.count')}
          required
          inputMode="numeric"
          maxLength={3}
        />
        <InputField
          {...form.field('endsOn')}
          type="date"
          label={say('finance.giftCard.ends')}
          hint={say('finance.giftCard.endsHint')}
        />
      </div>
      <InputField
        {...form.field('note')}
        label={say('finance.giftCard.note')}
        hint={say('finance.giftCard.noteHint')}
        maxLength={100}
      />
      {fourEyes && (
        <p className="text-sm text-quiet">{say('finance.giftCard.fourEyes', { amount: money(fourEyes) })}</p>
      )}
    </DialogForm>
  );
}

function useIssuing(currencies: Currency[], onDone: (made: IssuedCards) => void) {
  const words = useWords();
  const { say } = words;
  return useDraft({
    initial: { valueMinor: '', currency: currencies[0] as Currency, count: '1', endsOn: '', note: '' },
    needs: ['valueMinor'],
    judge: ({ valueMinor, currency, count }) => ({
      valueMinor: judgeAmount(valueMinor, currency, words).problem,
      count: /^\d{1,3}$/.test(count.trim()) ? undefined : say('ui.field.required'),
    }),
    save: ({ valueMinor, currency, count, endsOn, note }) => {
      const amount = judgeAmount(valueMinor, currency, words).amount;
      const wish = {
        currency,
        valueMinor: amount?.amountMinor ?? 0,
        count: Number(count),
        endsOn: endsOn || null,
        note,
      };
      return sendOnce('consoleGiftCardIssue', wish, 'gift cards');
    },
    onDone,
  });
}
