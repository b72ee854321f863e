// A new city of the owner: one from the world's list, or a city that is missing there, by name and position.
import { useState } from 'react';
import { countryCodes } from '../../../../domain/area-codes.ts';
import { languageTags } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { readDegrees } from '../../../parts/console/catalogue/read-figures.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { type City, describePlace, PickCity } from '../../../parts/places/pick-city.tsx';
import { useWords } from '../../../parts/use-words.ts';

type AddCityProps = { onClose(): void; onDone(text: string): void };

const ways = ['fromWorld', 'byHand'] as const;
const degrees = { lat: 90, lng: 180 } as const;
const blank = { name: '', country: '', lat: '', lng: '' };

export function AddCity({ onClose, onDone }: AddCityProps) {
  const { say, zone: nameOf } = useWords();
  const action = useAction();
  const [way, setWay] = useState<(typeof ways)[number]>('fromWorld');
  const [picked, setPicked] = useState<City>();
  const [typed, setTyped] = useState(blank);
  const byHand = way === 'byHand';
  const judge = (): Record<string, string | undefined> =>
    byHand ? judgePlace(say, typed) : { code: picked ? undefined : say('ui.field.choose') };
  const add = async () => {
    const { name, country, lat, lng } = typed;
    const city = byHand
      ? { names: { en: name }, country, lat: readPlace('lat', lat), lng: readPlace('lng', lng) }
      : { code: picked?.code ?? '' };
    const made = await send('consoleCityAdd', city);
    onDone(say('places.city.added', { name: made.name, zone: nameOf(made.zone) }));
  };
  const submit = action.submit(add, { judge, onDone: onClose });
  return (
    <DialogForm form={{ ...action, submit }} act={say('places.city.add')} onClose={onClose}>
      <GuardForm form={{ values: { picked, typed }, busy: action.busy !== undefined }} />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{say('places.city.add')}</legend>
        {ways.map((one) => (
          <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name="way"
              className="size-5 accent-brand"
              checked={way === one}
              onChange={() => {
                setWay(one);
                action.forget();
              }}
            />
            {say(`places.city.${one}`)}
          </label>
        ))}
      </fieldset>
      {byHand ? (
        <ByHand typed={typed} problems={action.fields} onChange={(next) => setTyped({ ...typed, ...next })} />
      ) : (
        // Space for the list of results.
        <div className="min-h-80">
          <PickCity
            label={say('places.city.name')}
            path="code"
            value={picked?.code ?? ''}
            name={picked?.name ?? ''}
            hint={picked ? describePlace(picked) : say('places.city.fromWorldHint')}
            error={action.fields.code}
            required
            onPick={setPicked}
          />
        </div>
      )}
    </DialogForm>
  );
}

type Typed = typeof blank;

const readPlace = (name: 'lat' | 'lng', text: string): number | null => readDegrees(text, degrees[name]) ?? null;

/** What is no plain figure within its bounds; the server judges the rest, and what is empty. */
function judgePlace(say: ReturnType<typeof useWords>['say'], typed: Typed): Record<string, string | undefined> {
  const problemOf = (name: 'lat' | 'lng') =>
    typed[name].trim() && readPlace(name, typed[name]) === null
      ? say('ui.field.range', { min: -degrees[name], max: degrees[name] })
      : undefined;
  return { lat: problemOf('lat'), lng: problemOf('lng') };
}
type ByHandProps = { typed: Typed; problems: Record<string, string>; onChange(next: Partial<Typed>): void };

function ByHand({ typed, problems, onChange }: ByHandProps) {
  const { colon, say, language } = useWords();
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const { compare } = new Intl.Collator(languageTags[language]);
  const countries = countryCodes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, a], [, b]) => compare(a, b));
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <InputField
        label={say('places.city.english')}
        name="names.en"
        required
        maxLength={80}
        value={typed.name}
        error={problems['names.en']}
        onValue={(name) => onChange({ name })}
      />
      <ChoiceField
        label={say('places.city.country')}
        name="country"
        required
        none="–"
        options={countries}
        value={typed.country}
        error={problems.country}
        onValue={(country) => onChange({ country })}
      />
      {(['lat', 'lng'] as const).map((one) => (
        <InputField
          key={one}
          label={say(`editing.field.${one}`)}
          name={one}
          required
          inputMode="decimal"
          value={typed[one]}
          hint={one === 'lng' ? `${colon(say('places.city.zone'))}${say('places.city.zoneAuto')}` : undefined}
          error={problems[one]}
          onValue={(text) => onChange({ [one]: text })}
        />
      ))}
    </div>
  );
}
