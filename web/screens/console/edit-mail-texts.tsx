// Texts of mails about orders (§3 settings, rules §10): the owner's custom subject and opening per occasion and language, beside
// the standard words, with the mail as it would look.

import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { type Language, languageNames, languageTags } from '../../../domain/languages.ts';
import { mailTextLimits } from '../../../domain/mail-occasions.ts';
import { send } from '../../call.ts';
import { ActProblem } from '../../console-kit/act-dialog.tsx';
import { AreaField, ChoiceField, InputField } from '../../console-kit/form-fields.tsx';
import { load } from '../../load.ts';
import { type CallError, describeError } from '../../parts/describe-error.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectInput } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-mail-texts';

export async function loader({ request }: Route.LoaderArgs) {
  const texts = await load('consoleMailTexts', {});
  const params = new URL(request.url).searchParams;
  const occasion = texts.occasions.find((one) => one === params.get('mail')) ?? texts.occasions[0] ?? '';
  const language = texts.languages.find((one) => one === params.get('in')) ?? texts.languages[0] ?? 'en';
  return { texts, occasion, language };
}

export default function EditMailTexts({ loaderData: { texts, occasion, language } }: Route.ComponentProps) {
  const { say } = useWords();
  const navigate = useNavigate();
  const go = (mail: string, lang: string) =>
    navigate(`?${new URLSearchParams({ mail, in: lang })}`, { preventScrollReset: true });
  const own = (mail: string, lang: string) => texts.list.find((one) => one.occasion === mail && one.language === lang);
  const mark = (mail: string, lang: string) => (own(mail, lang) ? ` · ${say('mailTexts.own')}` : '');
  return (
    <div className="grid gap-4">
      <header>
        <PageHeading text={say('mailTexts.title')} />
        <p className="mt-1 text-quiet">{say('mailTexts.text')}</p>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={say('mailTexts.occasion')}
          value={occasion}
          onPick={(one) => go(one, language)}
          options={texts.occasions.map((one) => [one, say(`mail.${one}Title`) + mark(one, language)] as const)}
        />
        <Field label={say('mailTexts.language')}>
          {(ids) => (
            <SelectInput ids={ids} value={language} onChange={(event) => go(occasion, event.target.value)}>
              {texts.languages.map((one) => (
                <option key={one} value={one} lang={languageTags[one]}>
                  {languageNames[one] + mark(occasion, one)}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
      </div>
      <OneText
        key={`${occasion} ${language}`}
        occasion={occasion}
        language={language}
        was={own(occasion, language)}
        standard={texts.standard[language]?.[occasion] ?? { subject: '', intro: '' }}
        blanks={texts.blanks}
      />
    </div>
  );
}

type Words = { subject: string; intro: string };
type OneTextProps = {
  occasion: string;
  language: Language;
  was: Words | undefined;
  standard: Words;
  blanks: string[];
};

function OneText({ occasion, language, was, standard, blanks }: OneTextProps) {
  const { say } = useWords();
  const { subject, setSubject, intro, setIntro, callError, saved, busy, save } = useText({ occasion, language, was });
  const lang = languageTags[language];
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card>
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save({ subject, intro });
          }}
        >
          <InputField
            label={say('mailTexts.subject')}
            error={callError?.fields.subject}
            lang={lang}
            maxLength={mailTextLimits.subject}
            value={subject}
            placeholder={standard.subject}
            onText={setSubject}
          />
          <AreaField
            label={say('mailTexts.intro')}
            error={callError?.fields.intro}
            hint={say('mailTexts.blanks', { list: blanks.map((one) => `{${one}}`).join(' ') })}
            lang={lang}
            rows={6}
            maxLength={mailTextLimits.intro}
            value={intro}
            placeholder={standard.intro}
            onText={setIntro}
          />
          {callError && !Object.keys(callError.fields).length && (
            <ActProblem text={callError.text} code={callError.code} />
          )}
          {saved && <Notice tone="good" title={say('mailTexts.saved')} />}
          <TextButtons busy={busy} onReset={was && (() => save({ subject: '', intro: '' }))} />
        </form>
      </Card>
      <Preview occasion={occasion} language={language} subject={subject} intro={intro} />
    </div>
  );
}

type Shown = OutputOf<'consoleMailTextPreview'>;

/** Follows the typing; a text that cannot be used keeps the last look. */
function Preview({ occasion, language, subject, intro }: Words & { occasion: string; language: Language }) {
  const { say } = useWords();
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let over = false;
    const timer = setTimeout(async () => {
      const mail = await send('consoleMailTextPreview', { occasion, language, subject, intro }).catch(() => undefined);
      if (mail && !over) setShown(mail);
    }, 400);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [occasion, language, subject, intro]);
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-bold">{say('mailTexts.preview')}</h2>
      <p className="font-medium break-words" lang={languageTags[language]}>
        {shown?.subject}
      </p>
      {shown && (
        <iframe
          title={say('mailTexts.preview')}
          srcDoc={shown.html}
          sandbox=""
          className="h-[32rem] w-full rounded-card border border-line bg-white"
        />
      )}
    </Card>
  );
}

/** What is typed for one mail in one language, and saving it. */
function useText({ occasion, language, was }: Pick<OneTextProps, 'occasion' | 'language' | 'was'>) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const [subject, setSubject] = useState(was?.subject ?? '');
  const [intro, setIntro] = useState(was?.intro ?? '');
  const [callError, setCallError] = useState<CallError>();
  const [saved, setSaved] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async (text: Words) => {
    setBusy(true);
    setCallError(undefined);
    setSaved(false);
    try {
      const seen = was ? { subject: was.subject, intro: was.intro } : null;
      await send('consoleMailTextSave', { occasion, language, ...text, was: seen });
      setSubject(text.subject);
      setIntro(text.intro);
      setSaved(true);
      await revalidate();
    } catch (error) {
      setCallError(describeError(error, words));
    }
    setBusy(false);
  };
  return { subject, setSubject, intro, setIntro, callError, saved, busy, save };
}

function TextButtons({ busy, onReset }: { busy: boolean; onReset: (() => void) | undefined }) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {onReset && (
        <Button variant="outline" onClick={onReset}>
          {say('mailTexts.reset')}
        </Button>
      )}
      <Button type="submit" busy={busy}>
        {say('mailTexts.save')}
      </Button>
    </div>
  );
}
