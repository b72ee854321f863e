// Confirming and rejecting one order by the owner or its supplier (rules §7): each with a question that says what will happen.
import { useState } from 'react';
import { longestReference } from '../../../../domain/order-files.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { PlatformNote } from './order-head.tsx';

type DecideProps = {
  orderNo: string;
  /** The refund of a rejection; absent for readers who may not see money. */
  refund?: string;
  /** The supplier's number, if already known. */
  reference?: string;
  /** Absent for readers who do not see who sold it. */
  source?: number;
};

export function DecideOrder({ orderNo: id, refund, reference: known = '', source = 0 }: DecideProps) {
  const { say } = useWords();
  const [reference, setReference] = useState(known);
  const rejectText = refund ? say('console.rejectText', { amount: refund }) : say('desk.rejectText');
  return (
    <div className="flex flex-wrap gap-3">
      <ActionButton
        variant="primary"
        title={say('console.confirmTitle')}
        act={say('order.action.confirm')}
        work={() => send('consoleConfirm', { id, reference })}
      >
        <p>{say('console.confirmText')}</p>
        <InputField
          label={say('desk.reference')}
          hint={say('desk.referenceHint')}
          maxLength={longestReference}
          autoComplete="off"
          value={reference}
          onValue={setReference}
        />
      </ActionButton>
      <ActionButton
        title={say('console.rejectTitle')}
        act={say('order.action.reject')}
        danger
        reason={{ hint: say('console.whyHint'), required: true }}
        work={(why) => send('consoleReject', { id, why })}
      >
        <p>{rejectText}</p>
        <PlatformNote source={source} />
      </ActionButton>
    </div>
  );
}
