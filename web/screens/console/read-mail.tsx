// One mail as its reader sees it, in a frame that can run nothing.
import { IconPaperclip } from '@tabler/icons-react';
import { Link } from 'react-router';
import { load } from '../../load.ts';
import { useWords } from '../../parts/use-words.ts';
import type { Route } from './+types/read-mail';

export const loader = ({ params }: Route.LoaderArgs) => load('consoleMail', { id: params.id });

export default function ReadMail({ loaderData: mail }: Route.ComponentProps) {
  const { say, instant } = useWords();
  return (
    <div className="max-w-3xl">
      <Link to="/console/mails" className="text-brand hover:underline">
        ‹ {say('console.mails')}
      </Link>
      <h1 className="mt-2 text-xl font-bold">{mail.subject}</h1>
      <p className="text-quiet">
        {mail.to} · {instant(mail.at, 'UTC')}
      </p>
      <ul className="my-3 flex flex-wrap gap-2">
        {mail.attachments.map((file) => (
          <li key={file.href}>
            <a
              href={file.href}
              download
              className="inline-flex min-h-11 items-center gap-2 rounded-lg border border-line bg-surface px-3 hover:border-brand"
            >
              <IconPaperclip aria-hidden="true" className="size-5" />
              {file.name} <span className="text-quiet">{Math.ceil(file.size / 1024)} KB</span>
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
