// Setting up one way to pay (§3, rules §10): on or off, fee, currency, keys that go in and never come out, where its notices go.
import { useState } from 'react';
import { currencies as allCurrencies } from '../../../../domain/currencies.ts';
import { send } from '../../../call.ts';
import { AreaField, ChoiceField, InputField } from '../../../console-kit/form-fields.tsx';
import { DraftBar } from '../../../parts/console/money/draft-bar.tsx';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { useSavedDraft } from '../../../parts/console/money/use-saved-draft.ts';
import { Section } from '../../../parts/console/settings-frame.tsx';
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
  savedDraftOf,
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
  const read = async () => {
    const { list } = await send('consoleChannels', {});
    return savedDraftOf(list.find((one) => one.channel === row.channel) ?? row);
  };
  const form = useSavedDraft(savedDraftOf(row), {
    read,
    judge: (draft) => judgeChannel(row, draft, words),
    async save(draft, revision) {
      await send('consoleChannelSave', channelInput(row, draft, Number(revision)));
      return undefined;
    },
    saved: say('payment.channelSetting.saved', { name }),
  });
  const { draft, problems, change } = form;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className="grid gap-4 [&_:focus]:scroll-mb-32">
      <Section title={say('payment.channelSetting.edit', { name })}>
        <Checkbox
          label={say('payment.channelSetting.active')}
          checked={draft.active}
          onChange={({ target }) => change({ active: target.checked })}
        />
        <Fee {...{ row, draft, problems, change }} />
        {row.notifyUrl && <NotifyAddress address={row.notifyUrl} />}
      </Section>
      {row.keys.length > 0 && <Keys {...{ row, draft, problems, change, dates }} />}
      {isTransfer(row) && (
        <TransferTexts where={draft.where} problems={problems} currencies={currencies} change={change} />
      )}
      {hasOptions(row) && (
        <Section title={say('payment.channelSetting.options')}>
          <AreaField
            label={<code>options</code>}
            error={problems.options ?? firstOption(problems)}
            name="options"
            rows={4}
            spellCheck={false}
            maxLength={40_000}
            className="font-mono text-sm"
            value={draft.options}
            onText={(text) => change({ options: text })}
          />
        </Section>
      )}
      <DraftBar form={form} />
    </form>
  );
}

const firstOption = (problems: Record<string, string>) => {
  const found = Object.entries(problems).find(([name]) => name.startsWith('options.'));
  return found && `${found[0].slice('options.'.length)}: ${found[1]}`;
};

type PartProps = {
  row: Channel;
  draft: ChannelDraft;
  problems: Record<string, string>;
  change(part: Partial<ChannelDraft>, field?: string): void;
};

function Fee({ row, draft, problems, change }: PartProps) {
  const { say } = useWords();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField
          label={say('payment.channelSetting.fee')}
          hint={say('payment.channelSetting.feeHint')}
          error={problems.feePercent}
          required
          name="feePercent"
          inputMode="decimal"
          maxLength={8}
          value={draft.feePercent}
          onText={(text) => change({ feePercent: text })}
        />
        <ChoiceField
          label={say('payment.channelSetting.currency')}
          error={problems.currency}
          name="currency"
          value={draft.currency}
          onPick={(one) => change({ currency: one })}
          options={row.currencies ?? allCurrencies}
          none={say('payment.channelSetting.currencyAny')}
        />
      </div>
      <Checkbox
        label={say('payment.channelSetting.feeRefundable')}
        checked={draft.feeRefundable}
        onChange={({ target }) => change({ feeRefundable: target.checked })}
      />
    </>
  );
}

function Keys({ row, draft, problems, change, dates }: PartProps & { dates: Record<string, string> }) {
  const { say } = useWords();
  const hintOf = (name: string, set: boolean) => {
    if (!set) return say('payment.channelSetting.keyMissing');
    return dates[name]
      ? say('payment.channelSetting.keySet', { at: dates[name] })
      : say('payment.channelSetting.keyKept');
  };
  return (
    <Section title={say('payment.channelSetting.keys')} hint={say('payment.channelSetting.intro')}>
      {row.keys.map(({ name, required, set }) => (
        <AreaField
          key={name}
          label={<code>{name}</code>}
          hint={hintOf(name, set)}
          error={problems[`keys.${name}`]}
          required={required && !set}
          name={`keys.${name}`}
          rows={1}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={8000}
          className="font-mono text-sm break-all"
          value={draft.keys[name] ?? ''}
          onText={(text) => change({ keys: { ...draft.keys, [name]: text } }, `keys.${name}`)}
        />
      ))}
    </Section>
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
