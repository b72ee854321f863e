// The name of a place in several languages, each in a field of its own.
import { type Language, languageNames, languageTags, type Text } from '../../../domain/languages.ts';
import { InputField } from '../form/fields.tsx';

type NameFieldsProps = {
  /** English first, because languages without a name use it. */
  languages: readonly Language[];
  names: Text;
  problems: Record<string, string>;
  most: number;
  onChange(names: Text, language: Language): void;
};

export function NameFields({ languages, names, problems, most, onChange }: NameFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {languages.map((language) => (
        <InputField
          key={language}
          label={<span lang={languageTags[language]}>{languageNames[language]}</span>}
          error={problems[`names.${language}`]}
          required={language === 'en'}
          name={`names.${language}`}
          lang={languageTags[language]}
          maxLength={most}
          value={names[language] ?? ''}
          placeholder={language === 'en' ? undefined : names.en}
          onValue={(text) => {
            const { [language]: _, ...rest } = names;
            onChange(text ? { ...rest, [language]: text } : rest, language);
          }}
        />
      ))}
    </div>
  );
}
