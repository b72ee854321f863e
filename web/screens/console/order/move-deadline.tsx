// Staff give the buyer another deadline for the rest of an order (decision 0380).
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';

type MoveProps = { orderNo: string; rest: NonNullable<OutputOf<'consoleOrder'>['rest']> };

export function MoveDeadline(props: MoveProps) {
  const { say } = useWords();
  return <DialogButton text={say('desk.rest.move')}>{(close) => <MoveForm {...props} onDone={close} />}</DialogButton>;
}

function MoveForm({ orderNo, rest, onDone }: MoveProps & { onDone(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { until: rest.until, reason: '' },
    needs: ['until', 'reason'],
    save: (draft) => send('consoleRestMove', { id: orderNo, ...draft }),
    onDone,
  });
  return (
    <DialogForm form={form} act={say('desk.rest.move')} onClose={onDone}>
      <p>{say('desk.rest.text')}</p>
      <InputField {...form.field('until')} type="date" label={say('order.part.due')} />
      <AreaField {...form.field('reason')} label={say('order.supplement.reason')} maxLength={1000} />
    </DialogForm>
  );
}
