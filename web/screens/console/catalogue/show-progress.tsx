// The progress of one import (rules §10): its state, its findings, the possible next actions.
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { ImportView } from '../../../../contract/porting.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Badge, Card, Notice, type Tone } from '../../../ui/pieces.tsx';

const pauseMilliseconds = 1000;
/** Every product was checked, so that the import can go on. */
const isJudged = ({ total, fresh, changes, same, bad }: ImportView) =>
  total > 0 && fresh + changes + same + bad === total;
/** Other texts for what ended a check, which changed nothing. */
const whileChecking: Partial<Record<ImportView['reason'], string>> = { broken: 'unchecked', ended: 'endedCheck' };
const resumable: ImportView['reason'][] = ['broken', 'ended'];
const isWorking = ({ state }: ImportView) => ['reading', 'checking', 'running'].includes(state);

export const toneOf = ({ state, reason, failed, bad }: ImportView): Tone => {
  if (state === 'refused' || state === 'stopped' || reason === 'whole') return 'bad';
  if (state === 'done') return failed ? 'warn' : 'good';
  return state === 'checked' && bad ? 'warn' : 'brand';
};

/** Polls every second while the import works; reloads the page's data at its end. */
function useProgress(first: ImportView): [ImportView, (view: ImportView) => void] {
  const [view, setView] = useState(first);
  const { revalidate } = useRevalidator();
  useEffect(() => setView(first), [first]);
  useEffect(() => {
    if (!isWorking(view)) return;
    const timer = setTimeout(async () => {
      // A failed request is repeated a second later.
      const next = await send('consoleImport', { id: view.id }).catch(() => ({ ...view }));
      setView(next);
      if (!isWorking(next)) revalidate();
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [view, revalidate]);
  return [view, setView];
}

export function ShowProgress({ first }: { first: ImportView }) {
  const { say } = useWords();
  const [view, setView] = useProgress(first);
  const stuck = view.state === 'refused' || view.state === 'stopped';
  return (
    <Card aria-labelledby="import-state">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="import-state" className="min-w-0 text-lg font-semibold break-all">
          {view.name || say('porting.unnamed')}
        </h2>
        <span role="status">
          <Badge tone={toneOf(view)}>{say(`porting.state.${view.state}`)}</Badge>
        </span>
      </div>
      {isWorking(view) && <Bar view={view} />}
      {view.reason && (
        <div className="mt-3">
          <Notice
            tone={(stuck && view.reason !== 'ended') || view.reason === 'whole' ? 'bad' : 'warn'}
            title={say(`porting.reason.${(!isJudged(view) && whileChecking[view.reason]) || view.reason}`)}
          />
        </div>
      )}
      {view.state === 'checked' && view.same === view.total && (
        <div className="mt-3">
          <Notice title={say('porting.nothing')} />
        </div>
      )}
      {view.state === 'checked' && view.removed > 0 && <Removed view={view} />}
      {view.total > 0 && <Counts view={view} />}
      <Acts view={view} onChange={setView} />
    </Card>
  );
}

/** A row that was deleted from a sheet by mistake is seen before the import takes it out of the product. */
function Removed({ view: { id, removed } }: { view: ImportView }) {
  const { say } = useWords();
  return (
    <div className="mt-3">
      <Notice tone="warn" title={say('porting.removedCount', { count: removed })}>
        <Link to={`${consolePaths.catalogue({ import: id })}&show=removed`} preventScrollReset className="underline">
          {say('porting.onlyRemoved')}
        </Link>
      </Notice>
    </div>
  );
}

function Bar({ view: { at, total } }: { view: ImportView }) {
  const { say } = useWords();
  const text = total ? say('porting.progress', { at, total }) : say('porting.state.reading');
  return (
    <div className="mt-3 grid gap-1">
      <progress
        aria-label={text}
        value={total ? at : undefined}
        max={total || undefined}
        className="h-2 w-full overflow-hidden rounded-full accent-brand"
      />
      <p className="text-sm text-quiet tabular-nums">{text}</p>
    </div>
  );
}

function Counts({ view }: { view: ImportView }) {
  const { intl, say } = useWords();
  const ran = view.state === 'done' || view.state === 'running' || view.created + view.changed + view.failed > 0;
  const counts: [word: string, count: number][] = [
    ['porting.verdict.fresh', view.fresh],
    ['porting.verdict.change', view.changes],
    ['porting.verdict.same', view.same],
    ['porting.verdict.bad', view.bad],
    ...(ran
      ? ([
          ['porting.outcome.created', view.created],
          ['porting.outcome.changed', view.changed],
          ['porting.outcome.failed', view.failed],
        ] as [string, number][])
      : []),
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {counts.map(([word, count]) => (
        <div key={word} className="min-w-0 rounded-lg bg-canvas px-3 py-2">
          <dt className="text-sm text-quiet">{say(word)}</dt>
          <dd className="text-xl font-bold tabular-nums">{intl.formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Acts({ view, onChange }: { view: ImportView; onChange(view: ImportView): void }) {
  const { say } = useWords();
  const [asking, setAsking] = useState(false);
  const action = useAction();
  const busy = action.busy !== undefined;
  const problem = action.error?.text ?? '';
  const fine = view.fresh + view.changes > 0;
  const run = (mode: ImportView['mode']) =>
    action.run(async () => onChange(await send('consoleImportRun', { id: view.id, mode })), {
      onDone: () => setAsking(false),
      reloads: false,
    });
  const stop = () => action.run(async () => onChange(await send('consoleImportStop', { id: view.id })));
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3 empty:hidden">
      {problem && !asking && (
        <div className="w-full">
          <Notice tone="bad" title={problem} />
        </div>
      )}
      {view.state === 'checked' && fine && (
        <Button onClick={() => setAsking(true)}>{say(view.bad ? 'porting.run' : 'porting.importTitle')}</Button>
      )}
      {view.state === 'stopped' && resumable.includes(view.reason) && isJudged(view) && fine && (
        <Button busy={busy} onClick={() => run(view.mode)}>
          {say('porting.resume')}
        </Button>
      )}
      {isWorking(view) && (
        <Button variant="outline" busy={busy} onClick={stop}>
          {say('porting.stop')}
        </Button>
      )}
      {!isWorking(view) && view.bad + view.failed > 0 && (
        <a
          href={fileAddress('importProblems', { id: view.id })}
          download
          className={
            'inline-flex min-h-11 items-center gap-2 rounded-lg border border-line bg-surface px-4 ' +
            'font-semibold hover:border-brand hover:text-brand'
          }
        >
          <IconDownload aria-hidden="true" className="size-5" />
          {say('porting.problems')}
        </a>
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title={say('porting.runTitle')}>
        <AskToRun view={view} busy={busy} problem={problem} onRun={run} onClose={() => setAsking(false)} />
      </Dialog>
    </div>
  );
}

type AskToRunProps = {
  view: ImportView;
  busy: boolean;
  problem: string;
  onRun(mode: ImportView['mode']): void;
  onClose(): void;
};

function AskToRun({ view, busy, problem, onRun, onClose }: AskToRunProps) {
  const { say } = useWords();
  const [whole, setWhole] = useState(false);
  const { fresh, changes, bad, removed } = view;
  return (
    <div className="grid gap-4">
      {problem && <Notice tone="bad" title={problem} />}
      <p>{say('porting.runText', { fresh, changes, bad })}</p>
      {removed > 0 && <Notice tone="warn" title={say('porting.removedCount', { count: removed })} />}
      {bad === 0 && <Checkbox label={say('porting.wholeOnly')} checked={whole} onValue={setWhole} />}
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => onRun(whole ? 'all' : 'each')}>
          {say(bad ? 'porting.run' : 'porting.importTitle')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {say('ui.dialog.cancel')}
        </Button>
      </div>
    </div>
  );
}
