// The months of each year in which a row of the home page is shown, both included; the whole year by default.
import { formatDay } from '../../../../domain/dates.ts';
import { formatLocale, type Language } from '../../../../domain/languages.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

export const monthNames = (language: Language): string[] =>
  Array.from({ length: 12 }, (_, at) =>
    formatDay(`2026-${String(at + 1).padStart(2, '0')}-15`, formatLocale(language), 'monthName'),
  );

type MonthsProps = {
  months: { monthFrom: string; monthTo: string };
  problems: Record<string, string>;
  onMonth(name: 'monthFrom' | 'monthTo', month: string): void;
};

export function MonthsField({ months, problems, onMonth }: MonthsProps) {
  const { say, language } = useWords();
  const options = monthNames(language).map((name, at) => [String(at + 1), name] as const);
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{say('marketing.promotion.months')}</legend>
      <p className="mb-3 text-sm text-quiet">{say('marketing.promotion.monthsHint')}</p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {(['monthFrom', 'monthTo'] as const).map((name) => (
          <ChoiceField
            key={name}
            label={say(`marketing.promotion.${name}`)}
            error={problems[name]}
            value={months[name]}
            onValue={(month) => onMonth(name, month)}
            options={options}
            none={say('marketing.promotion.wholeYear')}
          />
        ))}
      </div>
    </fieldset>
  );
}
