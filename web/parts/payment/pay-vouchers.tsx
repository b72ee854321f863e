// Receipts of a bank transfer (§9: at most 9): chosen, uploaded one after another with a bar, viewed, downloaded, deleted.
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { fileAddress } from '../../../contract/file-address.ts';
import { fileRoutes } from '../../../contract/file-routes.ts';
import type { OutputOf } from '../../../contract/index.ts';
import { transferRules } from '../../../domain/transfer-rules.ts';
import { send } from '../../call.ts';
import { postFile } from '../../files.ts';
import { Button } from '../../ui/button.tsx';
import { describeError } from '../describe-error.ts';
import { removesRow } from '../form/remove-row.ts';
import { shrinkPicture } from '../form/shrink-picture.ts';
import { useWords } from '../use-words.ts';

export type Transfer = OutputOf<'offlineInfo'>;
export type TransferInput = { id: string; supplement?: string | undefined };

const kinds = ['image/jpeg', 'image/png'];

function voucherFileAddress(fileId: string, desk = false): string {
  return desk ? fileAddress('consoleTransferFile', { id: fileId }) : fileAddress('transferFile', { fileId });
}

type VouchersProps = { input: TransferInput; transfer: Transfer; onChange(transfer: Transfer): void };

export function Vouchers({ input, transfer, onChange }: VouchersProps) {
  const { say } = useWords();
  const id = useId();
  const { sending, problem, room, upload, remove } = useVouchers({ input, transfer, onChange });
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3">
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {say('payment.transfer.vouchers')}
      </h2>
      <VoucherList files={transfer.files} onRemove={transfer.open ? remove : undefined} />
      {transfer.open && (
        <div>
          <input
            id={id}
            type="file"
            data-adds="receipts"
            multiple
            accept={kinds.join(',')}
            className="peer sr"
            aria-describedby={`${id}-hint`}
            // Disabled, it would lose the focus, and the keyboard its place.
            aria-disabled={Boolean(sending) || undefined}
            onClick={(event) => sending && event.preventDefault()}
            disabled={room === 0}
            onChange={(event) => {
              void upload([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <label
            htmlFor={id}
            className={
              'inline-flex min-h-11 cursor-pointer items-center rounded-lg border border-line bg-surface px-4 ' +
              'font-semibold hover:border-brand hover:text-brand peer-focus-visible:outline-3 ' +
              'peer-focus-visible:outline-brand peer-disabled:cursor-not-allowed peer-disabled:opacity-55 ' +
              'peer-aria-disabled:cursor-not-allowed peer-aria-disabled:opacity-55'
            }
          >
            {say('payment.transfer.add')}
          </label>
        </div>
      )}
      {sending && <Uploading {...sending} />}
      {transfer.open && (
        <p
          id={`${id}-hint`}
          role={problem ? 'alert' : undefined}
          className={`text-sm ${problem ? 'text-bad' : 'text-quiet'}`}
        >
          {problem || say('payment.transfer.vouchersHint', { max: transferRules.mostFiles })}
        </p>
      )}
    </section>
  );
}

function Uploading({ name, percent }: { name: string; percent: number }) {
  const { say } = useWords();
  const text = say('payment.transfer.uploading', { name });
  return (
    <p role="status" className="text-sm">
      <span className="block truncate">{text}</span>
      <progress className="w-full accent-brand" max={100} value={percent} aria-label={text} />
    </p>
  );
}

type VoucherListProps = { files: Transfer['files']; desk?: boolean; onRemove?: ((fileId: string) => void) | undefined };

/** `desk`: the view of the owner's finance, large and side by side. */
export function VoucherList({ files, desk = false, onRemove }: VoucherListProps) {
  const { say } = useWords();
  if (!files.length) return null;
  return (
    <ul className={`grid gap-3 ${desk ? 'sm:grid-cols-2 xl:grid-cols-3' : 'grid-cols-2 sm:grid-cols-3'}`}>
      {files.map(({ fileId }, at) => (
        <li key={fileId} className="rounded-lg border border-line p-2">
          <img
            src={voucherFileAddress(fileId, desk)}
            alt={say('payment.transfer.file', { n: at + 1 })}
            loading="lazy"
            className={`w-full bg-canvas object-contain ${desk ? 'h-72' : 'h-32'}`}
          />
          <div className="flex justify-between">
            <a
              href={voucherFileAddress(fileId, desk)}
              download
              className="grid size-11 place-items-center rounded-lg text-brand hover:bg-tint"
            >
              <IconDownload aria-hidden="true" className="size-5" />
              <span className="sr">{say('payment.transfer.download', { n: at + 1 })}</span>
            </a>
            {onRemove && (
              <Button
                variant="quiet"
                aria-label={say('payment.transfer.delete', { n: at + 1 })}
                {...removesRow('receipts', () => onRemove(fileId))}
              >
                <IconTrash aria-hidden="true" className="size-5" />
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function sendFile({ id, supplement }: TransferInput, file: Blob, onPercent: (percent: number) => void) {
  const query = new URLSearchParams({ id, ...(supplement ? { supplement } : {}) });
  return postFile<Transfer>(`${fileRoutes.transferUpload.path}?${query}`, file, { onPercent });
}

/** A receipt's figures are still read then. */
const readable = { type: 'image/jpeg', longestSide: 2400 } as const;

/** Files being uploaded and deleted; errors are shown as text. */
function useVouchers({ input, transfer, onChange }: VouchersProps) {
  const words = useWords();
  const { say } = words;
  const [sending, setSending] = useState<{ name: string; percent: number }>();
  const [problem, setProblem] = useState('');
  const { mostFiles } = transferRules;
  const room = mostFiles - transfer.files.length;
  const upload = async (files: File[]) => {
    setProblem('');
    if (files.length > room) setProblem(say('refusal.vouchersFull', { max: mostFiles }));
    for (const file of files.slice(0, room)) {
      setSending({ name: file.name, percent: 0 });
      const small = kinds.includes(file.type) ? await shrinkPicture(file, readable) : undefined;
      try {
        if (small) onChange(await sendFile(input, small, (percent) => setSending({ name: file.name, percent })));
        else setProblem(words.colon(file.name) + say('refusal.voucherRefused'));
      } catch (error) {
        setProblem(words.colon(file.name) + describeError(error, words).text);
      }
    }
    setSending(undefined);
  };
  const remove = async (fileId: string) => {
    setProblem('');
    try {
      onChange(await send('offlineFileDelete', { ...input, fileId }));
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
  };
  return { sending, problem, room, upload, remove };
}
