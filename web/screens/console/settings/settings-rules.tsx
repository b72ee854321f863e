// The numbers of a shop (§2 globalSetting, rules §9): time to pay, the rights of e-mailed codes, and overridden limits.
import { type ComponentProps, useId } from 'react';
import type { Currency } from '../../../../domain/currencies.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { AmountField } from '../../../parts/form/amount-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox, TextInput } from '../../../ui/field.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import { limitRange, type SettingsPart } from './settings-draft.ts';

export function SettingsRules({ form, currency }: SettingsPart & { currency: Currency }) {
  const { say } = useWords();
  const { field, tick } = form;
  return (
    <FormSection title={say('site.setting.rules')}>
      <InputField
        {...field('payMinutes')}
        label={say('site.setting.payMinutes')}
        hint={say('site.setting.payMinutesHint')}
        required
        className="!w-32"
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
      />
      <HintedCheckbox word="site.setting.omitCode" {...tick('omitVerCodeType')} />
      <HintedCheckbox word="site.setting.staffFactor" {...tick('staffSecondFactor')} />
      <HintedCheckbox word="review.setting.asks" {...tick('reviewAsks')} />
      <HintedCheckbox word="review.setting.atOnce" {...tick('reviewAtOnce')} />
      <div id="fourEyes" className="scroll-mt-6">
        <AmountField
          {...field('fourEyes')}
          label={say('site.setting.fourEyes', { currency })}
          hint={say('site.setting.fourEyesHint')}
          currency={currency}
        />
      </div>
      {(['rechargeLeast', 'rechargeMost'] as const).map((name) => (
        <AmountField
          key={name}
          {...field(name)}
          label={say(`site.setting.${name}`, { currency })}
          hint={say('site.setting.rechargeHint')}
          currency={currency}
        />
      ))}
    </FormSection>
  );
}

type HintedCheckboxProps = Omit<ComponentProps<typeof Checkbox>, 'label'> & { word: string };

/** A setting that is on or off, with a sentence that explains it. */
function HintedCheckbox({ word, ...rest }: HintedCheckboxProps) {
  const { say } = useWords();
  const id = useId();
  return (
    <div>
      <Checkbox label={say(word)} aria-describedby={id} {...rest} />
      <p id={id} className="max-w-prose pl-8 text-sm text-quiet">
        {say(`${word}Hint`)}
      </p>
    </div>
  );
}

export function SettingsLimits({ defaults, ...part }: SettingsPart & { defaults: Record<string, number> }) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.setting.limits')} hint={say('site.setting.limitsHint')}>
      <div className="overflow-x-auto rounded-lg border border-line">
        <PlainTable
          caption={say('site.setting.limits')}
          heads={[say('site.setting.limitName'), say('site.setting.limitHouse'), say('site.setting.limitOwn')]}
          figures={[1]}
        >
          {Object.entries(defaults).map(([name, house]) => (
            <LimitRow key={name} name={name} house={house} {...part} />
          ))}
        </PlainTable>
      </div>
    </FormSection>
  );
}

function LimitRow({ name, house, form }: SettingsPart & { name: string; house: number }) {
  const { say, intl } = useWords();
  const id = useId();
  const { draft, fields, change } = form;
  const outOfRange = fields[`limits.${name}`];
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
          onChange={({ target }) => change({ limits: { ...draft.limits, [name]: target.value } }, `limits.${name}`)}
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
