// One action on many rows (rules §10): a bar shows the progress, and each failed row is listed with its reason.

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallRefused } from '../call.ts';
import { type CallError, describeError } from '../parts/describe-error.ts';
import { AreaField } from '../parts/form/fields.tsx';
import { useWords } from '../parts/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { takeFocus } from '../ui/hold-dialog.ts';
import { Notice } from '../ui/pieces.tsx';

/** `problem`: a refusal's name, or `missing`. `text`: the sentence of a call that was refused. */
type Result = { key: string; problem?: string | null; text?: string };

const isRefused = ({ problem, text }: Result): boolean => Boolean(problem || text);

export type BulkRequest = {
  keys: string[];
  title: string;
  /** Says in advance what will happen. */
  text: string;
  /** The text on the button. */
  act: string;
  danger?: boolean;
  /** Asks for a text, by its label a reason; this names who will read it. */
  reason?: string;
  reasonLabel?: string;
  /** Runs for a few rows; finished rows stay finished when a later call fails. */
  work(keys: string[], why: string): Promise<Result[]>;
  doneText(count: number): string;
  failedText(count: number): string;
};

/** Runs for one row after another: if one is refused, the reason is recorded and the others continue. */
export async function runEach(keys: string[], work: (key: string) => Promise<unknown>): Promise<Result[]> {
  const results: Result[] = [];
  for (const key of keys) {
    try {
      await work(key);
      results.push({ key });
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      results.push({ key, text: error.msg });
    }
  }
  return results;
}

/** Of what is asked for with an action, in characters. */
export const longestMessage = 500;
/** A few at a time, so that the bar moves. */
const atOnce = 5;

type RunManyProps = {
  wish: BulkRequest | undefined;
  onClose(): void;
  onDone(keys: string[]): void;
  /** A row as a link, in the list of failed rows. */
  nameRow(key: string): ReactNode;
};

export function RunMany({ wish, ...props }: RunManyProps) {
  return (
    <Dialog open={wish !== undefined} onClose={props.onClose} title={wish?.title ?? ''}>
      {wish && <Body wish={wish} {...props} />}
    </Dialog>
  );
}

/** Runs in batches; failures are reported, and finished rows stay finished. */
function useMany(wish: BulkRequest, onDone: (keys: string[]) => void) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const [results, setResults] = useState<Result[]>([]);
  const [callError, setCallError] = useState<CallError>();
  const [state, setState] = useState<'asked' | 'running' | 'over'>('asked');
  const run = async (why: string) => {
    setState('running');
    setCallError(undefined);
    const done: Result[] = [];
    try {
      for (let from = 0; from < wish.keys.length; from += atOnce) {
        done.push(...(await wish.work(wish.keys.slice(from, from + atOnce), why)));
        setResults([...done]);
      }
      setState('over');
    } catch (error) {
      setCallError(describeError(error, words));
      setState(done.length ? 'over' : 'asked');
    }
    onDone(done.filter((item) => !isRefused(item)).map((item) => item.key));
    if (done.length) await revalidate();
  };
  return { results, callError, setCallError, state, run };
}

function Body({ wish, onClose, onDone, nameRow }: RunManyProps & { wish: BulkRequest }) {
  const { say } = useWords();
  const { results, callError, setCallError, state, run } = useMany(wish, onDone);
  const [why, setWhy] = useState('');
  const start = (event: React.FormEvent) => {
    event.preventDefault();
    if (wish.reason && !why.trim())
      return setCallError({ text: '', fields: { why: say('ui.field.required') }, code: 0 });
    void run(why.trim());
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={start}>
      {state === 'asked' && <p>{wish.text}</p>}
      {callError?.text && <Notice tone="bad" title={callError.text} />}
      {state === 'asked' && wish.reason && (
        <AreaField
          label={wish.reasonLabel ?? say('console.why')}
          hint={wish.reason}
          error={callError?.fields.why}
          required
          ref={takeFocus}
          maxLength={longestMessage}
          value={why}
          onValue={setWhy}
        />
      )}
      {state !== 'asked' && <Progress done={results.length} total={wish.keys.length} />}
      {state === 'over' && <Results {...{ wish, results, nameRow }} />}
      <div className="flex flex-wrap justify-end gap-3">
        {state === 'over' ? (
          <CloseFirst onClose={onClose} />
        ) : (
          <>
            <Button variant="outline" onClick={onClose} disabled={state === 'running'}>
              {say('ui.dialog.cancel')}
            </Button>
            <span ref={(place) => takeFocus(wish.reason ? null : (place?.querySelector('button') ?? null))}>
              <Button type="submit" variant={wish.danger ? 'danger' : 'primary'} busy={state === 'running'}>
                {wish.act}
              </Button>
            </span>
          </>
        )}
      </div>
    </form>
  );
}

/** The focused control was disabled during the work; Enter continues from here. */
function CloseFirst({ onClose }: { onClose(): void }) {
  const { say } = useWords();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <span ref={place}>
      <Button onClick={onClose}>{say('ui.dialog.close')}</Button>
    </span>
  );
}

function Progress({ done, total }: { done: number; total: number }) {
  const { say } = useWords();
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm tabular-nums" aria-live="polite">
        {say('desk.progress', { done, total })}
      </label>
      <progress id={id} value={done} max={total} className="h-3 w-full accent-brand" />
    </div>
  );
}

type ResultsProps = { wish: BulkRequest; results: Result[]; nameRow(key: string): ReactNode };

function Results({ wish, results, nameRow }: ResultsProps) {
  const { say } = useWords();
  const failed = results.filter(isRefused);
  const done = results.length - failed.length;
  return (
    <div className="grid gap-3">
      {done > 0 && <Notice tone="good" title={wish.doneText(done)} />}
      {failed.length > 0 && (
        <Notice tone="warn" title={wish.failedText(failed.length)}>
          <ul className="mt-1 grid gap-1 text-sm">
            {failed.map(({ key, problem, text }) => (
              <li key={key}>
                {nameRow(key)} {text || say(problem === 'missing' ? 'ui.problem.missing' : `refusal.${problem}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
