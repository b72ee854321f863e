// How a shop presents itself (§3 settings): title and description per language, brand colour, logo, favicon, WeChat QR code.
import { contrastWithWhite, leastContrast } from '../../../../domain/contrast.ts';
import { LanguageField } from '../../../console-kit/form-fields.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { PictureUpload } from '../../../parts/console/picture-upload.tsx';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LabelledField, TextInput } from '../../../ui/field.tsx';
import type { SettingsPart } from './settings-draft.ts';

export function SettingsTexts({ form }: SettingsPart) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.setting.texts')} hint={say('site.setting.textsHint')}>
      <LanguageField form={form} texts={form.draft.title} />
      <InputField
        label={say('site.setting.siteTitle')}
        required={form.language === 'en'}
        maxLength={120}
        {...form.text('title')}
      />
      <AreaField label={say('site.setting.description')} maxLength={500} {...form.text('description')} />
    </FormSection>
  );
}

const pictures = { ownerPicture: 'logo', favicon: 'favicon', wxQrCode: 'wxQrCode' } as const;

export function SettingsLook({ form }: SettingsPart) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.setting.look')}>
      <BrandColour form={form} />
      {(['ownerPicture', 'favicon', 'wxQrCode'] as const).map((name) => (
        <PictureUpload
          key={name}
          label={say(`site.setting.${pictures[name]}`)}
          value={form.draft[name]}
          onChange={(address) => form.change({ [name]: address })}
        />
      ))}
    </FormSection>
  );
}

function BrandColour({ form: { draft, fields, change } }: SettingsPart) {
  const { say, intl } = useWords();
  const colour = draft.brandColour.trim();
  const set = (brandColour: string) => change({ brandColour });
  const contrast = contrastWithWhite(colour);
  const tooPale = contrast > 0 && contrast < leastContrast;
  // Rounded down: 4.49 must not appear as enough.
  const ratio = intl.formatNumber(Math.floor(contrast * 100) / 100, { minimumFractionDigits: 2 });
  const complete = () => {
    if (/^[\da-f]{6}$/i.test(colour)) set(`#${colour}`);
  };
  return (
    <LabelledField
      label={say('site.setting.colour')}
      error={fields.brandColour ?? (tooPale ? say('ui.field.contrast') : undefined)}
      required
    >
      {(ids) => (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <input
              type="color"
              aria-label={say('site.setting.colourPick')}
              value={contrast ? colour.toLowerCase() : '#000000'}
              onChange={(event) => set(event.target.value)}
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
              onChange={(event) => set(event.target.value)}
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
    </LabelledField>
  );
}
