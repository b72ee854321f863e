// How a shop presents itself (§3 settings): title and description per language, brand colour, logo, favicon, WeChat QR code.
import { useEffect, useState } from 'react';
import { contrastWithWhite, leastContrast } from '../../../domain/contrast.ts';
import { type Language, languageNames, languages, languageTags } from '../../../domain/languages.ts';
import { AreaField, InputField } from '../../console-kit/form-fields.tsx';
import { Field, SelectInput, TextInput } from '../../ui/field.tsx';
import { useWords } from '../use-words.ts';
import { PictureUpload } from './picture-upload.tsx';
import type { SettingsPart } from './settings-draft.ts';
import { Section } from './settings-frame.tsx';

export function SettingsTexts({ draft, problems, change }: SettingsPart) {
  const { say } = useWords();
  const [language, setLanguage] = useState<Language>('en');
  const missing = problems['title.en'];
  useEffect(() => {
    if (missing) setLanguage('en');
  }, [missing]);
  return (
    <Section title={say('site.setting.texts')} hint={say('site.setting.textsHint')}>
      <LanguageSelect language={language} onChange={setLanguage} texts={draft.title} />
      <InputField
        label={say('site.setting.siteTitle')}
        error={problems[`title.${language}`]}
        required={language === 'en'}
        lang={languageTags[language]}
        value={draft.title[language] ?? ''}
        placeholder={language === 'en' ? undefined : draft.title.en}
        maxLength={120}
        onText={(text) => change('title', { ...draft.title, [language]: text })}
      />
      <AreaField
        label={say('site.setting.description')}
        error={problems[`description.${language}`]}
        lang={languageTags[language]}
        value={draft.description[language] ?? ''}
        placeholder={language === 'en' ? undefined : draft.description.en}
        maxLength={500}
        onText={(text) => change('description', { ...draft.description, [language]: text })}
      />
    </Section>
  );
}

type LanguageSelectProps = {
  language: Language;
  onChange(language: Language): void;
  /** Languages with a text have a tick. */
  texts: Record<string, string>;
};

export function LanguageSelect({ language, onChange, texts }: LanguageSelectProps) {
  const { say } = useWords();
  return (
    <Field label={say('site.header.language')}>
      {(ids) => (
        <SelectInput
          ids={ids}
          className="sm:max-w-64"
          value={language}
          onChange={(event) => onChange(event.target.value as Language)}
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={languageTags[one]}>
              {languageNames[one]}
              {texts[one]?.trim() ? ' ✓' : ''}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

export function SettingsLook({ draft, problems, change }: SettingsPart) {
  const { say } = useWords();
  return (
    <Section title={say('site.setting.look')}>
      <BrandColour draft={draft} problems={problems} change={change} />
      <PictureUpload
        label={say('site.setting.logo')}
        value={draft.ownerPicture}
        onChange={(address) => change('ownerPicture', address)}
      />
      <PictureUpload
        label={say('site.setting.favicon')}
        value={draft.favicon}
        onChange={(address) => change('favicon', address)}
      />
      <PictureUpload
        label={say('site.setting.wxQrCode')}
        value={draft.wxQrCode}
        onChange={(address) => change('wxQrCode', address)}
      />
    </Section>
  );
}

function BrandColour({ draft, problems, change }: SettingsPart) {
  const { say, intl } = useWords();
  const colour = draft.brandColour.trim();
  const contrast = contrastWithWhite(colour);
  const tooPale = contrast > 0 && contrast < leastContrast;
  // Rounded down: 4.49 must not read as enough.
  const ratio = intl.formatNumber(Math.floor(contrast * 100) / 100, { minimumFractionDigits: 2 });
  const complete = () => {
    if (/^[\da-f]{6}$/i.test(colour)) change('brandColour', `#${colour}`);
  };
  return (
    <Field
      label={say('site.setting.colour')}
      error={problems.brandColour ?? (tooPale ? say('ui.field.contrast') : undefined)}
      required
    >
      {(ids) => (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <input
              type="color"
              aria-label={say('site.setting.colourPick')}
              value={contrast ? colour.toLowerCase() : '#000000'}
              onChange={(event) => change('brandColour', event.target.value)}
              className="h-11 w-16 shrink-0 cursor-pointer rounded-lg border border-line bg-surface p-1"
            />
            <TextInput
              ids={ids}
              className="!w-32 tabular-nums"
              value={draft.brandColour}
              maxLength={7}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change('brandColour', event.target.value)}
              onBlur={complete}
            />
            {contrast > 0 && (
              <span
                aria-hidden="true"
                className="inline-flex min-h-11 items-center rounded-lg px-4 font-semibold text-white"
                style={{ backgroundColor: colour }}
              >
                {say('site.setting.colourSample')}
              </span>
            )}
          </div>
          {contrast > 0 && (
            <output className="text-sm text-quiet">
              {say('site.setting.contrast', { ratio, least: intl.formatNumber(leastContrast) })}
            </output>
          )}
        </div>
      )}
    </Field>
  );
}
