// New gift cards (decision 0409): value, number and last day; then their codes, shown only once.
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import type { Money } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { saveText } from '../../../console-kit/export-list.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Made = OutputOf<'consoleGiftCardIssue'>;
type IssueProps = { currencies: Currency[]; fourEyes: Money | null; onClose(): void };

export function IssueCards({ currencies, fourEyes, onClose }: IssueProps) {
  const { say, money } = useWords();
  const [made, setMade] = useState<Made>();
  const form = useIssuing(currencies, setMade);
  if (made) return <Codes made={made} onClose={onClose} />;
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

function useIssuing(currencies: Currency[], onDone: (made: Made) => void) {
  const words = useWords();
  const { say } = words;
  return useDraft({
    given: { valueMinor: '', currency: currencies[0] as Currency, count: '1', endsOn: '', note: '' },
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
      return send('consoleGiftCardIssue', wish);
    },
    onDone,
  });
}

/** The codes, to copy or to save; no other answer contains them. */
function Codes({ made: { codes, waits }, onClose }: { made: Made; onClose(): void }) {
  const { say } = useWords();
  const text = codes.join('\n');
  return (
    <div className="grid gap-4">
      <Notice tone="good" title={say('finance.giftCard.issued', { count: codes.length })}>
        <p>{say('finance.giftCard.codesHint')}</p>
      </Notice>
      {waits && <Notice tone="warn" title={say('finance.giftCard.waits')} />}
      <AreaField
        label={say('finance.giftCard.codes')}
        readOnly
        rows={Math.min(8, codes.length + 1)}
        value={text}
        onFocus={(event) => event.target.select()}
        className="font-mono tracking-wide"
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => saveText(`${text}\n`, 'gift-cards.csv')}>
          <IconDownload aria-hidden="true" className="size-5" />
          {say('finance.giftCard.save')}
        </Button>
        <Button onClick={onClose}>{say('ui.dialog.close')}</Button>
      </div>
    </div>
  );
}
