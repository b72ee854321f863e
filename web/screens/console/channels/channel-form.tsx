// Setting up one way to pay (§3, rules §10): on or off, fee, limits, currency, keys that are never shown again, the notice address.
// The channel declares its keys and settings.
import { currencies as allCurrencies, type Currency } from '../../../../domain/currencies.ts';
import { isOfferedChannel, traitsOf } from '../../../../domain/pay-channels.ts';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { CheckList } from '../../../parts/console/check-list.tsx';
import { ChoosePartners } from '../../../parts/console/choose-partners.tsx';
import { nameChannel, nameGateway } from '../../../parts/console/money/money-pieces.tsx';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { AmountField } from '../../../parts/form/amount-field.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useCopy } from '../../../parts/use-copy.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import {
  type Channel,
  type ChannelDraft,
  channelInput,
  isTransfer,
  judgeChannel,
  savedChannelOf,
} from './channel-draft.ts';
import { ChannelKeys } from './channel-keys.tsx';
import { ChannelOptions } from './channel-options.tsx';
import { ShownCurrencies } from './shown-currencies.tsx';
import { SupplyBalance } from './supply-balance.tsx';
import { TransferHold } from './transfer-hold.tsx';
import { TransferTexts } from './transfer-texts.tsx';
import { TryKeys, useTrial } from './try-keys.tsx';

type ChannelFormProps = {
  row: Channel;
  /** When each key was last set, as text. */
  dates: Record<string, string>;
  /** Currencies of the shop, and the owner's. */
  currencies: Currency[];
  ownCurrency: Currency;
  levelNames: string[];
};

export function ChannelForm({ row, dates, currencies, ownCurrency, levelNames }: ChannelFormProps) {
  const words = useWords();
  const { say } = words;
  const name = nameChannel(words, row.channel);
  const { draft: initial, revision } = savedChannelOf(row, ownCurrency);
  const form = useDraft({
    ...{ initial, revision },
    async read() {
      const { list } = await send('consoleChannels', {});
      return savedChannelOf(list.find((each) => each.channel === row.channel) ?? row, ownCurrency);
    },
    judge: (draft) => judgeChannel(row, draft, ownCurrency, words),
    async save(draft, seen) {
      await send('consoleChannelSave', channelInput(row, draft, ownCurrency, Number(seen)));
      return draft;
    },
    onDone: (sent) => trial.runSaved(sent),
    saved: say('payment.channelSetting.saved', { name }),
  });
  const trial = useTrial(row, form);
  return (
    <PageForm form={form}>
      <FormSection title={say('payment.channelSetting.edit', { name })}>
        <Checkbox label={say('payment.channelSetting.active')} {...form.tick('active')} />
        <InputField
          {...form.field('place')}
          label={say('payment.channelSetting.place')}
          hint={say('payment.channelSetting.placeHint')}
          required
          inputMode="numeric"
          maxLength={2}
        />
        <Fee row={row} form={form} />
        {row.notifyUrl && <GatewayAddress name="notify" address={row.notifyUrl} />}
        {row.returnUrl && <GatewayAddress name="return" address={row.returnUrl} />}
      </FormSection>
      {row.keys.length > 0 && <ChannelKeys row={row} form={form} dates={dates} problems={trial.fields} />}
      {(row.optionRules.length > 0 || row.environmentChosen) && <ChannelOptions row={row} form={form} />}
      {row.keys.length > 0 && <TryKeys row={row} trial={trial} name={nameGateway(words, row.channel)} />}
      {row.fromSupply && <SupplyBalance row={row} />}
      {!hasOwnCurrency(row) && !row.fromSupply && <ShownCurrencies {...{ row, form, currencies }} />}
      <Limits form={form} ownCurrency={ownCurrency} />
      <Buyers form={form} currencies={currencies} levelNames={levelNames} fromSupply={row.fromSupply} />
      {isTransfer(row) && <TransferHold form={form} levelNames={levelNames} />}
      {isTransfer(row) && <TransferTexts form={form} currencies={currencies} examples={row.exampleTexts} />}
    </PageForm>
  );
}

type PartProps = { row: Channel; form: DraftForm<ChannelDraft> };

