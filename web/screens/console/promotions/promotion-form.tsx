// One promotion group: its title per language, its products in order, whether the home page shows it.
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { LanguageField } from '../../../console-kit/form-fields.tsx';
import { seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { ChooseProducts } from '../../../parts/console/choose-products.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import type { GroupRow } from './promotion-list.tsx';

export function PromotionForm({ group, onClose }: { group: GroupRow | undefined; onClose(): void }) {
  const { say } = useWords();
  const form = useDraft({
    given: { titles: group?.titles ?? {}, products: group?.products ?? [], active: group?.active ?? true },
    judge: ({ titles, products }) => ({
      'titles.en': titles.en?.trim() ? undefined : say('ui.field.required'),
      productIds: products.length ? undefined : say('marketing.promotion.productsRule'),
    }),
    save: ({ titles, products, active }) =>
      send('consolePromotionSave', { ...seenOf(group), titles, productIds: products.map(({ id }) => id), active }),
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
        problem={fields.productIds && say('marketing.promotion.productsRule')}
        onChange={(products) => form.change({ products }, 'productIds')}
      />
      <Checkbox label={say('marketing.promotion.active')} {...form.tick('active')} />
    </DialogForm>
  );
}
