// Texts of mails about orders (§3 settings, rules §10): the owner's custom subject and opening by occasion and language, beside
// the standard texts, with a preview of the mail.

import { useNavigate } from 'react-router';
import { type Language, languageTags } from '../../../domain/languages.ts';
import { mailTextLimits } from '../../../domain/mail-occasions.ts';
import { send, visitor } from '../../call.ts';
import { PageForm } from '../../console-kit/edit-form.tsx';
import { useDraft } from '../../console-kit/use-draft.ts';
import { load } from '../../load.ts';
import { LanguageChoice } from '../../parts/form/choose-language.tsx';
import { AreaField, ChoiceField, InputField } from '../../parts/form/fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useRead } from '../../parts/use-read.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import type { Route } from './+types/edit-mail-texts';

export async function loader({ request }: Route.LoaderArgs) {
  const texts = await load('consoleMailTexts', {});
  const params = new URL(request.url).searchParams;
  const occasion = texts.occasions.find((occasion) => occasion === params.get('mail')) ?? texts.occasions[0] ?? '';
  const offered = (wanted: string | null) => texts.languages.find((language) => language === wanted);
  const language = offered(params.get('in')) ?? offered(visitor().language) ?? texts.languages[0] ?? 'en';
  return { texts, occasion, language };
}

export default function EditMailTexts({ loaderData: { texts, occasion, language } }: Route.ComponentProps) {
  const { say } = useWords();
  const navigate = useNavigate();
  const go = (mail: string, lang: string) =>
    navigate(`?${new URLSearchParams({ mail, in: lang })}`, { preventScrollReset: true });
  const textFor = (mail: string, lang: string) =>
    texts.list.find((item) => item.occasion === mail && item.language === lang);
  const mark = (mail: string, lang: string) => (textFor(mail, lang) ? ` · ${say('notification.mailText.own')}` : '');
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
          onValue={(next) => go(next, language)}
          options={texts.occasions.map(
            (occasion) => [occasion, say(`notification.mail.${occasion}Title`) + mark(occasion, language)] as const,
          )}
        />
        <LanguageChoice
          label={say('notification.mailText.language')}
          value={language}
          onValue={(next) => go(occasion, next)}
          offered={texts.languages}
          mark={(each) => mark(occasion, each)}
        />
      </div>
      <TextForm
        key={`${occasion} ${language}`}
        occasion={occasion}
        language={language}
        was={textFor(occasion, language)}
        standard={texts.standard[language]?.[occasion] ?? blank}
        blanks={texts.blanks[occasion] ?? []}
      />
    </div>
  );
}

type MailText = { subject: string; intro: string };
type TextFormProps = {
  occasion: string;
  language: Language;
  was: MailText | undefined;
  standard: MailText;
  blanks: string[];
};

const blank: MailText = { subject: '', intro: '' };

function TextForm({ occasion, language, was, standard, blanks }: TextFormProps) {
  const { say } = useWords();
  const seen = was ? { subject: was.subject, intro: was.intro } : null;
  const form = useDraft({
    initial: seen ?? blank,
    save: (text) => send('consoleMailTextSave', { occasion, language, ...text, was: seen }),
    saved: say('notification.mailText.saved'),
  });
  const lang = languageTags[language];
  const reset = was && <BackToStandard standard={standard} lang={lang} onGo={() => form.save(blank)} />;
  return (
    <PageForm form={form} act={say('notification.mailText.save')} actions={reset}>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card className="grid gap-4">
          <InputField
            {...form.field('subject')}
            label={say('notification.mailText.subject')}
            lang={lang}
            maxLength={mailTextLimits.subject}
            placeholder={standard.subject}
          />
          <AreaField
            {...form.field('intro')}
            label={say('notification.mailText.intro')}
            lang={lang}
            rows={6}
            maxLength={mailTextLimits.intro}
            placeholder={standard.intro}
          />
          {/* Beside a problem too, where a hint would make room for it: then the list is needed most. */}
          <p className="text-sm text-quiet">
            {say('notification.mailText.blanks', { list: blanks.map((name) => `{${name}}`).join(' ') })}
          </p>
        </Card>
        <Preview occasion={occasion} language={language} {...form.draft} />
      </div>
    </PageForm>
  );
}

type BackProps = { standard: MailText; lang: string; onGo(): Promise<unknown> };

/** Asks first: the owner's words are deleted. */
function BackToStandard({ standard, lang, onGo }: BackProps) {
  const { say } = useWords();
  return (
    <DialogButton text={say('notification.mailText.reset')}>
      {(close) => (
        <div className="grid gap-4">
          <p>{say('notification.mailText.resetText')}</p>
          <p className="break-words text-quiet empty:hidden" lang={lang}>
            {standard.subject}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={close}>
              {say('ui.dialog.cancel')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                close();
                void onGo();
              }}
            >
              {say('notification.mailText.reset')}
            </Button>
          </div>
        </div>
      )}
    </DialogButton>
  );
}

/** Updated while typing; a text that cannot be used keeps the last preview. */
function Preview({ occasion, language, subject, intro }: MailText & { occasion: string; language: Language }) {
  const { say } = useWords();
  const { found: shown } = useRead('consoleMailTextPreview', { occasion, language, subject, intro }, 400);
  return (
    <TitledCard className="grid gap-3" title={say('notification.mailText.preview')}>
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
    </TitledCard>
  );
}
