// Complete form fields: the label, the control, and the problem.
import { type ComponentProps, type ReactNode, useState } from 'react';
import { LabelledField, SelectInput, TextArea, TextInput } from '../../ui/field.tsx';
import { useWords } from '../use-words.ts';

type Around = { label: ReactNode; hint?: ReactNode; error?: string; required?: boolean };
export type TypedProps<Element extends 'input' | 'textarea'> = Around &
  Omit<ComponentProps<Element>, 'onChange' | 'required' | 'children'> & { onValue?(text: string): void };

export function InputField({ label, hint, error, required, onValue, ...rest }: TypedProps<'input'>) {
  return (
    <LabelledField {...{ label, hint, error, required }}>
      {(ids) => <TextInput ids={ids} onChange={onValue && (({ target }) => onValue(target.value))} {...rest} />}
    </LabelledField>
  );
}

/** Browsers cut what is pasted at the limit without a word, so the field says that the limit is reached. */
export function AreaField({ label, hint, error, required, onValue, ...rest }: TypedProps<'textarea'>) {
  const { say } = useWords();
  const { maxLength: max, value } = rest;
  const [typed, setTyped] = useState(0);
  const isFull = max !== undefined && (typeof value === 'string' ? value.length : typed) >= max;
  const onChange = ({ target }: { target: HTMLTextAreaElement }) => {
    setTyped(target.value.length);
    onValue?.(target.value);
  };
  return (
    <div>
      <LabelledField {...{ label, hint, error, required }}>
        {(ids) => <TextArea ids={ids} onChange={onChange} {...rest} />}
      </LabelledField>
      <p role="status" className="text-sm text-warn not-empty:mt-1.5">
        {isFull && say('ui.typed.full', { max })}
      </p>
    </div>
  );
}

export type Value = string | number;
export type Options<Chosen> = {
  /** Values, with their texts unless `word` is the prefix of their keys or they need no text. */
  options: readonly (Chosen | readonly [value: Chosen, text: ReactNode])[];
  word?: string;
};

export function useOptions<Chosen extends Value>({
  options,
  word,
}: Options<Chosen>): { value: Chosen; text: ReactNode }[] {
  const { say } = useWords();
  return options.map((option) => {
    if (typeof option === 'object') return { value: option[0], text: option[1] };
    return { value: option, text: word ? say(`${word}.${option}`) : option };
  });
}

type ChoiceProps<Chosen> = Around &
  Options<Chosen> &
  Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'required' | 'children'> & {
    value?: Chosen | '' | undefined;
    /** The text of the empty choice, if there is one; its value is ''. */
    none?: ReactNode;
    /** Without it the form reads the choice when it is sent, and `defaultValue` is the first. */
    onValue?(value: NoInfer<Chosen>): void;
  };

export function ChoiceField<Chosen extends Value>(props: ChoiceProps<Chosen>) {
  const { label, hint, error, required, options, word, none, onValue, ...rest } = props;
  const choices = useOptions({ options, word });
  const pick = (text: string) => {
    const chosen = choices.find(({ value }) => String(value) === text)?.value;
    onValue?.(chosen ?? ('' as Chosen));
  };
  return (
    <LabelledField {...{ label, hint, error, required }}>
      {(ids) => (
        <SelectInput ids={ids} onChange={({ target }) => pick(target.value)} {...rest}>
          {none !== undefined && <option value="">{none}</option>}
          {choices.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectInput>
      )}
    </LabelledField>
  );
}

type RadioProps<Chosen> = Options<Chosen> & {
  legend: ReactNode;
  hint?: ReactNode;
  name: string;
  value: Chosen | undefined;
  error?: string;
  className?: string;
  legendClass?: string;
  onValue(value: NoInfer<Chosen>): void;
};

/** One of a few choices that are all visible. */
export function RadioField<Chosen extends Value>(props: RadioProps<Chosen>) {
  const {
    legend,
    hint,
    name,
    value: chosen,
    error,
    className = 'grid gap-1',
    legendClass = 'text-sm font-medium',
    onValue,
  } = props;
  return (
    <fieldset className={className}>
      <legend className={legendClass}>{legend}</legend>
      {hint && <p className="max-w-prose text-sm text-quiet">{hint}</p>}
      {useOptions(props).map(({ value, text }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={name}
            className="size-5 shrink-0 accent-brand"
            checked={chosen === value}
            onChange={() => onValue(value)}
          />
          {text}
        </label>
      ))}
      {error && <FieldsProblem text={error} />}
    </fieldset>
  );
}

/** A problem of several fields together; it can get the focus. */
export function FieldsProblem({ text }: { text: string }) {
  return (
    <p role="alert" tabIndex={-1} data-invalid className="text-sm text-bad">
      {text}
    </p>
  );
}
