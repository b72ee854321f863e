// Settings of a way to pay that are not secret, rendered by the kind that the channel declares, and the environment of the gateway.
import { FormSection } from '../../../console-kit/section.tsx';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { FieldsProblem, InputField, RadioField } from '../../../parts/form/fields.tsx';
import { Ticks } from '../../../parts/form/ticks.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { type Channel, type ChannelDraft, environments, type OptionRule } from './channel-draft.ts';

type OptionsProps = { row: Channel; form: DraftForm<ChannelDraft> };

export function ChannelOptions({ row, form }: OptionsProps) {
  const { say } = useWords();
  return (
    <FormSection title={say('payment.channelSetting.options')}>
      {row.environmentChosen && <ChooseEnvironment form={form} />}
      {row.optionRules.map((rule) => (
        <Option key={rule.name} channel={row.channel} rule={rule} form={form} />
      ))}
    </FormSection>
  );
}

function ChooseEnvironment({ form: { draft, fields, change } }: { form: DraftForm<ChannelDraft> }) {
  const { say } = useWords();
  return (
    <RadioField
      legend={say('payment.channelSetting.environment')}
      hint={say('payment.channelSetting.environmentHint')}
      name="environment"
      options={environments}
      word="payment.channelSetting.environmentOf"
      value={environments.find((each) => each === draft.options.environment)}
      error={fields['options.environment']}
      onValue={(environment) => change({ options: { ...draft.options, environment } }, 'options.environment')}
    />
  );
}

type OptionProps = { channel: string; rule: OptionRule; form: DraftForm<ChannelDraft> };

function Option({ channel, rule, form: { draft, fields, change } }: OptionProps) {
  const { say } = useWords();
  const { name, label, kind } = rule;
  const value = draft.options[name];
  const help = say(`payment.channelHelp.${channel}.${name}`);
  const error = fields[`options.${name}`];
  const set = (next: boolean | string[] | string) =>
    change({ options: { ...draft.options, [name]: next } }, `options.${name}`);
  if (kind === 'switch')
    return (
      <div>
        <Checkbox label={label} checked={value === true} onValue={set} error={error} />
        <p className="max-w-prose pl-8 text-sm text-quiet">{help}</p>
      </div>
    );
  if (kind === 'words' || kind === 'amount')
    return (
      <InputField
        label={label}
        hint={kind === 'words' ? `${help} ${say('payment.channelSetting.words')}` : help}
        inputMode={kind === 'amount' ? 'decimal' : undefined}
        error={error}
        name={`options.${name}`}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={2000}
        value={typeof value === 'string' ? value : ''}
        onValue={set}
      />
    );
  return <Choices {...{ channel, rule, help, error, set }} chosen={Array.isArray(value) ? value : []} />;
}

type ChoicesProps = {
  channel: string;
  rule: OptionRule;
  help: string;
  error: string | undefined;
  chosen: string[];
  set(next: string[]): void;
};

function Choices({ channel, rule: { label, choices }, help, error, chosen, set }: ChoicesProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="max-w-prose text-sm text-quiet">{help}</p>
      <Ticks
        options={choices}
        word={`payment.channelChoice.${channel}`}
        chosen={chosen}
        onChosen={(next) => set(choices.filter((choice) => next.includes(choice)))}
      />
      {error && <FieldsProblem text={error} />}
    </fieldset>
  );
}
