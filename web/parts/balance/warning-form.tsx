// Where the main account wants to be warned (decisions §8): an own level, or the house's.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { exponentOf } from '../../../domain/currencies.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import { type Told, tellFailure } from '../tell-failure.ts';
import { useWords } from '../use-words.ts';
import { AmountField, judgeAmount } from './amount-field.tsx';
import type { Figures } from './figures.tsx';
import { typedOf } from './read-filters.ts';

export function WarningCard({ figures, main }: { figures: Figures; main: boolean }) {
  const { say, money } = useWords();
  const { warnBelow } = figures;
  return (
    <Card>
      <h2 className="mb-2 text-lg font-bold">{say('balance.warn')}</h2>
      {main ? (
        <WarningForm figures={figures} />
      ) : (
        <p className="text-quiet">
          {warnBelow ? say('balance.warnNow', { amount: money(warnBelow) }) : say('balance.warnHint')}
        </p>
      )}
    </Card>
  );
}

function WarningForm({ figures: { currency, warnBelow } }: { figures: Figures }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState(warnBelow ? typedOf(warnBelow, exponentOf) : '');
  const [error, setError] = useState<string>();
  const [told, setTold] = useState<Told>();
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState(false);
  const save = async () => {
    setTold(undefined);
    setSaved(false);
    const judged = typed.trim() ? judgeAmount(typed, currency, words) : undefined;
    if (judged?.problem) return setError(judged.problem);
    setBusy(true);
    try {
      await send('balanceWarning', { levelMinor: judged?.amount?.amountMinor ?? null });
      setSaved(true);
      await revalidate();
    } catch (failure) {
      setTold(tellFailure(failure, words));
    }
    setBusy(false);
  };
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {told?.text && <Notice tone="bad" title={told.fields.levelMinor ?? told.text} />}
      {saved && <Notice tone="good" title={say('balance.warnSaved')} />}
      <AmountField
        name="level"
        label={say('balance.warnLevel', { currency })}
        currency={currency}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setError(undefined);
          setSaved(false);
        }}
        error={error}
        hint={say('balance.warnHint')}
      />
      <div>
        <Button type="submit" variant="outline" busy={busy}>
          {say('uc.save')}
        </Button>
      </div>
    </form>
  );
}
