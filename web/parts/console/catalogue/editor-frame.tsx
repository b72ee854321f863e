// The frame around a product that is edited (rules §10): its state and links, the tabs, the problems as a list of links, the
// bar with the buttons, and the question before unsaved changes are lost.

import { IconCalendarMonth, IconExternalLink, IconTag } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { refusals } from '../../../../domain/errors.ts';
import { BarFrame } from '../../../console-kit/edit-form.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import { PageHeading } from '../../page/page-heading.tsx';
import { useWords } from '../../use-words.ts';
import { useEditor } from './draft-fields.tsx';
import { focusPath, inOrderOfFields, nameOf, ofDates, placeOf, tabOf, tabs, tabsWith } from './name-paths.ts';
import type { ProductFile } from './product-draft.ts';

type State = ProductFile['state'];
const tones = { draft: 'warn', published: 'good', withdrawn: 'neutral' } as const;

export function StateBadge({ state }: { state: State }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`editing.state.${state}`)}</Badge>;
}

export function EditorHead() {
  const { say } = useWords();
  const { draft, file, from } = useEditor();
  const name = draft.names[from]?.trim() || Object.values(draft.names).find((item) => item?.trim());
  const first = draft.packages.find((item) => item.id);
  return (
    <header className="mb-4 grid gap-2">
      <Link
        to={consolePaths.products()}
        className="inline-flex min-h-11 items-center text-sm text-brand hover:underline"
      >
        {say('editing.back')}
      </Link>
      <div className="flex flex-wrap items-center gap-3">
        <PageHeading className="min-w-0 text-2xl font-bold break-words" text={name || say('editing.new')} />
        {file && <StateBadge state={file.state} />}
      </div>
      {file && (
        <div className="flex flex-wrap gap-2">
          {first && (
            <LinkButton variant="outline" size="sm" to={consolePaths.calendar(file.id, { package: first.id })}>
              <IconCalendarMonth aria-hidden="true" className="size-4" />
              {say('inventory.title')}
            </LinkButton>
          )}
          <LinkButton variant="outline" size="sm" to={consolePaths.prices(file.id)}>
            <IconTag aria-hidden="true" className="size-4" />
            {say('editing.price.title')}
          </LinkButton>
          <LinkButton variant="outline" size="sm" to={file.previewPath} target="_blank" reloadDocument>
            <IconExternalLink aria-hidden="true" className="size-4" />
            {say('editing.preview')}
          </LinkButton>
        </div>
      )}
    </header>
  );
}

export function EditorTabs() {
  const { say } = useWords();
  const { problems, from } = useEditor();
  const [params] = useSearchParams();
  const chosen = tabOf(params.get('tab'));
  const marked = tabsWith(Object.keys(problems), from);
  return (
    <nav aria-label={say('editing.tabs')} className="mb-4 flex flex-wrap gap-1 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={`?${new URLSearchParams({ ...Object.fromEntries(params), tab })}`}
          replace
          preventScrollReset
          aria-current={chosen === tab ? 'page' : undefined}
          className={
            'flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-3 font-medium text-quiet ' +
            'hover:text-brand aria-[current=page]:border-brand aria-[current=page]:text-brand'
          }
        >
          {say(`editing.tab.${tab}`)}
          {marked.has(tab) && (
            <span className="size-2 rounded-full bg-bad">
              <span className="sr">{say('refusal.invalidInput')}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Each problem links to its field, on any tab and in any language. */
export function ProblemList() {
  const words = useWords();
  const editor = useEditor();
  const [params] = useSearchParams();
  const [wanted, setWanted] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const place = params.toString();
  useEffect(() => {
    if (editor.error) box.current?.focus();
  }, [editor.error]);
  // The tab is shown a moment after the click.
  useEffect(() => {
    if (!wanted || !place) return;
    const timer = setTimeout(() => {
      focusPath(wanted);
      setWanted(undefined);
    }, 50);
    return () => clearTimeout(timer);
  }, [wanted, place]);
  const { error, problems, reload, from } = editor;
  if (!error) return null;
  const stillWrong = inOrderOfFields(Object.keys(problems), from);
  return (
    <div ref={box} tabIndex={-1} className="mb-4">
      <Notice tone="bad" title={error.text || words.say('refusal.invalidInput')}>
        {stillWrong.length > 0 && (
          <ul className="mt-1 grid gap-0.5">
            {stillWrong.map((path) => (
              <li key={path}>
                <ProblemLink path={path} onGo={setWanted} />: {problems[path]}
              </li>
            ))}
          </ul>
        )}
        {reload && error.code === refusals.changedMeanwhile && (
          <Button variant="outline" size="sm" className="mt-2" busy={editor.busy === 'reload'} onClick={reload}>
            {words.say('site.setting.reload')}
          </Button>
        )}
      </Notice>
    </div>
  );
}

/** Links to the field; stock is edited in the calendar. */
function ProblemLink({ path, onGo }: { path: string; onGo(path: string): void }) {
  const words = useWords();
  const { draft, file, from } = useEditor();
  const [params, setParams] = useSearchParams();
  const look = 'inline-block py-0.5 font-medium text-brand underline';
  const name = nameOf(path, words);
  const first = draft.packages.find((item) => item.id)?.id;
  if (path === ofDates && file)
    return (
      <Link className={look} to={consolePaths.calendar(file.id, { package: first })}>
        {name}
      </Link>
    );
  const next = { ...Object.fromEntries(params), ...placeOf(path, from) };
  return (
    <a
      href={`?${new URLSearchParams(next)}`}
      className={look}
      onClick={(event) => {
        event.preventDefault();
        setParams(next, { replace: true, preventScrollReset: true });
        onGo(path);
      }}
    >
      {name}
    </a>
  );
}

/** The edits made before a reload were restored. */
export function RestoredMessage() {
  const { say } = useWords();
  const { restored, discard } = useEditor();
  if (!restored) return null;
  return (
    <div className="mb-4">
      <Notice title={say('editing.result.restored')}>
        <Button variant="quiet" size="sm" className="-ml-3" onClick={discard}>
          {say('editing.discard')}
        </Button>
      </Notice>
    </div>
  );
}

export function EditorBar({ onState }: { onState(state: 'published' | 'withdrawn'): void }) {
  const { say } = useWords();
  const { file, busy, dirty, done } = useEditor();
  const on = file?.state === 'published';
  const status = dirty ? say('site.setting.unsaved') : file ? say('editing.allSaved') : '';
  return (
    <BarFrame status={status} above={done && <Notice tone="good" title={done.text} />}>
      {file && (
        <Button
          variant="outline"
          busy={busy === 'state'}
          disabled={Boolean(busy)}
          onClick={() => onState(on ? 'withdrawn' : 'published')}
        >
          {say(on ? 'editing.withdraw' : 'editing.publish')}
        </Button>
      )}
      <Button type="submit" busy={busy === 'act'} disabled={Boolean(busy)}>
        {say('site.setting.save')}
      </Button>
    </BarFrame>
  );
}
