// On an order, for its buyer and for staff: the missing details, and the link to fill them in, to copy or to mail (§4 booking
// completion).

import { type ReactNode, useState } from 'react';
import type { Language } from '../../../domain/languages.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { CallProblem } from '../call-problem.tsx';
import { describeError } from '../describe-error.ts';
import { LanguageChoice } from '../form/choose-language.tsx';
import { InputField } from '../form/fields.tsx';
import { copyText } from '../use-copy.ts';
import { useWords } from '../use-words.ts';
import { MissingList } from './missing-list.tsx';
import type { Incomplete } from './order-facts.tsx';

type HandOnProps = {
  make(): Promise<{ address: string }>;
  mail(email: string, language: Language): Promise<unknown>;
  /** The default recipient of the mail. */
  email?: string;
};

type LinkProps = HandOnProps & { incomplete: Incomplete; children?: ReactNode };

export function CompletionLink({ incomplete, children, ...handOn }: LinkProps) {
  const { say } = useWords();
  return (
    <TitledCard
      className="grid gap-3"
      title={say(incomplete.missing.length ? 'completion.cardTitle' : 'completion.cardOrder')}
    >
      <MissingList incomplete={incomplete} />
      {incomplete.state === 'open' ? (
        <>
          <p className="text-sm text-quiet">{say('completion.cardHint')}</p>
          <HandOnLink {...handOn} />
          {children}
        </>
      ) : (
        <Notice tone="warn" title={say('completion.over')} />
      )}
    </TitledCard>
  );
}

/** A link to copy, made on demand, or to mail. */
export function HandOnLink({ make, mail, email = '' }: HandOnProps) {
  const words = useWords();
  const { say } = words;
  const [address, setAddress] = useState('');
  const [result, setResult] = useState({ good: '', bad: '' });
  const copy = async () => {
    try {
      const made = address || (await make()).address;
      setAddress(made);
      // If the browser blocks copying, the address is shown to be copied by hand.
      const copied = await copyText(made);
      setResult({ good: copied ? say('completion.copied') : '', bad: '' });
    } catch (error) {
      setResult({ good: '', bad: describeError(error, words).text });
    }
  };
  return (
    <>
      <Button variant="outline" onClick={() => void copy()} className="justify-self-start">
        {say('completion.copyLink')}
      </Button>
      {address && (
        <InputField
          label={say('completion.link')}
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
      )}
      <MailLink start={email} mail={mail} onResult={setResult} />
      {result.good && <Notice tone="good" title={result.good} />}
      {result.bad && <CallProblem title={result.bad} />}
    </>
  );
}

type MailProps = Pick<HandOnProps, 'mail'> & { start: string; onResult(result: { good: string; bad: string }): void };

function MailLink({ start, mail: sendMail, onResult }: MailProps) {
  const words = useWords();
  const { say } = words;
  const [email, setEmail] = useState(start);
  const [language, setLanguage] = useState<Language>(words.language);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const mail = async () => {
    setBusy(true);
    setError('');
    try {
      await sendMail(email, language);
      onResult({ good: say('completion.sent'), bad: '' });
      setEmail(start);
    } catch (caught) {
      const { fields, text } = describeError(caught, words);
      setError(fields.email ?? '');
      onResult({ good: '', bad: fields.email ? '' : text });
    }
    setBusy(false);
  };
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <InputField
        label={say('completion.email')}
        error={error}
        name="completionEmail"
        type="email"
        autoComplete="off"
        maxLength={120}
        value={email}
        onValue={setEmail}
      />
      <LanguageChoice label={say('completion.language')} value={language} onValue={setLanguage} />
      <Button busy={busy} variant="outline" onClick={() => void mail()} className="justify-self-start">
        {say('completion.send')}
      </Button>
    </div>
  );
}
