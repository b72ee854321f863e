// Merges a city into another: the choice of the other city, and a preview of the changes.
import { useState } from 'react';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { type City, describePlace, PickCity } from '../../../parts/places/pick-city.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { ListedCity } from './edit-city.tsx';

type MergeCityProps = { city: ListedCity; onClose(): void; onDone(text: string): void };

export function MergeCity({ city, onClose, onDone }: MergeCityProps) {
  const { say } = useWords();
  const action = useAction();
  const [into, setInto] = useState<City>();
  const merge = () => send('consoleCityMerge', { key: city.key, into: into?.code ?? '' });
  const judge = () => ({ into: into ? undefined : say('ui.field.choose') });
  const onMerged = () => {
    onClose();
    onDone(say('places.city.merged', { name: city.name }));
  };
  const submit = action.submit(merge, { judge, onDone: onMerged });
  return (
    <DialogForm form={{ ...action, submit }} act={say('places.city.merge')} danger onClose={onClose}>
      <p>{say('places.city.mergeText', { count: city.products })}</p>
      <div className="min-h-80">
        <PickCity
          label={say('places.city.mergeInto')}
          path="into"
          value={into?.code ?? ''}
          name={into?.name ?? ''}
          hint={into && describePlace(into)}
          error={action.fields.into}
          required
          ownOnly
          onPick={setInto}
        />
      </div>
    </DialogForm>
  );
}
