// One limited offer: its name for staff, how much is off, when, and for which products.
import { mostOff } from '../../../../domain/offers.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { MinuteField } from '../../../console-kit/form-fields.tsx';
import { endsTooEarly, seenOf, useDraft } from '../../../console-kit/use-draft.ts';
import { ChooseProducts } from '../../../parts/console/choose-products.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import type { OfferRow } from './promotion-rows.ts';

function useOfferDraft(offer: OfferRow | undefined, onDone: () => void) {
  const { say } = useWords();
  return useDraft({
    needs: ['name', 'startsAt', 'endsAt'],
    initial: {
      name: offer?.name ?? '',
      percent: offer ? String(offer.percent) : '',
      startsAt: offer?.startsAt ?? '',
      endsAt: offer?.endsAt ?? '',
      products: offer?.products ?? [],
      active: offer?.active ?? true,
    },
    judge: ({ percent, startsAt, endsAt, products }) => ({
      percent:
        /^\d{1,2}$/.test(percent) && Number(percent) >= 1 && Number(percent) <= mostOff
          ? undefined
          : say('marketing.offer.percentRule', { highest: mostOff }),
      endsAt: endsTooEarly(startsAt, endsAt) ? say('ui.field.endTime') : undefined,
      productIds: products.length ? undefined : say('marketing.promotion.productsRule'),
    }),
    save: ({ percent, products, ...rest }) =>
      send('consoleOfferSave', {
        ...seenOf(offer),
        ...rest,
        percent: Number(percent),
        productIds: products.map(({ id }) => id),
      }),
    onDone,
  });
}

export function OfferForm({ offer, zone, onClose }: { offer: OfferRow | undefined; zone: string; onClose(): void }) {
  const words = useWords();
  const { say } = words;
  const form = useOfferDraft(offer, onClose);
  const { draft, fields, field } = form;
  return (
    <DialogForm form={form} act={say('site.setting.save')} onClose={onClose}>
      <InputField {...field('name')} label={say('marketing.offer.name')} maxLength={80} />
      <InputField
        {...field('percent')}
        label={say('marketing.offer.percent')}
        hint={say('marketing.offer.percentRule', { highest: mostOff })}
        inputMode="numeric"
        required
        maxLength={2}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <MinuteField {...field('startsAt')} label={say('marketing.offer.starts')} />
        <MinuteField {...field('endsAt')} label={say('marketing.offer.ends')} />
      </div>
      <p className="-mt-2 text-sm text-quiet">{say('marketing.offer.zoneHint', { zone: words.zone(zone) })}</p>
      <ChooseProducts
        chosen={draft.products}
        problem={fields.productIds}
        onChange={(products) => form.change({ products }, 'productIds')}
      />
      <Checkbox label={say('marketing.offer.active')} {...form.tick('active')} />
    </DialogForm>
  );
}
