// The owner's pages in the back office (§2 customPage): the list with links to the live pages, and writing one.

import { IconExternalLink, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { EditFrame, useEditing } from '../../parts/console/pages/edit-frame.tsx';
import { judgeWritten, TextFields } from '../../parts/console/pages/text-fields.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { Badge, Card, EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-pages';

type Page = OutputOf<'consolePages'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const asked = Number(params.get('page'));
  const page = Number.isInteger(asked) && asked >= 1 && asked <= 1000 ? asked : 1;
  return { page, edit: params.get('edit'), ...(await load('consolePages', { page })) };
}

export default function EditPages({ loaderData: { list, page, pages, edit } }: Route.ComponentProps) {
  const { say } = useWords();
  const own = list.find((one) => one.id === edit);
  const back = consolePaths.pages({ page: page > 1 ? page : undefined });
  if (own || edit === 'new') return <WritePage key={`${own?.id}-${own?.revision}`} own={own} back={back} />;
  return (
    <div className="grid gap-4">
      <PageHeading text={say('pages.title')} />
      <LinkButton to="?edit=new" className="justify-self-start">
        <IconPlus aria-hidden="true" className="size-5" />
        {say('pages.new')}
      </LinkButton>
      {list.length === 0 && <EmptyState title={say('pages.none')} />}
      <ul className="grid gap-3">
        {list.map((one) => (
          <li key={one.id}>
            <PageCard own={one} to={`?page=${page}&edit=${one.id}`} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} hrefOf={(to) => `?page=${to}`} />
    </div>
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
          <Badge tone={own.active ? 'good' : 'neutral'}>{say(`banners.state.${own.active ? 'shown' : 'off'}`)}</Badge>
          /customPage/{own.id}
          {own.inFooter && ` · ${say('pages.inFooter')}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-x-4">
        {own.active && (
          <a href={paths.page(own.id)} target="_blank" rel="noreferrer" className={link}>
            {say('pages.live')}
            <span className="sr">: {title}</span>
            <IconExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
        <Link to={to} className={link}>
          {say('pages.edit')}
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
    judge: (draft) => judgeWritten(draft, say('field.required'), false),
    save: (draft) => send('consolePageSave', { ...(own ? { id: own.id, revision: own.revision } : {}), ...draft }),
  });
  const { draft, change } = editing.form;
  const title = own ? say('staff.editTitle', { name: own.titles.en ?? '' }) : say('pages.new');
  return (
    <EditFrame editing={editing} title={title} backWord="pages.title">
      <TextFields form={editing.form} />
      <Card>
        <Checkbox
          label={say('pages.active')}
          checked={draft.active}
          onChange={(event) => change({ active: event.target.checked })}
        />
        <Checkbox
          label={say('pages.inFooter')}
          checked={draft.inFooter}
          onChange={(event) => change({ inFooter: event.target.checked })}
        />
      </Card>
    </EditFrame>
  );
}
