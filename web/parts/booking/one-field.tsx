// One field of the booking form (§3 codes, §5): the control, keyboard and list that its rule requires, with its error below.

import { languages } from '../../../domain/languages.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import { type FieldRow, fieldRow } from '../../../domain/traveller-fields.ts';
import { type FieldIds, LabelledField, SelectInput, TextArea, TextInput } from '../../ui/field.tsx';
import { CountryOptions } from '../form/country-options.tsx';
import { NumberInput } from '../form/number-input.tsx';
import { PickNationality } from '../places/pick-nationality.tsx';
import { useWords } from '../use-words.ts';

type OneFieldProps = {
  /** Its code of §3, or its key. */
  name: string;
  path: string;
  value: string;
  error: string | undefined;
  /** The product's own list of choices, if there is one. */
  choices?: readonly string[] | undefined;
  /** Of a country: those that can be chosen; every one by default. A value from before stays. */
  countries?: readonly string[] | undefined;
  hint?: string | undefined;
  /** The label; by default the name of the field. */
  label?: string;
  required?: boolean;
  /** The surname is not asked apart: a name is the whole name. */
  isWholeName?: boolean;
  onChange(value: string): void;
  onLeave(): void;
};

/** Values that a browser can autofill. It never fills in documents, sizes and values of the trip. */
const tokens: ReadonlyMap<string, string> = new Map([
  ['101', 'name'],
  ['102', 'given-name'],
  ['lastname', 'family-name'],
  ['103', 'sex'],
  ['104', 'bday'],
  ['109', 'country'],
  ['areaCode', 'tel-country-code'],
  ['301', 'tel-national'],
  ['foreignAreaCode', 'tel-country-code'],
  ['302', 'tel-national'],
  ['303', 'email'],
  ['401', 'shipping street-address'],
  ['deliveryCountry', 'shipping country'],
  ['deliveryPostcode', 'shipping postal-code'],
]);

/** Each traveller is a separate section, so that the browser does not fill in one person for all. */
function tokenOf(name: string, path: string, isWholeName: boolean): string {
  const token = name === '102' && isWholeName ? 'name' : tokens.get(name);
  const traveller = /^travellers\.(\d+)\./.exec(path)?.[1];
  if (!token) return 'off';
  return traveller === undefined ? token : `section-traveller${Number(traveller) + 1} ${token}`;
}

export function OneField({
  name,
  path,
  value,
  error,
  choices,
  countries,
  hint,
  label,
  required,
  isWholeName = false,
  onChange,
  onLeave,
}: OneFieldProps) {
  const { say } = useWords();
  const row = fieldRow(name);
  if (!row) return null;
  const wanted = required ?? !row.optional;
  const usual =
    // A phone truncates a long option in the control, such as a place with its opening hours.
    choices && row.rule === 'text' && value
      ? value
      : name === '102'
        ? say('order.booking.latinHint')
        : wanted || hint
          ? undefined
          : say('order.booking.optional');
  const common = {
    name: path,
    value,
    autoComplete: tokenOf(name, path, isWholeName),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onBlur: onLeave,
  };
  const text = label ?? say(`order.traveller.${name}`);
  if (name === '109' && !choices)
    return (
      <PickNationality
        {...{ name: path, label: text, value, error, hint: hint ?? usual, required: wanted, onChange, onLeave }}
      />
    );
  return (
    <LabelledField label={text} hint={hint ?? usual} error={error} required={wanted}>
      {(ids) =>
        choices ? (
          <ListControl ids={ids} name={row.rule === 'choice' ? name : ''} choices={choices} common={common} />
        ) : (
          <Control ids={ids} name={name} row={row} countries={countries} common={common} />
        )
      }
    </LabelledField>
  );
}

type Common = {
  name: string;
  value: string;
  autoComplete: string;
  onChange(event: { target: { value: string } }): void;
  onBlur(): void;
};

type ListProps = { ids: FieldIds; name: string; choices: readonly string[]; common: Common };

/** With a name, the choices are codes that have texts. */
function ListControl({ ids, name, choices, common }: ListProps) {
  const { say } = useWords();
  return (
    <SelectInput ids={ids} {...common}>
      <option value="">{say('order.booking.chooseOne')}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {name ? say(`order.traveller.${name}.${choice}`) : choice}
        </option>
      ))}
    </SelectInput>
  );
}

type ControlProps = {
  ids: FieldIds;
  name: string;
  row: FieldRow;
  countries: readonly string[] | undefined;
  common: Common;
};

/** Without `maxLength`: a browser would cut what is pasted, where the rule says how long it may be and nothing typed is lost. */
function Control({ ids, name, row, countries, common }: ControlProps) {
  const { say } = useWords();
  switch (row.rule) {
    case 'day':
    case 'pastDay':
    case 'expiry':
      return <TextInput ids={ids} type="date" {...common} />;
    case 'time':
      return <TextInput ids={ids} type="time" {...common} />;
    case 'choice':
    case 'country':
    case 'areaCode':
    case 'language':
      return (
        <SelectInput ids={ids} {...common}>
          <option value="">{say('order.booking.chooseOne')}</option>
          <Options name={name} row={row} only={countries && [...countries, common.value]} />
        </SelectInput>
      );
    case 'count':
      return <TextInput ids={ids} inputMode="numeric" {...common} />;
    case 'decimal':
    case 'signed':
      return <TextInput ids={ids} inputMode="decimal" {...common} />;
    case 'digits':
      return <NumberInput ids={ids} {...common} />;
    case 'email':
      return <TextInput ids={ids} type="email" {...common} />;
    default:
      return row.max >= 255 ? (
        <TextArea ids={ids} rows={2} {...common} />
      ) : (
        <TextInput ids={ids} spellCheck={false} {...common} />
      );
  }
}

function Options({ name, row, only }: { name: string; row: FieldRow; only: readonly string[] | undefined }) {
  const { say, language } = useWords();
  if (row.rule === 'language')
    return languages.map((code) => (
      <option key={code} value={code}>
        {nameLanguage(code, language)}
      </option>
    ));
  if (row.rule === 'choice')
    return (row.choices ?? []).map((item) => (
      <option key={item} value={item}>
        {say(`order.traveller.${name}.${item}`)}
      </option>
    ));
  return <CountryOptions codes={row.rule === 'areaCode'} only={only} />;
}
