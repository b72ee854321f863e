// The preview inbox: every mail as it was written, sent or not.

import { IconMail } from '@tabler/icons-react';
import { Link } from 'react-router';
import { consolePaths } from '../../../domain/console-paths.ts';
import { load } from '../../load.ts';
import { useDeskZone } from '../../parts/console/use-desk-zone.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Badge, EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-mails';

const pageSize = 30;

export async function loader({ request }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  const asked = Number.isInteger(page) && page > 0 ? page : 1;
  return { page: asked, found: await load('consoleMails', { page: asked }) };
}

export default function ListMails({ loaderData: { found, page } }: Route.ComponentProps) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  return (
    <>
      <PageHeading className="mb-1 text-2xl font-bold" text={say('console.mails')} />
      <p className="mb-4 text-quiet">{say('console.mailsHint')}</p>
      {found.total === 0 && <EmptyState icon={<IconMail className="size-12" />} title={say('console.noMails')} />}
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface empty:hidden">
        {found.list.map((mail) => (
          <li key={mail.id} className="relative flex flex-wrap items-center gap-x-4 px-4 py-3 hover:bg-canvas">
            <Link
              to={consolePaths.mail(mail.id)}
              className="min-w-0 grow truncate font-medium after:absolute after:inset-0"
            >
              {mail.subject}
            </Link>
            <span className="text-sm text-quiet">{mail.to}</span>
            <Badge tone={mail.sent ? 'good' : 'neutral'}>
              {say(mail.sent ? 'console.mailSent' : 'console.mailKept')}
            </Badge>
            <time dateTime={mail.at} className="text-sm text-quiet">
              {instant(mail.at, zone)}
            </time>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={Math.ceil(found.total / pageSize)}
        hrefOf={(one) => consolePaths.mails({ page: one })}
      />
    </>
  );
}
