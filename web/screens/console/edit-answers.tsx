// Texts with which staff answer buyers (§7 remark): the list, and editing one in each language.
import { Link } from 'react-router';
import { answerBlanks } from '../../../contract/choices.ts';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { textIn } from '../../../domain/languages.ts';
import { send } from '../../call.ts';
import { ActionButton } from '../../console-kit/action-dialog.tsx';
import { EditHead, PageForm } from '../../console-kit/edit-form.tsx';
import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { NewButton } from '../../console-kit/new-button.tsx';
import { newestOf, seenOf, useDraft } from '../../console-kit/use-draft.ts';
import { judgeWritten, TextFields } from '../../parts/console/text-fields.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/edit-answers';

type Answer = OutputOf<'consoleAnswers'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const edit = new URL(request.url).searchParams.get('edit');
  return { edit, list: await loadList('consoleAnswers', request) };
}

export default function EditAnswers({ loaderData: { list, edit } }: Route.ComponentProps) {
  const { say } = useWords();
  const written = list.found.list.find(({ id }) => id === edit);
  if (written || edit === 'new') return <WriteAnswer key={written?.id} written={written} page={list.found.page} />;
  return (
    <ListPage
      list={list}
      title={say('mending.answer.title')}
      intro={say('mending.answer.text')}
      actions={<NewButton to={consolePaths.answers({ edit: 'new' })} text={say('mending.answer.new')} />}
      empty={<EmptyState title={say('mending.answer.none')} />}
      rowKey={({ id }) => id}
      card={(row) => <AnswerCard row={row} />}
    />
  );
}

function AnswerCard({ row }: { row: Answer }) {
  const { say, language } = useWords();
  const title = row.titles[language] ?? row.titles.en ?? '';
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">{title}</h2>
        <p className="mt-1 line-clamp-2 text-sm break-words text-quiet">{row.texts[language] ?? row.texts.en}</p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Link
          to={consolePaths.answers({ edit: row.id })}
          className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
        >
          {say('site.page.edit')}
          <span className="sr">: {title}</span>
        </Link>
        <ActionButton
          variant="outline"
          size="sm"
          more={<span className="sr">: {title}</span>}
          act={say('mending.answer.delete')}
          danger
          work={() => send('consoleAnswerDelete', { id: row.id, revision: row.revision })}
        >
          <p className="break-words">{title}</p>
        </ActionButton>
      </div>
    </Card>
  );
}

const draftOf = (written: Answer | undefined) => ({ titles: written?.titles ?? {}, texts: written?.texts ?? {} });

function WriteAnswer({ written, page }: { written: Answer | undefined; page: number }) {
  const words = useWords();
  const { join, say } = words;
  const back = consolePaths.answers();
  const form = useDraft({
    initial: draftOf(written),
    revision: written?.revision ?? 0,
    judge: (draft) => judgeWritten(draft, words, false),
    save: (draft, revision) => send('consoleAnswerSave', { ...seenOf(written, revision), ...draft }),
    read: async () => {
      const newest = newestOf(await send('consoleAnswers', { page }), written?.id ?? '');
      return { draft: draftOf(newest), revision: newest.revision };
    },
    merged: say('editing.result.merged'),
    leaveTo: () => back,
  });
  const title = written
    ? say('staff.editTitle', { name: textIn(written.titles, words.language) })
    : say('mending.answer.new');
  return (
    <>
      <EditHead back={back} backText={say('mending.answer.title')} title={title} />
      <p className="mb-4 text-sm text-quiet">
        {say('notification.mailText.blanks', { list: join(answerBlanks.map((blank) => `{${blank}}`)) })}
      </p>
      <PageForm form={form}>
        <TextFields form={form} plain />
      </PageForm>
    </>
  );
}
