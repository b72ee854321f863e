// The owner's pages in the back office (§2 customPage): the list with links to the live pages, and writing one.

import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { useHrefWith } from '../../console-kit/list-address.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { EditFrame, useEditing } from '../../parts/console/pages/edit-frame.tsx';
import { judgeWritten, TextFields } from '../../parts/console/pages/text-fields.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Badge, Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-pages';

type Page = OutputOf<'consolePages'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const edit = new URL(request.url).searchParams.get('edit');
  return { edit, list: await loadList('consolePages', request) };
}

export default function EditPages({ loaderData: { list, edit } }: Route.ComponentProps) {
  const { say } = useWords();
  const hrefWith = useHrefWith();
  const page = Number(list.address.page ?? 1);
  const hrefOf = (one: string | undefined) => hrefWith({ edit: one, page });
  const own = list.found.list.find((one) => one.id === edit);
  const back = consolePaths.pages({ page: page > 1 ? page : undefined });
  if (own || edit === 'new') return <WritePage key={`${own?.id}-${own?.revision}`} own={own} back={back} />;
  return (
    <ListPage
      list={list}
      title={say('site.page.title')}
      actions={
        <LinkButton to={hrefOf('new')}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('site.page.new')}
        </LinkButton>
      }
      empty={<EmptyState title={say('site.page.none')} />}
      rowKey={(one) => one.id}
      card={(one) => <PageCard own={one} to={hrefOf(one.id)} />}
    />
  );
}

function PageCard({ own, to }: { own: Page; to: string }) {
  const { say, language } = useWords();
  const title = own.titles[language] ?? own.titles.en ?? '';
  const link = 'inline-flex min-h-11 items-center gap-1 font-semibold text-brand hover:underline';
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
          <Badge tone={own.active ? 'good' : 'neutral'}>
            {say(`marketing.banner.state.${own.active ? 'shown' : 'off'}`)}
          </Badge>
          /customPage/{own.id}
          {own.inFooter && ` · ${say('site.page.inFooter')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-4">
        {own.active && (
          <a href={paths.page(own.id)} target="_blank" rel="noreferrer" className={link}>
            {say('site.page.live')}
            <span className="sr">: {title}</span>
            <IconExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
        <Link to={to} className={link}>
          {say('site.page.edit')}
          <span className="sr">: {title}</span>
        </Link>
      </div>
    </Card>
  );
}

function WritePage({ own, back }: { own: Page | undefined; back: string }) {
  const { say } = useWords();
  const editing = useEditing({
    initial: {
      titles: own?.titles ?? {},
      texts: own?.texts ?? {},
      active: own?.active ?? true,
      inFooter: own?.inFooter ?? false,
    },
    back,
    judge: (draft) => judgeWritten(draft, say('ui.field.required'), false),
    save: (draft) => send('consolePageSave', { ...(own ? { id: own.id, revision: own.revision } : {}), ...draft }),
  });
  const { draft, change } = editing.form;
  const title = own ? say('staff.editTitle', { name: own.titles.en ?? '' }) : say('site.page.new');
  return (
    <EditFrame editing={editing} title={title} backWord="site.page.title">
      <TextFields form={editing.form} />
      <Card>
        <Checkbox
          label={say('site.page.active')}
          checked={draft.active}
          onChange={(event) => change({ active: event.target.checked })}
        />
        <Checkbox
          label={say('site.page.inFooter')}
          checked={draft.inFooter}
          onChange={(event) => change({ inFooter: event.target.checked })}
        />
      </Card>
    </EditFrame>
  );
}