/** Balances and gift cards pay in their own currency. */
function hasOwnCurrency({ channel }: Channel): boolean {
  if (!isOfferedChannel(channel)) return false;
  const { ownMoney, byCode = false } = traitsOf(channel);
  return ownMoney || byCode;
}

function Fee({ row, form: { field, tick } }: PartProps) {
  const { say } = useWords();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          {...field('feePercent')}
          label={say('payment.channelSetting.fee')}
          hint={say('payment.channelSetting.feeHint')}
          required
          inputMode="decimal"
          maxLength={8}
        />
        {!hasOwnCurrency(row) && (
          <ChoiceField
            {...field('currency')}
            label={say('payment.channelSetting.currency')}
            options={row.currencies ?? allCurrencies}
            none={say('payment.channelSetting.currencyAny')}
            hint={say('payment.channelSetting.currencyHint')}
          />
        )}
      </div>
      <Checkbox label={say('payment.channelSetting.feeRefundable')} {...tick('feeRefundable')} />
    </>
  );
}

function Limits({ form: { field }, ownCurrency }: { form: DraftForm<ChannelDraft>; ownCurrency: Currency }) {
  const { say } = useWords();
  return (
    <FormSection title={say('payment.channelSetting.limits')} hint={say('payment.channelSetting.limitHint')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          {...field('leastMinor')}
          label={say('payment.channelSetting.least', { currency: ownCurrency })}
          currency={ownCurrency}
        />
        <AmountField
          {...field('mostMinor')}
          label={say('payment.channelSetting.most', { currency: ownCurrency })}
          currency={ownCurrency}
        />
      </div>
    </FormSection>
  );
}

type BuyersProps = {
  form: DraftForm<ChannelDraft>;
  currencies: Currency[];
  levelNames: string[];
  /** Without a chosen partner or level only staff may use it. */
  fromSupply: boolean;
};

/** The orders and buyers it is for; an empty choice limits nothing. */
function Buyers({ form: { draft, fields, field, change }, currencies, levelNames, fromSupply }: BuyersProps) {
  const words = useWords();
  const { say } = words;
  const offered = [...new Set([...currencies, ...draft.onlyCurrencies])];
  return (
    <FormSection
      title={say('payment.channelSetting.buyers')}
      hint={say(fromSupply ? 'payment.channelSetting.supplyHint' : 'payment.channelSetting.buyersHint')}
    >
      <CheckList
        legend={say('payment.channelSetting.onlyCurrencies')}
        chosen={draft.onlyCurrencies}
        options={offered.map((each) => [each, each] as const)}
        onChosen={(onlyCurrencies) => change({ onlyCurrencies }, 'only.currencies')}
        problem={fields['only.currencies']}
      />
      <InputField
        {...field('onlyCountries')}
        label={say('payment.channelSetting.onlyCountries')}
        hint={say('payment.channelSetting.countriesHint')}
        spellCheck={false}
        autoCapitalize="characters"
        maxLength={1000}
      />
      <CheckList
        legend={say('marketing.coupon.levels')}
        chosen={draft.onlyLevels}
        options={levelOptions(words, levelNames, priceLevels).map(([level, name]) => [Number(level), name] as const)}
        onChosen={(onlyLevels) => change({ onlyLevels }, 'only.levels')}
        problem={fields['only.levels']}
      />
      <ChoosePartners
        chosen={draft.onlyPartners}
        problem={fields['only.partnerIds']}
        onChange={(onlyPartners) => change({ onlyPartners }, 'only.partnerIds')}
      />
    </FormSection>
  );
}

function GatewayAddress({ name, address }: { name: 'notify' | 'return'; address: string }) {
  const { say } = useWords();
  const { result, copy } = useCopy();
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <InputField
            label={say(`payment.channelSetting.${name}`)}
            hint={say(`payment.channelSetting.${name}Hint`)}
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <Button variant="outline" className="mb-6.5" onClick={() => copy(address)}>
          {say('account.centre.copy')}
        </Button>
      </div>
      <p role="status" className="text-sm text-quiet">
        {result && say(`account.centre.${result}`)}
      </p>
    </div>
  );
}
