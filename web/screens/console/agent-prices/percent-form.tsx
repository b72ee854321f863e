// One percentage for many agent prices at once: all of them change or none, and none if a colleague changed one meanwhile.
import { useState } from 'react';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { describePriceValue } from '../../../parts/console/prices/describe-price.ts';
import { type AgentPrice, readPercent } from '../../../parts/console/prices/price-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { asShown } from './price-columns.tsx';

export type PercentFormProps = {
  prices: AgentPrice[];
  nameRow(price: AgentPrice): string;
  onDone(): void;
  /** The prices as they were, and what all of them are now. */
  onChanged(prices: AgentPrice[], value: number): void;
};

export function PercentForm({ prices, nameRow, onDone, onChanged }: PercentFormProps) {
  const words = useWords();
  const { say, colon } = words;
  const [typed, setTyped] = useState('');
  const action = useAction();
  const value = readPercent(typed);
  const judge = () => ({ value: value === undefined ? say('editing.price.percentFormat') : undefined });
  const save = action.submit(() => send('consoleAgentPricesPercent', { ...asShown(prices), value: value ?? 0 }), {
    judge,
    onDone() {
      onDone();
      onChanged(prices, value ?? 0);
    },
  });
  return (
    <DialogForm
      form={{ ...action, problem: action.error, submit: save }}
      act={say('site.setting.save')}
      onClose={onDone}
    >
      <ul className="grid max-h-40 gap-1 overflow-y-auto text-sm">
        {prices.map((price) => (
          <li key={price.id} className="min-w-0 break-words">
            {colon(nameRow(price))} {describePriceValue(price, price.currency, words)}
          </li>
        ))}
      </ul>
      <InputField
        label={say('editing.price.newPercent')}
        error={action.fields.value}
        required
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
        value={typed}
        onValue={(text) => {
          setTyped(text);
          action.forget();
        }}
      />
    </DialogForm>
  );
}
