// How long an order holds its places after its buyer chose a bank transfer, in general and for single levels (decision 0413).
import { priceLevels } from '../../../../domain/price-levels.ts';
import { transferRules } from '../../../../domain/transfer-rules.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { ChannelDraft } from './channel-draft.ts';

export function TransferHold({ form, levelNames }: { form: DraftForm<ChannelDraft>; levelNames: string[] }) {
  const words = useWords();
  const { say } = words;
  const { draft, fields, field, change } = form;
  const usual = draft.holdHours.trim() || String(transferRules.holdHours);
  return (
    <FormSection title={say('payment.channelSetting.hold')} hint={say('payment.channelSetting.holdHint')}>
      <InputField
        {...field('holdHours')}
        label={say('payment.channelSetting.holdHours')}
        placeholder={String(transferRules.holdHours)}
        inputMode="numeric"
        maxLength={3}
      />
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-semibold text-brand">
          {say('payment.channelSetting.holdLevels')}
        </summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          {levelOptions(words, levelNames, priceLevels).map(([level, name]) => (
            <InputField
              key={level}
              label={name}
              name={`holdByLevel.${level}`}
              error={fields[`holdByLevel.${level}`]}
              placeholder={usual}
              inputMode="numeric"
              maxLength={3}
              value={draft.holdByLevel[level] ?? ''}
              onValue={(text) =>
                change({ holdByLevel: { ...draft.holdByLevel, [level]: text } }, `holdByLevel.${level}`)
              }
            />
          ))}
        </div>
      </details>
    </FormSection>
  );
}
