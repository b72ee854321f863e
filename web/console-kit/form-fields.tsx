// Fields of the back office's forms in one piece: the label, what is typed or chosen, and what is wrong with it.
import type { ComponentProps, ReactNode } from 'react';
import { useWords } from '../parts/use-words.ts';
import { Field, SelectInput, TextArea, TextInput } from '../ui/field.tsx';

type Around = { label: ReactNode; hint?: ReactNode; error?: string; required?: boolean };
type Typed<Element extends 'input' | 'textarea'> = Around &
  Omit<ComponentProps<Element>, 'onChange' | 'required' | 'children'> & { onText?(text: string): void };

export function InputField({ label, hint, error, required, onText, ...rest }: Typed<'input'>) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(ids) => <TextInput ids={ids} onChange={onText && (({ target }) => onText(target.value))} {...rest} />}
    </Field>
  );
}

export function AreaField({ label, hint, error, required, onText, ...rest }: Typed<'textarea'>) {
  return (
    <Field {...{ label, hint, error, required }}>
      {(ids) => <TextArea ids={ids} onChange={onText && (({ target }) => onText(target.value))} {...rest} />}
    </Field>
  );
}

type Option = string | number | readonly [value: string | number, text: ReactNode];

type ChoiceProps = Around &
  Omit<ComponentProps<'select'>, 'onChange' | 'required' | 'children'> & {
    /** Values, with their texts unless `word` is where their words begin or they speak for themselves. */
    options: readonly Option[];
    word?: string;
    /** The text of choosing nothing, where that is possible; its value is ''. */
    none?: ReactNode;
    onPick(value: string): void;
  };

export function ChoiceField({ label, hint, error, required, options, word, none, onPick, ...rest }: ChoiceProps) {
  const { say } = useWords();
  const pairOf = (one: Option) =>
    typeof one === 'object' ? one : ([one, word ? say(`${word}.${one}`) : one] as const);
  return (
    <Field {...{ label, hint, error, required }}>
      {(ids) => (
        <SelectInput ids={ids} onChange={({ target }) => onPick(target.value)} {...rest}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(pairOf).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
