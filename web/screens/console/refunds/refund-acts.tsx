// What a person does about a refund: records that the money was transferred, with reference and reason, or asks the channel again.
import { send } from '../../../call.ts';
import { ActDialog, ActFoot, ActProblem } from '../../../console-kit/act-dialog.tsx';
import { AreaField, InputField } from '../../../console-kit/form-fields.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import type { Refund } from '../../../parts/console/money/money-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';

type ActProps = { refund: Refund; onClose(): void };

export function TryAgain({ refund, onClose }: ActProps) {
  const { say, money } = useWords();
  return (
    <ActDialog
      open
      onClose={onClose}
      title={say('finance.againTitle')}
      act={say('finance.again')}
      work={() => send('consoleRefundAgain', { id: refund.refundNo })}
    >
      <p>{say('finance.againText', { amount: money(refund.amount) })}</p>
    </ActDialog>
  );
}

export function DoneByHand({ refund, onClose }: ActProps) {
  const { say } = useWords();
  return (
    <Dialog open onClose={onClose} title={say('finance.doneTitle')}>
      <DoneForm refund={refund} onClose={onClose} />
    </Dialog>
  );
}

function DoneForm({ refund, onClose }: ActProps) {
  const { say, money } = useWords();
  const form = useDraft({ reference: '', reason: '' });
  const { draft, fields, change } = form;
  const judge = () =>
    Object.fromEntries(
      (['reference', 'reason'] as const)
        .filter((name) => !draft[name].trim())
        .map((name) => [name, say('ui.field.required')]),
    );
  const save = () => send('consoleRefundDone', { id: refund.refundNo, ...draft });
  return (
    <form ref={form.ref} onSubmit={form.submit(judge, save, onClose)} noValidate className="grid gap-4">
      <p>{say('finance.doneText', { amount: money(refund.amount) })}</p>
      {form.problem && <ActProblem text={form.problem.text} code={form.problem.code} onReload={onClose} />}
      <InputField
        label={say('finance.doneReference')}
        hint={say('finance.doneReferenceHint')}
        error={fields.reference}
        required
        name="reference"
        maxLength={120}
        autoComplete="off"
        value={draft.reference}
        onText={(text) => change({ reference: text })}
      />
      <AreaField
        label={say('console.why')}
        error={fields.reason}
        required
        name="reason"
        maxLength={1000}
        value={draft.reason}
        onText={(text) => change({ reason: text })}
      />
      <ActFoot act={say('finance.doneByHand')} busy={form.busy} onClose={onClose} />
    </form>
  );
}
