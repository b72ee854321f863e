// A statement or a price list as a file: fetched with visible progress, so that a long one does not look like a dead button
// (§7 bill export).
import { IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchFile } from '../../files.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

type Format = 'csv' | 'xlsx';
type Progress = { at: 'asking' } | { at: 'loading'; kilobytes: number } | { at: 'done'; count: number };

type ExportButtonsProps = {
  address(format: Format): string;
  /** The message for the finished file; by default that of a statement. */
  describeResult?(count: number): string;
};

export function ExportButtons({ address, describeResult }: ExportButtonsProps) {
  const words = useWords();
  const { say } = words;
  const [progress, setProgress] = useState<Progress>();
  const [problem, setProblem] = useState('');
  const busy = progress !== undefined && progress.at !== 'done';
  const run = async (format: Format) => {
    setProblem('');
    setProgress({ at: 'asking' });
    try {
      const { blob, name, count } = await readFile(address(format), (bytes) =>
        setProgress({ at: 'loading', kilobytes: Math.ceil(bytes / 1024) }),
      );
      save(blob, name);
      setProgress({ at: 'done', count });
    } catch (error) {
      setProgress(undefined);
      setProblem(describeError(error, words).text);
    }
  };
  return (
    <div className="grid justify-items-end gap-1">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={busy} onClick={() => run('csv')}>
          <IconFileTypeCsv aria-hidden="true" className="size-5" />
          {say('payment.balance.exportCsv')}
        </Button>
        <Button variant="outline" size="sm" disabled={busy} onClick={() => run('xlsx')}>
          <IconFileSpreadsheet aria-hidden="true" className="size-5" />
          {say('payment.balance.exportXlsx')}
        </Button>
      </div>
      <p role="status" className="flex items-center gap-2 text-sm text-quiet empty:hidden">
        {busy && <Spinner />}
        {progress?.at === 'asking' && say('payment.balance.exporting')}
        {progress?.at === 'loading' && say('payment.balance.exportLoading', { kilobytes: progress.kilobytes })}
        {progress?.at === 'done' &&
          (describeResult?.(progress.count) ?? say('payment.balance.exported', { count: progress.count }))}
      </p>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

async function readFile(address: string, onBytes: (bytes: number) => void) {
  const answer = await fetchFile(address);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = answer.body?.getReader();
  for (let one = await reader?.read(); one && !one.done; one = await reader?.read()) {
    parts.push(one.value as Uint8Array<ArrayBuffer>);
    bytes += one.value.length;
    onBytes(bytes);
  }
  const name = /filename="([\w.-]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'statement';
  const type = answer.headers.get('content-type') ?? '';
  return { blob: new Blob(parts, { type }), name, count: Number(answer.headers.get('x-total-rows') ?? 0) };
}

function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
