// Texts of mails about orders (§3 settings, rules §10): the owner's custom subject and opening per occasion and language, beside
// the standard words, with the mail as it would look.

import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type Language, languageNames, languageTags } from '../../../domain/languages.ts';
import { mailTextLimits } from '../../../domain/mail-occasions.ts';
import { send } from '../../call.ts';
import { ActResult } from '../../console-kit/act-dialog.tsx';
import { AreaField, ChoiceField, InputField } from '../../console-kit/form-fields.tsx';
import { useAct } from '../../console-kit/use-act.ts';
import { useRead } from '../../console-kit/use-read.ts';
import { load } from '../../load.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectInput } from '../../ui/field.tsx';
import { Card } from '../../ui/pieces.tsx';
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
  const mark = (mail: string, lang: string) => (own(mail, lang) ? ` · ${say('notification.mailText.own')}` : '');
  return (
    <div className="grid gap-4">
      <header>
        <PageHeading text={say('notification.mailText.title')} />
        <p className="mt-1 text-quiet">{say('notification.mailText.text')}</p>
      </header>
      <div className="grid gap-4 sm:grid-cols-2">
        <ChoiceField
          label={say('notification.mailText.occasion')}
          value={occasion}
          onPick={(one) => go(one, language)}
          options={texts.occasions.map(
            (one) => [one, say(`notification.mail.${one}Title`) + mark(one, language)] as const,
          )}
        />
        <Field label={say('notification.mailText.language')}>
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
  const { act, text, change, save } = useText({ occasion, language, was });
  const lang = languageTags[language];
  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Card>
        <form
          ref={act.ref}
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void save(text);
          }}
        >
          <InputField
            label={say('notification.mailText.subject')}
            error={act.fields.subject}
            lang={lang}
            maxLength={mailTextLimits.subject}
            value={text.subject}
            placeholder={standard.subject}
            onText={(subject) => change({ subject })}
          />
          <AreaField
            label={say('notification.mailText.intro')}
            error={act.fields.intro}
            hint={say('notification.mailText.blanks', { list: blanks.map((one) => `{${one}}`).join(' ') })}
            lang={lang}
            rows={6}
            maxLength={mailTextLimits.intro}
            value={text.intro}
            placeholder={standard.intro}
            onText={(intro) => change({ intro })}
          />
          <ActResult act={act} />
          <TextButtons busy={act.busy !== undefined} onReset={was && (() => save({ subject: '', intro: '' }))} />
        </form>
      </Card>
      <Preview occasion={occasion} language={language} {...text} />
    </div>
  );
}

/** Follows the typing; a text that cannot be used keeps the last look. */
function Preview({ occasion, language, subject, intro }: Words & { occasion: string; language: Language }) {
  const { say } = useWords();
  const { found: shown } = useRead('consoleMailTextPreview', { occasion, language, subject, intro }, 400);
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-bold">{say('notification.mailText.preview')}</h2>
      <p className="font-medium break-words" lang={languageTags[language]}>
        {shown?.subject}
      </p>
      {shown && (
        <iframe
          title={say('notification.mailText.preview')}
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
  const { say } = useWords();
  const [text, setText] = useState({ subject: was?.subject ?? '', intro: was?.intro ?? '' });
  const act = useAct();
  const save = (next: Words) =>
    act.run(
      async () => {
        const seen = was ? { subject: was.subject, intro: was.intro } : null;
        await send('consoleMailTextSave', { occasion, language, ...next, was: seen });
        setText(next);
      },
      { done: say('notification.mailText.saved') },
    );
  return { act, text, save, change: (part: Partial<Words>) => setText({ ...text, ...part }) };
}

function TextButtons({ busy, onReset }: { busy: boolean; onReset: (() => void) | undefined }) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {onReset && (
        <Button variant="outline" onClick={onReset}>
          {say('notification.mailText.reset')}
        </Button>
      )}
      <Button type="submit" busy={busy}>
        {say('notification.mailText.save')}
      </Button>
    </div>
  );
}
