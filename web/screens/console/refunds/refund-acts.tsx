// The actions of a person on a refund: recording that the money was transferred, with reference and reason, or asking the channel again.
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import type { Refund } from '../../../parts/console/money/money-pieces.tsx';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';

export function TryAgain({ refund }: { refund: Refund }) {
  const { say, money } = useWords();
  return (
    <ActionButton
      variant="primary"
      title={say('finance.againTitle')}
      act={say('finance.again')}
      work={() => send('consoleRefundAgain', { id: refund.refundNo })}
    >
      <p>{say('finance.againText', { amount: money(refund.amount) })}</p>
    </ActionButton>
  );
}

export function MarkRefundDone({ refund }: { refund: Refund }) {
  const { say } = useWords();
  return (
    <DialogButton
      variant={refund.state === 'manual' ? 'primary' : 'outline'}
      text={say('finance.doneByHand')}
      title={say('finance.doneTitle')}
    >
      {(close) => <DoneForm refund={refund} onClose={close} />}
    </DialogButton>
  );
}

function DoneForm({ refund, onClose }: { refund: Refund; onClose(): void }) {
  const { say, money } = useWords();
  const form = useDraft({
    initial: { reference: '', reason: '' },
    needs: ['reference', 'reason'],
    save: (draft) => send('consoleRefundDone', { id: refund.refundNo, ...draft }),
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('finance.doneByHand')} onClose={onClose}>
      <p>{say('finance.doneText', { amount: money(refund.amount) })}</p>
      <InputField
        {...form.field('reference')}
        label={say('finance.doneReference')}
        hint={say('finance.doneReferenceHint')}
        maxLength={120}
        autoComplete="off"
      />
      <AreaField {...form.field('reason')} label={say('console.why')} maxLength={1000} />
    </DialogForm>
  );
}
