// One promotion group: its title per language, its products in order, whether the home page shows it.
import { productTypeOrder } from '../../../../domain/product-types.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { LanguageField } from '../../../console-kit/form-fields.tsx';
import { seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { ChooseProducts } from '../../../parts/console/choose-products.tsx';
import { judgeEnglish } from '../../../parts/console/judge-english.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { PickCity } from '../../../parts/places/pick-city.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { MonthsField } from './months-field.tsx';
import type { GroupRow } from './promotion-rows.ts';

export function PromotionForm({ group, onClose }: { group: GroupRow | undefined; onClose(): void }) {
  const words = useWords();
  const { say } = words;
  const form = useDraft({
    initial: {
      titles: group?.titles ?? {},
      products: group?.products ?? [],
      city: group?.city ?? null,
      type: group?.type ? String(group.type) : '',
      monthFrom: group?.monthFrom ? String(group.monthFrom) : '',
      monthTo: group?.monthTo ? String(group.monthTo) : '',
      active: group?.active ?? true,
    },
    judge: ({ titles, products, city, type, monthFrom, monthTo }) => ({
      'titles.en': judgeEnglish(words, titles),
      productIds: products.length || city || type ? undefined : say('marketing.promotion.sourceRule'),
      monthFrom: monthTo && !monthFrom ? say('ui.field.required') : undefined,
      monthTo: monthFrom && !monthTo ? say('ui.field.required') : undefined,
    }),
    save: ({ titles, products, active, city, type, monthFrom, monthTo }) =>
      send('consolePromotionSave', {
        ...{ ...seenOf(group), titles, productIds: products.map(({ id }) => id), active },
        ...{ city: city?.key ?? null, type: Number(type) || null },
        ...{ monthFrom: Number(monthFrom) || null, monthTo: Number(monthTo) || null },
      }),
    onDone: onClose,
  });
  const { draft, fields } = form;
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <LanguageField form={form} texts={draft.titles} />
      <InputField
        {...form.text('titles')}
        label={say('marketing.promotion.heading')}
        required={form.language === 'en'}
        maxLength={80}
      />
      <ChooseProducts
        chosen={draft.products}
        problem={fields.productIds && say('marketing.promotion.sourceRule')}
        onChange={(products) => form.change({ products }, 'productIds')}
      />
      <FillFrom source={draft} problems={fields} onSource={form.change} />
      <MonthsField months={draft} problems={fields} onMonth={(name, month) => form.change({ [name]: month }, name)} />
      <Checkbox label={say('marketing.promotion.active')} {...form.tick('active')} />
    </DialogForm>
  );
}

type Source = { city: GroupRow['city']; type: string };
type FillProps = {
  source: Source;
  problems: Record<string, string>;
  onSource(source: Partial<Source>, field: string): void;
};

/** Fills the row after the chosen products: popular products of a city, of a category, or of both. */
function FillFrom({ source: { city, type }, problems, onSource }: FillProps) {
  const { say } = useWords();
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{say('marketing.promotion.fill')}</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <PickCity
          label={say('editing.field.city')}
          value={city?.key ?? ''}
          name={city?.name ?? ''}
          error={problems.city}
          ownOnly
          onPick={(next) => onSource({ city: next ? { key: next.code, name: next.name } : null }, 'city')}
        />
        <ChoiceField
          label={say('editing.field.type')}
          error={problems.type}
          value={type}
          onValue={(next) => onSource({ type: next }, 'type')}
          options={productTypeOrder.map(String)}
          word="catalog.type"
          none={say('marketing.promotion.everyType')}
        />
      </div>
    </fieldset>
  );
}
