// The directions of a transfer (§5 transfers): buyers choose one of them first.
import { directions } from '../../../../domain/directions.ts';
import { useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { Ticks } from '../../../parts/form/ticks.tsx';
import { useWords } from '../../../parts/use-words.ts';

export function Directions({ at }: { at: number }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const chosen = draft.packages[at]?.directions ?? [];
  const set = (next: string[]) => {
    const inOrder = directions.filter((direction) => next.includes(direction));
    change(`packages.${at}.directions`, inOrder);
  };
  return (
    <fieldset data-path={`packages.${at}.directions`} tabIndex={-1} className="grid gap-1">
      <legend className="text-sm font-medium">{say('editing.field.directions')}</legend>
      <p className="text-sm text-quiet">{say('editing.directionsHint')}</p>
      <div className="flex flex-wrap gap-x-6">
        <Ticks options={directions} word="order.traveller.direction" chosen={chosen} onChosen={set} />
      </div>
    </fieldset>
  );
}
