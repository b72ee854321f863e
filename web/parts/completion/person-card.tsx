// One traveller of a completion form (§5 fields), with data of other travellers to copy from (§2 completion: copy of traveller info).
import { OneField } from '../booking/one-field.tsx';
import { nameSku, useWords } from '../use-words.ts';

type Values = Record<string, string>;

type PersonCardProps = {
  at: number;
  /** Named if a booking has several. */
  line: { skuName: string; ticketType: number | null; carType: number | null } | undefined;
  fields: string[];
  values: Values;
  errors: Record<string, string>;
  known: { key: string; label: string; values: Values }[];
  onChange(values: Values): void;
};

export function PersonCard({ at, line, fields, values, errors, known, onChange }: PersonCardProps) {
  const words = useWords();
  const { say } = words;
  const copy = (key: string) => {
    const from = known.find((item) => item.key === key)?.values ?? {};
    const entries = Object.entries(from).filter(([name]) => fields.includes(name));
    if (entries.length) onChange({ ...values, ...Object.fromEntries(entries) });
  };
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-surface p-4">
      <legend className="px-2 font-semibold">
        {say('order.booking.traveller', { number: at + 1 })}
        {line && <span className="font-normal text-quiet"> · {nameSku(words, line)}</span>}
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((name) => (
          <OneField
            key={name}
            name={name}
            path={`travellers.${at}.${name}`}
            isWholeName={!fields.includes('lastname')}
            value={values[name] ?? ''}
            error={errors[`travellers.${at}.${name}`]}
            onChange={(value) => onChange({ ...values, [name]: value })}
            onLeave={() => undefined}
          />
        ))}
      </div>
      {known.length > 0 && (
        <label className="mt-4 flex flex-wrap items-center gap-2 text-sm">
          {say('completion.copyFrom')}
          <select
            value=""
            onChange={(event) => copy(event.target.value)}
            className="min-h-11 min-w-0 max-w-full rounded-lg border border-line bg-surface px-3"
          >
            <option value="">{say('order.booking.chooseOne')}</option>
            {known.map((item) => (
              <option key={item.key} value={item.key}>
                {[item.values['102'] ?? item.values['101'], item.label].filter(Boolean).join(' · ')}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
}
