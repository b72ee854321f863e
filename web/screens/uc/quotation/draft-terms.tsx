// The terms of a quotation: customer, language and currency, its texts, validity, and pricing.
import { isCurrency } from '../../../../domain/currencies.ts';
import { isLanguage, languageNames, languageTags } from '../../../../domain/languages.ts';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { LabelledField, SelectInput, TextArea, TextInput } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { OpenDraft } from './use-draft.ts';

type TextName = 'customerName' | 'customerEmail' | 'title' | 'percent' | 'target' | 'validUntil';

export function DraftTerms({ open }: { open: OpenDraft }) {
  const { say } = useWords();
  const { draft, errors, change } = open;
  const text = (name: TextName, word: string, more: React.ComponentProps<'input'> & { hint?: string } = {}) => {
    const { hint, ...input } = more;
    return (
      <LabelledField label={say(word)} hint={hint} error={errors[name]}>
        {(ids) => (
          <TextInput
            ids={ids}
            autoComplete="off"
            value={draft[name]}
            onChange={(event) => change({ [name]: event.target.value })}
            {...input}
          />
        )}
      </LabelledField>
    );
  };
  const long = (name: 'greeting' | 'terms', word: string, maxLength: number) => (
    <LabelledField label={say(word)} error={errors[name]}>
      {(ids) => (
        <TextArea
          ids={ids}
          maxLength={maxLength}
          value={draft[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </LabelledField>
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
      <LabelledField label={say('quotation.field.language')} error={errors.language}>
        {(ids) => (
          <SelectInput
            ids={ids}
            value={draft.language}
            onChange={({ target: { value } }) => isLanguage(value) && change({ language: value })}
          >
            {site?.languages.map((one) => (
              <option key={one} value={one} lang={languageTags[one]}>
                {languageNames[one]}
              </option>
            ))}
          </SelectInput>
        )}
      </LabelledField>
      <LabelledField label={say('quotation.field.currency')} error={errors.currency}>
        {(ids) => (
          <SelectInput
            ids={ids}
            value={draft.currency}
            onChange={({ target: { value } }) => isCurrency(value) && change({ currency: value })}
          >
            {site?.currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectInput>
        )}
      </LabelledField>
    </>
  );
}
