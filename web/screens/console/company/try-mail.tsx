// A test mail to the admin who requests it, and its result: the page polls until the mail server accepted or refused it.
import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Outcome = { id: string; to: string; state: 'waiting' | 'sent' | 'refused' | 'noServer'; text: string };

const askEveryMilliseconds = 800;
const mostAsks = 30;
const pause = () => new Promise((resolve) => setTimeout(resolve, askEveryMilliseconds));

async function follow(mail: { id: string; to: string }): Promise<Outcome> {
  for (let tries = 0; tries < mostAsks; tries += 1) {
    await pause();
    const { sentAt, problem } = await send('consoleMail', { id: mail.id });
    if (sentAt) return { ...mail, state: 'sent', text: '' };
    if (problem === 'noMailServer') return { ...mail, state: 'noServer', text: '' };
    if (problem) return { ...mail, state: 'refused', text: problem };
  }
  return { ...mail, state: 'waiting', text: '' };
}

const tones = { sent: 'good', refused: 'bad', noServer: 'warn', waiting: 'warn' } as const;

export function TryMail({ email, unsaved }: { email: string; unsaved: boolean }) {
  const { say } = useWords();
  const [outcome, setOutcome] = useState<Outcome>();
  const action = useAction();
  const run = () => {
    setOutcome(undefined);
    void action.run(async () => setOutcome(await follow(await send('consoleMailTry', {}))), { reloads: false });
  };
  return (
    <div className="grid gap-3">
      {action.error && <Notice tone="bad" title={action.error.text} />}
      {outcome && (
        <Notice tone={tones[outcome.state]} title={say(`site.company.mail.${outcome.state}`, { email: outcome.to })}>
          {outcome.text && <p className="break-words">{outcome.text}</p>}
          <Link to={consolePaths.mail(outcome.id)} className="underline">
            {say('site.company.mail.open')}
          </Link>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="outline"
          className="min-w-0 break-words whitespace-normal!"
          busy={action.busy !== undefined}
          disabled={unsaved}
          onClick={run}
        >
          {say('site.company.mail.try', { email })}
        </Button>
        {unsaved && <p className="text-sm text-quiet">{say('site.company.mail.unsaved')}</p>}
      </div>
    </div>
  );
}
