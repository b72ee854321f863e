// How announcements are animated on the home page (§7 getrolltype).
import { send } from '../../../call.ts';
import { ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { RadioField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';

export function RollType({ rollType }: { rollType: number }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { rollType },
    save: (draft) => send('consoleRollType', { ...draft, was: rollType }),
  });
  return (
    <Card className="mt-8">
      <form onSubmit={form.submit}>
        <RadioField
          {...form.field('rollType')}
          legend={say('marketing.banner.roll')}
          legendClass="text-lg font-bold"
          hint={say('marketing.banner.rollHint')}
          options={[1, 2, 3]}
          word="marketing.banner.roll"
        />
        {form.problem && <ActionProblem {...form.problem} />}
        <Button type="submit" variant="outline" className="mt-2" busy={form.busy !== undefined} disabled={!form.dirty}>
          {say('site.setting.save')}
        </Button>
      </form>
    </Card>
  );
}
