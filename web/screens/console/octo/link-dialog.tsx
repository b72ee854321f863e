// Links a supplier's option to an existing package: each of the package's SKUs is one of the supplier's units.
import type { OutputOf } from '../../../../contract/index.ts';
import { todayIn } from '../../../../domain/dates.ts';
import { textIn } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { useRead } from '../../../parts/use-read.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useNow } from '../../../root-data.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import type { OctoOption, OctoProduct } from './octo-view.ts';

type LinkProps = { id: string; product: OctoProduct; option: OctoOption };

export function LinkDialog(props: LinkProps) {
  const { say } = useWords();
  const look = { variant: 'quiet', size: 'sm', className: 'justify-self-start' } as const;
  return (
    <DialogButton {...look} text={say('reselling.tie')} title={props.option.name}>
      {(close) => <LinkBody {...props} onClose={close} />}
    </DialogButton>
  );
}

type Draft = { productId: string; packageId: string; units: Record<string, string> };
type Sku = OutputOf<'consoleCalendar'>['skus'][number];

function LinkBody({ id, product, option, onClose }: LinkProps & { onClose(): void }) {
  const { say, language } = useWords();
  const today = todayIn(useDeskZone(), useNow());
  const form = useDraft<Draft, unknown>({
    initial: { productId: '', packageId: '', units: {} },
    judge: ({ packageId, units }) => ({
      packageId: packageId ? undefined : say('ui.field.required'),
      ...Object.fromEntries(skus.map((sku) => [`units.${sku.id}`, units[sku.id] ? undefined : say('ui.field.choose')])),
    }),
    save: ({ packageId, units }) =>
      send('consoleOctoTie', { id, productRef: product.id, optionRef: option.id, packageId, units }),
    onDone: onClose,
  });
  const { productId, packageId, units } = form.draft;
  const supplier = useRead('consoleSupplier', { id });
  const chosen = useRead('consoleProduct', productId ? { id: productId } : undefined);
  const calendar = useRead('consoleCalendar', packageId ? { packageId, from: today, to: today } : undefined);
  const skus: Sku[] = (packageId && calendar.found?.skus) || [];
  const packages = (productId && chosen.found?.document.packages) || [];
  return (
    <DialogForm form={form} act={say('reselling.tie')} onClose={onClose}>
      <p>{say('reselling.tieText')}</p>
      <ChoiceField
        {...form.field('productId')}
        label={say('editing.title')}
        none="–"
        options={(supplier.found?.products ?? []).map((product) => [product.id, product.name] as const)}
        onValue={(value) => form.change({ productId: value, packageId: '', units: {} })}
      />
      <ChoiceField
        {...form.field('packageId')}
        label={say('supplier.package')}
        none="–"
        options={packages.map((one) => [one.id ?? '', textIn(one.names, language)] as const)}
        onValue={(value) => form.change({ packageId: value, units: {} })}
      />
      {skus.map((sku) => (
        <ChoiceField
          key={sku.id}
          name={`units.${sku.id}`}
          label={sku.name}
          error={form.fields[`units.${sku.id}`]}
          none="–"
          value={units[sku.id] ?? ''}
          options={option.units.map((unit) => [unit.id, unit.name] as const)}
          onValue={(value) => form.change({ units: { ...units, [sku.id]: value } }, `units.${sku.id}`)}
        />
      ))}
    </DialogForm>
  );
}
