// How announcements run through their line on the home page (§7 getrolltype).
import { useState } from 'react';
import { send } from '../../../call.ts';
import { ActProblem } from '../../../console-kit/act-dialog.tsx';
import { useAct } from '../../../console-kit/use-act.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';

export function RollType({ rollType }: { rollType: number }) {
  const { say } = useWords();
  const [chosen, setChosen] = useState(rollType);
  const act = useAct();
  const save = act.submit(() => send('consoleRollType', { rollType: chosen, was: rollType }));
  return (
    <Card className="mt-8">
      <form onSubmit={save}>
        <fieldset className="grid gap-1">
          <legend className="text-lg font-bold">{say('marketing.banner.roll')}</legend>
          <p className="max-w-prose text-sm text-quiet">{say('marketing.banner.rollHint')}</p>
          {[1, 2, 3].map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3">
              <input
                type="radio"
                name="rollType"
                className="size-5 accent-brand"
                checked={chosen === one}
                onChange={() => setChosen(one)}
              />
              {say(`marketing.banner.roll.${one}`)}
            </label>
          ))}
        </fieldset>
        {act.error && <ActProblem {...act.error} />}
        <Button
          type="submit"
          variant="outline"
          className="mt-2"
          busy={act.busy !== undefined}
          disabled={chosen === rollType}
        >
          {say('site.setting.save')}
        </Button>
      </form>
    </Card>
  );
}
