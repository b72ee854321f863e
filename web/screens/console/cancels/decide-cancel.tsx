// Deciding a cancellation request (§4): approving shows the refund and may refund more than the policy; refusing needs one
// of the four reasons and a text.
import type { OutputOf } from '../../../../contract/index.ts';
import { addMoney, decimalOf, type Money, money, readAmount } from '../../../../domain/money.ts';
import { splitGiven } from '../../../../domain/open-payments.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { AreaField, ChoiceField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';

export type CancelRow = OutputOf<'consoleCancels'>['list'][number];
export type CancelChoice = { row: CancelRow; approve: boolean };

export function DecideCancel({ choice, onClose }: { choice: CancelChoice | undefined; onClose(): void }) {
  const { say } = useWords();
  const title = choice ? say(choice.approve ? 'desk.approve' : 'desk.refuse') : '';
  return (
    <Dialog open={choice !== undefined} onClose={onClose} title={title}>
      {choice?.approve && <Approve row={choice.row} onClose={onClose} />}
      {choice && !choice.approve && <Refuse row={choice.row} onClose={onClose} />}
    </Dialog>
  );
}

type PartProps = { row: CancelRow; onClose(): void };

/** The paid amount of the cancelled part. */
const shareOf = (row: CancelRow) => addMoney(row.refund, row.fee);

function Approve({ row, onClose }: PartProps) {
  const words = useWords();
  const { say } = words;
  const share = shareOf(row);
  const { currency } = share;
  const form = useDraft({
    given: { refundMinor: decimalOf(row.refund) },
    judge: ({ refundMinor }) => ({
      refundMinor: judgeAmount(refundMinor, currency, words, { least: money(0, currency), most: share }).problem,
    }),
    save: (draft) => {
      const refundMinor = readAmount(draft.refundMinor, currency)?.amountMinor ?? 0;
      return send('consoleCancelDecide', { id: row.id, approve: true, refundMinor });
    },
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('desk.approve')} onClose={onClose}>
      <p>{say('desk.approveText', { count: row.quantity })}</p>
      <CancelFacts row={row} />
      {share.amountMinor > 0 && (
        <>
          <AmountField
            {...form.field('refundMinor')}
            label={say('desk.refund', { currency })}
            currency={currency}
            required
          />
          <p className="text-sm text-quiet">
            {say('desk.refundHint', { refund: words.money(row.refund), most: words.money(share) })}
          </p>
        </>
      )}
    </DialogForm>
  );
}

const reasons = [1, 2, 3, 4] as const;

function Refuse({ row, onClose }: PartProps) {
  const { say } = useWords();
  const given: { reason: number | ''; text: string } = { reason: '', text: '' };
  const form = useDraft({
    given,
    judge: ({ reason, text }) => ({
      reason: reason ? undefined : say('ui.field.choose'),
      text: text.trim() ? undefined : say('ui.field.required'),
    }),
    save: ({ reason, text }) =>
      send('consoleCancelDecide', { id: row.id, approve: false, reason: Number(reason), text: text.trim() }),
    onDone: onClose,
  });
  return (
    <DialogForm form={form} act={say('desk.refuse')} onClose={onClose} danger>
      <ChoiceField
        {...form.field('reason')}
        label={say('desk.reasonKind')}
        required
        options={reasons}
        word="order.reason"
        none={say('order.booking.chooseOne')}
      />
      <AreaField
        {...form.field('text')}
        label={say('console.why')}
        hint={say('console.whyHint')}
        required
        maxLength={1000}
      />
    </DialogForm>
  );
}

/** The price, the fee of the policy, the unpaid part that falls away, the refund. */
export function CancelFacts({ row }: { row: CancelRow }) {
  const words = useWords();
  const { say } = words;
  const { refund, open } = row;
  const { lowersMinor, refundMinor } = splitGiven(refund.amountMinor, open.amountMinor);
  const facts: [string, Money][] = [
    ['order.quoteShare', shareOf(row)],
    ['order.quoteFee', row.fee],
    ...(lowersMinor ? [['order.part.quoteOpen', { ...refund, amountMinor: lowersMinor }] as [string, Money]] : []),
    [row.result === 1 ? 'order.refunded' : 'desk.goesBack', { ...refund, amountMinor: refundMinor }],
  ];
  return (
    <dl className="grid gap-1">
      {facts.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4 text-sm">
          <dt className="text-quiet">{say(label)}</dt>
          <dd className="tabular-nums">{words.money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
