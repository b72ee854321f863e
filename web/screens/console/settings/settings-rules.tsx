// The numbers of a shop (§2 globalSetting, rules §9): time to pay, the rights of e-mailed codes, and overridden limits.
import { useId } from 'react';
import type { Currency } from '../../../../domain/currencies.ts';
import { InputField } from '../../../console-kit/form-fields.tsx';
import { limitRange, payRange, type SettingsPart } from '../../../parts/console/settings-draft.ts';
import { Section } from '../../../parts/console/settings-frame.tsx';
import { AmountField } from '../../../parts/form/amount-field.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox, TextInput } from '../../../ui/field.tsx';

export function SettingsRules({ draft, problems, change, currency }: SettingsPart & { currency: Currency }) {
  const { say } = useWords();
  return (
    <Section title={say('site.setting.rules')}>
      <InputField
        label={say('site.setting.payMinutes')}
        hint={say('site.setting.payMinutesHint')}
        error={problems.payMinutes && say('ui.field.range', payRange)}
        required
        className="!w-32"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        value={draft.payMinutes}
        onText={(text) => change('payMinutes', text)}
      />
      <HintedCheckbox
        word="site.setting.omitCode"
        checked={draft.omitVerCodeType}
        onChange={(on) => change('omitVerCodeType', on)}
      />
      <HintedCheckbox
        word="site.setting.staffFactor"
        checked={draft.staffSecondFactor}
        onChange={(on) => change('staffSecondFactor', on)}
      />
      <AmountField
        name="fourEyes"
        label={say('site.setting.fourEyes', { currency })}
        hint={say('site.setting.fourEyesHint')}
        currency={currency}
        value={draft.fourEyes}
        onChange={(text) => change('fourEyes', text)}
        error={problems.fourEyes}
      />
    </Section>
  );
}

type HintedCheckboxProps = { word: string; checked: boolean; onChange(on: boolean): void };

/** A setting that is on or off, with a sentence about what it does. */
function HintedCheckbox({ word, checked, onChange }: HintedCheckboxProps) {
  const { say } = useWords();
  const id = useId();
  return (
    <div>
      <Checkbox
        label={say(word)}
        aria-describedby={id}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={id} className="max-w-prose pl-8 text-sm text-quiet">
        {say(`${word}Hint`)}
      </p>
    </div>
  );
}

export function SettingsLimits({ defaults, ...part }: SettingsPart & { defaults: Record<string, number> }) {
  const { say } = useWords();
  const head = 'px-3 py-2 text-left text-xs font-semibold text-quiet';
  return (
    <Section title={say('site.setting.limits')} hint={say('site.setting.limitsHint')}>
      <div className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full text-sm">
          <caption className="sr">{say('site.setting.limits')}</caption>
          <thead className="border-b border-line">
            <tr>
              <th scope="col" className={head}>
                {say('site.setting.limitName')}
              </th>
              <th scope="col" className={`${head} !text-right`}>
                {say('site.setting.limitHouse')}
              </th>
              <th scope="col" className={head}>
                {say('site.setting.limitOwn')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {Object.entries(defaults).map(([name, house]) => (
              <LimitRow key={name} name={name} house={house} {...part} />
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function LimitRow({ name, house, draft, problems, change }: SettingsPart & { name: string; house: number }) {
  const { say, intl } = useWords();
  const id = useId();
  const outOfRange = problems[`limits.${name}`];
  const problem = outOfRange && say('ui.field.range', limitRange);
  const label = say(`site.setting.limit.${name}`);
  return (
    <tr>
      <th scope="row" className="min-w-36 px-3 py-2 text-left font-medium">
        {label}
      </th>
      <td className="px-3 py-2 text-right tabular-nums">{intl.formatNumber(house)}</td>
      <td className="px-3 py-2">
        <TextInput
          ids={{ id, describedBy: problem ? `${id}-error` : undefined, invalid: Boolean(problem) }}
          className="!w-24 tabular-nums"
          aria-label={`${label}: ${say('site.setting.limitOwn')}`}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
          value={draft.limits[name] ?? ''}
          onChange={(event) => change('limits', { ...draft.limits, [name]: event.target.value })}
        />
        {problem && (
          <p id={`${id}-error`} role="alert" className="mt-1 max-w-48 text-bad">
            {problem}
          </p>
        )}
      </td>
    </tr>
  );
}
