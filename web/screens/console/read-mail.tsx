// One mail as its recipient sees it, in a frame that cannot run scripts.

import { IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../domain/console-paths.ts';
import { send } from '../../call.ts';
import { ActionButton } from '../../console-kit/action-dialog.tsx';
import { useDeskZone } from '../../console-kit/use-desk-me.ts';
import { load } from '../../load.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-mail';

export const loader = ({ params }: Route.LoaderArgs) => load('consoleMail', { id: params.id });

export default function ReadMail({ loaderData: mail }: Route.ComponentProps) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  const [sent, setSent] = useState(false);
  return (
    <div className="max-w-3xl">
      <Link to={consolePaths.mails()} className="text-brand hover:underline">
        ‹ {say('console.mails')}
      </Link>
      <PageHeading className="mt-2 text-xl font-bold" text={mail.subject} />
      <p className="text-quiet">
        {mail.to} · {instant(mail.at, zone)}
      </p>
      {mail.masked && <p className="my-2 rounded-lg bg-canvas p-3 text-sm">{say('console.mailMasked')}</p>}
      {mail.again && (
        <ActionButton
          act={say('console.mailAgain')}
          work={async () => {
            await send('consoleMailAgain', { id: mail.id });
            setSent(true);
          }}
        >
          <p>{say('console.mailAgainText', { email: mail.to })}</p>
        </ActionButton>
      )}
      <div aria-live="polite">{sent && <Notice tone="good" title={say('console.mailAgainDone')} />}</div>
      <ul className="my-3 flex flex-wrap gap-2">
        {mail.attachments.map((file) => (
          <li key={file.href}>
            <a
              href={file.href}
              download
              className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-line bg-surface px-3 hover:border-brand"
            >
              <IconPaperclip aria-hidden="true" className="size-5" />
              {file.name}
              {file.size !== null && <span className="text-quiet">{Math.ceil(file.size / 1024)} KB</span>}
            </a>
          </li>
        ))}
      </ul>
      <iframe
        title={mail.subject}
        srcDoc={mail.html}
        sandbox=""
        className="h-[70dvh] w-full rounded-card border border-line bg-white"
      />
    </div>
  );
}
