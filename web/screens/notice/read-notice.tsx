// One announcement (§2 notice/{id}); opening it marks it as read.
import { useEffect } from 'react';
import { data, Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { openingOf } from '../../../domain/plain-text.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { describePage } from '../../parts/page/describe-page.ts';
import { LongText } from '../../parts/page/long-text.tsx';
import { storeMark } from '../../parts/page/read-marks.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { Card } from '../../ui/pieces.tsx';
import type { Route } from './+types/read-notice';

export function loader({ params: { id } }: Route.LoaderArgs) {
  if (!/^\d{1,18}$/.test(id)) throw data({ missing: true }, { status: 404 });
  return load('notification', { id });
}

export const meta: Route.MetaFunction = ({ matches, loaderData: notice }) =>
  describePage(matches, {
    title: notice?.title ?? '',
    description: openingOf(notice?.text ?? ''),
    path: paths.notice(notice?.id ?? ''),
  });

export default function ReadNotice({ loaderData: notice }: Route.ComponentProps) {
  const { say, day } = useWords();
  const { site, user } = useRoot();
  const signedIn = Boolean(user);
  useEffect(() => {
    if (!signedIn) storeMark(notice.id);
    // A read mark that could not be saved is saved the next time.
    else if (notice.unread) send('notificationRead', { id: notice.id }).catch(() => undefined);
  }, [signedIn, notice.id, notice.unread]);
  return (
    <article className="mx-auto max-w-3xl py-8">
      <Link to={paths.notices()} className="inline-flex min-h-11 items-center text-sm text-brand hover:underline">
        {say('marketing.notice.back')}
      </Link>
      <h1 className="text-2xl font-bold break-words sm:text-3xl">{notice.title}</h1>
      <p className="mt-1 mb-5 text-sm text-quiet">
        {day(notice.on)} · {site?.owner.name}
      </p>
      {notice.text && (
        <Card>
          <LongText text={notice.text} links />
        </Card>
      )}
    </article>
  );
}
