// Informs the buyer that a line was sent (§3 delivery): the carrier and the tracking number; again if the number was wrong.
import type { OutputOf } from '../../../../contract/index.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';

type Line = OutputOf<'consoleOrder'>['lines'][number];

/** Checked like on the server (freight/send-line.ts). */
const maySend = ({ delivered, status, sent }: Line): boolean =>
  delivered && (status === OrderStatus.confirmed || (sent !== null && status === OrderStatus.completed));

export function SendLines({ orderNo, lines }: { orderNo: string; lines: Line[] }) {
  const words = useWords();
  const { say } = words;
  const open = lines.filter(maySend);
  if (!open.length) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {open.map((line) => (
        <DialogButton
          key={line.subOrderNo}
          variant={line.sent ? 'outline' : 'primary'}
          text={say(line.sent ? 'order.sent.change' : 'order.sent.mark')}
          more={lines.length > 1 && <span className="font-normal">{nameLine(words, line)}</span>}
          title={say('order.sent.mark')}
        >
          {(close) => <SendForm orderNo={orderNo} line={line} onDone={close} />}
        </DialogButton>
      ))}
    </div>
  );
}

function SendForm({ orderNo, line, onDone }: { orderNo: string; line: Line; onDone(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { carrier: line.sent?.carrier ?? '', trackingNumber: line.sent?.trackingNumber ?? '' },
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
