// Files that belong to an order's voucher: listed with their size, downloaded, and removed by those who may.
import { IconDownload, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useWords } from '../use-words.ts';
import type { Detail } from './order-pieces.tsx';

type File = Detail['files'][number];

type OrderFilesProps = {
  files: File[];
  hrefOf(id: string): string;
  noteOf?(file: File): string | false | undefined;
  dropOf?(file: File): ReactNode;
};

export function OrderFiles({ files, hrefOf, noteOf, dropOf }: OrderFilesProps) {
  const { locale } = useWords();
  const sizes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 });
  return (
    <ul className="grid gap-2">
      {files.map((file) => (
        <li key={file.id} className="flex items-center gap-2">
          <a
            href={hrefOf(file.id)}
            download
            className={
              'flex min-h-11 min-w-0 grow items-center gap-2 rounded-lg border border-line px-4 py-2 font-semibold ' +
              'text-brand hover:border-brand'
            }
          >
            <IconDownload aria-hidden="true" className="size-5 shrink-0" />
            <span className="min-w-0 break-words">
              {file.name}
              {noteOf?.(file) && <span className="block text-sm font-normal text-quiet">{noteOf(file)}</span>}
            </span>
            <span className="ml-auto shrink-0 text-sm font-normal text-quiet" suppressHydrationWarning>
              {sizes.format(Math.max(1, Math.round(file.size / 1000)))}
            </span>
          </a>
          {dropOf?.(file)}
        </li>
      ))}
    </ul>
  );
}

/** The style of the button that removes a file. */
export function DropFile({ label, onDrop, busy }: { label: string; onDrop(): void; busy: boolean }) {
  return (
    <IconButton
      Icon={IconTrash}
      label={label}
      disabled={busy}
      onClick={onDrop}
      className="border border-line hover:border-bad hover:text-bad"
    />
  );
}
