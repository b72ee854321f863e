import type { ComponentProps } from 'react';
import { LabelledField, SelectInput } from '../../ui/field.tsx';
import { CountryOptions } from './country-options.tsx';

type AreaCodeProps = Omit<ComponentProps<'select'>, 'onChange' | 'children'> & {
  label: string;
  error?: string;
  onValue(code: string): void;
};

/** The telephone code of a country, or none. */
export function AreaCodeField({ label, error, onValue, ...rest }: AreaCodeProps) {
  return (
    <LabelledField label={label} error={error}>
      {(ids) => (
        <SelectInput ids={ids} onChange={({ target }) => onValue(target.value)} {...rest}>
          <option value="">–</option>
          <CountryOptions codes />
        </SelectInput>
      )}
    </LabelledField>
  );
}
