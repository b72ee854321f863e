// One field of a form with rules: the control, keyboard and autocomplete for its kind, with its error below.

import type { ReactNode } from 'react';
import { LabelledField, SelectInput, TextInput } from '../../ui/field.tsx';
import { useWords } from '../use-words.ts';
import { CountryOptions } from './country-options.tsx';
import { NumberInput } from './number-input.tsx';
import type { Form } from './use-form.ts';

type RuledFieldProps = {
  form: Form;
  name: string;
  /** The key of the label; by default `account.<name>`. */
  label?: string;
  hint?: ReactNode;
  autoComplete?: string;
  /** For passwords and fields that no rule of the form covers. */
  type?: 'password' | 'text' | 'email';
  required?: boolean;
  /** Takes a whole row of a form with two columns. */
  wide?: boolean;
};

export function RuledField({ wide, ...props }: RuledFieldProps) {
  const field = <PlainField {...props} />;
  return wide ? <div className="sm:col-span-2">{field}</div> : field;
}

/** Without `maxLength` where there is a rule: a browser would cut what is pasted, and the rule says how long it may be. */
function PlainField({ form, name, label, hint, autoComplete, type, required }: Omit<RuledFieldProps, 'wide'>) {
  const { say } = useWords();
  const rule = form.rules[name];
  const common = {
    name,
    value: form.values[name] ?? '',
    autoComplete,
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
    onBlur: () => form.leave(name),
  };
  return (
    <LabelledField
      label={label ?? say(`account.detail.${name.replace(/^(order|business|settlement)Contact/, 'contact')}`)}
      hint={hint}
      error={form.errors[name]}
      required={required ?? rule?.required}
    >
      {(ids) => {
        if (rule?.kind === 'areaCode' || rule?.kind === 'country')
          return (
            <SelectInput ids={ids} {...common}>
              <option value="">–</option>
              <CountryOptions codes={rule.kind === 'areaCode'} />
            </SelectInput>
          );
        if (rule?.kind === 'digits') return <NumberInput ids={ids} {...common} />;
        if (rule?.kind === 'email') return <TextInput ids={ids} type="email" inputMode="email" {...common} />;
        const plain = rule?.kind === 'username' || rule?.kind === 'messenger';
        return (
          <TextInput
            ids={ids}
            type={type ?? 'text'}
            maxLength={rule ? undefined : 200}
            {...(plain ? { autoCapitalize: 'none', spellCheck: false } : {})}
            {...common}
          />
        );
      }}
    </LabelledField>
  );
}
