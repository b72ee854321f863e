// A supplier asks the owner to cancel a confirmed line, or a part of it (§3 applier 3): with a reason, which the owner reads.
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AreaField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';

type AskCancelProps = { orderNo: string; subOrderNo: string; name: string; uncancelled: number };

export function AskCancel(props: AskCancelProps) {
  const { say } = useWords();
  const look = { size: 'sm', className: 'justify-self-start' } as const;
  return (
    <DialogButton {...look} text={say('desk.askCancel')} title={say('desk.askCancelTitle', { name: props.name })}>
      {(close) => <AskForm {...props} onClose={close} />}
    </DialogButton>
  );
}

function AskForm({ orderNo: id, subOrderNo, uncancelled, onClose }: AskCancelProps & { onClose(): void }) {
  const { say } = useWords();
  const form = useDraft({
    initial: { refundNum: String(uncancelled), remark: '' },
    needs: ['remark'],
    judge: ({ refundNum }) => {
      const number = Number(refundNum);
      const isPart = Number.isInteger(number) && number >= 1 && number <= uncancelled;
      return { refundNum: isPart ? undefined : say('ui.field.range', { min: 1, max: uncancelled }) };
    },
    save: ({ refundNum, remark }) =>
      send('consoleSupplyCancel', { id, subOrderNo, refundNum: Number(refundNum), remark: remark.trim() }),
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('desk.askCancel')} danger onClose={onClose}>
      <p>{say('desk.askCancelText')}</p>
      {uncancelled > 1 && (
        <InputField
          {...form.field('refundNum')}
          label={say('order.cancelQuantity')}
          type="number"
          inputMode="numeric"
          min={1}
          max={uncancelled}
          required
        />
      )}
      <AreaField
        {...form.field('remark')}
        label={say('console.why')}
        hint={say('desk.askCancelHint')}
        maxLength={1000}
      />
    </DialogForm>
  );
}
