import type { ComponentProps } from 'react';
import { stripNumber } from '../../../domain/phones/strip-number.ts';
import { LabelledField, TextInput } from '../../ui/field.tsx';
import type { TypedProps } from './fields.tsx';

/** Digits as people group them, with spaces, dots or hyphens; only the digits are stored. Separators do not count in any rule. */
export function NumberInput({ onChange, ...rest }: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      {...rest}
      maxLength={40}
      onChange={(event) => {
        event.target.value = stripNumber(event.target.value);
        onChange?.(event);
      }}
    />
  );
}

export function NumberField({ label, hint, error, required, onValue, ...rest }: TypedProps<'input'>) {
  return (
    <LabelledField {...{ label, hint, error, required }}>
      {(ids) => <NumberInput ids={ids} onChange={onValue && (({ target }) => onValue(target.value))} {...rest} />}
    </LabelledField>
  );
}
