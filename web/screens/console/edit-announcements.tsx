// Announcements in the back office (§2 notice): the list, and writing one with its audience and window.

import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { send } from '../../call.ts';
import { ChoiceField, InputField } from '../../console-kit/form-fields.tsx';
import { useHrefWith } from '../../console-kit/list-address.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { EditFrame, useEditing } from '../../parts/console/pages/edit-frame.tsx';
import { judgeWritten, TextFields } from '../../parts/console/pages/text-fields.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Badge, Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-announcements';

type News = OutputOf<'consoleAnnouncements'>['list'][number];
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
  const hrefOf = (one: string | undefined) => hrefWith({ edit: one, page });
  const news = list.found.list.find((one) => one.id === edit);
  if (news || edit === 'new')
    return (
      <WriteNews
        key={`${news?.id}-${news?.revision}`}
        {...{ news, zone: list.found.zone, back: consolePaths.announcements({ page: page > 1 ? page : undefined }) }}
      />
    );
  return (
    <ListPage
      list={list}
      title={say('marketing.notice.title')}
      actions={
        <LinkButton to={hrefOf('new')}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('marketing.notice.new')}
        </LinkButton>
      }
      empty={<EmptyState title={say('marketing.notice.none')} />}
      rowKey={(one) => one.id}
      card={(one) => <NewsCard news={one} to={hrefOf(one.id)} />}
    />
  );
}

function NewsCard({ news, to }: { news: News; to: string }) {
  const { say, language } = useWords();
  const title = news.titles[language] ?? news.titles.en ?? '';
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <Badge tone={tones[news.state]}>{say(`marketing.banner.state.${news.state}`)}</Badge>
          {say(`marketing.notice.audience.${news.audience}`)} · {news.publishedAt.replace('T', ' ')}
          {news.endsAt && ` – ${news.endsAt.replace('T', ' ')}`}
        </p>
      </div>
      <Link to={to} className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline">
        {say('site.page.edit')}
        <span className="sr">: {title}</span>
      </Link>
    </Card>
  );
}

type WriteNewsProps = { news: News | undefined; zone: string; back: string };

function useNews({ news, back }: WriteNewsProps) {
  const { say } = useWords();
  return useEditing({
    initial: {
      titles: news?.titles ?? {},
      texts: news?.texts ?? {},
      audience: news?.audience ?? 'everyone',
      publishedAt: news?.publishedAt ?? '',
      endsAt: news?.endsAt ?? '',
      rolls: news?.rolls ?? true,
    },
    back,
    judge: (draft) => ({
      ...judgeWritten(draft, say('ui.field.required'), true),
      ...(draft.publishedAt && draft.endsAt && draft.endsAt <= draft.publishedAt
        ? { endsAt: say('marketing.banner.endRule') }
        : {}),
    }),
    save: ({ publishedAt, endsAt, ...rest }) =>
      send('consoleAnnouncementSave', {
        ...(news ? { id: news.id, revision: news.revision } : {}),
        ...rest,
        publishedAt: publishedAt || null,
        endsAt: endsAt || null,
      }),
  });
}

function WriteNews(props: WriteNewsProps) {
  const { say } = useWords();
  const editing = useNews(props);
  const { draft, fields, change } = editing.form;
  const title = props.news ? say('staff.editTitle', { name: props.news.titles.en ?? '' }) : say('marketing.notice.new');
  return (
    <EditFrame editing={editing} title={title} backWord="marketing.notice.back">
      <TextFields form={editing.form} titleAlone />
      <Card className="grid gap-4">
        <ChoiceField
          label={say('marketing.notice.audience')}
          error={fields.audience}
          className="sm:max-w-64"
          value={draft.audience}
          onPick={(one) => change({ audience: one as News['audience'] })}
          options={audiences}
          word="marketing.notice.audience"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {(['publishedAt', 'endsAt'] as const).map((part) => (
            <InputField
              key={part}
              label={say(part === 'publishedAt' ? 'marketing.banner.starts' : 'marketing.banner.ends')}
              error={fields[part] && (part === 'endsAt' ? say('marketing.banner.endRule') : fields[part])}
              type="datetime-local"
              max="9999-12-31T23:59"
              value={draft[part]}
              onText={(text) => change({ [part]: text.slice(0, 16) })}
            />
          ))}
        </div>
        <p className="-mt-2 text-sm text-quiet">{say('marketing.banner.zoneHint', { zone: props.zone })}</p>
        <Checkbox
          label={say('marketing.notice.rolls')}
          checked={draft.rolls}
          onChange={(event) => change({ rolls: event.target.checked })}
        />
      </Card>
    </EditFrame>
  );
}
