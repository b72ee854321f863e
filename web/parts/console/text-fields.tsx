// Title and text by language of an announcement, a page or an agreement, and beside them a preview.
import { languageNames, languages, languageTags } from '../../../domain/languages.ts';
import { LanguageField } from '../../console-kit/form-fields.tsx';
import type { DraftForm } from '../../console-kit/use-draft.ts';
import { AreaField, InputField } from '../../parts/form/fields.tsx';
import { Card } from '../../ui/pieces.tsx';
import { LongText } from '../page/long-text.tsx';
import { useWords, type Words } from '../use-words.ts';
import { missingEnglish } from './judge-english.ts';

type Texts = Record<string, string>;
export type Written = { titles: Texts; texts: Texts };

const namesIn = ({ titles, texts }: Written) => [...new Set(['en', ...Object.keys(titles), ...Object.keys(texts)])];

/** Missing texts: English always, another language if one of its texts is filled. */
export function judgeWritten(written: Written, words: Words, titleAlone: boolean): Texts {
  const fields: Texts = {};
  for (const language of namesIn(written)) {
    const missing =
      language === 'en' ? missingEnglish(words, written.titles, written.texts) : words.say('ui.field.required');
    const [title, text] = [written.titles[language]?.trim(), written.texts[language]?.trim()];
    if (language !== 'en' && !title && !text) continue;
    if (!title) fields[`titles.${language}`] = missing;
    if (!text && !titleAlone) fields[`texts.${language}`] = missing;
  }
  return fields;
}

const trimmed = (texts: Texts) =>
  Object.fromEntries(languages.flatMap((each) => (texts[each]?.trim() ? [[each, texts[each].trim()]] : [])));

/** The texts to send: trimmed, without empty languages. */
export const trimWritten = ({ titles, texts }: Written): Written => ({
  titles: trimmed(titles),
  texts: trimmed(texts),
});

type TextForm = Pick<DraftForm<Written>, 'language' | 'setLanguage' | 'text'> & { draft: Written };

/** `plain`: texts without links, as agreements are. */
type TextFieldsProps = { form: TextForm; titleAlone?: boolean; plain?: boolean };

export function TextFields({ form, titleAlone = false, plain = false }: TextFieldsProps) {
  const { say } = useWords();
  const { draft, language } = form;
  const typed = (each: string) => `${draft.titles[each] ?? ''}${draft.texts[each] ?? ''}`;
  const begun = Object.fromEntries(namesIn(draft).map((each) => [each, typed(each)]));
  const required = language === 'en' || Boolean(begun[language]?.trim());
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="grid gap-4">
        <LanguageField form={form} texts={begun} />
        <p className="text-sm text-quiet">{say('site.setting.textsHint')}</p>
        <InputField
          {...form.text('titles')}
          label={say('site.agreement.heading')}
          required={required}
          placeholder={undefined}
          maxLength={120}
        />
        <AreaField
          {...form.text('texts')}
          label={say('site.agreement.text')}
          hint={
            plain ? say('site.agreement.textHint') : `${say('site.agreement.textHint')} ${say('site.page.linkHint')}`
          }
          required={required && !titleAlone}
          placeholder={undefined}
          rows={18}
          maxLength={20_000}
        />
      </Card>
      <Card className="grid gap-3 lg:sticky lg:top-4 lg:max-h-[90dvh] lg:overflow-y-auto">
        <h2 className="text-sm font-semibold text-quiet">
          {say('site.agreement.preview')} · {languageNames[language]}
        </h2>
        {!begun[language]?.trim() ? (
          <p className="text-quiet">{say('site.agreement.previewEmpty')}</p>
        ) : (
          <article lang={languageTags[language]} className="grid gap-3">
            <h3 className="text-xl font-bold break-words">{draft.titles[language]}</h3>
            <LongText text={draft.texts[language] ?? ''} under={3} links={!plain} />
          </article>
        )}
      </Card>
    </div>
  );
}
