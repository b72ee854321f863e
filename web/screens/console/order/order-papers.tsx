// The supplier's number of an order, and files for the voucher, added by its supplier or the owner's staff.
import { useRef, useState } from 'react';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { longestReference, orderFileRules } from '../../../../domain/order-files.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { asBytes, postFile } from '../../../files.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { DropFile, OrderFiles } from '../../../parts/order/order-files.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';

type Files = OutputOf<'consoleSupply'>['files'];
type OrderPapersProps = { orderNo: string; status: number; files: Files; reference: string; open: boolean };

export function OrderPapers({ orderNo, status, files, reference, open }: OrderPapersProps) {
  const { say } = useWords();
  const isMailed = status === OrderStatus.confirmed || status === OrderStatus.cancelling;
  if (!open && !files.length && !reference) return null;
  return (
    <Card className="grid gap-4">
      <header>
        <h2 className="text-lg font-bold">{say('desk.papers')}</h2>
        {open && (
          <p className="max-w-prose text-sm text-quiet">{say(isMailed ? 'desk.papersLater' : 'desk.papersHint')}</p>
        )}
      </header>
      {open ? (
        <Reference key={reference} orderNo={orderNo} reference={reference} />
      ) : (
        reference && <p className="break-words">{say('order.reference', { number: reference })}</p>
      )}
      <Uploads orderNo={orderNo} files={files} open={open} />
    </Card>
  );
}

function Reference({ orderNo: id, reference }: { orderNo: string; reference: string }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { reference },
    save: (draft) => send('consoleReference', { id, ...draft }),
  });
  return (
    <form ref={form.ref} noValidate className="grid gap-3" onSubmit={form.submit}>
      {form.problem && <ActionProblem {...form.problem} />}
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 grow sm:max-w-md">
          <InputField
            {...form.field('reference')}
            label={say('desk.reference')}
            hint={say('desk.referenceHint')}
            maxLength={longestReference}
            autoComplete="off"
          />
        </div>
        <Button
          type="submit"
          variant="outline"
          className="sm:mt-6"
          busy={form.busy !== undefined}
          disabled={!form.dirty}
        >
          {say('site.setting.save')}
        </Button>
      </div>
    </form>
  );
}

function Uploads({ orderNo, files, open }: { orderNo: string; files: Files; open: boolean }) {
  const { say } = useWords();
  const action = useAction();
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const [forTravellers, setForTravellers] = useState(false);
  const upload = (file: File | undefined) => {
    if (input.current) input.current.value = '';
    if (!file) return;
    setTooLarge(file.size > orderFileRules.mostBytes);
    if (file.size <= orderFileRules.mostBytes)
      void action.run(() => sendOrderFile(orderNo, file, forTravellers), { what: 'upload' });
  };
  const drop = (fileId: string) =>
    action.run(() => send('consoleOrderFileDelete', { id: orderNo, fileId }), { what: fileId });
  return (
    <>
      {tooLarge && <Notice tone="bad" title={say('refusal.orderFileRefused')} />}
      {action.problem && <ActionProblem {...action.problem} />}
      {files.length > 0 && (
        <OrderFiles
          files={files}
          hrefOf={(fileId) => fileAddress('consoleOrderFile', { id: orderNo, fileId })}
          noteOf={(file) => file.forTravellers && say('desk.fileForTravellers')}
          dropOf={
            open
              ? ({ id, name }) => (
                  <DropFile
                    label={say('desk.dropFile', { name })}
                    busy={action.busy !== undefined}
                    onDrop={() => void drop(id)}
                  />
                )
              : undefined
          }
        />
      )}
      {open && files.length < orderFileRules.mostFiles && (
        <div className="grid justify-items-start gap-3">
          <div>
            <Checkbox label={say('desk.fileForTravellers')} checked={forTravellers} onValue={setForTravellers} />
            <p className="max-w-prose text-sm text-quiet">{say('desk.fileForTravellersHint')}</p>
          </div>
          <input
            ref={input}
            type="file"
            className="sr"
            tabIndex={-1}
            aria-label={say('desk.addFile')}
            accept={orderFileRules.types.join(',')}
            onChange={({ target }) => upload(target.files?.[0])}
          />
          <Button variant="outline" busy={action.busy === 'upload'} onClick={() => input.current?.click()}>
            {say('desk.addFile')}
          </Button>
        </div>
      )}
    </>
  );
}

const sendOrderFile = (id: string, file: File, forTravellers: boolean) => {
  const travellers = forTravellers ? '1' : undefined;
  return postFile(
    fileAddress('consoleOrderFileUpload', { id, name: file.name.slice(-100), travellers }),
    file,
    asBytes,
  );
};
