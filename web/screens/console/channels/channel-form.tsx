// Setting up one way to pay (§3, rules §10): on or off, fee, currency, keys that go in and never come out, where its notices go.
import { useState } from 'react';
import { currencies as allCurrencies } from '../../../../domain/currencies.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import {
  type Channel,
  type ChannelDraft,
  channelInput,
  hasOptions,
  isTransfer,
  judgeChannel,
  savedChannelOf,
} from './channel-draft.ts';
import { TransferTexts } from './transfer-texts.tsx';

type ChannelFormProps = {
  row: Channel;
  /** When each key was last set, in words. */
  dates: Record<string, string>;
  /** Currencies of the shop. */
  currencies: string[];
};

export function ChannelForm({ row, dates, currencies }: ChannelFormProps) {
  const words = useWords();
  const { say } = words;
  const name = nameChannel(words, row.channel);
  const { draft: given, revision } = savedChannelOf(row);
  const form = useDraft({
    ...{ given, revision },
    async read() {
      const { list } = await send('consoleChannels', {});
      return savedChannelOf(list.find((each) => each.channel === row.channel) ?? row);
    },
    judge: (draft) => judgeChannel(row, draft, words),
    save: (draft, seen) => send('consoleChannelSave', channelInput(row, draft, Number(seen))),
    saved: say('payment.channelSetting.saved', { name }),
  });
  return (
    <PageForm form={form}>
      <FormSection title={say('payment.channelSetting.edit', { name })}>
        <Checkbox label={say('payment.channelSetting.active')} {...form.tick('active')} />
        <Fee row={row} form={form} />
        {row.notifyUrl && <NotifyAddress address={row.notifyUrl} />}
      </FormSection>
      {row.keys.length > 0 && <Keys row={row} form={form} dates={dates} />}
      {isTransfer(row) && <TransferTexts form={form} currencies={currencies} />}
      {hasOptions(row) && (
        <FormSection title={say('payment.channelSetting.options')}>
          <AreaField
            {...form.field('options')}
            label={<code>options</code>}
            error={form.fields.options ?? firstOption(form.fields)}
            rows={4}
            spellCheck={false}
            maxLength={40_000}
            className="font-mono text-sm"
          />
        </FormSection>
      )}
    </PageForm>
  );
}

const firstOption = (problems: Record<string, string>) => {
  const found = Object.entries(problems).find(([name]) => name.startsWith('options.'));
  return found && `${found[0].slice('options.'.length)}: ${found[1]}`;
};

type PartProps = { row: Channel; form: DraftForm<ChannelDraft> };

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
        <ChoiceField
          {...field('currency')}
          label={say('payment.channelSetting.currency')}
          options={row.currencies ?? allCurrencies}
          none={say('payment.channelSetting.currencyAny')}
        />
      </div>
      <Checkbox label={say('payment.channelSetting.feeRefundable')} {...tick('feeRefundable')} />
    </>
  );
}

function Keys({ row, form: { draft, fields, change }, dates }: PartProps & { dates: Record<string, string> }) {
  const { say } = useWords();
  const hintOf = (name: string, set: boolean) => {
    if (!set) return say('payment.channelSetting.keyMissing');
    return dates[name]
      ? say('payment.channelSetting.keySet', { at: dates[name] })
      : say('payment.channelSetting.keyKept');
  };
  return (
    <FormSection title={say('payment.channelSetting.keys')} hint={say('payment.channelSetting.intro')}>
      {row.keys.map(({ name, required, set }) => (
        <AreaField
          key={name}
          label={<code>{name}</code>}
          hint={hintOf(name, set)}
          error={fields[`keys.${name}`]}
          required={required && !set}
          name={`keys.${name}`}
          rows={1}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={8000}
          className="font-mono text-sm break-all"
          value={draft.keys[name] ?? ''}
          onValue={(text) => change({ keys: { ...draft.keys, [name]: text } }, `keys.${name}`)}
        />
      ))}
    </FormSection>
  );
}

function NotifyAddress({ address }: { address: string }) {
  const { say } = useWords();
  const [copyResult, setCopyResult] = useState('');
  const copy = () =>
    navigator.clipboard
      ?.writeText(address)
      .then(() => true)
      .catch(() => false)
      .then((copied) => setCopyResult(say(copied ? 'account.centre.copied' : 'account.centre.copyByHand')));
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 grow">
          <InputField
            label={say('payment.channelSetting.notify')}
            hint={say('payment.channelSetting.notifyHint')}
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </div>
        <Button variant="outline" className="mb-6.5" onClick={copy}>
          {say('account.centre.copy')}
        </Button>
      </div>
      <p role="status" className="text-sm text-quiet">
        {copyResult}
      </p>
    </div>
  );
}
