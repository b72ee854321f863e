// What surrounds a product being edited (rules §10): its state and ways out, the tabs, what is wrong as a list of links, the
// bar with the buttons, and the question before typed work is left.

import { IconCalendarMonth, IconExternalLink, IconTag } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, type Location, useBlocker, useSearchParams } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { refusals } from '../../../../domain/errors.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Badge, Notice } from '../../../ui/pieces.tsx';
import { PageHeading } from '../../page/page-heading.tsx';
import { useWords } from '../../use-words.ts';
import { useEditor } from './draft-fields.tsx';
import { focusPath, nameOf, placeOf, tabOf, tabs } from './name-paths.ts';
import type { ProductFile } from './product-draft.ts';
import type { EditorEvent } from './use-product.ts';

type State = ProductFile['state'];
const tones = { draft: 'warn', published: 'good', withdrawn: 'neutral' } as const;

export function StateBadge({ state }: { state: State }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`editing.state.${state}`)}</Badge>;
}

export function EditorHead() {
  const { say } = useWords();
  const { draft, file, from } = useEditor();
  const name = draft.names[from]?.trim() || Object.values(draft.names).find((one) => one?.trim());
  const first = draft.packages.find((one) => one.id);
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
  const marked = new Set(Object.keys(problems).map((path) => placeOf(path, from).tab));
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

/** Each problem links to its field, on whatever tab and in whatever language it is. */
export function ProblemList() {
  const words = useWords();
  const editor = useEditor();
  const [params] = useSearchParams();
  const [wanted, setWanted] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const place = params.toString();
  useEffect(() => {
    if (editor.callError) box.current?.focus();
  }, [editor.callError]);
  // The tab is shown a moment after it was asked for.
  useEffect(() => {
    if (!wanted || !place) return;
    const timer = setTimeout(() => {
      focusPath(wanted);
      setWanted(undefined);
    }, 50);
    return () => clearTimeout(timer);
  }, [wanted, place]);
  const { callError, problems } = editor;
  if (!callError) return null;
  const stillWrong = Object.keys(problems);
  return (
    <div ref={box} tabIndex={-1} className="mb-4">
      <Notice tone="bad" title={callError.text}>
        {stillWrong.length > 0 && (
          <ul className="mt-1 grid gap-0.5">
            {stillWrong.map((path) => (
              <li key={path}>
                <ProblemLink path={path} onGo={setWanted} />: {problems[path]}
              </li>
            ))}
          </ul>
        )}
        {callError.code === refusals.changedMeanwhile && (
          <Button
            variant="outline"
            size="sm"
            className="mt-2"
            busy={editor.busy === 'reload'}
            onClick={() => void editor.reload()}
          >
            {words.say('site.setting.reload')}
          </Button>
        )}
      </Notice>
    </div>
  );
}

/** To the field; places on sale are edited in the calendar. */
function ProblemLink({ path, onGo }: { path: string; onGo(path: string): void }) {
  const words = useWords();
  const { draft, file, from } = useEditor();
  const [params, setParams] = useSearchParams();
  const look = 'inline-block py-0.5 font-medium text-brand underline';
  const name = nameOf(path, words);
  const first = draft.packages.find((one) => one.id)?.id;
  if (path === 'departures' && file)
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

const isAside = (news: EditorEvent) => news === 'restored' || news === 'merged';

/** What happened to the texts on the page without anybody saving. */
export function EditorMessage() {
  const { say } = useWords();
  const { news, discard } = useEditor();
  if (!news || !isAside(news)) return null;
  return (
    <div className="mb-4">
      <Notice title={say(`editing.news.${news}`)}>
        {news === 'restored' && (
          <Button variant="quiet" size="sm" className="-ml-3" onClick={discard}>
            {say('editing.discard')}
          </Button>
        )}
      </Notice>
    </div>
  );
}

export function EditorBar({ onState }: { onState(state: 'published' | 'withdrawn'): void }) {
  const { say } = useWords();
  const { file, busy, dirty, news } = useEditor();
  const on = file?.state === 'published';
  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-4 grid gap-3 border-t border-line bg-surface p-4 sm:-mx-6 sm:-mb-6 sm:px-6">
      {news && !isAside(news) && <Notice tone="good" title={say(`editing.news.${news}`)} />}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-quiet">
          {dirty ? say('site.setting.unsaved') : file ? say('editing.allSaved') : ''}
        </p>
        {file && (
          <Button
            variant="outline"
            busy={busy === 'publish' || busy === 'withdraw'}
            disabled={Boolean(busy)}
            onClick={() => onState(on ? 'withdrawn' : 'published')}
          >
            {say(on ? 'editing.withdraw' : 'editing.publish')}
          </Button>
        )}
        <Button type="submit" busy={busy === 'save'} disabled={Boolean(busy)}>
          {say('site.setting.save')}
        </Button>
      </div>
    </div>
  );
}

type GuardLeavingProps = {
  dirty: boolean;
  onLeave?(): void;
  /** Within what one may move without being asked: the path, unless said otherwise. */
  roomOf?(place: Location): string;
  /** Also uses the browser's question, where drafts do not survive a reload. */
  reloadToo?: boolean;
};

/** Other tabs of the same product are no leaving. */
export function GuardLeaving({ dirty, onLeave, roomOf = (place) => place.pathname, reloadToo }: GuardLeavingProps) {
  const { say } = useWords();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && roomOf(currentLocation) !== roomOf(nextLocation),
  );
  useEffect(() => {
    if (!dirty || !reloadToo) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty, reloadToo]);
  const leave = () => {
    onLeave?.();
    blocker.proceed?.();
  };
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={say('site.setting.leaveTitle')}>
      <div className="grid gap-4">
        <p>{say('site.setting.leaveText')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => blocker.reset?.()}>
            {say('site.setting.stay')}
          </Button>
          <Button variant="danger" onClick={leave}>
            {say('site.setting.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
