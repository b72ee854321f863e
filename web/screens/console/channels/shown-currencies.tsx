// The currencies in which a way to pay charges buyers who see them, and the owner's surcharge on the rate (decision 0505).
import { currencies as allCurrencies, type Currency } from '../../../../domain/currencies.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { CheckList } from '../../../parts/console/check-list.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import type { Channel, ChannelDraft } from './channel-draft.ts';

type ShownCurrenciesProps = {
  row: Channel;
  form: DraftForm<ChannelDraft>;
  /** Currencies of the shop: no one sees others. */
  currencies: Currency[];
};

export function ShownCurrencies({ row, form, currencies }: ShownCurrenciesProps) {
  const { say } = useWords();
  const { draft, fields, field, tick, change } = form;
  const taken = row.currencies ?? allCurrencies;
  const offered = taken.filter((one) => currencies.includes(one) || draft.shownCurrencies.includes(one));
  return (
    <FormSection title={say('payment.channelSetting.exchange')} hint={say('payment.channelSetting.exchangeHint')}>
      {!draft.currency && <Checkbox label={say('payment.channelSetting.shownAll')} {...tick('shownAll')} />}
      {!draft.currency && !draft.shownAll && (
        <>
          <CheckList
            legend={say('payment.channelSetting.shown')}
            chosen={draft.shownCurrencies}
            options={offered.map((one) => [one, one] as const)}
            onChosen={(shownCurrencies) => change({ shownCurrencies }, 'shownCurrencies')}
            problem={fields.shownCurrencies}
          />
          {draft.shownCurrencies.length === 0 && (
            <p className="text-sm text-quiet">{say('payment.channelSetting.shownNone')}</p>
          )}
        </>
      )}
      <InputField
        {...field('surchargePercent')}
        label={say('payment.channelSetting.surcharge')}
        hint={say('payment.channelSetting.surchargeHint')}
        required
        inputMode="decimal"
        maxLength={8}
      />
    </FormSection>
  );
}
