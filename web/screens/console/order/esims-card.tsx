// The eSIMs of an order for operations (decision 0375): arrived and missing ones, and entering those that the supplier never sent.
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { ESimCards, hasESims } from '../../../parts/order/esim-cards.tsx';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Card } from '../../../ui/pieces.tsx';

type Order = OutputOf<'consoleOrder'>;

export function ESimsCard({ order, acts }: { order: Order; acts: boolean }) {
  const words = useWords();
  const { say } = words;
  const { eSims, eSimsAwaited, lines, orderNo } = order;
  if (!hasESims(eSims, eSimsAwaited)) return null;
  const awaited = lines.filter((line) => eSimsAwaited.some((one) => one.subOrderNo === line.subOrderNo));
  return (
    <Card className="grid gap-4">
      <ESimCards eSims={eSims} awaited={eSimsAwaited} />
      {acts && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {awaited.map((line) => (
            <DialogButton
              key={line.subOrderNo}
              text={say('order.eSim.enter')}
              more={lines.length > 1 && <span className="font-normal">{nameLine(words, line)}</span>}
            >
              {(close) => <EnterForm orderNo={orderNo} subOrderNo={line.subOrderNo} onDone={close} />}
            </DialogButton>
          ))}
        </div>
      )}
    </Card>
  );
}

function EnterForm({ orderNo, subOrderNo, onDone }: { orderNo: string; subOrderNo: string; onDone(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { iccid: '', activation: '', confirmationCode: '', apn: '' },
    needs: ['iccid', 'activation'],
    save: (draft) => send('consoleESimSave', { id: orderNo, subOrderNo, ...draft }),
    onDone,
  });
  const { field } = form;
  const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <DialogForm form={form} act={say('order.sent.tell')} onClose={onDone}>
      <p>{say('order.eSim.enterText')}</p>
      <InputField {...field('iccid')} {...plain} label={say('order.eSim.iccid')} maxLength={40} />
      <InputField
        {...field('activation')}
        {...plain}
        label={say('order.eSim.activation')}
        hint="LPA:1$…$…"
        maxLength={300}
      />
      <InputField
        {...field('confirmationCode')}
        {...plain}
        label={say('order.eSim.confirmationCode')}
        maxLength={100}
      />
      <InputField {...field('apn')} {...plain} label={say('order.eSim.apn')} maxLength={100} />
    </DialogForm>
  );
}
