// The actions of a person on a refund: recording that the money was transferred, with reference and reason, or asking the channel again.
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import type { Refund } from '../../../parts/console/money/money-pieces.tsx';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';

type ActProps = { refund: Refund; onClose(): void };

export function TryAgain({ refund, onClose }: ActProps) {
  const { say, money } = useWords();
  return (
    <ActionDialog
      open
      onClose={onClose}
      title={say('finance.againTitle')}
      act={say('finance.again')}
      work={() => send('consoleRefundAgain', { id: refund.refundNo })}
    >
      <p>{say('finance.againText', { amount: money(refund.amount) })}</p>
    </ActionDialog>
  );
}

export function MarkRefundDone({ refund, onClose }: ActProps) {
  const { say, money } = useWords();
  const form = useDraft({
    given: { reference: '', reason: '' },
    needs: ['reference', 'reason'],
    save: (draft) => send('consoleRefundDone', { id: refund.refundNo, ...draft }),
    onDone: onClose,
  });
  return (
    <Dialog open onClose={onClose} title={say('finance.doneTitle')}>
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
    </Dialog>
  );
}
