// How announcements run through their line on the home page (§7 getrolltype).
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../../call.ts';
import { ActProblem } from '../../../console-kit/act-dialog.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';

export function RollType({ rollType }: { rollType: number }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(rollType);
  const [busy, setBusy] = useState(false);
  const [callError, setCallError] = useState<CallError>();
  const save = async () => {
    setBusy(true);
    setCallError(undefined);
    try {
      await send('consoleRollType', { rollType: chosen, was: rollType });
      await revalidate();
    } catch (error) {
      setCallError(describeError(error, words));
    }
    setBusy(false);
  };
  return (
    <Card className="mt-8">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset className="grid gap-1">
          <legend className="text-lg font-bold">{say('banners.roll')}</legend>
          <p className="max-w-prose text-sm text-quiet">{say('banners.rollHint')}</p>
          {[1, 2, 3].map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="rollType"
                className="size-5 accent-brand"
                checked={chosen === one}
                onChange={() => setChosen(one)}
              />
              {say(`banners.roll.${one}`)}
            </label>
          ))}
        </fieldset>
        {callError && <ActProblem text={callError.text} code={callError.code} />}
        <Button type="submit" variant="outline" className="mt-2" busy={busy} disabled={chosen === rollType}>
          {say('settings.save')}
        </Button>
      </form>
    </Card>
  );
}
