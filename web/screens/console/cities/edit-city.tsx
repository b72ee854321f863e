// The names of a city in 13 languages, and its zone as long as no product is there.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { languages, type Text } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { judgeEnglish } from '../../../parts/console/judge-english.ts';
import { NameFields } from '../../../parts/console/name-fields.tsx';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { useWords } from '../../../parts/use-words.ts';

export type ListedCity = OutputOf<'consoleCities'>['list'][number];

type EditCityProps = { city: ListedCity; onClose(): void; onDone(text: string): void };

const englishFirst = ['en' as const, ...languages.filter((language) => language !== 'en')];

export function EditCity({ city, onClose, onDone }: EditCityProps) {
  const words = useWords();
  const { say } = words;
  const action = useAction();
  const [names, setNames] = useState<Text>(city.names);
  const [zone, setZone] = useState(city.zone);
  const { key, revision } = city;
  const judge = () => ({ 'names.en': judgeEnglish(words, names) });
  const onSaved = () => {
    onClose();
    onDone(say('places.city.saved', { name: names.en ?? '' }));
  };
  const save = () => send('consoleCitySave', { key, revision, names, zone });
  const submit = action.submit(save, { judge, onDone: onSaved });
  return (
    <DialogForm form={{ ...action, submit }} act={say('site.setting.save')} onClose={onClose}>
      <GuardForm form={{ values: { names, zone }, busy: action.busy !== undefined }} />
      <p className="text-sm text-quiet">{say('places.city.namesHint')}</p>
      <NameFields languages={englishFirst} names={names} problems={action.fields} most={80} onChange={setNames} />
      <ChoiceField
        label={say('places.city.zone')}
        name="zone"
        hint={say('places.city.zoneHint')}
        error={action.fields.zone}
        disabled={city.products > 0}
        options={city.zones}
        value={zone}
        onValue={setZone}
      />
    </DialogForm>
  );
}
