// Announcements in the back office (§2 notice): the list, and writing one with its audience and window.

import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { textIn } from '../../../domain/languages.ts';
import { send } from '../../call.ts';
import { EditHead, PageForm } from '../../console-kit/edit-form.tsx';
import { MinuteField } from '../../console-kit/form-fields.tsx';
import { useHrefWith } from '../../console-kit/list-address.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { NewButton } from '../../console-kit/new-button.tsx';
import { endsTooEarly, newestOf, seenOf, useDraft } from '../../console-kit/use-draft.ts';
import { judgeWritten, TextFields } from '../../parts/console/text-fields.tsx';
import { ChoiceField } from '../../parts/form/fields.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Checkbox } from '../../ui/field.tsx';
import { Badge, Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-announcements';

type Announcement = OutputOf<'consoleAnnouncements'>['list'][number];
const audiences = ['everyone', 'members', 'partners'] as const;
const tones = { shown: 'good', planned: 'brand', over: 'neutral' } as const;

export async function loader({ request }: Route.LoaderArgs) {
  const edit = new URL(request.url).searchParams.get('edit');
  return { edit, list: await loadList('consoleAnnouncements', request) };
}

export default function EditAnnouncements({ loaderData: { list, edit } }: Route.ComponentProps) {
  const { say } = useWords();
  const hrefWith = useHrefWith();
  const page = Number(list.address.page ?? 1);
  const hrefOf = (id: string) => hrefWith({ edit: id, page });
  const written = list.found.list.find(({ id }) => id === edit);
  if (written || edit === 'new')
    return (
      <WriteAnnouncement
        key={written?.id}
        {...{
          written,
          page,
          zone: list.found.zone,
          back: consolePaths.announcements({ page: page > 1 ? page : undefined }),
        }}
      />
    );
  return (
    <ListPage
      list={list}
      title={say('marketing.notice.title')}
      actions={<NewButton to={hrefOf('new')} text={say('marketing.notice.new')} />}
      empty={<EmptyState title={say('marketing.notice.none')} />}
      rowKey={({ id }) => id}
      card={(row) => <AnnouncementCard row={row} to={hrefOf(row.id)} />}
    />
  );
}

function AnnouncementCard({ row, to }: { row: Announcement; to: string }) {
  const { say, language, wall } = useWords();
  const title = row.titles[language] ?? row.titles.en ?? '';
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <Badge tone={tones[row.state]}>{say(`marketing.banner.state.${row.state}`)}</Badge>
          {say(`marketing.notice.audience.${row.audience}`)} · {wall(row.publishedAt)}
          {row.endsAt && ` – ${wall(row.endsAt)}`}
        </p>
      </div>
      <Link to={to} className="inline-flex min-h-11 min-w-11 items-center font-semibold text-brand hover:underline">
        {say('site.page.edit')}
        <span className="sr">: {title}</span>
      </Link>
    </Card>
  );
}

type WriteProps = { written: Announcement | undefined; page: number; zone: string; back: string };

const draftOf = (written: Announcement | undefined) => ({
  titles: written?.titles ?? {},
  texts: written?.texts ?? {},
  audience: written?.audience ?? audiences[0],
  publishedAt: written?.publishedAt ?? '',
  endsAt: written?.endsAt ?? '',
  rolls: written?.rolls ?? true,
});

function useAnnouncement({ written, page, back }: WriteProps) {
  const words = useWords();
  const { say } = words;
  return useDraft({
    initial: draftOf(written),
    revision: written?.revision ?? 0,
    judge: (draft) => ({
      ...judgeWritten(draft, words, true),
      endsAt: endsTooEarly(draft.publishedAt, draft.endsAt) ? say('ui.field.endTime') : undefined,
    }),
    save: ({ publishedAt, endsAt, ...rest }, revision) =>
      send('consoleAnnouncementSave', {
        ...seenOf(written, revision),
        ...rest,
        publishedAt: publishedAt || null,
        endsAt: endsAt || null,
      }),
    read: async () => {
      const newest = newestOf(await send('consoleAnnouncements', { page }), written?.id ?? '');
      return { draft: draftOf(newest), revision: newest.revision };
    },
    merged: say('editing.result.merged'),
    leaveTo: () => back,
  });
}

function WriteAnnouncement(props: WriteProps) {
  const words = useWords();
  const { say } = words;
  const form = useAnnouncement(props);
  const { field, tick } = form;
  const { written, zone, back } = props;
  const title = written
    ? say('staff.editTitle', { name: textIn(written.titles, words.language) })
    : say('marketing.notice.new');
  return (
    <>
      <EditHead back={back} backText={say('marketing.notice.back')} title={title} />
      <PageForm form={form}>
        <TextFields form={form} titleAlone />
        <Card className="grid gap-4">
          <ChoiceField
            {...field('audience')}
            label={say('marketing.notice.audience')}
            className="sm:max-w-64"
            options={audiences}
            word="marketing.notice.audience"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <MinuteField {...field('publishedAt')} label={say('marketing.banner.starts')} />
            <MinuteField {...field('endsAt')} label={say('marketing.banner.ends')} />
          </div>
          <p className="-mt-2 text-sm text-quiet">{say('marketing.banner.zoneHint', { zone: words.zone(zone) })}</p>
          <Checkbox label={say('marketing.notice.rolls')} {...tick('rolls')} />
        </Card>
      </PageForm>
    </>
  );
}
