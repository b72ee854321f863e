// Announcements of the owner (§2 notice), newest first; unread ones are marked, per account or per browser.
import { IconSpeakerphone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { useMarks } from '../../parts/page/read-marks.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Badge, Card, EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-notices';

export async function loader({ request }: Route.LoaderArgs) {
  const wantedPage = Number(new URL(request.url).searchParams.get('page'));
  const page = Number.isInteger(wantedPage) && wantedPage >= 1 && wantedPage <= 1000 ? wantedPage : 1;
  return load('notifications', { page });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, { title: { say: 'marketing.notice.title' }, description: '', path: paths.notices() });

export default function ListNotices({ loaderData: { list, page, pages } }: Route.ComponentProps) {
  const { say, day } = useWords();
  const { site, user } = useRoot();
  const marks = useMarks();
  const isUnread = (item: { id: string; unread: boolean }) =>
    user ? item.unread : marks !== undefined && !marks.includes(item.id);
  return (
    <div className="mx-auto max-w-2xl py-8">
      <h1 className="mb-4 text-3xl font-bold">{say('marketing.notice.title')}</h1>
      {list.length === 0 && (
        <EmptyState icon={<IconSpeakerphone className="size-12" />} title={say('marketing.notice.none')} />
      )}
      <ul className="grid gap-3">
        {list.map((notice) => (
          <li key={notice.id}>
            <Card>
              <p className="flex flex-wrap items-center gap-2 text-sm text-quiet">
                {day(notice.on)} · {site?.owner.name}
                {isUnread(notice) && <Badge tone="brand">{say('marketing.notice.unread')}</Badge>}
              </p>
              <h2 className={`mt-1 text-lg break-words ${isUnread(notice) ? 'font-semibold' : ''}`}>
                <Link to={paths.notice(notice.id)} className="target py-1 hover:underline">
                  {notice.title}
                </Link>
              </h2>
            </Card>
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} hrefOf={(to) => paths.notices({ page: to })} />
    </div>
  );
}
