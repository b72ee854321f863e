// The main account's warning level (rules §8): a chosen level, or the default.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { exponentOf } from '../../../../domain/currencies.ts';
import { send } from '../../../call.ts';
import type { Figures } from '../../../parts/balance/figures.tsx';
import { typedAmount } from '../../../parts/balance/read-filters.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

export function WarningCard({ figures, main }: { figures: Figures; main: boolean }) {
  const { say, money } = useWords();
  const { warnBelow } = figures;
  return (
    <Card>
      <h2 className="mb-2 text-lg font-bold">{say('payment.balance.warn')}</h2>
      {main ? (
        <WarningForm figures={figures} />
      ) : (
        <p className="text-quiet">
          {warnBelow
            ? say('payment.balance.warnNow', { amount: money(warnBelow) })
            : say('payment.balance.warnDefault')}
        </p>
      )}
    </Card>
  );
}

function WarningForm({ figures: { currency, warnBelow } }: { figures: Figures }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(warnBelow ? typedAmount(warnBelow, exponentOf) : '');
  const { busy, error, setError, run } = useTask();
  const [saved, setSaved] = useState(false);
  const save = async () => {
    setSaved(false);
    const judged = typed.trim() ? judgeAmount(typed, currency, words) : undefined;
    if (judged?.problem) return setError({ text: '', fields: { level: judged.problem }, code: 0 });
    await run(async () => {
      await send('balanceWarning', { levelMinor: judged?.amount?.amountMinor ?? null });
      setSaved(true);
      await revalidate();
    });
  };
  return (
    <form noValidate className="grid gap-3" onSubmit={onSend(save)}>
      {error?.text && <CallProblem title={error.fields.levelMinor ?? error.text} />}
      {saved && <Notice tone="good" title={say('payment.balance.warnSaved')} />}
      <AmountField
        name="level"
        label={say('payment.balance.warnLevel', { currency })}
        currency={currency}
        value={typed}
        onValue={(value) => {
          setTyped(value);
          if (error?.fields.level) setError(undefined);
          setSaved(false);
        }}
        error={error?.fields.level}
        hint={say('payment.balance.warnHint')}
      />
      <div>
        <Button type="submit" variant="outline" busy={busy}>
          {say('account.centre.save')}
        </Button>
      </div>
    </form>
  );
}
