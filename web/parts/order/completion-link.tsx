// In an own order: what its travellers still miss, and the link that lets them fill it in, to copy or to mail (§4 booking completion).
import { useState } from 'react';
import { type Language, languageNames, languages } from '../../../domain/languages.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectInput, TextInput } from '../../ui/field.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Incomplete } from '../completion/order-facts.tsx';
import { tellFailure } from '../tell-failure.ts';
import { useWords } from '../use-words.ts';

export function CompletionLink({ incomplete }: { incomplete: Incomplete | undefined }) {
  const words = useWords();
  const { say, intl } = words;
  const [address, setAddress] = useState('');
  const [told, setTold] = useState({ good: '', bad: '' });
  if (!incomplete) return null;
  const copy = async () => {
    try {
      const made = address || (await send('completionLink', { orderNos: [incomplete.orderNo] })).address;
      setAddress(made);
      // Where the browser does not let us, the address stands there to be copied by hand.
      const copied = await navigator.clipboard?.writeText(made).then(
        () => true,
        () => false,
      );
      setTold({ good: copied ? say('completion.copied') : '', bad: '' });
    } catch (error) {
      setTold({ good: '', bad: tellFailure(error, words).text });
    }
  };
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-bold">{say('completion.cardTitle')}</h2>
      <ul className="text-sm">
        {incomplete.missing.slice(0, 10).map(({ traveller, fields }) => (
          <li key={traveller}>
            <span className="font-medium">{say('booking.traveller', { number: traveller + 1 })}</span>:{' '}
            <span className="text-warn">
              {intl.formatList(
                fields.map((name) => say(`traveller.${name}`)),
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
        <Field label={say('completion.link')}>
          {(ids) => <TextInput ids={ids} readOnly value={address} onFocus={(event) => event.target.select()} />}
        </Field>
      )}
      <MailLink orderNo={incomplete.orderNo} onTold={setTold} />
      {told.good && <Notice tone="good" title={told.good} />}
      {told.bad && <Notice tone="bad" title={told.bad} />}
    </Card>
  );
}

function MailLink({ orderNo, onTold }: { orderNo: string; onTold(told: { good: string; bad: string }): void }) {
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
      onTold({ good: say('completion.sent'), bad: '' });
      setEmail('');
    } catch (caught) {
      const { fields, text } = tellFailure(caught, words);
      setError(fields.email ?? '');
      onTold({ good: '', bad: fields.email ? '' : text });
    }
    setBusy(false);
  };
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field label={say('completion.email')} error={error}>
        {(ids) => (
          <TextInput
            ids={ids}
            name="completionEmail"
            type="email"
            autoComplete="off"
            maxLength={120}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={say('completion.language')}>
        {(ids) => (
          <SelectInput ids={ids} value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
            {languages.map((one) => (
              <option key={one} value={one}>
                {languageNames[one]}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Button busy={busy} variant="outline" onClick={() => void mail()} className="justify-self-start">
        {say('completion.send')}
      </Button>
    </div>
  );
}
