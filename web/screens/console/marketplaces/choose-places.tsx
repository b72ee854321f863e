// The SKUs whose places and prices a platform gets (decision 0690), by their numbers, as the list of product codes shows them.
import type { chosenSources } from '../../../../domain/order-sources.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

type Shown = { source: (typeof chosenSources)[number]; chosen: string[]; onClose(): void };

/** Also as they are copied from a table. */
const readRefs = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

export function ChoosePlaces({ source, chosen, onClose }: Shown) {
  const { say } = useWords();
  const form = useDraft({
    initial: { refs: chosen.join('\n') },
    save: ({ refs }) => send('consoleChannelPlacesChoose', { source, refs: readRefs(refs) }),
    onDone: onClose,
  });
  const [wrong, problem] = Object.entries(form.fields).find(([name]) => name.startsWith('refs.')) ?? [];
  const line = wrong && Number(wrong.slice('refs.'.length)) + 1;
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <AreaField
        {...form.field('refs')}
        label={say('marketplace.places.numbers')}
        hint={say('marketplace.places.numbersHint')}
        error={line ? say('marketplace.places.line', { line, problem: problem ?? '' }) : form.fields.refs}
        rows={8}
      />
    </DialogForm>
  );
}
