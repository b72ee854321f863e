// One promotion group: its title per language, its products in order, whether the home page shows it.
import { languageTags } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { ActFoot, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { InputField } from '../../../console-kit/form-fields.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { ChooseProducts, type ChosenProduct } from '../../../parts/console/choose-products.tsx';
import { LanguageSelect } from '../../../parts/console/settings-look.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import type { GroupRow } from './promotion-list.tsx';

type Draft = { titles: Record<string, string>; products: ChosenProduct[]; active: boolean };

export function PromotionForm({ group, onClose }: { group: GroupRow | undefined; onClose(): void }) {
  const { say } = useWords();
  const form = useDraft<Draft>({
    titles: group?.titles ?? {},
    products: group?.products ?? [],
    active: group?.active ?? true,
  });
  const { draft, language, fields, change } = form;
  const judge = () => ({
    ...(draft.titles.en?.trim() ? {} : { 'titles.en': say('ui.field.required') }),
    ...(draft.products.length ? {} : { productIds: say('marketing.promotion.productsRule') }),
  });
  const save = () =>
    send('consolePromotionSave', {
      ...(group ? { id: group.id, revision: group.revision } : {}),
      titles: draft.titles,
      productIds: draft.products.map((one) => one.id),
      active: draft.active,
    });
  return (
    <form ref={form.ref} onSubmit={form.submit(judge, save, onClose)} noValidate className="grid gap-4">
      {form.problem && <ActProblem text={form.problem.text} code={form.problem.code} onReload={onClose} />}
      <LanguageSelect language={language} onChange={form.setLanguage} texts={draft.titles} />
      <InputField
        label={say('marketing.promotion.heading')}
        error={fields[`titles.${language}`]}
        required={language === 'en'}
        lang={languageTags[language]}
        value={draft.titles[language] ?? ''}
        placeholder={language === 'en' ? undefined : draft.titles.en}
        maxLength={80}
        onText={(text) => change({ titles: { ...draft.titles, [language]: text } })}
      />
      <ChooseProducts
        chosen={draft.products}
        problem={fields.productIds && say('marketing.promotion.productsRule')}
        onChange={(products) => change({ products })}
      />
      <Checkbox
        label={say('marketing.promotion.active')}
        checked={draft.active}
        onChange={(event) => change({ active: event.target.checked })}
      />
      <ActFoot act={say('site.setting.save')} busy={form.busy} onClose={onClose} />
    </form>
  );
}
