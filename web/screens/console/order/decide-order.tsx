// Confirming and rejecting one order by the owner or its supplier (rules §7): each with a question that says what will happen.
import { useState } from 'react';
import { longestReference } from '../../../../domain/order-files.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

type DecideProps = {
  orderNo: string;
  /** The refund of a rejection; absent for readers who may not see money. */
  refund?: string;
  /** The supplier's number, if already known. */
  reference?: string;
};

export function DecideOrder({ orderNo: id, refund, reference: known = '' }: DecideProps) {
  const { say } = useWords();
  const [asked, setAsked] = useState<'confirm' | 'reject'>();
  const [reference, setReference] = useState(known);
  const reject = asked === 'reject';
  const rejectText = refund ? say('console.rejectText', { amount: refund }) : say('desk.rejectText');
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setAsked('confirm')}>{say('order.action.confirm')}</Button>
      <Button variant="danger" onClick={() => setAsked('reject')}>
        {say('order.action.reject')}
      </Button>
      <ActionDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={say(reject ? 'console.rejectTitle' : 'console.confirmTitle')}
        act={say(reject ? 'order.action.reject' : 'order.action.confirm')}
        danger={reject}
        {...(reject ? { reason: { hint: say('console.whyHint'), required: true } } : {})}
        work={(why) => (reject ? send('consoleReject', { id, why }) : send('consoleConfirm', { id, reference }))}
      >
        <p>{reject ? rejectText : say('console.confirmText')}</p>
        {asked === 'confirm' && (
          <InputField
            label={say('desk.reference')}
            hint={say('desk.referenceHint')}
            maxLength={longestReference}
            autoComplete="off"
            value={reference}
            onValue={setReference}
          />
        )}
      </ActionDialog>
    </div>
  );
}
