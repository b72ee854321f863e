// Title and text per language of an announcement or a page, and beside them how they will be read.
import { languageNames, languageTags } from '../../../../domain/languages.ts';
import { AreaField, InputField } from '../../../console-kit/form-fields.tsx';
import type { useDraft } from '../../../console-kit/use-draft.ts';
import { Card } from '../../../ui/pieces.tsx';
import { LongText } from '../../page/long-text.tsx';
import { useWords } from '../../use-words.ts';
import { LanguageSelect } from '../settings-look.tsx';

export type Texts = Record<string, string>;
type Written = { titles: Texts; texts: Texts };
type TextForm = Pick<ReturnType<typeof useDraft<Written>>, 'language' | 'setLanguage' | 'fields'> & {
  draft: Written;
  change(part: Partial<Written>): void;
};

/** What is missing: English always, another language where it was begun. */
export function judgeWritten({ titles, texts }: Written, missing: string, titleAlone: boolean): Texts {
  const fields: Texts = {};
  for (const one of new Set(['en', ...Object.keys(titles), ...Object.keys(texts)])) {
    const [title, text] = [titles[one]?.trim(), texts[one]?.trim()];
    if (one !== 'en' && !title && !text) continue;
    if (!title) fields[`titles.${one}`] = missing;
    if (!text && !titleAlone) fields[`texts.${one}`] = missing;
  }
  return fields;
}

type TextFieldsProps = { form: TextForm; titleAlone?: boolean };

export function TextFields({ form, titleAlone = false }: TextFieldsProps) {
  const { say } = useWords();
  const { draft, language, fields, change } = form;
  const title = draft.titles[language] ?? '';
  const text = draft.texts[language] ?? '';
  const begun = language === 'en' || Boolean(title.trim() || text.trim());
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="grid gap-4">
        <LanguageSelect language={language} onChange={form.setLanguage} texts={draft.titles} />
        <p className="text-sm text-quiet">{say('site.setting.textsHint')}</p>
        <InputField
          label={say('site.agreement.heading')}
          error={fields[`titles.${language}`]}
          required={begun}
          lang={languageTags[language]}
          value={title}
          maxLength={120}
          onText={(text) => change({ titles: { ...draft.titles, [language]: text } })}
        />
        <AreaField
          label={say('site.agreement.text')}
          hint={`${say('site.agreement.textHint')} ${say('site.page.linkHint')}`}
          error={fields[`texts.${language}`]}
          required={begun && !titleAlone}
          lang={languageTags[language]}
          rows={14}
          value={text}
          maxLength={20_000}
          onText={(text) => change({ texts: { ...draft.texts, [language]: text } })}
        />
      </Card>
      <Card className="grid gap-3">
        <h2 className="text-sm font-semibold text-quiet">
          {say('site.agreement.preview')} · {languageNames[language]}
        </h2>
        {!title.trim() && !text.trim() ? (
          <p className="text-quiet">{say('site.agreement.previewEmpty')}</p>
        ) : (
          <article lang={languageTags[language]} className="grid gap-3">
            <h3 className="text-xl font-bold break-words">{title}</h3>
            <LongText text={text} under={3} links />
          </article>
        )}
      </Card>
    </div>
  );
}
