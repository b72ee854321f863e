// How announcements run through their line on the home page (§7 getrolltype).
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { ActProblem } from '../console/act.tsx';
import { type Told, tellFailure } from '../tell-failure.ts';
import { useWords } from '../use-words.ts';

export function RollType({ rollType }: { rollType: number }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(rollType);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>();
  const save = async () => {
    setBusy(true);
    setTold(undefined);
    try {
      await send('consoleRollType', { rollType: chosen, was: rollType });
      await revalidate();
    } catch (error) {
      setTold(tellFailure(error, words));
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
        {told && <ActProblem text={told.text} code={told.code} />}
        <Button type="submit" variant="outline" className="mt-2" busy={busy} disabled={chosen === rollType}>
          {say('settings.save')}
        </Button>
      </form>
    </Card>
  );
}
