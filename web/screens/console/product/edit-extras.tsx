// Extras that are bought with a ticket, never alone (§5 add-ons): name, price, cost, and the maximum quantity.
import { productFields } from '../../../../domain/product-fields.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import { CheckField, FigureField, TextField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { blankAddOn } from '../../../parts/console/catalogue/product-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { AddRow, RowActions } from './row-actions.tsx';

export function EditExtras() {
  const { say } = useWords();
  const { draft, from, change } = useEditor();
  const rows = draft.addOns;
  return (
    <FormSection title={say('editing.tab.extras')} hint={say('editing.extrasHint')}>
      {rows.map((row, at) => {
        const name = say('editing.one.addOns', { number: at + 1 });
        const path = `addOns.${at}`;
        return (
          <fieldset key={rowKey(row)} className="grid gap-3 rounded-lg border border-line p-4">
            <legend className="px-1 font-semibold">{name}</legend>
            <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
              <div className="min-w-0 grow basis-64">
                <TextField path={`${path}.names.${from}`} label={say('editing.field.names')} required />
              </div>
              <FigureField path={`${path}.priceMinor`} unit={draft.currency} required />
              <FigureField path={`${path}.costMinor`} unit={draft.currency} />
              <FigureField path={`${path}.most`} />
            </div>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <CheckField path={`${path}.onShelf`} />
              <RowActions rows={rows} at={at} name={name} onRows={(next) => change('addOns', next)} />
            </div>
          </fieldset>
        );
      })}
      <AddRow
        label={say('editing.addExtra')}
        disabled={rows.length >= productFields.addOns.most}
        onAdd={() => change('addOns', [...rows, blankAddOn()])}
      />
    </FormSection>
  );
}
