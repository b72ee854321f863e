// Remarks on an order as a conversation: the oldest first, the reader's on the right, new ones marked.

import { type ReactNode, useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { shownLimits } from '../../../domain/limits.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { CallProblem } from '../call-problem.tsx';
import { describeError } from '../describe-error.ts';
import { AreaField } from '../form/fields.tsx';
import { onSend } from '../form/on-send.ts';
import { useTask } from '../use-task.ts';
import { useWords, type Words } from '../use-words.ts';

type RemarkPage = OutputOf<'remarks'>;
type Remark = RemarkPage['list'][number];

/** The two sides use different calls for the same conversation. */
const doors = {
  1: {
    read: (orderNo: string, page: number) => send('remarks', { a: orderNo, b: page }),
    write: (orderNo: string, text: string) => send('remark', { orderNo, text }),
  },
  2: {
    read: (orderNo: string, page: number) => send('consoleRemarks', { id: orderNo, page }),
    write: (orderNo: string, text: string) => send('consoleRemark', { id: orderNo, text }),
  },
};

type RemarksProps = {
  orderNo: string;
  side: 1 | 2;
  zone: string;
  first?: RemarkPage;
  /** Tools beside the text field. `isAnswer`: the other side wrote something. */
  tools?(insert: (text: string) => void, isAnswer: boolean): ReactNode;
};

export function Remarks({ orderNo, side, zone, first, tools }: RemarksProps) {
  const words = useWords();
  const { say } = words;
  const [shown, setShown] = useState<RemarkPage | undefined>(first);
  const [problem, setProblem] = useState('');
  const door = doors[side];
  const read = async (page: number) => {
    try {
      const next = await door.read(orderNo, page);
      setShown((known) => (known && page > 1 ? { ...next, list: join(known.list, next.list) } : next));
      setProblem('');
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order, and when the page was reloaded
  useEffect(() => {
    if (first) setShown(first);
    else void read(1);
  }, [orderNo, first]);
  return (
    <TitledCard id="remarks" title={say('order.remarks')}>
      {problem && <CallProblem title={problem} />}
      {shown && shown.page < shown.pages && (
        <Button variant="quiet" onClick={() => void read(shown.page + 1)}>
          {say('order.olderRemarks')}
        </Button>
      )}
      {shown?.total === 0 && <p className="text-quiet">{say('order.noRemarks')}</p>}
      <ol className="grid gap-3">
        {[...(shown?.list ?? [])].reverse().map((item) => (
          <RemarkCard key={item.id} one={item} byReader={item.side === side} words={words} zone={zone} />
        ))}
      </ol>
      <WriteRemark
        write={(text) => door.write(orderNo, text)}
        onWritten={() => read(1)}
        tools={tools && ((insert) => tools(insert, shown?.list.some((item) => item.side !== side) ?? false))}
      />
    </TitledCard>
  );
}

/** Older remarks after newer ones; one that moved across a page boundary is shown once. */
function join(known: Remark[], older: Remark[]): Remark[] {
  const ids = new Set(known.map((item) => item.id));
  return [...known, ...older.filter((item) => !ids.has(item.id))];
}

function RemarkCard({ one, byReader, words, zone }: { one: Remark; byReader: boolean; words: Words; zone: string }) {
  return (
    <li className={`max-w-[85%] rounded-card px-4 py-2 ${byReader ? 'justify-self-end bg-tint' : 'bg-canvas'}`}>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
        <span className="font-medium text-ink">{one.author || words.say(`order.remarkFrom.${one.side}`)}</span>
        <time dateTime={one.at}>{words.instant(one.at, zone)}</time>
        {one.unread && <Badge tone="brand">{words.say('order.newMark')}</Badge>}
      </p>
      <p className="break-words whitespace-pre-wrap">{one.text}</p>
    </li>
  );
}

/** The typed text stays until it is saved. */
type WriteProps = {
  write(text: string): Promise<unknown>;
  onWritten(): Promise<void>;
  tools: ((insert: (text: string) => void) => ReactNode) | undefined;
};

function WriteRemark({ write, onWritten, tools }: WriteProps) {
  const words = useWords();
  const { say } = words;
  const [text, setText] = useState('');
  const { busy, error: callError, setError: setCallError, run: runTask } = useTask();
  const run = async () => {
    if (!text.trim()) return setCallError({ text: '', fields: { text: say('ui.field.required') }, code: 0 });
    await runTask(async () => {
      await write(text);
      setText('');
      await onWritten();
    });
  };
  return (
    <form noValidate className="mt-4 grid gap-3" onSubmit={onSend(run)}>
      {tools?.((more) => setText((typed) => (typed.trim() ? `${typed.trimEnd()}\n\n${more}` : more)))}
      <AreaField
        label={say('order.writeRemark')}
        hint={say('order.remarkHint', { max: shownLimits.remarkLength })}
        error={callError?.fields.text}
        maxLength={shownLimits.remarkLength}
        value={text}
        onValue={setText}
      />
      {callError && !callError.fields.text && (
        <CallProblem title={say('order.remarkFailed')}>{callError.text}</CallProblem>
      )}
      <Button type="submit" variant="outline" busy={busy} className="justify-self-end">
        {say('order.sendRemark')}
      </Button>
    </form>
  );
}
