// Where buyers transfer to (§4 offline payment): for each currency the bank, the account, the holder and the note, by language.
import { useState } from 'react';
import { type Language, languageTags } from '../../../../domain/languages.ts';
import { transferRules } from '../../../../domain/transfer-rules.ts';
import { AreaField, ChoiceField } from '../../../console-kit/form-fields.tsx';
import { Section } from '../../../parts/console/settings-frame.tsx';
import { LanguageSelect } from '../../../parts/console/settings-look.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';
import type { ChannelDraft } from './channel-draft.ts';

type TransferTextsProps = {
  where: ChannelDraft['where'];
  problems: Record<string, string>;
  currencies: string[];
  change(part: Partial<ChannelDraft>, field?: string): void;
};

const isFilled = (texts: Record<string, string> | undefined) => Object.values(texts ?? {}).some((one) => one.trim());

export function TransferTexts({ where, problems, currencies, change }: TransferTextsProps) {
  const { say } = useWords();
  const offered = [...new Set([...currencies, ...Object.keys(where)])];
  const [currency, setCurrency] = useState(offered.find((one) => isFilled(where[one])) ?? offered[0] ?? '');
  const [language, setLanguage] = useState<Language>('en');
  const texts = where[currency] ?? {};
  const field = `where.${currency}.${language}`;
  return (
    <Section
      title={say('payment.channelSetting.where')}
      hint={say('payment.channelSetting.whereHint')}
      problem={problems['options.instructions']}
    >
      {!offered.some((one) => isFilled(where[one])) && (
        <Notice tone="warn" title={say('payment.channelSetting.whereMissing')} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={say('payment.balance.column.currency')}
          name="whereCurrency"
          value={currency}
          onPick={setCurrency}
          options={offered.map((one) => [one, `${one}${isFilled(where[one]) ? ' ✓' : ''}`] as const)}
        />
        <LanguageSelect language={language} onChange={setLanguage} texts={texts} />
      </div>
      <AreaField
        label={say('payment.channelSetting.whereIn', { currency })}
        hint={say('payment.channelSetting.whereLines')}
        error={problems[field]}
        name="where"
        rows={6}
        lang={languageTags[language]}
        maxLength={transferRules.instructionsLength}
        value={texts[language] ?? ''}
        placeholder={language === 'en' ? undefined : texts.en}
        onText={(text) => change({ where: { ...where, [currency]: { ...texts, [language]: text } } }, field)}
      />
    </Section>
  );
}
