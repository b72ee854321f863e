// The directions of a transfer (§5 transfers): buyers choose one of them first.
import { directions } from '../../../../domain/directions.ts';
import { useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';

export function Directions({ at }: { at: number }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const chosen = draft.packages[at]?.directions ?? [];
  const set = (name: string, on: boolean) =>
    change(
      `packages.${at}.directions`,
      directions.filter((one) => (one === name ? on : chosen.includes(one))),
    );
  return (
    <fieldset data-path={`packages.${at}.directions`} tabIndex={-1} className="grid gap-1">
      <legend className="text-sm font-medium">{say('editing.field.directions')}</legend>
      <p className="text-sm text-quiet">{say('editing.directionsHint')}</p>
      <div className="flex flex-wrap gap-x-6">
        {directions.map((name) => (
          <Checkbox
            key={name}
            label={say(`order.traveller.direction.${name}`)}
            checked={chosen.includes(name)}
            onValue={(on) => set(name, on)}
          />
        ))}
      </div>
    </fieldset>
  );
}
