// The preview inbox: every mail as it was written, whether sent or not.

import { IconMail } from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { Badge, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-mails';

type Mail = OutputOf<'consoleMails'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleMails', request) };
}

export default function ListMails({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  return (
    <ListPage
      list={list}
      pageSize={30}
      title={say('console.mails')}
      intro={say('console.mailsHint')}
      empty={<EmptyState icon={<IconMail className="size-12" />} title={say('console.noMails')} />}
      rowKey={(mail) => mail.id}
      columns={listColumns(words)}
    />
  );
}

function listColumns({ say, at }: DeskWords): Column<Mail>[] {
  return [
    {
      ...{ key: 'subject', label: say('notification.mailText.subject'), look: 'title', sort: true },
      show: (mail) => (
        <RowLink cover to={consolePaths.mail(mail.id)}>
          {mail.subject}
        </RowLink>
      ),
    },
    {
      key: 'to',
      label: say('account.detail.email'),
      look: 'plain',
      sort: true,
      width: 'break-all',
      show: (mail) => mail.to,
    },
    {
      ...{ key: 'sent', label: say('console.status'), look: 'plain', sort: true },
      show: (mail) => (
        <Badge tone={mail.sent ? 'good' : 'neutral'}>
          {say(mail.sent ? 'console.mailSent' : 'console.mailStored')}
        </Badge>
      ),
    },
    {
      ...{ key: 'at', label: say('payment.balance.column.at'), sort: true, width: 'md:whitespace-nowrap' },
      show: (mail) => <time dateTime={mail.at}>{at(mail.at)}</time>,
    },
  ];
}
