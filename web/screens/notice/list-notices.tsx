// Announcements of the owner (§2 notice).
import { IconSpeakerphone } from '@tabler/icons-react';
import { load } from '../../load.ts';
import { describePage } from '../../parts/describe-page.ts';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root.tsx';
import { Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-notices';

export const loader = () => load('notifications', {});

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, { title: '', description: '', path: '/notice' });

export default function ListNotices({ loaderData }: Route.ComponentProps) {
  const { say, day } = useWords();
  const { site } = useRoot();
  return (
    <div className="mx-auto max-w-2xl py-8">
      <h1 className="mb-4 text-3xl font-bold">{say('notice.title')}</h1>
      {loaderData.list.length === 0 && (
        <EmptyState icon={<IconSpeakerphone className="size-12" />} title={say('notice.none')} />
      )}
      <ul className="grid gap-3">
        {loaderData.list.map((notice) => (
          <li key={notice.id}>
            <Card>
              <p className="text-sm text-quiet">
                {day(notice.at.slice(0, 10))} · {site?.owner.name}
              </p>
              <p className="mt-1 text-lg">{notice.title}</p>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
