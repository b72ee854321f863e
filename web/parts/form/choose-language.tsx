// A choice of languages, each by its own name.
import type { ComponentProps, ReactNode } from 'react';
import { isLanguage, type Language, languageNames, languages, languageTags } from '../../../domain/languages.ts';
import { useRootAtHand } from '../../root-data.ts';
import { LabelledField, SelectInput } from '../../ui/field.tsx';

type LanguageChoiceProps = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  value: Language;
  /** All languages unless it says which. */
  offered?: readonly Language[];
  /** Follows the name of a language. */
  mark?(language: Language): string;
  onValue(language: Language): void;
};

/** All languages: first those that the shop offers, where most people choose. */
export function useLanguagesToChoose(): Language[] {
  return [...new Set([...(useRootAtHand()?.switchable ?? []), ...languages])];
}

export function LanguageChoice(props: LanguageChoiceProps) {
  const all = useLanguagesToChoose();
  const { label, hint, error, offered = all, mark, onValue, ...rest } = props;
  return (
    <LabelledField {...{ label, hint, error }}>
      {(ids) => (
        <SelectInput ids={ids} onChange={({ target }) => isLanguage(target.value) && onValue(target.value)} {...rest}>
          {offered.map((each) => (
            <option key={each} value={each} lang={languageTags[each]}>
              {languageNames[each]}
              {mark?.(each)}
            </option>
          ))}
        </SelectInput>
      )}
    </LabelledField>
  );
}
