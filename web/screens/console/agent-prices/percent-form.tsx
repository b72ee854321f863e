// One percentage for many agent prices at once: all of them change or none.
import { useState } from 'react';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { readPercent } from '../../../parts/console/prices/price-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

export function PercentForm({ ids, onDone }: { ids: string[]; onDone(): void }) {
  const { say } = useWords();
  const [typed, setTyped] = useState('');
  const act = useAction();
  const value = readPercent(typed);
  const judge = () => ({ value: value === undefined ? say('editing.price.percentFormat') : undefined });
  const save = act.submit(() => send('consoleAgentPricesPercent', { ids, value: value ?? 0 }), { judge, onDone });
  return (
    <DialogForm form={{ ...act, problem: act.error, submit: save }} act={say('site.setting.save')} onClose={onDone}>
      <InputField
        label={say('editing.price.newPercent')}
        error={act.fields.value}
        required
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
        value={typed}
        onValue={(text) => {
          setTyped(text);
          act.forget();
        }}
      />
    </DialogForm>
  );
}
