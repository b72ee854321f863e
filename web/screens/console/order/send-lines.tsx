// Informs the buyer that a line was sent (§3 delivery): the carrier and the tracking number; again if the number was wrong.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Line = OutputOf<'consoleOrder'>['lines'][number];

/** Checked like on the server (freight/send-line.ts). */
const maySend = ({ delivered, status, sent }: Line): boolean =>
  delivered && (status === OrderStatus.confirmed || (sent !== null && status === OrderStatus.completed));

export function SendLines({ orderNo, lines }: { orderNo: string; lines: Line[] }) {
  const words = useWords();
  const { say } = words;
  const [sending, setSending] = useState<Line>();
  const open = lines.filter(maySend);
  if (!open.length) return null;
  const close = () => setSending(undefined);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {open.map((line) => (
        <Button key={line.subOrderNo} variant={line.sent ? 'outline' : 'primary'} onClick={() => setSending(line)}>
          {say(line.sent ? 'order.sent.change' : 'order.sent.mark')}
          {lines.length > 1 && <span className="font-normal">{nameLine(words, line)}</span>}
        </Button>
      ))}
      <Dialog open={sending !== undefined} onClose={close} title={say('order.sent.mark')}>
        {sending && <SendForm orderNo={orderNo} line={sending} onDone={close} />}
      </Dialog>
    </div>
  );
}

function SendForm({ orderNo, line, onDone }: { orderNo: string; line: Line; onDone(): void }) {
  const { say } = useWords();
  const form = useDraft({
    given: { carrier: line.sent?.carrier ?? '', trackingNumber: line.sent?.trackingNumber ?? '' },
    needs: ['trackingNumber'],
    save: (draft) => send('consoleLineSend', { id: orderNo, subOrderNo: line.subOrderNo, ...draft }),
    onDone,
  });
  const { field } = form;
  return (
    <DialogForm form={form} act={say('order.sent.tell')} onClose={onDone}>
      <p>{say('order.sent.text')}</p>
      <InputField {...field('carrier')} label={say('order.sent.carrier')} maxLength={100} autoComplete="off" />
      <InputField
        {...field('trackingNumber')}
        label={say('order.sent.trackingNumber')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}
