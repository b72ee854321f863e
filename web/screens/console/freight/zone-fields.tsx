// One region of a freight table: its countries or the postcodes of one, the price of the first grams or pieces and of each further step,
// the amount from which it is free, and the number of days.
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { countryCodes } from '../../../../domain/area-codes.ts';
import { freightBy, freightLimits } from '../../../../domain/freight/freight.ts';
import { languageTags } from '../../../../domain/languages.ts';
import { AmountField } from '../../../parts/form/amount-field.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { LabelledField, SelectInput } from '../../../ui/field.tsx';
import type { FreightDraft, ZoneDraft } from './freight-draft.ts';

type ZoneProps = {
  at: number;
  zone: ZoneDraft;
  currency: FreightDraft['currency'];
  problems: Record<string, string>;
  onChange(zone: ZoneDraft, field: string): void;
  onRemove(): void;
};

export function ZoneFields({ at, zone, currency, problems, onChange, onRemove }: ZoneProps) {
  const { say } = useWords();
  const path = (name: keyof ZoneDraft) => `zones.${at}.${name}`;
  const field = (name: Exclude<keyof ZoneDraft, 'countries' | 'by'>) => ({
    ...{ name: path(name), value: zone[name], error: problems[path(name)] },
    onValue: (value: string) => onChange({ ...zone, [name]: value }, path(name)),
  });
  return (
    <fieldset className="grid min-w-0 items-start gap-4 rounded-card border border-line p-4 sm:grid-cols-2 xl:grid-cols-4">
      <legend className="px-1 font-semibold">{say('freight.zone', { number: at + 1 })}</legend>
      <div className="sm:col-span-2 xl:col-span-4">
        <Countries
          name={path('countries')}
          chosen={zone.countries}
          error={problems[path('countries')]}
          onChange={(countries) => onChange({ ...zone, countries }, path('countries'))}
        />
      </div>
      {zone.countries.length === 1 && (
        <div className="sm:col-span-2 xl:col-span-4">
          <InputField
            {...field('postcodes')}
            autoComplete="off"
            label={say('freight.postcodes')}
            hint={say('freight.postcodesHint')}
          />
        </div>
      )}
      <Prices {...{ zone, currency, path, field, onChange }} />
      <Button variant="quiet" className="justify-self-start" {...removesRow('zones', onRemove)}>
        {say('freight.dropZone', { number: at + 1 })}
      </Button>
    </fieldset>
  );
}

type PricesProps = Pick<ZoneProps, 'zone' | 'currency' | 'onChange'> & {
  path(name: keyof ZoneDraft): string;
  field(name: Exclude<keyof ZoneDraft, 'countries' | 'by'>): {
    name: string;
    value: string;
    error: string | undefined;
    onValue(value: string): void;
  };
};

function Prices({ zone, currency, path, field, onChange }: PricesProps) {
  const { say } = useWords();
  const figure = (name: 'firstUnits' | 'stepUnits' | 'daysFrom' | 'daysUntil', label: string) => (
    <InputField {...field(name)} label={label} required inputMode="numeric" maxLength={7} autoComplete="off" />
  );
  return (
    <>
      <ChoiceField
        name={path('by')}
        value={zone.by}
        label={say('freight.by')}
        options={freightBy}
        word="freight.by"
        onValue={(by) =>
          onChange({ ...zone, by, ...(by === 'piece' ? { firstUnits: '1', stepUnits: '1' } : {}) }, path('by'))
        }
      />
      {figure('firstUnits', say(`freight.firstUnits.${zone.by}`))}
      <AmountField
        {...field('firstMinor')}
        label={say('freight.firstMinor', { currency })}
        currency={currency}
        required
      />
      <span className="hidden xl:block" />
      {figure('stepUnits', say(`freight.stepUnits.${zone.by}`))}
      <AmountField
        {...field('stepMinor')}
        label={say('freight.stepMinor', { currency })}
        currency={currency}
        required
      />
      <AmountField
        {...field('freeFromMinor')}
        label={say('freight.freeFrom', { currency })}
        hint={say('freight.freeFromHint')}
        currency={currency}
      />
      <div className="grid grid-cols-2 gap-4">
        {figure('daysFrom', say('freight.daysFrom'))}
        {figure('daysUntil', say('freight.daysUntil'))}
      </div>
    </>
  );
}

type CountriesProps = { name: string; chosen: string[]; error: string | undefined; onChange(chosen: string[]): void };

/** Chosen one by one; a click on a name removes it. */
function Countries({ name, chosen, error, onChange }: CountriesProps) {
  const { say, language } = useWords();
  const names = useMemo(() => new Intl.DisplayNames([languageTags[language]], { type: 'region' }), [language]);
  return (
    <div className="grid gap-2">
      <LabelledField label={say('freight.countries')} hint={say('freight.countriesHint')} error={error}>
        {(ids) => (
          <SelectInput
            ids={ids}
            name={name}
            data-adds={name}
            value=""
            className="sm:max-w-80"
            disabled={chosen.length >= freightLimits.countries}
            onChange={({ target }) => target.value && onChange([...chosen, target.value])}
          >
            <option value="">{say('freight.addCountry')}</option>
            {countryCodes
              .filter((country) => !chosen.includes(country))
              .map((country) => (
                <option key={country} value={country} suppressHydrationWarning>
                  {names.of(country)}
                </option>
              ))}
          </SelectInput>
        )}
      </LabelledField>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map((country) => (
          <li key={country}>
            <Button
              variant="outline"
              size="sm"
              aria-label={say('freight.dropCountry', { country: names.of(country) ?? country })}
              {...removesRow(name, () => onChange(chosen.filter((one) => one !== country)))}
            >
              <span suppressHydrationWarning>{names.of(country)}</span>
              <IconX aria-hidden="true" className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
