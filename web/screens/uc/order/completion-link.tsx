// On the buyer's order: the missing traveller fields, and the link to fill them in, to copy or to mail (§4 booking completion).

import { useState } from 'react';
import { type Language, languageNames, languages } from '../../../../domain/languages.ts';
import { send } from '../../../call.ts';
import type { Incomplete } from '../../../parts/completion/order-facts.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

export function CompletionLink({ incomplete }: { incomplete: Incomplete | undefined }) {
  const words = useWords();
  const { say, intl } = words;
  const [address, setAddress] = useState('');
  const [result, setResult] = useState({ good: '', bad: '' });
  if (!incomplete) return null;
  const copy = async () => {
    try {
      const made = address || (await send('completionLink', { orderNos: [incomplete.orderNo] })).address;
      setAddress(made);
      // If the browser blocks copying, the address is shown to be copied by hand.
      const copied = await navigator.clipboard?.writeText(made).then(
        () => true,
        () => false,
      );
      setResult({ good: copied ? say('completion.copied') : '', bad: '' });
    } catch (error) {
      setResult({ good: '', bad: describeError(error, words).text });
    }
  };
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-bold">{say('completion.cardTitle')}</h2>
      <ul className="text-sm">
        {incomplete.missing.slice(0, 10).map(({ traveller, fields }) => (
          <li key={traveller}>
            <span className="font-medium">{say('order.booking.traveller', { number: traveller + 1 })}</span>:{' '}
            <span className="text-warn">
              {intl.formatList(
                fields.map((name) => say(`order.traveller.${name}`)),
                { type: 'conjunction' },
              )}
            </span>
          </li>
        ))}
        {incomplete.missing.length > 10 && <li>…</li>}
      </ul>
      <p className="text-sm text-quiet">{say('completion.cardHint')}</p>
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
      <MailLink orderNo={incomplete.orderNo} onResult={setResult} />
      {result.good && <Notice tone="good" title={result.good} />}
      {result.bad && <Notice tone="bad" title={result.bad} />}
    </Card>
  );
}

function MailLink({ orderNo, onResult }: { orderNo: string; onResult(result: { good: string; bad: string }): void }) {
  const words = useWords();
  const { say } = words;
  const [email, setEmail] = useState('');
  const [language, setLanguage] = useState<Language>(words.language);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const mail = async () => {
    setBusy(true);
    setError('');
    try {
      await send('completionSend', { orderNos: [orderNo], email, language });
      onResult({ good: say('completion.sent'), bad: '' });
      setEmail('');
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
      <ChoiceField
        label={say('completion.language')}
        value={language}
        onValue={setLanguage}
        options={languages.map((offered) => [offered, languageNames[offered]] as const)}
      />
      <Button busy={busy} variant="outline" onClick={() => void mail()} className="justify-self-start">
        {say('completion.send')}
      </Button>
    </div>
  );
}
