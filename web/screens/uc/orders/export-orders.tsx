// The orders of the present filters as a file: how, how far it is, and saving it.
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { CallFailed, CallRefused } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { Told } from '../../../parts/told.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { type FileSoFar, readFile } from './read-file.ts';

/** Rows of one workbook (server/export/export-orders.ts). */
const workbookRows = 10_000;

export function ExportOrders({ filter }: { filter: string }) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <IconDownload aria-hidden="true" className="size-5" />
        {say('order.list.export')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('order.list.exportTitle')}>
        <MakeFile filter={filter} />
      </Dialog>
    </>
  );
}

type Ready = { url: string; name: string; rows: number };

/** Closing the dialog stops the work and lets the file go. */
function useFile(filter: string) {
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
  const start = async (format: string) => {
    const stop = new AbortController();
    stopper.current = stop;
    setProblem('');
    setReady(undefined);
    setSoFar({ rows: 0, total: 0 });
    try {
      const file = await readFile(
        fileAddress('orderExport', { ...Object.fromEntries(new URLSearchParams(filter)), format }),
        setSoFar,
        stop.signal,
      );
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

function MakeFile({ filter }: { filter: string }) {
  const words = useWords();
  const { say } = words;
  const [format, setFormat] = useState<'csv' | 'xlsx'>('csv');
  const { soFar, ready, problem, start, stop } = useFile(filter);
  return (
    <div className="grid gap-4">
      <p>{say('order.list.exportText')}</p>
      <fieldset disabled={Boolean(soFar)}>
        <legend className="text-sm font-medium">{say('order.list.format')}</legend>
        {(['csv', 'xlsx'] as const).map((item) => (
          <label key={item} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="format"
              className="size-5 accent-brand"
              checked={format === item}
              onChange={() => setFormat(item)}
            />
            {say(`order.list.format.${item}`, { most: workbookRows })}
          </label>
        ))}
      </fieldset>
      {problem && <Told title={problem} />}
      {ready && <Notice tone="good" title={say('order.list.exportDone', { rows: ready.rows })} />}
      {soFar && <Progress {...soFar} />}
      <div className="flex flex-wrap justify-end gap-3">
        {soFar && (
          <Button variant="outline" onClick={stop}>
            {say('order.list.exportStop')}
          </Button>
        )}
        <Button variant={ready ? 'outline' : 'primary'} busy={Boolean(soFar)} onClick={() => void start(format)}>
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

function Progress({ rows, total }: FileSoFar) {
  const { say } = useWords();
  return (
    <div className="grid gap-2" role="status">
      <progress
        className="w-full accent-brand"
        max={total || 1}
        value={total ? rows : undefined}
        aria-label={say('order.list.exportTitle')}
      />
      {total > 0 && <p className="text-sm tabular-nums">{say('order.list.exportRows', { rows, total })}</p>}
    </div>
  );
}
