// Writing an agreement (rules §10): title and text per language, English as the fallback, and beside it how it will be read.
import { useRef, useState } from 'react';
import { type Language, languageNames, languages, languageTags } from '../../../../domain/languages.ts';
import { AreaField, InputField } from '../../../console-kit/form-fields.tsx';
import { sameDraft } from '../../../parts/console/settings-draft.ts';
import { LanguageSelect } from '../../../parts/console/settings-look.tsx';
import type { CallError } from '../../../parts/describe-error.ts';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { LongText } from '../../../parts/page/long-text.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';

type Texts = Record<string, string>;

const trimmed = (texts: Texts): Texts =>
  Object.fromEntries(languages.flatMap((one) => (texts[one]?.trim() ? [[one, texts[one].trim()]] : [])));

export function useAgreementTexts(newest: { titles: Texts; texts: Texts } | undefined) {
  const { say } = useWords();
  const ref = useRef<HTMLFormElement>(null);
  const [language, setLanguage] = useState<Language>('en');
  const [titles, setTitles] = useState<Texts>(newest?.titles ?? {});
  const [texts, setTexts] = useState<Texts>(newest?.texts ?? {});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const kept = { titles: trimmed(newest?.titles ?? {}), texts: trimmed(newest?.texts ?? {}) };
  const filled = () => ({ titles: trimmed(titles), texts: trimmed(texts) });
  const dirty = !sameDraft(filled(), kept);
  const showProblems = ({ text, fields }: Pick<CallError, 'text' | 'fields'>) => {
    const first = languages.find((one) => fields[`titles.${one}`] || fields[`texts.${one}`]);
    showAndFocus(ref.current, () => {
      setProblem(text);
      setProblems(fields);
      if (first) setLanguage(first);
    });
  };
  /** A language has both title and text or neither; English has both. True when it can be published. */
  const judge = () => {
    const found = filled();
    const fields: Record<string, string> = {};
    for (const one of languages) {
      const [title, text] = [found.titles[one], found.texts[one]];
      if (!title && (text || one === 'en')) fields[`titles.${one}`] = say('ui.field.required');
      if (!text && (title || one === 'en')) fields[`texts.${one}`] = say('ui.field.required');
    }
    const wrong = Object.keys(fields).length > 0;
    showProblems({ text: wrong ? say('refusal.invalidInput') : dirty ? '' : say('site.agreement.unchanged'), fields });
    return !wrong && dirty;
  };
  const clear = (field: string) => {
    setProblem('');
    setProblems(({ [`titles.${field}`]: _title, [`texts.${field}`]: _text, ...others }) => others);
  };
  const setTitle = (value: string) => {
    clear(language);
    setTitles({ ...titles, [language]: value });
  };
  const setText = (value: string) => {
    clear(language);
    setTexts({ ...texts, [language]: value });
  };
  return {
    ...{ ref, language, setLanguage, titles, texts, setTitle, setText },
    ...{ problem, problems, showProblems, judge, filled, dirty },
  };
}

type AgreementDraft = ReturnType<typeof useAgreementTexts>;

export function AgreementFields({ draft }: { draft: AgreementDraft }) {
  const { say } = useWords();
  const { language, titles, texts, problems } = draft;
  const title = titles[language] ?? '';
  const text = texts[language] ?? '';
  // A language with a title or a text counts as begun.
  const begun = Object.fromEntries(languages.map((one) => [one, `${titles[one] ?? ''}${texts[one] ?? ''}`]));
  const required = language === 'en' || Boolean(begun[language]?.trim());
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="grid gap-4">
        <LanguageSelect language={language} onChange={draft.setLanguage} texts={begun} />
        <p className="text-sm text-quiet">{say('site.setting.textsHint')}</p>
        <InputField
          label={say('site.agreement.heading')}
          error={problems[`titles.${language}`]}
          required={required}
          lang={languageTags[language]}
          value={title}
          maxLength={120}
          onText={draft.setTitle}
        />
        <AreaField
          label={say('site.agreement.text')}
          hint={say('site.agreement.textHint')}
          error={problems[`texts.${language}`]}
          required={required}
          lang={languageTags[language]}
          rows={20}
          value={text}
          maxLength={20_000}
          onText={draft.setText}
        />
      </Card>
      <Card className="grid gap-3 lg:sticky lg:top-4 lg:max-h-[90dvh] lg:overflow-y-auto">
        <h2 className="text-sm font-semibold text-quiet">
          {say('site.agreement.preview')} · {languageNames[language]}
        </h2>
        <AgreementPreview title={title} text={text} language={language} />
      </Card>
    </div>
  );
}

function AgreementPreview({ title, text, language }: { title: string; text: string; language: Language }) {
  const { say } = useWords();
  if (!title.trim() && !text.trim()) return <p className="text-quiet">{say('site.agreement.previewEmpty')}</p>;
  return (
    <article lang={languageTags[language]} className="grid gap-3">
      <h3 className="text-xl font-bold">{title}</h3>
      <LongText text={text} under={3} />
    </article>
  );
}
