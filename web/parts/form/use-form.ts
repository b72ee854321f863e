// A form with the rules of domain/account-forms.ts: a field is checked when it loses the focus, all of them when sending. Shows the
// server's problems. Typed values are never lost.
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { checkForm, checkValue, type FormRules, readWidths } from '../../../domain/account-forms.ts';
import { type FieldProblem, refusals } from '../../../domain/errors.ts';
import { loadReader, phonesOf } from '../../../domain/phones/phone-fields.ts';
import { type CallError, describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';
import { showAndFocus } from './show-and-focus.ts';

export type Form = {
  values: Record<string, string>;
  errors: Record<string, string>;
  rules: FormRules;
  busy: boolean;
  /** A refusal of the whole form: an invalid form, or a refusal that names no field. */
  problem: string;
  /** Code of the last refusal (§8), 0 for none. */
  code: number;
  set(field: string, value: string): void;
  /** The field lost the focus. */
  leave(field: string): void;
  /** Checks everything, then runs `work`; the focus moves to the first error. */
  submit(work: () => Promise<void>): (event?: React.FormEvent) => void;
  ref: React.RefObject<HTMLFormElement | null>;
};

type Values = Record<string, string>;

/**
 * Telephone numbers as people write them (decision 0412), and letters and digits in full width (0772), are normalised when a field loses
 * the focus, and before the whole check.
 */
function useTyped(values: Values, setValues: (change: (known: Values) => Values) => void, rules: FormRules) {
  const phones = phonesOf(rules);
  const reads = useRef(false);
  return {
    /** The normalised value of the field. */
    async readField(field: string): Promise<string> {
      const fields = phones.filter(([name]) => name === field);
      const readPhones = await loadReader([values, fields]);
      const read = (known: Values) => {
        const plain = { ...known, [field]: readWidths(known, rules)[field] ?? '' };
        return readPhones?.(plain, fields) ?? plain;
      };
      setValues(read);
      return read(values)[field] ?? '';
    },
    /** After a change of values the form is sent again; a second click during that sends nothing. */
    async readAll(): Promise<'same' | 'changed' | 'busy'> {
      if (reads.current) return 'busy';
      reads.current = true;
      const readPhones = await loadReader([values, phones]);
      reads.current = false;
      const read = (known: Values) => {
        const plain = readWidths(known, rules);
        return readPhones?.(plain, phones) ?? plain;
      };
      if (JSON.stringify(read(values)) === JSON.stringify(values)) return 'same';
      flushSync(() => setValues(read));
      return 'changed';
    },
  };
}

export function useForm(initial: Record<string, string>, rules: FormRules): Form {
  const words = useWords();
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initial);
  const typed = useTyped(values, setValues, rules);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const wordFor = (problem: FieldProblem, max = 0, min = 0) => words.say(`ui.field.${problem}`, { max, min });
  /** The problem is about the whole form, or names no field on it. */
  const tellsWhole = ({ code, fields }: CallError) =>
    code === refusals.invalidInput || !Object.keys(fields).some((name) => name in values || name in rules);
  const refuse = (fields: Record<string, string>, failure?: CallError) =>
    showAndFocus(ref.current, () => {
      setCallError(failure);
      setErrors(fields);
    });
  const run = async (work: () => Promise<void>) => {
    const read = await typed.readAll();
    // `work` sends the values of the next rendering.
    if (read === 'changed') ref.current?.requestSubmit();
    if (read !== 'same') return;
    const problems = checkForm(values, rules);
    const fields = Object.entries(problems).map(([name, one]) => [name, wordFor(one.problem, one.max, one.min)]);
    if (fields.length) return refuse(Object.fromEntries(fields));
    setErrors({});
    setCallError(undefined);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const failure = describeError(error, words);
      refuse(failure.fields, failure);
    }
    setBusy(false);
  };
  return {
    values,
    errors,
    rules,
    busy,
    problem: callError && tellsWhole(callError) ? callError.text || words.say('refusal.invalidInput') : '',
    code: callError?.code ?? 0,
    set(field, value) {
      setValues((known) => ({ ...known, [field]: value }));
      setErrors(({ [field]: _, ...others }) => others);
    },
    async leave(field) {
      const value = await typed.readField(field);
      const rule = rules[field];
      const problem = rule && value.trim() && checkValue(value, rule);
      if (problem) setErrors((known) => ({ ...known, [field]: wordFor(problem, rule.max, rule.min) }));
    },
    submit: (work) => (event) => {
      event?.preventDefault();
      void run(work);
    },
    ref,
  };
}
