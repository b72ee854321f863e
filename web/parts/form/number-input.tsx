import type { ComponentProps } from 'react';
import { stripNumber } from '../../../domain/phones/strip-number.ts';
import { TextInput } from '../../ui/field.tsx';

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
