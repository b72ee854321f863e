// Fields that only forms of the back office have: a date with time, and the language of a form's texts.
import type { Language } from '../../domain/languages.ts';
import { LanguageChoice } from '../parts/form/choose-language.tsx';
import { InputField, type TypedProps } from '../parts/form/fields.tsx';
import { useWords } from '../parts/use-words.ts';

/** A date with time to the minute, in the zone that the form names. */
export function MinuteField({ onValue, ...rest }: TypedProps<'input'> & { onValue(minute: string): void }) {
  return (
    <InputField
      type="datetime-local"
      max="9999-12-31T23:59"
      // Some browsers add seconds.
      onValue={(text) => onValue(text.slice(0, 16))}
      {...rest}
    />
  );
}

type LanguageFieldProps = {
  form: { language: Language; setLanguage(language: Language): void };
  /** Languages with a text have a tick. */
  texts: Partial<Record<string, string>>;
};

/** The language in which the texts of a form are shown and edited. */
export function LanguageField({ form: { language, setLanguage }, texts }: LanguageFieldProps) {
  const { say } = useWords();
  return (
    <LanguageChoice
      label={say('site.header.language')}
      className="sm:max-w-64"
      value={language}
      onValue={setLanguage}
      mark={(each) => (texts[each]?.trim() ? ' ✓' : '')}
    />
  );
}
