// The accounts for bank transfers (§4 offline payment): for each currency the bank, the account, the holder and the note, by language.
import { useState } from 'react';
import { languageTags } from '../../../../domain/languages.ts';
import { accountFields, type BankAccount, transferRules } from '../../../../domain/transfer-rules.ts';
import { LanguageField } from '../../../console-kit/form-fields.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import type { DraftForm } from '../../../console-kit/use-draft.ts';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { ChannelDraft } from './channel-draft.ts';

type TransferTextsProps = { form: DraftForm<ChannelDraft>; currencies: string[]; examples: Record<string, string> };

const isFilled = (texts: Record<string, string> | undefined) => Object.values(texts ?? {}).some((text) => text.trim());

export function TransferTexts({ form, currencies, examples }: TransferTextsProps) {
  const { say } = useWords();
  const { language, fields, change } = form;
  const { where, accounts } = form.draft;
  const offered = [...new Set([...currencies, ...Object.keys(where), ...Object.keys(accounts)])];
  // The example names no account.
  const saysWhere = ([each, text]: [string, string]) => text.trim() !== '' && text !== examples[each];
  const isWritten = (each: string) => isFilled(accounts[each]) || Object.entries(where[each] ?? {}).some(saysWhere);
  const [currency, setCurrency] = useState(offered.find(isWritten) ?? offered[0] ?? '');
  const texts = where[currency] ?? {};
  const field = `where.${currency}.${language}`;
  return (
    <FormSection
      title={say('payment.channelSetting.where')}
      hint={say('payment.channelSetting.whereHint')}
      problem={fields['options.instructions']}
    >
      {!offered.some(isWritten) && <Notice tone="warn" title={say('payment.channelSetting.whereMissing')} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={say('payment.balance.column.currency')}
          name="whereCurrency"
          value={currency}
          onValue={setCurrency}
          options={offered.map((each) => [each, `${each}${isWritten(each) ? ' ✓' : ''}`] as const)}
        />
        <LanguageField form={form} texts={texts} />
      </div>
      <AccountFields form={form} currency={currency} />
      <AreaField
        label={say('payment.channelSetting.whereIn', { currency })}
        hint={say('payment.channelSetting.whereLines')}
        error={fields[field]}
        name="where"
        rows={6}
        lang={languageTags[language]}
        maxLength={transferRules.instructionsLength}
        value={texts[language] ?? ''}
        placeholder={(language !== 'en' && texts.en) || examples[language]}
        onValue={(text) => change({ where: { ...where, [currency]: { ...texts, [language]: text } } }, field)}
      />
      {!isFilled(texts) && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => change({ where: { ...where, [currency]: { ...examples } } }, `where.${currency}`)}
        >
          {say('payment.channelSetting.whereTake')}
        </Button>
      )}
    </FormSection>
  );
}

const noAccount: BankAccount = { holder: '', bank: '', number: '', swift: '' };

/** The same in each language: names and numbers as the bank has them. */
function AccountFields({ form, currency }: { form: DraftForm<ChannelDraft>; currency: string }) {
  const { say } = useWords();
  const { accounts } = form.draft;
  const account = accounts[currency] ?? noAccount;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {accountFields.map((name) => {
        const field = `accounts.${currency}.${name}`;
        return (
          <InputField
            key={name}
            name={field}
            label={say(`payment.transfer.account.${name}`)}
            error={form.fields[field] ?? form.fields[`options.${field}`]}
            maxLength={transferRules.accountLength}
            value={account[name]}
            onValue={(text) =>
              form.change({ accounts: { ...accounts, [currency]: { ...account, [name]: text } } }, field)
            }
          />
        );
      })}
    </div>
  );
}
