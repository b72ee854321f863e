// Imports a supplier's product as a draft: its type and its city.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { isProductType, productTypeOrder, rowOf } from '../../../../domain/product-types.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { ChoiceField } from '../../../parts/form/fields.tsx';
import { type City, describePlace, PickCity } from '../../../parts/places/pick-city.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import type { OctoProduct } from './octo-view.ts';

type ImportProps = { id: string; product: OctoProduct };

export function ImportDialog(props: ImportProps) {
  const { say } = useWords();
  return (
    <DialogButton size="sm" text={say('reselling.take')} title={props.product.name}>
      {(close) => <ImportBody {...props} onClose={close} />}
    </DialogButton>
  );
}

/** Those that are sold per person. */
const types = productTypeOrder.filter((type) => isProductType(type) && rowOf(type).stockBy === 'person');

function ImportBody({ id, product, onClose }: ImportProps & { onClose(): void }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<City>();
  const form = useDraft({
    initial: { type: types[0] ?? 1, city: '' },
    judge: ({ city }) => ({ city: city ? undefined : say('ui.field.required') }),
    save: (draft) => send('consoleOctoTake', { ...draft, id, productRef: product.id }),
    onDone({ productId }) {
      onClose();
      navigate(consolePaths.product(productId));
    },
  });
  return (
    <DialogForm form={form} act={say('reselling.take')} onClose={onClose}>
      <p>{say('reselling.takeText')}</p>
      <ChoiceField {...form.field('type')} label={say('editing.field.type')} options={types} word="catalog.type" />
      <PickCity
        label={say('editing.field.city')}
        path="city"
        value={form.draft.city}
        name={picked?.name ?? ''}
        error={form.fields.city}
        hint={picked && describePlace(picked)}
        required
        onPick={(city) => {
          setPicked(city);
          form.change({ city: city?.code ?? '' });
        }}
      />
    </DialogForm>
  );
}
