// The figures of a product or package of this kind (decision 0511), each with its unit in its name; countries as a list.
import type { Fields } from '../../../../domain/field-kinds.ts';
import { languageTags } from '../../../../domain/languages.ts';
import { figuresOf } from '../../../../domain/product-features.ts';
import { FigureField, type Option, PickField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { CountryOptions } from '../../../parts/form/country-options.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { LabelledField, SelectInput } from '../../../ui/field.tsx';

/** `within`: "packages.0." for the first package. */
export function FigureFields({ fields, within = '' }: { fields: Fields; within?: string }) {
  const { say } = useWords();
  const { draft } = useEditor();
  const shown = figuresOf(fields, Number(draft.type));
  if (!shown.length) return null;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {shown.map(([name, field]) => {
        const path = `${within}${name}`;
        if (field.kind === 'words') return <Countries key={name} />;
        if (field.kind !== 'choice')
          return <FigureField key={name} path={path} unit={field.kind === 'price' ? draft.currency : undefined} />;
        const options = field.choices.map((item): Option => [item, say(`catalog.figure.${name}.${item}`)]);
        return <PickField key={name} path={path} options={[['', '–'], ...options]} />;
      })}
    </div>
  );
}

function Countries() {
  const { say, language } = useWords();
  const { draft, problems, change } = useEditor();
  const chosen = draft.coverage;
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const label = say('editing.field.coverage');
  return (
    <fieldset data-path="coverage" tabIndex={-1} className="sm:col-span-full">
      <legend className="sr">{label}</legend>
      <LabelledField label={label} error={problems.coverage}>
        {(ids) => (
          <SelectInput
            ids={ids}
            value=""
            className="sm:max-w-72"
            onChange={({ target }) =>
              chosen.includes(target.value) ? undefined : change('coverage', [...chosen, target.value])
            }
          >
            <option value="">{say('editing.addCountry')}</option>
            <CountryOptions />
          </SelectInput>
        )}
      </LabelledField>
      <ul className="mt-2 flex flex-wrap gap-2">
        {chosen.map((code) => (
          <li key={code} suppressHydrationWarning>
            <Button
              variant="outline"
              size="sm"
              aria-label={say('catalog.search.remove', { filter: names.of(code) ?? code })}
              onClick={() =>
                change(
                  'coverage',
                  chosen.filter((item) => item !== code),
                )
              }
            >
              <span suppressHydrationWarning>{names.of(code) ?? code}</span> ×
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
