// The terms of a quotation: customer, language and currency, its texts, validity, and pricing.
import { LanguageChoice } from '../../../parts/form/choose-language.tsx';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { OpenDraft } from './use-draft.ts';

type TextName = 'customerName' | 'customerEmail' | 'title' | 'percent' | 'target' | 'validUntil';

export function DraftTerms({ open }: { open: OpenDraft }) {
  const { say } = useWords();
  const { draft, errors, change } = open;
  const text = (name: TextName, word: string, more: React.ComponentProps<'input'> & { hint?: string } = {}) => {
    const { hint, ...input } = more;
    return (
      <InputField
        label={say(word)}
        hint={hint}
        error={errors[name]}
        autoComplete="off"
        value={draft[name]}
        onValue={(text) => change({ [name]: text })}
        {...input}
      />
    );
  };
  const long = (name: 'greeting' | 'terms', word: string, maxLength: number) => (
    <AreaField
      label={say(word)}
      error={errors[name]}
      maxLength={maxLength}
      value={draft[name]}
      onValue={(text) => change({ [name]: text })}
    />
  );
  return (
    <Card className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {text('customerName', 'quotation.customer', { maxLength: 80 })}
        {text('customerEmail', 'quotation.field.email', { type: 'email', maxLength: 120 })}
        <Choices open={open} />
        {text('title', 'quotation.field.title', { maxLength: 120 })}
        {text('validUntil', 'quotation.field.validUntil', { type: 'date' })}
        {text('percent', 'quotation.markup', {
          inputMode: 'decimal',
          maxLength: 6,
          disabled: draft.target.trim() !== '',
        })}
        {text('target', 'quotation.field.target', {
          inputMode: 'decimal',
          maxLength: 20,
          hint: say('quotation.targetHint'),
        })}
      </div>
      {long('greeting', 'quotation.field.greeting', 2000)}
      {long('terms', 'quotation.terms', 4000)}
    </Card>
  );
}

function Choices({ open: { draft, errors, change } }: { open: OpenDraft }) {
  const { site } = useRoot();
  const { say } = useWords();
  return (
    <>
      <LanguageChoice
        label={say('quotation.field.language')}
        error={errors.language}
        offered={site?.languages ?? []}
        value={draft.language}
        onValue={(language) => change({ language })}
      />
      <ChoiceField
        label={say('quotation.field.currency')}
        error={errors.currency}
        options={[...new Set([draft.currency, ...(site?.currencies ?? [])])]}
        value={draft.currency}
        onValue={(currency) => change({ currency })}
      />
    </>
  );
}
