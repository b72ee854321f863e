// A list with its current filters as a file that the server writes: choice of content and format, progress, and saving.
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

import { shownLimits } from '../../../domain/limits.ts';
import { CallFailed, CallRefused } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Notice } from '../../ui/pieces.tsx';
import { CallProblem } from '../call-problem.tsx';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

import { type FileSoFar, readFile } from './read-file.ts';

type Format = 'csv' | 'xlsx';
type FilePlan = {
  title: string;
  text: string;
  /** The available contents; a choice if there are several. */
  of: { text: string; address(format: Format): string }[];
  /** The maximum number of rows of a CSV file, if there is one. */
  mostRows?: number;
};

export function MakeFile(plan: FilePlan) {
  const { say } = useWords();
  return (
    <DialogButton
      icon={<IconDownload aria-hidden="true" className="size-5" />}
      text={say('order.list.export')}
      title={plan.title}
    >
      {() => <Making {...plan} />}
    </DialogButton>
  );
}

type Ready = { url: string; name: string; rows: number };

/** Closing the dialog cancels the work and discards the file. */
function useFile() {
  const words = useWords();
  const [soFar, setSoFar] = useState<FileSoFar>();
  const [ready, setReady] = useState<Ready>();
  const [problem, setProblem] = useState('');
  const stopper = useRef<AbortController>(undefined);
  const url = useRef('');
  useEffect(
    () => () => {
      stopper.current?.abort();
      if (url.current) URL.revokeObjectURL(url.current);
    },
    [],
  );
  const start = async (address: string) => {
    const stop = new AbortController();
    stopper.current = stop;
    setProblem('');
    setReady(undefined);
    setSoFar({ rows: 0, total: 0 });
    try {
      const file = await readFile(address, setSoFar, stop.signal);
      url.current = URL.createObjectURL(file.blob);
      setReady({ url: url.current, name: file.name, rows: file.rows });
    } catch (error) {
      const isExpected = error instanceof CallRefused || error instanceof CallFailed;
      if (!stop.signal.aborted)
        setProblem(isExpected ? describeError(error, words).text : words.say('order.list.exportCut'));
    }
    setSoFar(undefined);
  };
  return { soFar, ready, problem, start, stop: () => stopper.current?.abort() };
}

function Making({ title, text, of, mostRows }: FilePlan) {
  const { say } = useWords();
  const [format, setFormat] = useState<Format>('csv');
  const [chosen, setChosen] = useState(0);
  const { soFar, ready, problem, start, stop } = useFile();
  const address = of[chosen]?.address(format) ?? '';
  const formatWords = {
    csv: mostRows ? say('sheets.csv', { most: mostRows }) : say('order.list.format.csv'),
    xlsx: say('order.list.format.xlsx', { most: shownLimits.listRows.xlsx }),
  };
  return (
    <div className="grid gap-4">
      <p>{text}</p>
      {of.length > 1 && (
        <fieldset disabled={Boolean(soFar)}>
          <legend className="text-sm font-medium">{say('sheets.what')}</legend>
          {of.map((item, at) => (
            <Choice key={item.text} name="what" on={chosen === at} text={item.text} onChoose={() => setChosen(at)} />
          ))}
        </fieldset>
      )}
      <fieldset disabled={Boolean(soFar)}>
        <legend className="text-sm font-medium">{say('order.list.format')}</legend>
        {(['csv', 'xlsx'] as const).map((item) => (
          <Choice
            key={item}
            name="format"
            on={format === item}
            text={formatWords[item]}
            onChoose={() => setFormat(item)}
          />
        ))}
      </fieldset>
      {problem && <CallProblem title={problem} />}
      {ready && <Notice tone="good" title={say('order.list.exportDone', { rows: ready.rows })} />}
      {soFar && <Progress {...soFar} title={title} />}
      <div className="flex flex-wrap justify-end gap-3">
        {soFar && (
          <Button variant="outline" onClick={stop}>
            {say('order.list.exportStop')}
          </Button>
        )}
        <Button variant={ready ? 'outline' : 'primary'} busy={Boolean(soFar)} onClick={() => void start(address)}>
          {say('order.list.exportStart')}
        </Button>
        {ready && (
          <a
            href={ready.url}
            download={ready.name}
            className="inline-flex min-h-11 items-center rounded-lg bg-brand px-4 font-semibold text-surface hover:brightness-110"
          >
            {say('order.list.exportSave')}
          </a>
        )}
      </div>
    </div>
  );
}

type ChoiceProps = { name: string; on: boolean; text: string; onChoose(): void };

function Choice({ name, on, text, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="radio" name={name} className="size-5 accent-brand" checked={on} onChange={onChoose} />
      {text}
    </label>
  );
}

function Progress({ rows, total, title }: FileSoFar & { title: string }) {
  const { say } = useWords();
  return (
    <div className="grid gap-2" role="status">
      <progress className="w-full accent-brand" max={total || 1} value={total ? rows : undefined} aria-label={title} />
      {total > 0 && <p className="text-sm tabular-nums">{say('order.list.exportRows', { rows, total })}</p>}
    </div>
  );
}
