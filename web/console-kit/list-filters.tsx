// The filters of a list: the call's input defines the allowed values, the screen adds texts. Submitting them writes the address.
import type { ReactNode } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import type { QueryField, QueryFields } from '../../contract/read-query.ts';
import { isReversed } from '../parts/form/is-reversed.ts';
import { useGivenFields } from '../parts/form/use-given-fields.ts';
import { useWords } from '../parts/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, LabelledField, SelectInput, TextInput } from '../ui/field.tsx';
import { useHrefOnly } from './list-address.ts';

type FilterWords = {
  label: string;
  /** The texts of a choice's values: the prefix of their keys, or a function. */
  word?: string | ((value: string) => string);
  /** The values of a choice that only the answer knows, with their texts. */
  options?: readonly (readonly [value: string | number, text: string])[];
  /** Hidden behind "more filters". */
  fold?: boolean;
  /** A custom control, which changes the address itself. */
  control?: ReactNode;
};
export type Filters = Record<string, FilterWords>;

export type FilterProps = {
  label: string;
  filters: Filters;
  fields: QueryFields;
  address: Record<string, string>;
  /** Parameters that are not in the form and that are preserved, such as the chosen tab. */
  staying: Record<string, string>;
};

export function ListFilters({ label, filters, fields, address, staying }: FilterProps) {
  const { say } = useWords();
  const navigate = useNavigate();
  const hrefOnly = useHrefOnly();
  const names = Object.keys(filters);
  const folded = names.filter((name) => filters[name]?.fold);
  const chosen = folded.filter((name) => address[name]).length;
  const starts = names.map((name) => [name, fields[name]?.start]);
  const form = useGivenFields({ ...Object.fromEntries(starts), ...address });
  const hidden = { ...staying, ...pickOwn(filters, address) };
  const controlOf = (name: string) => (
    <Control key={name} name={name} words={filters[name]} field={fields[name]} address={address} />
  );
  return (
    <Form
      ref={form}
      role="search"
      aria-label={label}
      className="mb-4 grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        navigate(hrefOnly(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>));
      }}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="flex flex-wrap items-end gap-3">
        {names.filter((name) => !filters[name]?.fold).map(controlOf)}
        <Button type="submit" variant="outline">
          {say('catalog.search.go')}
        </Button>
      </div>
      {folded.length > 0 && (
        <details open={chosen > 0} className="rounded-card border border-line bg-surface px-4">
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {say('order.list.more')}
            {chosen > 0 && ` (${chosen})`}
          </summary>
          <div className="grid gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-4">{folded.map(controlOf)}</div>
        </details>
      )}
      {names.some((name) => address[name]) && (
        <Link to={hrefOnly(staying)} className="w-fit py-2 font-semibold text-brand underline">
          {say('order.list.clear')}
        </Link>
      )}
    </Form>
  );
}

/** The values of custom controls are sent with the others. */
function pickOwn(filters: Filters, address: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(address).filter(([name]) => filters[name]?.control));
}

type ControlProps = {
  name: string;
  words: FilterWords | undefined;
  field: QueryField | undefined;
  address: FilterProps['address'];
};

function Control({ name, words, field, address }: ControlProps) {
  const { say } = useWords();
  const value = address[name] ?? '';
  if (!words) return null;
  const { label, word, fold, control } = words;
  const wide = field?.kind === 'text' && !control;
  const place = fold ? '' : `min-w-0 ${wide ? 'grow basis-56 sm:max-w-sm' : 'max-sm:grow max-sm:basis-40'}`;
  if (control) return <div className={`${place} sm:basis-48`}>{control}</div>;
  if (field?.kind === 'tick') return <Checkbox name={name} value="1" defaultChecked={value === '1'} label={label} />;
  const sayValue = (item: string) => (typeof word === 'function' ? word(item) : say(`${word}.${item}`));
  const options = words.options ?? field?.values.map((value) => [value, sayValue(value)] as const) ?? [];
  return (
    <div className={place}>
      <LabelledField
        label={label}
        {...(field?.kind === 'day' && isReversed(address, name) && { error: say('catalog.narrow.daysOrder') })}
      >
        {(ids) =>
          words.options || field?.kind === 'choice' ? (
            <SelectInput ids={ids} name={name} defaultValue={value || field?.start}>
              {!field?.start && <option value="">{say('catalog.search.any')}</option>}
              {options.map(([key, text]) => (
                <option key={key} value={key}>
                  {text}
                </option>
              ))}
            </SelectInput>
          ) : (
            <TextInput
              ids={ids}
              type={field?.kind === 'day' ? 'date' : name === 'query' ? 'search' : 'text'}
              name={name}
              maxLength={field?.most}
              defaultValue={value || field?.start}
              className="min-w-0"
            />
          )
        }
      </LabelledField>
    </div>
  );
}
