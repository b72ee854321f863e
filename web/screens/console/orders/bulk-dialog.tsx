// Many orders confirmed or rejected at once (rules §10): a bar shows the progress, and each failed order is listed
// with its reason.
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Result = OutputOf<'consoleBulk'>['list'][number];
export type BulkWish = { act: 'confirm' | 'reject'; orderNos: string[] };

/** Few at a time, so that the bar moves. */
const atOnce = 5;

/** The dialog opens with the focus there and not on its cross. */
function takeFocus(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}

type BulkDialogProps = { wish: BulkWish | undefined; onClose(): void; onDone(orderNos: string[]): void };

export function BulkDialog({ wish, onClose, onDone }: BulkDialogProps) {
  const { say } = useWords();
  const title = wish ? say(`desk.${wish.act}Many`, { count: wish.orderNos.length }) : '';
  return (
    <Dialog open={wish !== undefined} onClose={onClose} title={title}>
      {wish && <Body wish={wish} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

/** Runs in batches; failures are reported, and finished orders stay finished. */
function useBulk(wish: BulkWish, onDone: (orderNos: string[]) => void) {
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
      for (let from = 0; from < wish.orderNos.length; from += atOnce) {
        const orderNos = wish.orderNos.slice(from, from + atOnce);
        done.push(...(await send('consoleBulk', { orderNos, act: wish.act, why })).list);
        setResults([...done]);
      }
      setState('over');
    } catch (error) {
      setCallError(describeError(error, words));
      setState(done.length ? 'over' : 'asked');
    }
    onDone(done.filter((one) => !one.problem).map((one) => one.orderNo));
    if (done.length) await revalidate();
  };
  return { results, callError, setCallError, state, run };
}

function Body({ wish, onClose, onDone }: BulkDialogProps & { wish: BulkWish }) {
  const { say } = useWords();
  const { results, callError, setCallError, state, run } = useBulk(wish, onDone);
  const [why, setWhy] = useState('');
  const reject = wish.act === 'reject';
  const start = (event: React.FormEvent) => {
    event.preventDefault();
    if (reject && !why.trim()) return setCallError({ text: '', fields: { why: say('field.required') }, code: 0 });
    void run(why.trim());
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={start}>
      {state === 'asked' && <p>{say(`desk.${wish.act}ManyText`)}</p>}
      {callError?.text && <Notice tone="bad" title={callError.text} />}
      {state === 'asked' && reject && (
        <Field label={say('console.why')} hint={say('console.whyHint')} error={callError?.fields.why} required>
          {(ids) => (
            <TextArea
              ids={ids}
              ref={takeFocus}
              maxLength={500}
              value={why}
              onChange={(event) => setWhy(event.target.value)}
            />
          )}
        </Field>
      )}
      {state !== 'asked' && <Progress done={results.length} total={wish.orderNos.length} />}
      {state === 'over' && <Results results={results} />}
      <div className="flex flex-wrap justify-end gap-3">
        {state === 'over' ? (
          <CloseFirst onClose={onClose} />
        ) : (
          <>
            <Button variant="outline" onClick={onClose} disabled={state === 'running'}>
              {say('dialog.cancel')}
            </Button>
            <span ref={(place) => takeFocus(reject ? null : (place?.querySelector('button') ?? null))}>
              <Button type="submit" variant={reject ? 'danger' : 'primary'} busy={state === 'running'}>
                {say(`action.${wish.act}`)}
              </Button>
            </span>
          </>
        )}
      </div>
    </form>
  );
}

/** What had the focus was switched off while the work ran; Enter goes on from here. */
function CloseFirst({ onClose }: { onClose(): void }) {
  const { say } = useWords();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => place.current?.querySelector('button')?.focus(), []);
  return (
    <span ref={place}>
      <Button onClick={onClose}>{say('dialog.close')}</Button>
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

function Results({ results }: { results: Result[] }) {
  const { say } = useWords();
  const not = results.filter((one) => one.problem);
  const done = results.length - not.length;
  return (
    <div className="grid gap-3">
      {done > 0 && <Notice tone="good" title={say('desk.resultDone', { count: done })} />}
      {not.length > 0 && (
        <Notice tone="warn" title={say('desk.resultNot', { count: not.length })}>
          <ul className="mt-1 grid gap-1 text-sm">
            {not.map((one) => (
              <li key={one.orderNo}>
                <Link to={consolePaths.order(one.orderNo)} className="font-semibold tabular-nums underline">
                  {one.orderNo}
                </Link>{' '}
                {say(one.problem === 'missing' ? 'problem.missing' : `refusal.${one.problem}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
